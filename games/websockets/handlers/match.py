"""The WebSocket handler of a match's page: the table, its talk, and the notice pinned above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from django.utils import translation

from accounts.people.push import render_at_table
from accounts.people.selectors import pinned_notice, pinned_notices
from games.matches.notify import match_group
from games.matches.rendering import Rendered, push_known, render_push
from games.matches.selectors import News, news_of
from games.matches.services.presence import seats_seen
from games.matches.talk.selectors import TalkKey, has_heard_all, is_behind, render_talk_since
from games.websockets.handlers.actions import ActionConsumer
from games.websockets.handlers.heartbeat import heartbeat
from games.websockets.handlers.talk import TalkConsumer
from games.websockets.threads import Shared


class MatchConsumer(TalkConsumer, ActionConsumer):
    """Follow one match as the person who opened the page may see it."""

    def read_scope(self, scope: Any) -> None:
        """Note also which position and talk the page says it shows."""
        super().read_scope(scope)
        self.status = ""
        self.page_shows = self._page_shows()
        self.pinned = self.params.get("pinned", "")

    def group_name(self) -> str:
        """Return the group of all viewers of the match."""
        return match_group(self.code)

    def _page_shows(self) -> tuple[int, int] | None:
        """Return the revision and the last talk message that the page says it shows.

        None if it does not say, or was rendered for somebody else.
        """
        if self.params.get("as", "") != (str(self.user.pk) if self.login else ""):
            return None
        try:
            return int(self.params["at"]), int(self.params["talk"])
        except (KeyError, ValueError):
            return None

    def begin(self) -> None:
        """Check first whether anything is newer than what the page says it shows."""
        if self.page_shows is None:
            self.schedule_render()
        else:
            heartbeat().check_now(self)

    def bell(self, notice: int | None) -> str:
        """Render the bell, the new notice, and the one pinned above the table."""
        pinned = pinned_notice(self.user)
        self.pinned = "" if pinned is None else pinned.told_at
        return render_at_table(self.user, pinned, notice)

    def render_talk(self) -> tuple[TalkKey, str] | None:
        """Render the talk of the table, as far as this person may read it."""
        return render_talk_since(self.user, self.code, self.talk_shown)

    def known(self) -> Rendered | None:
        """Return the newest position if it is in memory and no talk has to go with it."""
        if self.newest is None:
            return None
        with translation.override(self.language):
            known = push_known(self.user, self.code, self.newest)
        return known if known is not None and known.status == self.status else None

    def render(self, shared: Shared) -> Rendered:
        """Render the table, with the talk too when the match's stage changes who hears whom."""
        rendered = render_push(self.user, self.code, self.newest)
        if rendered.status == self.status:
            return rendered
        fresh = render_talk_since(self.user, self.code, self.talk_shown, rendered.revision)
        self.status = rendered.status
        if fresh is None:
            return rendered
        self.talk_shown, talk = fresh
        return replace(rendered, text=rendered.text + talk)

    @classmethod
    def news_of(cls, sockets: Sequence[Self]) -> dict[Self, tuple[News, str]]:
        """Record who is present at which match; return each socket's match news.

        Also return when the notice pinned to its page was created, as `Notice.told_at`.
        """
        seats: dict[tuple[str, int], bool] = {}
        for one in sockets:
            if one.login is not None:
                page = (one.code, one.login.user_id)
                seats[page] = seats.get(page, False) or one.is_visible
        if seats:
            seats_seen(pages=seats)
        notices = pinned_notices({user for _, user in seats}) if seats else {}
        pinned = {user: notice.told_at for user, notice in notices.items()}
        news = news_of({one.code for one in sockets})
        return {
            one: (news[one.code], pinned.get(one.login.user_id, "") if one.login else "")
            for one in sockets
        }

    async def catch_up_with(self, found: tuple[News, str]) -> None:
        """Render whatever the page lacks: the table, the talk, or the notice above it."""
        news, pinned = found
        if self.login is not None and pinned != self.pinned:
            self.pinned = pinned
            self.handle(self.push_bell, None)
        if news.revision is None:
            self.schedule_render()  # rendering finds that the match is gone, and closes
            return
        await self._skip_what_is_shown(news)
        self.show_revision(news.revision)
        if self.talk_shown and is_behind(self.talk_shown, news.talk):
            await self.push_talk()

    async def _skip_what_is_shown(self, news: News) -> None:
        """Skip the first render if the page, on connecting, already shows the newest position."""
        shows, self.page_shows = self.page_shows, None
        if shows is None or not news.is_live or shows[0] != news.revision:
            return
        self.shown = max(self.shown, shows[0])
        if not has_heard_all(shows[1], news.talk, is_guest=self.login is None):
            await self.push_talk()
