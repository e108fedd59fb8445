"""Sockets while there is no database, and when a server gives up on one: none deaf, none left."""

from __future__ import annotations

import pytest
from django.db.models import F

from games.matches.metrics import SOCKETS
from games.matches.models import Match
from games.matches.notify import match_group
from games.websockets.groups import groups, send
from games.websockets.handlers.heartbeat import heartbeat
from games.websockets.handlers.match import MatchConsumer
from tests.support.clusters import wait_until
from tests.support.database import database_gone
from tests.support.sockets import (
    in_thread,
    open_page,
    path_of,
    players,
    push,
    revision_of,
    scope_of,
    socket,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back", "quick_heartbeat"),
]


async def test_a_ring_that_comes_while_the_database_is_gone_makes_nobody_deaf(caplog):
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        shown = revision_of(await push(page))
        with database_gone():
            ring = {"type": "match.changed", "match": match.code, "revision": shown + 1}
            await send([match_group(match.code)], ring)
            await in_thread(wait_until, lambda: "push failed" in caplog.text)
        await in_thread(Match.objects.filter(pk=match.pk).update, revision=F("revision") + 1)
        assert revision_of(await push(page)) == shown + 1


async def test_a_page_that_the_server_gives_up_on_is_here_no_more():
    ada, _, match = await in_thread(players)
    before = SOCKETS._value.get()
    async with socket(path_of(match), ada) as page:
        await push(page)
        page.future.cancel()  # as daphne does when somebody who left still waits for an answer
    assert groups().members == {}
    assert not any(heartbeat().turns)
    assert SOCKETS._value.get() == before


@pytest.mark.parametrize("error", [RuntimeError, OSError])
async def test_to_send_to_a_page_that_has_just_gone_is_nobodys_error(error):
    async def gone(message):
        raise error(message["type"])  # as servers do

    page = open_page(MatchConsumer, scope_of("x"), gone)
    await page.send("<p></p>")
    await page.close(4404)
