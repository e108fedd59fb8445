"""The sockets: who is shown what, and that nothing rung or lost leaves a page behind."""

from __future__ import annotations

import re

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session

from config.asgi import application
from config.fragments.environment import translated
from games.matches.access import access_match
from games.matches.fragments import cached_part
from games.matches.models import Match
from games.matches.services.secret import Deal
from games.matches.services.table_create import table_create
from games.matches.services.table_seats import table_sit
from games.matches.talk.models import Message, Room
from games.matches.talk.services import message_say
from games.websockets.handlers.consumer import CLOSE_NOT_FOUND
from tests.support.clubs import make_club
from tests.support.sockets import (
    PATIENCE,
    closed,
    headers_of,
    in_thread,
    path_of,
    players,
    push,
    revision_of,
    socket,
)
from tests.support.tables import act_for, first_legal, make_ready, make_table, make_user, sit_down

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back", "quick_heartbeat"),
]


async def test_a_socket_shows_the_position_as_soon_as_it_opens():
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        html = await push(page)
    assert revision_of(html) == match.revision
    assert 'hx-swap-oob="outerMorph"' in html


async def test_each_viewer_is_pushed_their_own_hand_and_no_other():
    ada, bo, match = await in_thread(players)
    hands = {}
    for user in (ada, bo, None):
        async with socket(path_of(match), user) as page:
            hands[user] = set(re.findall(r'id="held-([^"]+)"', await push(page)))
    assert len(hands[ada]) == len(hands[bo]) == 5
    assert hands[None] == set()


async def test_an_action_is_pushed_to_everybody():
    ada, bo, match = await in_thread(players)
    async with socket(path_of(match), bo) as page, socket(path_of(match)) as spectator:
        await push(page)
        await push(spectator)
        await in_thread(lambda: act_for(match, ada, first_legal(match)))
        for viewer in (page, spectator):
            assert revision_of(await push(viewer)) == match.revision


async def test_a_lost_ring_is_made_good_by_the_heartbeat():
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        first = await push(page)
        raised = await in_thread(
            lambda: Match.objects.filter(pk=match.pk).update(revision=match.revision + 7)
        )
        assert raised == 1
        assert revision_of(await push(page)) == revision_of(first) + 7


async def test_heartbeats_tell_the_servers_time():
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        await push(page)
        assert re.search(r'<time id="heartbeat" [^>]*datetime="\d{4}-', await page.receive_from(20))


async def test_a_table_turns_into_a_match_under_its_viewers_eyes():
    ada, bo = await in_thread(lambda: (make_user("ada"), make_user("bo")))
    match = await in_thread(make_table, ada)
    async with socket(path_of(match), bo) as page:
        assert "1 seat is free" in await push(page)
        await in_thread(table_sit, code=match.code, user=bo)
        assert "Waiting for everyone to get ready" in await push(page)
        await in_thread(make_ready, match, ada)
        assert "The match starts when you’re ready" in await push(page)


async def test_the_page_says_in_which_language_it_is_to_be_pushed():
    ada, _, match = await in_thread(players)
    cached_part.cache_clear()  # nobody has been shown a word yet
    translated.cache_clear()
    async with socket(path_of(match).replace("lang=en", "lang=zh-hant"), ada) as page:
        html = await push(page)
    assert "輪到你" in html
    assert "Your turn" not in html
    async with socket(path_of(match).replace("lang=en", "lang=no-such"), ada) as page:
        assert 'data-my-turn="Your turn"' in await push(page)


async def test_a_private_match_closes_on_strangers_as_one_that_does_not_exist():
    _, _, match = await in_thread(players, visibility="private")
    stranger = await in_thread(make_user, "chen")
    codes = []
    for path in (path_of(match), "/ws/matches/zzzzzzzzzz/?lang=en"):
        async with socket(path, stranger) as page:
            codes.append(await closed(page))
    assert codes == [4404, 4404]


async def test_who_may_see_a_match_no_longer_is_told_so_once_somebody_speaks(caplog):
    ada, _, match = await in_thread(players)
    chen = await in_thread(make_user, "chen")

    def shut_out():
        club = make_club(ada, is_private=True)
        member = club.memberships.create(user=chen)
        Match.objects.filter(pk=match.pk).update(club=club)
        return member

    member = await in_thread(shut_out)
    async with socket(path_of(match), chen) as page:
        await next_talk(page)
        for _ in range(3):  # and nothing more is to be drawn
            assert 'id="heartbeat"' in await page.receive_from(timeout=PATIENCE)
        await in_thread(member.delete)
        await in_thread(say_without_ringing, match, ada)
        assert await closed(page) == 4404
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_an_impossible_code_is_refused_without_an_error(caplog):
    communicator = WebsocketCommunicator(
        application, "/ws/matches/NO/", await in_thread(headers_of, None)
    )
    connected, _ = await communicator.connect(timeout=20)
    assert not connected
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_logging_out_closes_the_socket_at_the_next_heartbeat():
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        await push(page)
        await in_thread(Session.objects.all().delete)
        assert await closed(page) == 4401


async def test_somebody_barred_is_shown_nothing_more():
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        await push(page)
        ada.is_active = False
        await in_thread(ada.save)
        assert await closed(page) == 4401


async def test_what_a_browser_sends_is_ignored_and_too_much_of_it_ends_the_link(caplog):
    ada, _, match = await in_thread(players)
    async with socket(path_of(match), ada) as page:
        await push(page)
        await page.send_to(text_data='{"type": "resign"}')
        await page.send_to(bytes_data=b"\x00\xff")
        for _ in range(30):
            await page.send_to(text_data="[" * 2000)
        assert await closed(page) == 1008
    await in_thread(match.refresh_from_db)
    assert match.ply == 0
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_the_lobby_shows_a_table_when_it_is_opened():
    ada = await in_thread(make_user, "ada")
    async with socket("/ws/lobby/?lang=en") as page:
        assert "Join" not in await push(page)
        await in_thread(table_create, owner=ada, game="deadline_99", seats=3, options={})
        assert "Join" in await push(page)


async def test_the_lobby_says_nothing_of_a_table_by_link():
    ada = await in_thread(make_user, "ada")
    hidden = {"game": "deadline_99", "seats": 2, "options": {}, "visibility": "unlisted"}
    async with socket("/ws/lobby/?lang=en") as page:
        await push(page)
        await in_thread(lambda: table_create(owner=ada, **hidden))
        await in_thread(table_create, owner=ada, game="deadline_99", seats=3, options={})
        html = await push(page)
    assert html.count("Join") == 1


async def next_talk(communicator, wait=60):
    """Return the next push of the talk."""
    while True:
        message = await communicator.receive_from(timeout=wait)
        if 'id="talk"' in message:
            return message


def say_without_ringing(match, user):
    room = Room.objects.create(match=match, kind="seats", last=1)
    Message.objects.create(
        room=room, number=1, author=user, name="ada", kind="text", body="psst", ply=0
    )


async def test_talk_is_pushed_to_those_who_may_hear_it():
    ada, bo, match = await in_thread(players)
    chen = await in_thread(make_user, "chen")

    def say(user, body):
        message_say(access=access_match(user, match.code), kind="text", body=body)

    async with socket(path_of(match), bo) as player, socket(path_of(match), chen) as spectator:
        for page in (player, spectator):
            await next_talk(page)
        await in_thread(say, chen, "behind your back")
        assert "behind your back" in await next_talk(spectator)
        await in_thread(say, ada, "at the table")
        # the first talk that reaches the player is the table's: the other was never sent
        html = await next_talk(player)
        assert "at the table" in html
        assert "behind" not in html


async def test_a_lost_word_is_made_good_by_the_heartbeat():
    ada, bo, match = await in_thread(players)

    async with socket(path_of(match), bo) as page:
        await next_talk(page)
        await in_thread(say_without_ringing, match, ada)
        assert "psst" in await next_talk(page)


async def test_a_spectators_page_is_closed_as_soon_as_a_shared_deal_is_dealt():
    ada, bo = await in_thread(make_user, "ada"), await in_thread(make_user, "bo")
    deal = Deal(b"s" * 32, "event", ["one", "two"])
    match = await in_thread(make_table, ada, bo, deal=deal)
    async with socket(path_of(match)) as spectator, socket(path_of(match), bo) as page:
        await push(spectator)
        await in_thread(sit_down, match, ada, bo)
        told = [await spectator.receive_output(timeout=PATIENCE)]
        while told[-1]["type"] == "websocket.send":
            told.append(await spectator.receive_output(timeout=PATIENCE))
        assert told.pop()["code"] == CLOSE_NOT_FOUND
        assert not any('id="held-' in one["text"] for one in told)
        while 'id="held-' not in await push(page):
            pass
