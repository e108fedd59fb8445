"""The sockets of club and event talk: live, silent for players, and closed when membership ends."""

from __future__ import annotations

import pytest

from accounts.clubs.services.membership import member_remove
from games.engine.contract import RESIGN
from games.matches.talk.models import Room
from games.rooms.access import access_room
from games.rooms.services import message_remove
from tests.support.sockets import closed, in_thread, push, socket
from tests.support.tables import act_for

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back", "quick_heartbeat"),
]


def path_of(rooms, kind="club"):
    return f"/ws/talk/{rooms.place(kind)}/?lang=en"


async def talk(page):
    """Return the next push of the talk, passing over the bell."""
    while 'id="talk"' not in (html := await push(page)):
        pass
    return html


async def test_what_a_member_says_reaches_the_others_pages(rooms):
    async with socket(path_of(rooms), rooms.people["ada"]) as page:
        assert "No messages yet." in await talk(page)
        said = await in_thread(rooms.say, "club", "bo")
        assert "hello there" in await talk(page)
        officer = await in_thread(access_room, rooms.people["owner"], rooms.place("club"))
        await in_thread(message_remove, access=officer, number=said.number)
        html = await talk(page)
        assert "hello there" not in html
        assert "Removed by an officer" in html


async def test_a_lost_notification_is_made_good_by_the_heartbeat(rooms):
    await in_thread(rooms.say, "club", "bo")
    async with socket(path_of(rooms), rooms.people["ada"]) as page:
        await talk(page)
        assert await in_thread(lambda: Room.objects.update(phrases_only=True, last=9)) == 1
        assert "preset phrases only" in await talk(page)


async def test_a_removed_member_is_told_so_and_gets_nothing_more(rooms):
    async with socket(path_of(rooms), rooms.people["bo"]) as page:
        await talk(page)
        await in_thread(
            lambda: member_remove(
                club=rooms.club, actor=rooms.people["owner"], user_id=rooms.people["bo"].pk
            )
        )
        await in_thread(rooms.say, "club", "ada", "he is gone")
        html = await talk(page)
        assert "no longer part of this chat" in html
        assert "he is gone" not in html
        assert await closed(page) == 4404


async def test_a_player_at_an_event_table_gets_the_words_after_the_match(rooms):
    match = await in_thread(rooms.sit, "ada", "bo")
    async with (
        socket(path_of(rooms, "event"), rooms.people["ada"]) as playing,
        socket(path_of(rooms, "event"), rooms.people["owner"]) as watching,
    ):
        assert "Your match is still running" in await talk(playing)
        await talk(watching)
        await in_thread(rooms.say, "event", "director", "ada has the joker")
        assert "joker" in await talk(watching)
        await in_thread(act_for, match, rooms.people["ada"], RESIGN)
        assert "ada has the joker" in await talk(playing)  # and nothing before it


async def test_a_table_that_begins_closes_the_talk_on_an_open_page(rooms):
    async with socket(path_of(rooms), rooms.people["ada"]) as page:
        await talk(page)
        await in_thread(rooms.sit, "ada", "bo")
        assert "Your match is still running" in await talk(page)
