"""The base WebSocket consumer: receives notifications, sends the viewer's own fragments.

A socket joins its group before its first read, so no change is missed in between. The heartbeat
(`pulse.py`) compares revisions and so recovers from lost notifications. Browser messages are
ignored unless a subclass handles them; too many close the connection.
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
"""Raised by servers when sending to a connection that has just closed."""


class PushConsumer(AsyncWebsocketConsumer):
    """Join groups, render, re-render on notification, and update the person's bell."""

    channel_layer_alias = ""  # no channel of its own: the switchboard listens for all sockets
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
        """Serve the connection, and leave the groups however it ends.

        No disconnect message arrives after an error, or when the server cancels a pending request.
        """
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of a browser message or notification, and do nothing else.

        On every delivery, Channels would first close old database connections in the one thread
        that all sockets share. Here, the code that reads the database does that.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Accept the connection, join the groups and render the page."""
        self.language = self._language()
        self.claim = self._claim()
        await self.accept()
        self.is_open = True
        SOCKETS.inc()
        await self.join()
        pulse().enter(self)
        self.begin()

    def begin(self) -> None:
        """Render the page once the socket is open."""
        self.wake()

    def _claim(self) -> Claim | None:
        """Return the session this socket depends on; None for an anonymous visitor."""
        user, session = self.scope["user"], self.scope["session"]
        if not user.is_authenticated:
            return None
        return Claim(session.session_key or "", user.pk, session.get(HASH_SESSION_KEY, ""))

    def _groups(self) -> list[str]:
        """Return the groups this page listens to: what it shows, and the person's own."""
        user = self.scope["user"]
        return [self.group, *([person_group(user.pk)] if user.is_authenticated else [])]

    async def join(self) -> None:
        """Join the groups; joining again restores memberships the channel layer has lost."""
        for group in self._groups():
            if self.is_open:  # it may have left while awaiting the previous join
                await switchboard().join(group, self)

    def asked(self) -> dict[str, str]:
        """Return what the page states about itself in the socket URL's query string."""
        return dict(parse_qsl(self.scope["query_string"].decode("ascii", "ignore")))

    def _language(self) -> str:
        wanted = self.asked().get("lang")
        return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    async def leave(self) -> None:
        """Leave the groups and cancel any render in progress."""
        if not self.is_open:  # it was refused before it was accepted
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
        """Ignore browser messages; close the socket after too many."""
        self.inbound += 1
        if self.inbound > MAX_INBOUND:
            await self.close(CLOSE_ABUSE)

    def rung(self, message: dict[str, Any]) -> None:
        """Accept a notification; handle it in a task so that other sockets need not wait."""
        if message["type"] == "match.rung":
            self.match_rung(message)
        else:
            self.hearing = asyncio.create_task(self._hear_after(self.hearing, message))

    async def _hear_after(self, before: asyncio.Task[None] | None, message: dict[str, Any]) -> None:
        """Handle a slow notification after the one `before` it, to keep their order."""
        if before is not None:
            await asyncio.wait([before])
        await self.dispatch(message)

    def match_rung(self, message: dict[str, Any]) -> None:
        """Handle a change to what is shown; a match's message carries its new `revision`."""
        if self.group == LOBBY_GROUP:
            self.wake()
        else:
            self.hear(message["revision"])

    def hear(self, revision: int) -> None:
        """Re-render if `revision` is newer than what the page shows."""
        if revision > self.shown:
            self.newest = max(self.newest or 0, revision)
            self.wake()

    async def person_rung(self, message: dict[str, Any]) -> None:
        """Push the current bell, and the new notice once."""
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
        except Exception:  # the next heartbeat checks again
            logger.exception("looking at a session failed", extra={"group": self.group})
            return
        if not stays:
            await self.close(CLOSE_SIGNED_OUT)

    def _bell_in_language(self, notice: int | None) -> str:
        with translation.override(self.language):
            return self._bell(notice)

    def _bell(self, notice: int | None) -> str:
        """Return the person's bell and the new notice, if any."""
        return render_bell(self.scope["user"], notice)

    def wake(self) -> None:
        """Schedule a re-render. Renders never overlap; changes meanwhile cause one more after."""
        self.is_behind = True
        if self.drawing is None and self.is_open:
            self.drawing = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Render until nothing is pending, so that a burst of notifications becomes one render."""
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
        """Render, diff and send, yielding between steps.

        All sockets woken by a notification run each step before any runs the next, which keeps
        the CPU caches warm for that step.
        """
        rendered = self.known() or await drawn_together(self.group, self._render_in_language)
        await asyncio.sleep(0)
        if rendered.revision > self.shown or self.group == LOBBY_GROUP:
            self.shown = rendered.revision
            told = self._message(rendered)
            await asyncio.sleep(0)
            await self._push(told)

    def _message(self, rendered: Rendered) -> str:
        """Return the message to send: for a table, only what changed since the last message."""
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
        """Close the connection, unless it has just gone."""
        with contextlib.suppress(*GONE):
            await super().close(code, reason)

    async def go_on(self, found: Found, heartbeat: str) -> None:
        """Act on a heartbeat's findings: close, or catch up with what was missed."""
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
        """Record that these pages are open; return for each what `catch_up_with` needs.

        Runs in a thread; the number of SQL statements is independent of the number of sockets.
        """
        return {}

    async def catch_up_with(self, news: Any) -> None:
        """Push whatever lost notifications have left out."""

    def known(self) -> Rendered | None:
        """Return what `render` would, if this process has it all in memory."""
        return None

    def render(self, shared: Shared) -> Rendered:
        """Render what this socket's viewer sees; `shared` is common to all rendered together."""
        raise NotImplementedError
