"""Read-only sockets: a ring comes in, the viewer's own fragments go out.

A socket joins its group before its first read, so nothing falls between; a
lost ring is repaired by the heartbeat, which compares revisions. Whatever a
browser sends is ignored, except that too much of it ends the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from time import monotonic
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, get_user_model
from django.utils import translation
from django.utils.crypto import constant_time_compare

from accounts.people.push import person_group, render_bell
from accounts.people.services.presence import person_seen
from games.matches.access import MatchNotFound
from games.matches.clock import told_now
from games.matches.metrics import SOCKETS
from games.matches.notify import LOBBY_GROUP
from games.matches.rendering import Rendered

logger = logging.getLogger(__name__)

CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_FOUND = 4404
CLOSE_ABUSE = 1008
MAX_INBOUND = 20
SAY_HERE_EVERY = 25.0


def read_in_thread(function: Any) -> Any:
    """Return an async form of a short read that does not wait for the one shared thread."""
    return database_sync_to_async(function, thread_sensitive=False)


class SignedOut(Exception):
    """The session that opened a socket has ended, or its account."""


class PushConsumer(AsyncWebsocketConsumer):
    """What all sockets share: join, draw, redraw when rung, heartbeat; and the person's bell."""

    group: str
    shown = -1
    counted = False
    newest: int | None = None
    said_here_at = -SAY_HERE_EVERY

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of a message, and nothing else.

        Channels would first close old connections in the one thread that all sockets share, at
        every delivery; what reads here does that by itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.inbound = 0
        self.wake = asyncio.Event()
        self.language = self._language()
        await self.accept()
        self.counted = True
        SOCKETS.inc()
        await self._join()
        self.wake.set()
        self.tasks = [
            asyncio.ensure_future(self._draw_when_woken()),
            asyncio.ensure_future(self._beat()),
        ]

    def _groups(self) -> list[str]:
        """Return the doorbells this page listens to: what it shows, and the person's own."""
        user = self.scope["user"]
        return [self.group, *([person_group(user.pk)] if user.is_authenticated else [])]

    async def _join(self) -> None:
        for group in self._groups():
            await self.channel_layer.group_add(group, self.channel_name)

    def _language(self) -> str:
        """Return the page's language, which it names in the socket's address."""
        query = self.scope["query_string"].decode("ascii", "ignore")
        wanted = query.removeprefix("lang=")
        supported = {code for code, _ in settings.LANGUAGES}
        return wanted if wanted in supported else settings.LANGUAGE_CODE

    async def disconnect(self, code: int) -> None:
        if self.counted:  # else it was refused before it opened
            self.counted = False
            SOCKETS.dec()
        for task in getattr(self, "tasks", []):
            task.cancel()
        for group in self._groups():
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.inbound += 1
        if self.inbound > MAX_INBOUND:
            await self.close(CLOSE_ABUSE)

    async def match_rung(self, message: dict[str, Any]) -> None:
        if self.group == LOBBY_GROUP or message["revision"] > self.shown:
            self._heard(message["revision"])
            self.wake.set()

    def _heard(self, revision: int) -> None:
        self.newest = max(self.newest or 0, revision)

    async def person_rung(self, message: dict[str, Any]) -> None:
        """Show the bell as it is now, and what is new, once."""
        try:
            html = await read_in_thread(self._bell_in_language)(message["notice"])
        except Exception:
            logger.exception("bell failed", extra={"group": self.group})
            return
        await self._push(html)

    async def person_checked(self, message: dict[str, Any]) -> None:
        """Close at once if the session has ended or the person is barred."""
        if not await read_in_thread(self._still_signed_in)(self.scope["user"]):
            await self.close(CLOSE_SIGNED_OUT)

    def _bell_in_language(self, notice: int | None) -> str:
        with translation.override(self.language):
            return render_bell(self.scope["user"], notice)

    async def _draw_when_woken(self) -> None:
        """Draw as often as rung, but never two at a time: bursts become one."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            try:
                await self._draw()
            except MatchNotFound:
                await self.close(CLOSE_NOT_FOUND)
                return
            except Exception:
                logger.exception("push failed", extra={"group": self.group})

    async def _draw(self) -> None:
        rendered = await read_in_thread(self._render_in_language)()
        if rendered.revision > self.shown or self.group == LOBBY_GROUP:
            self.shown = rendered.revision
            await self._push(rendered.html)

    def _render_in_language(self) -> Rendered:
        with translation.override(self.language):
            return self.render()

    async def _push(self, html: str) -> None:
        with contextlib.suppress(RuntimeError):
            await self.send(text_data=html)

    async def _beat(self) -> None:
        """Every few seconds: still allowed? anything missed? and the server's time."""
        while True:
            await asyncio.sleep(settings.HEARTBEAT_SECONDS)
            try:
                await self._join()
                head = await read_in_thread(self._look)()
                await self._after_beat()
            except SignedOut:
                await self.close(CLOSE_SIGNED_OUT)
                return
            except Exception:
                logger.exception("heartbeat failed", extra={"group": self.group})
                continue
            if head > self.shown:
                self._heard(head)
                self.wake.set()
            now = told_now().isoformat(timespec="milliseconds")
            await self._push(
                f'<time id="heartbeat" hx-swap-oob="true" datetime="{now}" hidden></time>'
            )

    def _look(self) -> int:
        """Note that this page is open, in one go; return the newest revision there is.

        Raises SignedOut when the session that opened this socket no longer stands.
        """
        user = self.scope["user"]
        if user.is_authenticated:
            if not self._still_signed_in(user):
                raise SignedOut
            if monotonic() - self.said_here_at >= SAY_HERE_EVERY:
                self.said_here_at = monotonic()
                person_seen(user_id=user.pk)
        return self.beat()

    def _still_signed_in(self, user: Any) -> bool:
        """Tell whether the session that opened this socket still stands."""
        session = self.scope["session"]
        if not session.exists(session.session_key):
            return False
        found = get_user_model().objects.filter(pk=user.pk, is_active=True).first()
        return found is not None and constant_time_compare(
            session.get(HASH_SESSION_KEY, ""), found.get_session_auth_hash()
        )

    async def _after_beat(self) -> None:
        """Make good what a lost ring may have left out, besides the revision."""

    def render(self) -> Rendered:
        """Return what this socket's viewer is shown now."""
        raise NotImplementedError

    def beat(self) -> int:
        """Note that this page is open; return the newest revision there is."""
        raise NotImplementedError
