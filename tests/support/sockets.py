"""The sockets of live play, opened as a page opens them, without a server between."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, TypeVar

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.people.sessions import Login
from config.asgi import application
from games.matches.models import Match
from games.websockets.handlers.consumer import Consumer
from tests.support.tables import make_running, make_user

PATIENCE = 60  # seconds: a busy machine fails no test


def in_thread(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function beside the loop, giving its database connection back after."""
    return database_sync_to_async(function, thread_sensitive=False)(*args, **kwargs)


def headers_of(user: Any) -> list[tuple[bytes, bytes]]:
    """Return what the browser of somebody who is logged in sends, or a guest's."""
    client = Client()
    if user is not None:
        client.force_login(user)
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return [(b"cookie", cookie.encode()), (b"host", b"localhost"), (b"origin", b"http://localhost")]


Page = TypeVar("Page", bound=Consumer)


@asynccontextmanager
async def socket(path: str, user: Any = None) -> AsyncIterator[WebsocketCommunicator]:
    """Open a socket as somebody's page would, and leave it open in the block."""
    headers = await in_thread(headers_of, user)
    communicator = WebsocketCommunicator(application, path, headers)
    connected, _ = await communicator.connect(timeout=PATIENCE)
    assert connected
    try:
        yield communicator
    finally:
        await communicator.disconnect(timeout=PATIENCE)


def scope_of(code: str = "", user: Any = None) -> dict[str, Any]:
    """Return the scope of a socket whose page somebody opened after logging in, or a guest."""
    return {
        "user": user or AnonymousUser(),
        "session": session_of(user) if user else None,
        "query_string": b"",
        "url_route": {"kwargs": {"code": code}},
    }


def open_page(kind: type[Page], scope: dict[str, Any], send: Any = None) -> Page:
    """Return a consumer that serves this scope, without a connection."""
    page = kind()
    page.read_scope(scope)
    page.base_send = send
    return page


def path_of(match: Match) -> str:
    """Return the address of the socket of a match's page."""
    return f"/ws/matches/{match.code}/?lang=en"


async def push(communicator: WebsocketCommunicator) -> str:
    """Return the next message that shows something, passing over heartbeats."""
    while True:
        message: str = await communicator.receive_from(timeout=PATIENCE)
        if 'id="heartbeat"' not in message:
            return message


async def closed(communicator: WebsocketCommunicator) -> int:
    """Return with which code the server closed."""
    while True:
        message = await communicator.receive_output(timeout=PATIENCE)
        if message["type"] == "websocket.close":
            code: int = message["code"]
            return code


def revision_of(pushed: str) -> int:
    """Return the revision of what was pushed: a whole table, or what has changed of one."""
    found = re.search(r'data-revision(?:=|":)"(\d+)"', pushed)
    assert found, pushed[:200]
    return int(found[1])


def players(**choices: Any) -> tuple[Any, Any, Match]:
    """Return two people and the match they have just begun."""
    ada, bo = make_user("ada"), make_user("bo")
    return ada, bo, make_running(ada, bo, **choices)


def session_of(user: Any) -> Any:
    """Return the session that somebody has after logging in."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.create()
    return session


def login_of(user: Any) -> Login:
    """Return what a page has that `user` opened after logging in."""
    session = session_of(user)
    return Login(session.session_key, user.pk, session[HASH_SESSION_KEY])
