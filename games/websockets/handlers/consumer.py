"""The base of all WebSocket handlers: joins groups, renders when notified, sends what changed.

Notifications come from the groups of the process (`games/websockets/groups.py`), which has one
channel for all its sockets, so these consumers have no channel of their own.

A socket joins its groups before its first read, so no change is missed in between. The heartbeat
(`heartbeat.py`) compares revisions and so recovers from lost notifications. Browser messages are
ignored unless a subclass handles them; too many close the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Self
from urllib.parse import parse_qsl

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.utils import translation

from accounts.people.push import person_group, render_bell
from accounts.people.sessions import Login
from games.matches.access import MatchNotFound
from games.matches.live import SentTable
from games.matches.metrics import SOCKETS
from games.matches.rendering import Rendered
from games.registry import UnknownRules
from games.websockets.groups import groups
from games.websockets.handlers.heartbeat import (
    PRESENCE_SECONDS,
    SIGNED_OUT,
    heartbeat,
    still_signed_in,
)
from games.websockets.threads import Shared, in_batch, in_thread

logger = logging.getLogger(__name__)

CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_FOUND = 4404
CLOSE_ABUSE = 1008
MAX_INBOUND = 20
VISIBLE = {'{"visible":true}': True, '{"visible":false}': False}
"""What a page sends when it comes to the front, and when it goes to the background."""
GONE = (RuntimeError, OSError)
"""Raised by servers when sending to a connection that has just closed."""


class Consumer(AsyncWebsocketConsumer):
    """One open socket of a page."""

    channel_layer_alias = "none"  # no channel of its own
    shown = -1
    newest: int | None = None
    sent: SentTable | None = None
    inbound = 0
    presence_recorded_at = -PRESENCE_SECONDS
    is_open = False
    is_visible = True
    render_again = False
    rendering: asyncio.Task[None] | None = None
    handling: asyncio.Task[None] | None = None

    def read_scope(self, scope: Any) -> None:
        """Note whose page it is and what it shows."""
        self.user = scope["user"]
        self.params = dict(parse_qsl(scope["query_string"].decode("ascii", "ignore")))
        language = self.params.get("lang")
        self.language = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        self.code = scope["url_route"]["kwargs"].get("code", "")
        self.group = self.group_name()
        self.joined = {self.group}
        self.login: Login | None = None
        if self.user.is_authenticated:
            session = scope["session"]
            auth_hash = session.get(HASH_SESSION_KEY, "")
            self.login = Login(session.session_key or "", self.user.pk, auth_hash)
            self.joined.add(person_group(self.user.pk))

    def group_name(self) -> str:
        """Return the group of what the page shows; `code` is that in the socket's URL."""
        raise NotImplementedError

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle the browser's messages, and leave the groups however the connection ends.

        `disconnect` isn't called after an error, or when the server cancels a pending request.
        """
        self.read_scope(scope)
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def connect(self) -> None:
        """Accept the connection, join the groups and render the page."""
        await self.accept()
        self.is_open = True
        SOCKETS.inc()
        for group in self.joined:
            await groups().join(group, self)
        heartbeat().enter(self)
        self.begin()

    async def leave(self) -> None:
        """Leave the groups and cancel any render in progress."""
        if not self.is_open:  # it was refused before it was accepted
            return
        self.is_open = False
        SOCKETS.dec()
        heartbeat().leave(self)
        for task in (self.rendering, self.handling):
            if task is not None:
                task.cancel()
        for group in self.joined:
            await groups().leave(group, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Note whether the page is visible; ignore any other message, and close after too many."""
        if text_data in VISIBLE:
            self.is_visible = VISIBLE[text_data]
            return
        self.inbound += 1
        if self.inbound > MAX_INBOUND:
            await self.close(CLOSE_ABUSE)

    async def send(self, text_data: str, bytes_data: None = None, close: bool = False) -> None:
        """Send a message, unless the connection has just gone."""
        with contextlib.suppress(*GONE):
            await super().send(text_data)

    async def close(self, code: int, reason: str | None = None) -> None:
        """Close the connection, unless it has just gone."""
        with contextlib.suppress(*GONE):
            await super().close(code)

    def notified(self, message: dict[str, Any]) -> None:
        """Accept a notification; anything slow is done in a task, so that no other socket waits."""
        match message["type"]:
            case "match.changed":
                self.show_revision(message["revision"])
            case "person.changed":
                self.handle(self.push_bell, message["notice"])
            case "person.check":
                self.handle(self.check_session)

    def handle(self, handler: Callable[..., Awaitable[None]], *args: Any) -> None:
        """Call a handler in a task, after the one before it, to keep the notifications' order."""
        self.handling = asyncio.create_task(self._handle(self.handling, handler, *args))

    async def _handle(
        self, before: asyncio.Task[None] | None, handler: Callable[..., Awaitable[None]], *args: Any
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        await self._guarded("notification", handler, *args)

    async def _guarded(self, what: str, work: Callable[..., Awaitable[None]], *args: Any) -> None:
        """Do some work; close if what the page shows is gone, and log any other error."""
        try:
            await work(*args)
        except (MatchNotFound, UnknownRules):
            await self.close(CLOSE_NOT_FOUND)
        except Exception:
            logger.exception("%s failed", what, extra={"group": self.group})

    def begin(self) -> None:
        """Render the page once the socket is open."""
        self.schedule_render()

    def show_revision(self, revision: int) -> None:
        """Render again if `revision` is newer than what the page shows."""
        if revision > self.shown:
            self.newest = max(self.newest or 0, revision)
            self.schedule_render()

    def schedule_render(self) -> None:
        """Schedule a render. Renders never overlap; changes meanwhile cause one more after."""
        self.render_again = True
        if self.rendering is None and self.is_open:
            self.rendering = asyncio.create_task(self._render_pending())

    async def _render_pending(self) -> None:
        """Render until nothing is pending, so that a burst of notifications becomes one render."""
        try:
            while self.render_again and self.is_open:
                self.render_again = False
                await self._guarded("push", self._push)
        finally:
            self.rendering = None

    async def _push(self) -> None:
        """Render, diff and send, yielding between steps.

        All sockets woken by a notification run each step before any runs the next, which keeps
        the CPU caches warm for that step.
        """
        rendered = self.known() or await in_batch(self.group, self.render_in_language)
        await asyncio.sleep(0)
        if self.is_news(rendered):
            self.shown = rendered.revision
            with translation.override(self.language):  # regions are rendered as they are needed
                text = self._message(rendered)
            await asyncio.sleep(0)
            await self.send(text)

    def is_news(self, rendered: Rendered) -> bool:
        """Tell whether something rendered is newer than what the page shows."""
        return rendered.revision > self.shown

    def _message(self, rendered: Rendered) -> str:
        """Return the message to send: for a table, only what changed since the last message."""
        if rendered.table is None:
            self.sent = None
            return rendered.html
        if self.sent is None:
            self.sent = SentTable()
        return self.sent.message(rendered.table, rendered.text)

    def render_in_language(self, shared: Shared) -> Rendered:
        """Render in the page's language."""
        with translation.override(self.language):
            return self.render(shared)

    async def ask(self, work: Callable[..., Any], *args: Any) -> Any:
        """Return what `work` does in a worker thread, in the page's language."""

        def in_language() -> Any:
            with translation.override(self.language):
                return work(*args)

        return await in_thread(in_language)

    async def push_bell(self, notice: int | None) -> None:
        """Push the person's current bell, and the new notice once."""
        await self.send(await self.ask(self.bell, notice))

    async def check_session(self) -> None:
        """Close at once if the session has ended or the person is barred."""
        if not await in_thread(still_signed_in, [self]):
            await self.close(CLOSE_SIGNED_OUT)

    async def on_heartbeat(self, news: Any, beat: str) -> None:
        """Act on what the heartbeat found: close, or catch up with what was missed."""
        await self._guarded("heartbeat", self._on_heartbeat, news, beat)

    async def _on_heartbeat(self, news: Any, beat: str) -> None:
        if news is SIGNED_OUT:
            heartbeat().leave(self)
            await self.close(CLOSE_SIGNED_OUT)
            return
        await self.catch_up_with(news)
        await self.send(beat)

    @classmethod
    def news_of(cls, sockets: Sequence[Self]) -> Mapping[Self, Any]:
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

    def bell(self, notice: int | None) -> str:
        """Render the person's bell and the new notice, if any."""
        return render_bell(self.user, notice)
