"""Sockets: a ring comes in, the viewer's own fragments go out.

A socket joins its group before its first read, so nothing falls between; a
lost ring is repaired by the heartbeat (`pulse.py`), which compares revisions. Whatever a
browser sends is ignored, except that too much of it ends the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Self
from urllib.parse import parse_qsl

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.utils import translation

from accounts.live.switchboard import switchboard
from accounts.live.workers import in_worker
from accounts.people.push import person_group, render_bell
from accounts.people.standing import Claim
from games.matches.access import MatchNotFound
from games.matches.metrics import SOCKETS
from games.matches.notify import LOBBY_GROUP
from games.matches.rendering import Rendered
from games.matches.sockets.look import SAY_HERE_EVERY, Found, still_signed_in
from games.matches.sockets.pulse import pulse
from games.matches.sockets.sent import SentTable
from games.matches.sockets.together import Shared, drawn_together
from games.registry import UnknownRules

logger = logging.getLogger(__name__)

CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_FOUND = 4404
CLOSE_ABUSE = 1008
MAX_INBOUND = 20
GONE = (RuntimeError, OSError)
"""What servers raise where something is sent to a page that has just gone."""


class PushConsumer(AsyncWebsocketConsumer):
    """What all sockets share: join, draw, redraw when rung, heartbeat; and the person's bell."""

    channel_layer_alias = ""  # none of its own: the switchboard listens for all sockets
    group: str
    claim: Claim | None = None
    shown = -1
    sent: SentTable | None = None
    newest: int | None = None
    inbound = 0
    is_open = False
    is_behind = False
    drawing: asyncio.Task[None] | None = None
    hearing: asyncio.Task[None] | None = None
    said_here_at = -SAY_HERE_EVERY

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the page until it goes, and leave, however that ends.

        A server that gives up on what a page still waits for, or an error, tells of no end.
        """
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of what comes from the page or of a ring, and nothing else.

        Channels would first close old connections in the one thread that all sockets share, at
        every delivery; what reads here does that by itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Open, join the groups, and show what there is."""
        self.language = self._language()
        self.claim = self._claim()
        await self.accept()
        self.is_open = True
        SOCKETS.inc()
        await self.join()
        pulse().enter(self)
        self.begin()

    def begin(self) -> None:
        """Show what there is, once the socket is open."""
        self.wake()

    def _claim(self) -> Claim | None:
        """Return what has to stand for this socket to stay open; nobody's needs nothing."""
        user, session = self.scope["user"], self.scope["session"]
        if not user.is_authenticated:
            return None
        return Claim(session.session_key or "", user.pk, session.get(HASH_SESSION_KEY, ""))

    def _groups(self) -> list[str]:
        """Return the doorbells this page listens to: what it shows, and the person's own."""
        user = self.scope["user"]
        return [self.group, *([person_group(user.pk)] if user.is_authenticated else [])]

    async def join(self) -> None:
        """Join the groups, or join them again: that makes good what the doorbell forgot."""
        for group in self._groups():
            if self.is_open:  # it may have left since its turn came
                await switchboard().join(group, self)

    def asked(self) -> dict[str, str]:
        """Return what the page says of itself in the socket's address."""
        return dict(parse_qsl(self.scope["query_string"].decode("ascii", "ignore")))

    def _language(self) -> str:
        wanted = self.asked().get("lang")
        return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    async def leave(self) -> None:
        """Leave the groups; what was being drawn is given up."""
        if not self.is_open:  # it was refused before it opened
            return
        self.is_open = False
        SOCKETS.dec()
        pulse().leave(self)
        for begun in (self.drawing, self.hearing):
            if begun is not None:
                begun.cancel()
        for group in self._groups():
            await switchboard().leave(group, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what comes, and close the socket of whoever sends much of it."""
        self.inbound += 1
        if self.inbound > MAX_INBOUND:
            await self.close(CLOSE_ABUSE)

    def rung(self, message: dict[str, Any]) -> None:
        """Take note of a ring; what comes of it is done in its own time, whoever else was rung."""
        if message["type"] == "match.rung":
            self.match_rung(message)
        else:
            self.hearing = asyncio.create_task(self._hear_after(self.hearing, message))

    async def _hear_after(self, before: asyncio.Task[None] | None, message: dict[str, Any]) -> None:
        """Answer a ring that takes time, in the order in which they came."""
        if before is not None:
            await asyncio.wait([before])
        await self.dispatch(message)

    def match_rung(self, message: dict[str, Any]) -> None:
        """Hear that what is shown has changed; the message of a match says to which `revision`."""
        if self.group == LOBBY_GROUP:
            self.wake()
        else:
            self.hear(message["revision"])

    def hear(self, revision: int) -> None:
        """Have the page drawn anew if there is something newer than it shows."""
        if revision > self.shown:
            self.newest = max(self.newest or 0, revision)
            self.wake()

    async def person_rung(self, message: dict[str, Any]) -> None:
        """Show the bell as it is now, and what is new, once."""
        try:
            html = await in_worker(self._bell_in_language, message["notice"])
        except Exception:
            logger.exception("bell failed", extra={"group": self.group})
            return
        await self._push(html)

    async def person_checked(self, message: dict[str, Any]) -> None:
        """Close at once if the session has ended or the person is barred."""
        try:
            stays = await in_worker(still_signed_in, [self])
        except Exception:  # the next turn of the pulse looks again
            logger.exception("looking at a session failed", extra={"group": self.group})
            return
        if not stays:
            await self.close(CLOSE_SIGNED_OUT)

    def _bell_in_language(self, notice: int | None) -> str:
        with translation.override(self.language):
            return self._bell(notice)

    def _bell(self, notice: int | None) -> str:
        """Return the person's bell, and what is new to them."""
        return render_bell(self.scope["user"], notice)

    def wake(self) -> None:
        """Have the page drawn anew. Never two at a time: what rings meanwhile is drawn after."""
        self.is_behind = True
        if self.drawing is None and self.is_open:
            self.drawing = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Draw until nothing has rung since: bursts become one."""
        try:
            while self.is_behind and self.is_open:
                self.is_behind = False
                await self._draw_or_close()
        finally:
            self.drawing = None

    async def _draw_or_close(self) -> None:
        try:
            await self._draw()
        except (MatchNotFound, UnknownRules):
            await self.close(CLOSE_NOT_FOUND)
        except Exception:
            logger.exception("push failed", extra={"group": self.group})

    async def _draw(self) -> None:
        """Draw, tell what is new, send it: each step for all whom a ring has woken, then the next.

        Thus whoever comes after the first finds what a step needs in the processor's caches.
        """
        rendered = self.known() or await drawn_together(self.group, self._render_in_language)
        await asyncio.sleep(0)
        if rendered.revision > self.shown or self.group == LOBBY_GROUP:
            self.shown = rendered.revision
            told = self._message(rendered)
            await asyncio.sleep(0)
            await self._push(told)

    def _message(self, rendered: Rendered) -> str:
        """Return what is sent to show this: of a table, what has changed since the last message."""
        if rendered.table is None:
            self.sent = None
            return rendered.html
        if self.sent is None:
            self.sent = SentTable()
        return self.sent.message(rendered.table, rendered.text)

    def _render_in_language(self, shared: Shared) -> Rendered:
        with translation.override(self.language):
            return self.render(shared)

    async def _push(self, html: str) -> None:
        with contextlib.suppress(*GONE):
            await self.send(text_data=html)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the link, unless the page has just gone."""
        with contextlib.suppress(*GONE):
            await super().close(code, reason)

    async def go_on(self, found: Found, heartbeat: str) -> None:
        """Take what a turn of the pulse found: leave, or make good what was missed."""
        try:
            if not found.stays:
                pulse().leave(self)
                await self.close(CLOSE_SIGNED_OUT)
                return
            await self.catch_up_with(found.news)
            await self._push(heartbeat)
        except MatchNotFound:
            await self.close(CLOSE_NOT_FOUND)
        except Exception:
            logger.exception("heartbeat failed", extra={"group": self.group})

    @classmethod
    def look(cls, sockets: Sequence[Self]) -> Mapping[Self, Any]:
        """Note that these pages are open; return for each what `catch_up_with` needs to know.

        In a thread, in a number of statements that does not grow with the number of sockets.
        """
        return {}

    async def catch_up_with(self, news: Any) -> None:
        """Make good what lost rings have left out."""

    def known(self) -> Rendered | None:
        """Return what `render` would, if this process can tell without asking anybody."""
        return None

    def render(self, shared: Shared) -> Rendered:
        """Return what this socket's viewer is shown now; `shared` is for all drawn in one go."""
        raise NotImplementedError
