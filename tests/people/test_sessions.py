"""Whoever logs out or is barred sees no more at once, without waiting for a heartbeat."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse

from config.asgi import application
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60  # seconds; the next heartbeat is far away


@pytest.fixture(autouse=True)
def _no_heartbeat(settings):
    settings.HEARTBEAT_SECONDS = 600


def in_thread(function, *args):
    return database_sync_to_async(function, thread_sensitive=False)(*args)


def two_browsers():
    """Return somebody logged in twice."""
    ada = make_user("ada", "four-aces-in-hand")
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.force_login(ada)
        browser.get("/")
    return ada, browsers


async def opened(browser):
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in browser.cookies.items())
    headers = [
        (b"cookie", cookie.encode()),
        (b"host", b"localhost"),
        (b"origin", b"http://localhost"),
    ]
    socket = WebsocketCommunicator(application, "/ws/lobby/?lang=en", headers)
    connected, _ = await socket.connect(timeout=PATIENCE)
    assert connected
    await socket.receive_from(timeout=PATIENCE)
    return socket


async def closed(socket):
    while True:
        message = await socket.receive_output(timeout=PATIENCE)
        if message["type"] == "websocket.close":
            return message["code"]


async def test_logging_out_closes_ones_own_pages_and_no_others():
    _, (here, there) = await in_thread(two_browsers)
    socket, other = await opened(here), await opened(there)
    await in_thread(here.post, reverse("account_logout"))
    assert await closed(socket) == 4401
    assert await other.receive_nothing(timeout=0.2)
    await other.disconnect(timeout=PATIENCE)


async def test_logging_out_elsewhere_closes_the_pages_there():
    _, (here, there) = await in_thread(two_browsers)
    socket, other = await opened(here), await opened(there)
    await in_thread(here.post, reverse("usersessions_list"))
    assert await closed(other) == 4401
    assert await socket.receive_nothing(timeout=0.2)
    await socket.disconnect(timeout=PATIENCE)


async def test_being_barred_closes_every_page_and_ends_every_session():
    ada, browsers = await in_thread(two_browsers)
    sockets = [await opened(browser) for browser in browsers]
    ada.is_active = False
    await in_thread(ada.save)
    assert [await closed(socket) for socket in sockets] == [4401, 4401]
    assert await in_thread(UserSession.objects.filter(user=ada).count) == 0
