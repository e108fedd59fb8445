"""The WebSocket consumer of a match's page: the table and its talk."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from django.utils import translation

from accounts.live.workers import in_worker
from accounts.people.push import render_at_table
from accounts.people.selectors import pinned_notice, pinned_notices
from accounts.people.standing import Claim
from games.matches.access import MatchNotFound
from games.matches.news import News, Told, news_of
from games.matches.notify import match_group
from games.matches.rendering import Rendered, push_known, render_push
from games.matches.services.presence import seats_seen
from games.matches.sockets.door import Asked, answer_to, read_asked
from games.matches.sockets.pulse import pulse
from games.matches.sockets.push import CLOSE_NOT_FOUND, CLOSE_SIGNED_OUT, PushConsumer
from games.matches.sockets.together import Shared
from games.matches.talk.rendering import render_talk_since
from games.matches.talk.selectors import TalkKey, has_heard_all, is_behind

logger = logging.getLogger(__name__)


class MatchConsumer(PushConsumer):
    """Follow one match as the person who opened the page may see it."""

    async def connect(self) -> None:
        """Accept the connection for the match named in the URL."""
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.group = match_group(self.code)
        self.status = ""
        self.talk_shown: TalkKey = ()
        self.talk_lock = asyncio.Lock()
        self.told = self._told()
        self.pinned = self.asked().get("pinned", "")
        await super().connect()

    def _told(self) -> Told | None:
        """Return what the page says it shows, if it was rendered for the person now connected."""
        asked, user = self.asked(), self.scope["user"]
        if asked.get("as", "") != (str(user.pk) if user.is_authenticated else ""):
            return None
        try:
            return Told(int(asked["at"]), int(asked["talk"]))
        except (KeyError, ValueError):
            return None

    def begin(self) -> None:
        """Check first whether anything is newer than what the page says it shows."""
        if self.told is None:
            self.wake()
        else:
            pulse().ask_now(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Carry out an action request; ignore and count anything else."""
        asked = read_asked(text_data or "")
        if asked is None or self.claim is None:
            await super().receive(text_data, bytes_data)
            return
        answer = await self._answered(asked, self.claim)
        if answer["status"] == 401:
            await self.close(CLOSE_SIGNED_OUT)
            return
        if answer["status"] == 429:
            await super().receive(text_data, bytes_data)
        await self._show(answer.get("revision"))
        await self._push(json.dumps(answer))

    async def _show(self, revision: int | None) -> None:
        """Push the position after an accepted action, before answering the action."""
        if revision is not None:
            self.hear(revision)
        if self.drawing is not None:
            await asyncio.wait([self.drawing])

    async def _answered(self, asked: Asked, claim: Claim) -> dict[str, Any]:
        """Return the answer to a request.

        Any failure, including that of a thread without a database connection, is a 503. The client
        then cannot know whether the action was accepted; a retry with the same id tells.
        """
        try:
            return await in_worker(self._answer, asked, claim)
        except Exception:
            logger.exception("an action on the link failed", extra={"match": self.code})
            return {"action_id": asked.action_id, "status": 503}

    def _answer(self, asked: Asked, claim: Claim) -> dict[str, Any]:
        with translation.override(self.language):
            return answer_to(asked, self.code, self.scope["user"], claim)

    def _bell(self, notice: int | None) -> str:
        pinned = pinned_notice(self.scope["user"])
        self.pinned = "" if pinned is None else pinned.told_at
        return render_at_table(self.scope["user"], pinned, notice)

    async def talk_rung(self, message: dict[str, Any]) -> None:
        """Push new messages to those who may read them."""
        try:
            await self._draw_talk()
        except MatchNotFound:
            await self.close(CLOSE_NOT_FOUND)
        except Exception:
            logger.exception("talk failed", extra={"group": self.group})

    async def _draw_talk(self) -> None:
        async with self.talk_lock:
            fresh = await in_worker(self._talk_in_language)
            if fresh is not None:
                self.talk_shown, html = fresh
                await self._push(html)

    def _talk_in_language(self) -> tuple[TalkKey, str] | None:
        with translation.override(self.language):
            return render_talk_since(self.scope["user"], self.code, self.talk_shown)

    def known(self) -> Rendered | None:
        """Return the newest position if it is in memory and no talk has to go with it."""
        if self.newest is None:
            return None
        with translation.override(self.language):
            known = push_known(self.scope["user"], self.code, self.newest)
        return known if known is not None and known.status == self.status else None

    def render(self, shared: Shared) -> Rendered:
        """Render the table, with the talk too when the match's stage changes who hears whom."""
        rendered = render_push(self.scope["user"], self.code, self.newest)
        if rendered.status == self.status:
            return rendered
        fresh = render_talk_since(self.scope["user"], self.code, self.talk_shown, rendered.revision)
        self.status = rendered.status
        if fresh is None:
            return rendered
        self.talk_shown, talk = fresh
        return replace(rendered, text=rendered.text + talk)

    @classmethod
    def look(cls, sockets: Sequence[Self]) -> dict[Self, tuple[News, str]]:
        """Record who is present at which match; return each socket's match news.

        Also return when the notice pinned to its page was created, as `Notice.told_at`.
        """
        seats = {(one.code, one.claim.user_id) for one in sockets if one.claim is not None}
        if seats:
            seats_seen(pages=seats)
        told = pinned_notices({user for _, user in seats}) if seats else {}
        pinned = {user: notice.told_at for user, notice in told.items()}
        news = news_of({one.code for one in sockets})
        return {
            one: (news[one.code], pinned.get(one.claim.user_id, "") if one.claim else "")
            for one in sockets
        }

    async def catch_up_with(self, found: tuple[News, str]) -> None:
        """Render whatever the page lacks: the table, the talk, or the notice above it."""
        news, pinned = found
        if self.claim is not None and pinned != self.pinned:
            self.pinned = pinned
            self.rung({"type": "person.rung", "notice": None})
        if news.revision is None:
            self.wake()  # rendering finds that the match is gone, and closes
            return
        await self._begin_where_told(news)
        self.hear(news.revision)
        if self.talk_shown and is_behind(self.talk_shown, news.talk):
            await self._draw_talk()

    async def _begin_where_told(self, news: News) -> None:
        """Skip the first render if the page, on connecting, already shows the newest position."""
        told, self.told = self.told, None
        if told is None or not news.is_live or told.revision != news.revision:
            return
        self.shown = max(self.shown, told.revision)
        if not has_heard_all(told.talk, news.talk, is_guest=self.claim is None):
            await self._draw_talk()
