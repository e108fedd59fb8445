"""The heartbeat of many sockets: a few statements for all, and nothing that fails ends it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.people.models import Presence
from games.matches.access import access_match
from games.matches.models import Match, Seat
from games.matches.services.presence import seats_seen
from games.matches.talk.services import message_say
from games.matches.talk.words import PHRASES
from games.websockets.handlers.heartbeat import (
    SIGNED_OUT,
    TURNS,
    Heartbeat,
    heartbeat,
    news_of,
    still_signed_in,
)
from games.websockets.handlers.match import MatchConsumer
from tests.support.clusters import wait_until
from tests.support.sockets import (
    PATIENCE,
    closed,
    in_thread,
    open_page,
    path_of,
    players,
    push,
    revision_of,
    scope_of,
    socket,
)
from tests.support.tables import act_for, first_legal, make_running, make_table, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("give_connections_back", "quick_heartbeat"),
]


def looking(match, user=None):
    """Return a socket as it is while its page shows a match."""
    return open_page(MatchConsumer, scope_of(match.code, user))


def tables_of(count):
    """Return pages of that many matches: two players each, and somebody who watches."""
    pages = []
    for number in range(count):
        users = make_user(f"a{number}"), make_user(f"b{number}")
        match = make_running(*users)
        pages += [looking(match, users[0]), looking(match, users[1]), looking(match)]
    return pages


def statements_for(pages):
    with CaptureQueriesContext(connection) as queries:
        found = news_of(pages)
    assert all(found[page] is not SIGNED_OUT for page in pages)
    return len(queries)


def test_a_turn_costs_as_many_statements_for_many_sockets_as_for_few():
    pages = tables_of(4)
    still_signed_in(pages)  # what this connection prepares, it prepares once
    few = statements_for(pages[:3])
    assert few == statements_for(pages[3:]) <= 8
    assert statements_for(pages) == 5  # that the people are here was just said
    assert Presence.objects.count() == 8
    assert not Seat.objects.filter(seen_at=None).exists()


def test_watchers_without_an_account_cost_two_statements():
    match = make_running(make_user("ada"), make_user("bo"))
    assert statements_for([looking(match), looking(match)]) == 2
    assert not Seat.objects.exclude(seen_at=None).exists()


def test_only_those_stay_whose_session_stands():
    ada, bo, chen = make_user("ada"), make_user("bo"), make_user("chen")
    match = make_running(ada, bo)
    here, out, late = (looking(match, ada) for _ in range(3))
    barred, renewed = looking(match, bo), looking(match, chen)
    Session.objects.filter(pk=out.login.session_key).delete()
    Session.objects.filter(pk=late.login.session_key).update(expire_date=timezone.now())
    bo.is_active = False
    bo.save()
    chen.set_password("another")
    chen.save()
    found = news_of([here, out, late, barred, renewed, looking(match)])
    assert [one is SIGNED_OUT for one in found.values()].count(False) == 2
    assert found[here] is not SIGNED_OUT


def test_a_seat_that_is_being_changed_holds_up_nobody_and_is_seen_next_time():
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    pages = {(match.code, ada.pk): True, (match.code, bo.pk): True}

    async def meanwhile():
        await in_thread(seats_seen, pages=pages)

    with transaction.atomic():
        list(match.seats.select_for_update().filter(user=ada))
        asyncio.run(meanwhile())
    assert list(match.seats.filter(seen_at=None)) == [match.seats.get(user=ada)]
    seats_seen(pages=pages)
    assert not match.seats.filter(seen_at=None).exists()


async def test_whoever_was_away_is_back_by_having_the_page_open():
    ada, _, match = await in_thread(players)
    seats = Seat.objects.filter(match=match, user=ada)
    long_ago = timezone.now() - timedelta(seconds=16)
    async with socket(path_of(match), ada) as page, socket(path_of(match)) as spectator:
        shown = revision_of(await push(page))
        await push(spectator)
        await in_thread(seats.update, is_away=True, seen_at=long_ago)
        for viewer in (page, spectator):
            assert revision_of(await push(viewer)) == shown + 1
    assert await in_thread(seats.filter(is_away=False, seen_at__gt=long_ago).exists)


async def test_many_pages_are_all_told_of_a_ring_that_was_lost():
    ada, bo, match = await in_thread(players)
    async with AsyncExitStack() as stack:
        people = [ada, bo, *[None] * 10]
        pages = [await stack.enter_async_context(socket(path_of(match), one)) for one in people]
        shown = {revision_of(await push(page)) for page in pages}
        assert sorted(map(len, heartbeat().turns)) == [2, 2, 2, 3, 3]
        await in_thread(Match.objects.filter(pk=match.pk).update, revision=F("revision") + 7)
        assert {revision_of(await push(page)) - 7 for page in pages} == shown


async def test_a_database_that_fails_for_a_while_drops_nobody(caplog):
    ada, _, match = await in_thread(players)

    def rename(old, new):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")

    async with socket(path_of(match), ada) as page:
        await push(page)
        await in_thread(rename, "matches_seat", "matches_broken")
        try:
            await in_thread(wait_until, lambda: "heartbeat failed" in caplog.text)
        finally:
            await in_thread(rename, "matches_broken", "matches_seat")
        await in_thread(Match.objects.filter(pk=match.pk).update, revision=F("revision") + 1)
        await push(page)
        assert heartbeat().beating is not None


async def test_a_heartbeat_ends_with_its_last_socket_and_begins_anew():
    _, _, match = await in_thread(players)
    for _ in range(2):
        async with socket(path_of(match)) as page:
            await push(page)
            beating = heartbeat().beating
            assert beating is not None
        await asyncio.wait_for(beating, PATIENCE)
        assert heartbeat().beating is None


async def test_every_socket_has_one_turn_among_those_with_the_fewest():
    one = Heartbeat()
    sockets = [open_page(MatchConsumer, scope_of("x")) for _ in range(2 * TURNS)]
    for each in sockets:
        one.enter(each)
    assert [len(turn) for turn in one.turns] == [2] * TURNS
    for each in sockets:
        one.leave(each)
    assert not any(one.turns)


def telling(match, user=None, *, revision=0, talk=0):
    """Return the address of a page that says what it shows."""
    shows = f"at={match.revision + revision}&talk={talk}"
    return f"{path_of(match)}&as={user.pk if user else ''}&{shows}"


@pytest.fixture
def slow_heartbeat(quick_heartbeat, settings):
    settings.HEARTBEAT_SECONDS = 600  # so that what comes, comes at once


async def is_left_as_it_is(page):
    """Tell whether a page is given nothing but one sign of life."""
    told = await page.receive_from(PATIENCE)
    return 'id="heartbeat"' in told and await page.receive_nothing(0.3)


@pytest.mark.usefixtures("slow_heartbeat")
async def test_a_page_that_shows_the_newest_is_not_drawn_again_but_when_something_happens():
    ada, bo, match = await in_thread(players)
    async with socket(telling(match, bo), bo) as page:
        assert await is_left_as_it_is(page)
        await in_thread(lambda: act_for(match, ada, first_legal(match)))
        html = await push(page)
    assert revision_of(html) == match.revision
    assert 'id="talk"' in html


@pytest.mark.usefixtures("slow_heartbeat")
@pytest.mark.parametrize("revision", [-1, 5])
async def test_a_page_that_shows_another_revision_is_drawn(revision):
    ada, _, match = await in_thread(players)
    async with socket(telling(match, ada, revision=revision), ada) as page:
        assert revision_of(await push(page)) == match.revision


async def test_a_page_that_was_drawn_for_somebody_else_is_drawn():
    ada, _, match = await in_thread(players)
    for address, user in ((telling(match, ada), None), (telling(match), ada)):
        async with socket(address, user) as page:
            assert revision_of(await push(page)) == match.revision


async def test_only_running_matches_that_anybody_may_watch_are_taken_as_shown():
    ada, bo = await in_thread(lambda: (make_user("ada"), make_user("bo")))
    private = await in_thread(lambda: make_running(ada, bo, visibility="private"))
    table = await in_thread(make_table, ada)
    for match in (private, table):
        async with socket(telling(match, ada), ada) as page:
            assert 'id="stage"' in await push(page)
    async with socket(telling(private)) as page:
        assert await closed(page) == 4404


@pytest.mark.usefixtures("slow_heartbeat")
async def test_a_page_that_lacks_what_was_said_is_shown_it():
    ada, bo, match = await in_thread(players)
    say = {"kind": "phrase", "body": next(iter(PHRASES))}
    await in_thread(lambda: message_say(access=access_match(ada, match.code), **say))
    async with socket(telling(match, bo), bo) as page:
        first = await push(page)
        assert 'id="talk"' in first
        assert 'id="stage"' not in first
    async with socket(telling(match, bo, talk=1), bo) as page:
        assert await is_left_as_it_is(page)
