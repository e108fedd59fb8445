"""The socket of a match's page: the table, and the talk at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.utils import translation

from games.matches.access import MatchNotFound
from games.matches.models import Match
from games.matches.notify import match_group
from games.matches.rendering import Rendered, render_push
from games.matches.services.presence import seats_seen
from games.matches.sockets.push import PushConsumer, read_in_thread
from games.matches.talk.rendering import render_talk_since
from games.matches.talk.selectors import TalkKey, is_behind, lasts_of_all

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class News:
    """The newest there is of a match: its revision, and the last message of each room."""

    revision: int | None
    talk: Mapping[str, int]


class MatchConsumer(PushConsumer):
    """Follows one match, through the eyes of whoever opened the page."""

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.group = match_group(self.code)
        self.status = ""
        self.talk_shown: TalkKey = ()
        self.talk_lock = asyncio.Lock()
        await super().connect()

    async def talk_rung(self, message: dict[str, Any]) -> None:
        """Show what was said, to whom it was said."""
        try:
            await self._draw_talk()
        except MatchNotFound:
            return
        except Exception:
            logger.exception("talk failed", extra={"group": self.group})

    async def _draw_talk(self) -> None:
        async with self.talk_lock:
            fresh = await read_in_thread(self._talk_in_language)()
            if fresh is not None:
                self.talk_shown, html = fresh
                await self._push(html)

    def _talk_in_language(self) -> tuple[TalkKey, str] | None:
        with translation.override(self.language):
            return render_talk_since(self.scope["user"], self.code, self.talk_shown)

    def render(self) -> Rendered:
        """Render the table, and the talk too where the match's stage changes who hears whom."""
        rendered = render_push(self.scope["user"], self.code, self.newest)
        if rendered.status == self.status:
            return rendered
        fresh = render_talk_since(self.scope["user"], self.code, self.talk_shown)
        self.status = rendered.status
        if fresh is None:
            return rendered
        self.talk_shown, talk = fresh
        return replace(rendered, html=rendered.html + talk)

    @classmethod
    def look(cls, sockets: Sequence[Self]) -> dict[Self, News]:
        seats = {(one.code, one.claim.user_id) for one in sockets if one.claim is not None}
        if seats:
            seats_seen(pages=seats)
        codes = {one.code for one in sockets}
        rows = Match.objects.filter(code__in=codes).values_list("code", "revision")
        revisions, lasts = dict(rows), lasts_of_all(codes)
        return {one: News(revisions.get(one.code), lasts[one.code]) for one in sockets}

    async def catch_up_with(self, news: News) -> None:
        if news.revision is None:
            self.wake()  # which finds out that the match is gone
            return
        self.hear(news.revision)
        if self.talk_shown and is_behind(self.talk_shown, news.talk):
            await self._draw_talk()
