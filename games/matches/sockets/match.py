"""The socket of a match's page: the table, and the talk at it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

from django.utils import translation

from games.matches.access import MatchNotFound
from games.matches.models import Match
from games.matches.notify import match_group
from games.matches.rendering import Rendered, render_push
from games.matches.services.presence import seat_seen
from games.matches.sockets.push import PushConsumer, read_in_thread
from games.matches.talk.rendering import render_talk_since
from games.matches.talk.selectors import TalkKey, lasts_of

logger = logging.getLogger(__name__)


class MatchConsumer(PushConsumer):
    """Follows one match, through the eyes of whoever opened the page."""

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.group = match_group(self.code)
        self.status = ""
        self.talk_shown: TalkKey = ()
        self.talk_lasts: dict[str, int] = {}
        self.talk_beat: dict[str, int] = {}
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

    async def _after_beat(self) -> None:
        if self.talk_beat != self.talk_lasts:
            self.talk_lasts = self.talk_beat
            await self._draw_talk()

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

    def beat(self) -> int:
        user = self.scope["user"]
        self.talk_beat = lasts_of(self.code)
        if user.is_authenticated:
            return seat_seen(code=self.code, user_id=user.pk)
        return Match.objects.filter(code=self.code).values_list("revision", flat=True).get()
