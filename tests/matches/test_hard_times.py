"""Sockets while there is no database, and when a server gives up on one: none deaf, none left."""

from __future__ import annotations

import pytest
from django.db.models import F

from accounts.live.ring import _send
from accounts.live.switchboard import switchboard
from games.matches.metrics import SOCKETS
from games.matches.models import Match
from games.matches.notify import match_group
from games.matches.sockets.match import MatchConsumer
from games.matches.sockets.pulse import pulse
from tests.support.clusters import wait_until
from tests.support.database import database_gone
from tests.support.sockets import in_thread, path_of, players, push, revision_of, socket

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back", "quick_heartbeat"),
]


async def test_a_ring_that_comes_while_the_database_is_gone_makes_nobody_deaf(caplog):
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        shown = revision_of(await push(page))
        with database_gone():
            ring = {"type": "match.rung", "match": match.code, "revision": shown + 1}
            await _send([match_group(match.code)], ring)
            await in_thread(wait_until, lambda: "push failed" in caplog.text)
        await in_thread(Match.objects.filter(pk=match.pk).update, revision=F("revision") + 1)
        assert revision_of(await push(page)) == shown + 1


async def test_a_page_that_the_server_gives_up_on_is_here_no_more():
    ada, _, match = await in_thread(players)
    before = SOCKETS._value.get()
    async with socket(path_of(match), ada) as page:
        await push(page)
        page.future.cancel()  # as daphne does when somebody who left still waits for an answer
    assert switchboard().members == {}
    assert not any(pulse().turns)
    assert SOCKETS._value.get() == before


@pytest.mark.parametrize("error", [RuntimeError, OSError])
async def test_to_send_to_a_page_that_has_just_gone_is_nobodys_error(error):
    async def gone(message):
        raise error(message["type"])  # as servers do

    page = MatchConsumer()
    page.base_send = gone
    await page._push("<p></p>")
    await page.close(4404)
