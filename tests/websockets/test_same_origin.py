"""A socket is opened for pages of this very site only."""

from __future__ import annotations

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from config.asgi import application
from games.websockets.handlers.handshake import is_own_origin


def scope(origin: str | None, host: str = "localhost:8000") -> dict[str, Any]:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return {"type": "websocket", "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8000", "localhost:8000"),
        ("https://localhost", "localhost"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_own_pages_are_let_in(origin: str, host: str) -> None:
    assert is_own_origin(scope(origin, host))


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "localhost:8000"),
        ("null", "localhost:8000"),
        ("http://localhost:9000", "localhost:8000"),
        ("http://evil.example", "localhost:8000"),
        ("http://evil.example", "evil.example"),
        ("http://localhost:8000.evil.example", "localhost:8000"),
        ("http://user@localhost:8000", "localhost:8000"),
        ("ftp://localhost:8000", "localhost:8000"),
        ("http://[broken", "localhost:8000"),
    ],
)
def test_foreign_pages_are_kept_out(origin: str | None, host: str) -> None:
    assert not is_own_origin(scope(origin, host))


def test_plain_http_page_is_kept_out_of_a_site_on_https(settings: Settings) -> None:
    settings.SAFE = True
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    assert is_own_origin(scope("https://cards.example.org", "cards.example.org"))
    assert not is_own_origin(scope("http://cards.example.org", "cards.example.org"))


def test_trusted_origin_is_let_in_by_its_full_name(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert is_own_origin(scope("https://club.example"))
    assert not is_own_origin(scope("https://club.example:444"))


async def test_unknown_address_is_refused_not_an_error() -> None:
    headers = scope("http://localhost:8000")["headers"]
    visitor = WebsocketCommunicator(application, "/ws/nowhere/", headers=headers)
    connected, _ = await visitor.connect(timeout=20)
    assert not connected


async def test_foreign_page_is_refused_before_anything_is_read() -> None:
    headers = scope("http://evil.example")["headers"]
    visitor = WebsocketCommunicator(application, "/ws/lobby/", headers=headers)
    connected, _ = await visitor.connect(timeout=20)
    assert not connected
