"""The WebSocket handlers of pages without a live table: lists, studies, broadcasts, and others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser

from accounts.people.push import person_group
from games.broadcasts.access import access_show
from games.broadcasts.selectors import render_air, revisions_of
from games.broadcasts.services.advance import show_group
from games.broadcasts.services.broadcast import shows_seen, watcher_note
from games.engine.contract import Refusal
from games.matches.access import MatchNotFound
from games.matches.lobby import render_lobby
from games.matches.notify import LOBBY_GROUP
from games.matches.rendering import Rendered
from games.matches.selectors import has_tables_of_own
from games.websockets.handlers.consumer import CLOSE_SIGNED_OUT, Consumer
from games.websockets.threads import Shared
from replays.access import ReplayNotFound
from replays.services.study import study_group, study_seen
from replays.study.rendering import render_study


class LobbyConsumer(Consumer):
    """Follow the list of tables."""

    def group_name(self) -> str:
        """Return the group of the table lists."""
        return LOBBY_GROUP

    def show_revision(self, revision: int) -> None:
        """Render again: `revision` is only that of the match that changed."""
        self.schedule_render()

    def is_news(self, rendered: Rendered) -> bool:
        """The lists have no revision."""
        return True

    def render(self, shared: Shared) -> Rendered:
        """Render the common lists once per batch, and separately for people with own tables."""
        if has_tables_of_own(self.user):
            return render_lobby(self.user)
        if self.language not in shared:
            shared[self.language] = render_lobby(AnonymousUser())
        rendered: Rendered = shared[self.language]
        return rendered


class PersonConsumer(Consumer):
    """Follow only the person's own bell, on pages that have no other socket."""

    def group_name(self) -> str:
        """Return the person's own group."""
        return person_group(self.user.pk)

    async def connect(self) -> None:
        """Accept a signed-in person; tell a signed-out page so, so that it does not reconnect."""
        if self.user.is_authenticated:
            await super().connect()
            return
        # browsers see the close code only after a successful handshake
        await self.accept()
        await self.close(CLOSE_SIGNED_OUT)

    def render(self, shared: Shared) -> Rendered:
        """Render the bell."""
        return Rendered(0, "", self.bell(None))


class StudyConsumer(Consumer):
    """Follow one study room, on the page of a chapter: a person's strip, never a card."""

    def read_scope(self, scope: Any) -> None:
        """Note the chapter besides."""
        super().read_scope(scope)
        self.chapter: int = scope["url_route"]["kwargs"]["chapter"]

    def group_name(self) -> str:
        """Return the group of the room."""
        return study_group(self.code)

    def render(self, shared: Shared) -> Rendered:
        """Render the strip, after checking that this person may be here."""
        try:
            shown = render_study(self.user, self.code, self.chapter)
            if study_seen(code=self.code, user=self.user) > shown.revision:
                shown = render_study(self.user, self.code, self.chapter)
        except (ReplayNotFound, Refusal):
            raise MatchNotFound(self.code) from None
        return shown

    @classmethod
    def news_of(cls, sockets: Sequence[Self]) -> dict[Self, int]:
        """Record who is present, one by one since rooms are few; omit rooms that are gone."""
        news = {}
        for one in sockets:
            with suppress(Refusal):
                news[one] = study_seen(code=one.code, user=one.user)
        return news

    async def catch_up_with(self, news: int | None) -> None:
        """Render the strip again if the room has changed."""
        if news is None:
            self.schedule_render()  # rendering finds that the room is gone, and closes
        else:
            self.show_revision(news)


class BroadcastConsumer(Consumer):
    """Follow one match of a broadcast: how far it is on show, and what is said; never a card."""

    def read_scope(self, scope: Any) -> None:
        """Note which match it is."""
        self.match = scope["url_route"]["kwargs"]["match"]
        super().read_scope(scope)

    def group_name(self) -> str:
        """Return the group of the match's show."""
        return show_group(self.match)

    def render(self, shared: Shared) -> Rendered:
        """Render what is beside the table, after checking that this person may watch now."""
        person = self.user.pk, self.code
        try:
            if person not in shared:
                shared[person] = access_show(self.user, self.code, self.match)
        except (ReplayNotFound, Refusal):
            raise MatchNotFound(self.match) from None
        if self.shown < 0:
            watcher_note(shared[person].show, self.user)
        return render_air(shared[person], shared)

    @classmethod
    def news_of(cls, sockets: Sequence[Self]) -> dict[Self, int]:
        """Record that somebody watches; return each show's newest revision."""
        matches = {one.match for one in sockets}
        shows_seen(matches=matches)
        found = revisions_of(matches)
        return {one: found[one.match] for one in sockets if one.match in found}

    async def catch_up_with(self, news: int | None) -> None:
        """Render again if the show has changed, or is gone."""
        if news is None:
            self.schedule_render()
        else:
            self.show_revision(news)
