"""The bell on any page, and the announcement that stands at the head of a table."""

from __future__ import annotations

import pytest
from channels.testing import WebsocketCommunicator

from accounts.people.models import Notice
from accounts.people.services.notices import notice_send, notices_withdraw
from accounts.people.words import ANNOUNCEMENT
from config.asgi import application
from tests.support.sockets import PATIENCE, headers_of, in_thread, path_of, players, push, socket
from tests.support.tables import make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back", "quick_heartbeat"),
]


async def test_a_persons_bell_rings_on_any_page():
    ada = await in_thread(make_user, "ada")

    def tell():
        words = {"text": "%(name)s now follows you.", "args": {"name": "bo"}}
        notice_send(user=ada, kind="x", subject="y", **words)

    async with socket("/ws/me/?lang=en", ada) as page, socket("/ws/lobby/?lang=en", ada) as lobby:
        assert 'id="bell"' in await push(page)
        await push(lobby)
        await in_thread(tell)
        for one in (page, lobby):
            assert "bo now follows you." in await push(one)


async def test_at_a_table_an_announcement_stands_above_the_match_and_over_nothing():
    ada, _, match = await in_thread(players)

    def tell():
        words = {"text": "“%(event)s”: %(words)s", "args": {"event": "Cup", "words": "Late."}}
        notice_send(user=ada, kind=ANNOUNCEMENT, subject="announcement:x", **words)

    async with socket(path_of(match), ada) as page:
        await push(page)
        await in_thread(tell)
        html = await push(page)
        assert "“Cup”: Late." in html.split('hx-swap-oob="innerMorph:#pinned"')[1]
        assert "#toasts" not in html
        await in_thread(notices_withdraw, subject="announcement:x")
        while "Late." in await push(page):
            pass


async def test_what_stands_over_a_table_is_made_good_by_the_heartbeat_and_said_once():
    ada, _, match = await in_thread(players)
    words = {"text": "%(words)s", "args": {"words": "Late."}}
    notice = Notice(user=ada, kind=ANNOUNCEMENT, subject="announcement:x", **words)
    async with socket(path_of(match), ada) as page:
        assert "#pinned" not in await push(page)
        await in_thread(notice.save)  # which rings nobody, as where a link was down
        assert "Late." in await push(page)
        for _ in range(4):
            assert "#pinned" not in await page.receive_from(timeout=PATIENCE)
        await in_thread(notice.delete)
        assert 'innerMorph:#pinned"></div>' in await push(page)


async def test_a_page_that_comes_back_says_what_stands_over_it_and_is_told_if_that_is_gone():
    ada, _, match = await in_thread(players)
    async with socket(f"{path_of(match)}&pinned=1764000000000000", ada) as page:
        while 'innerMorph:#pinned"></div>' not in await push(page):
            pass
    async with socket(f"{path_of(match)}&pinned=1764000000000000") as page:  # nobody's
        for _ in range(5):
            assert "#pinned" not in await page.receive_from(timeout=PATIENCE)


async def test_nobody_has_no_bell_and_hears_why_so_that_the_page_does_not_ask_again():
    communicator = WebsocketCommunicator(
        application, "/ws/me/?lang=en", await in_thread(headers_of, None)
    )
    assert await communicator.connect(timeout=20) == (True, None)
    assert await communicator.receive_output(timeout=20) == {
        "type": "websocket.close",
        "code": 4401,
    }
