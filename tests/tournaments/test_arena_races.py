"""Arenas while somebody else is at them: who comes in the last moment, rulings, the very end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.clubs.access import access_club
from accounts.clubs.models import Membership
from accounts.clubs.services.membership import club_leave
from games.engine.contract import RESIGN
from games.matches.clock import database_now
from games.matches.models import Heartbeat, Match
from games.matches.services.locking import lock_match
from games.matches.services.outage import outage_credit
from games.tournaments.models import DirectorAction
from games.tournaments.services.arena import TO_COME, sweep_arenas
from games.tournaments.store import load_state
from tests.support.clusters import wait_until
from tests.support.database import somebody_waits_for_us
from tests.support.database_clock import StandingClock
from tests.support.event_pages import post
from tests.support.events import act, play_bots
from tests.support.judges import browser
from tests.support.races import PATIENCE, in_own_connection
from tests.support.tables import act_for, make_user, sit_down
from tests.tournaments.test_arena_pages import wins, words
from tests.tournaments.test_arenas import (
    go_on,
    link_of,
    make_arena,
    scores,
    seated,
    status_of,
    to_the_end,
)

pytestmark = pytest.mark.django_db(transaction=True)
LATE = TO_COME.total_seconds() + 1


@pytest.fixture
def people():
    return [make_user(name) for name in ("bo", "chen", "dora")]


def test_who_gets_ready_while_it_is_seen_that_they_were_late_plays(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    match = link_of(event, 1).match

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_match(match.code)
            swept = pool.submit(in_own_connection(go_on), event, seconds=LATE)
            wait_until(somebody_waits_for_us)
            sit_down(match, bo, chen)
        swept.result(PATIENCE)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert (status_of(event, 1), status_of(event, 2)) == ("registered", "registered")
    assert scores(event) == {1: "0", 2: "0"}


def test_if_nobody_comes_both_lose_and_rest(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    go_on(event, seconds=LATE)
    assert (status_of(event, 1), status_of(event, 2)) == ("withdrawn", "withdrawn")
    assert scores(event) == {1: "0", 2: "0"}
    assert link_of_any(event, 1).match.status == Match.Status.CLOSED


def link_of_any(event, table):
    return event.tables.select_related("match").get(table=table)


@pytest.mark.parametrize("ruling", ["override_result", "no_show", "exclude"])
def test_nobody_plays_two_matches_at_once_whatever_is_ruled(ada, people, ruling):
    event = make_arena(ada, *people)
    go_on(event)
    link = link_of(event, 1)
    one, other = link.chairs
    users = dict(enumerate(people, 1))
    third = users[6 - one - other]
    match = seated(event, 1, users[one], users[other])
    rule(event, ada, ruling, loser=one, winner=other)
    assert load_state(event).current.table(1).decided
    go_on(event)
    assert event.tables.count() == 1, "the winner's match goes on"
    page = words(browser(users[other]), event)
    assert "Your match is still in progress" in page
    assert f"/matches/{match.code}/" in page
    assert "Your match is still in progress" not in words(browser(third), event)
    act_for(match, users[one], RESIGN)
    go_on(event)
    assert event.tables.filter(table=2).exists()
    assert "Your match is still in progress" not in words(browser(users[other]), event)


def test_who_is_free_is_paired_while_the_match_of_others_goes_on_after_a_ruling(ada):
    people = [make_user(name) for name in ("bo", "chen", "dora", "emil")]
    event = make_arena(ada, *people)
    go_on(event)
    chairs = link_of(event, 1).chairs
    seated(event, 1, *[people[entry - 1] for entry in chairs])
    rule(event, ada, "override_result", *chairs)
    act(event, ada, "join", players=[make_user("fay").pk])
    act(event, ada, "join", players=[make_user("gil").pk])
    go_on(event)
    assert sorted(link_of(event, 3).chairs) == [5, 6]
    assert not event.tables.filter(table=4).exists()


def rule(event, director, ruling, loser, winner):
    """Decide table 1, whose match runs."""
    if ruling == "override_result":
        rows = [{"entry": winner, "rank": 1}, {"entry": loser, "rank": 2}]
        about = {"round": 1, "table": 1, "results": rows}
    else:
        about = {"entry": loser}
    act(event, director, ruling, reason="help from outside", **about)


def test_nobody_keeps_it_from_going_on_by_taking_its_ids_before(ada, people):
    bo, chen, dora = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    go_on(event, seconds=LATE)
    go_on(event, **to_the_end(event))
    own = DirectorAction.objects.filter(tournament=event, actor=None)
    assert set(own.values_list("kind", flat=True)) == {"pair_free", "no_show", "finish"}
    elsewhere = make_arena(dora, bots=2)
    for request_id in own.values_list("request_id", flat=True):
        next_one = f"{request_id}7"
        taken = post(browser(bo), elsewhere, kind="join", own="1", request_id=next_one)
        assert taken.status_code == 422, request_id
    assert post(browser(bo), elsewhere, kind="join", own="1").status_code == 302


def test_who_has_left_the_club_comes_back_to_no_arena_of_its_members(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bots=2, entry="members")
    for one in (bo, chen):
        Membership.objects.create(club=event.club, user=one)
        post(browser(one), event, kind="join", own="1")
    club_leave(access=access_club(bo, event.club.slug))
    act(event, ada, "withdraw", entry=4)
    assert 'value="come_back"' not in words(browser(bo), event)
    assert "for club members" in words(browser(bo), event)
    assert post(browser(bo), event, kind="come_back", own="1").status_code == 403
    assert post(browser(chen), event, kind="come_back", own="1").status_code == 302
    assert (status_of(event, 3), status_of(event, 4)) == ("withdrawn", "registered")


def test_when_the_time_is_up_nobody_is_paired_and_the_last_results_are_waited_for(ada):
    event = make_arena(ada, bots=4)
    go_on(event)
    play_bots(event)
    up = to_the_end(event)["seconds"]
    assert go_on(event, seconds=up - 2).phase == "running"
    assert event.tables.count() == 2
    go_on(event, seconds=up)
    assert event.phase == "finished"


def test_after_an_outage_everybody_has_a_minute_to_come(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    Heartbeat.objects.create(pk=1, at=database_now() - timedelta(minutes=10))
    go_on(event, seconds=LATE)
    outage_credit()
    go_on(event, seconds=LATE)
    assert (status_of(event, 1), status_of(event, 2)) == ("registered", "registered")
    now = database_now()
    Heartbeat.objects.update(at=now + timedelta(hours=1), back_at=now - TO_COME)
    go_on(event, seconds=LATE)
    assert (status_of(event, 1), status_of(event, 2)) == ("withdrawn", "withdrawn")


@pytest.mark.django_db
def test_it_goes_by_the_clock_of_the_database(ada):
    event = make_arena(ada, bots=2)
    clock = StandingClock()
    clock.move(timedelta(minutes=59))
    sweep_arenas()
    event.refresh_from_db()
    assert event.phase == "running"
    clock.move(timedelta(minutes=2))
    sweep_arenas()
    event.refresh_from_db()
    assert event.phase == "finished"


def test_going_on_costs_no_more_with_many_games_behind(ada):
    event = make_arena(ada, bots=2)
    asked = []
    for _ in range(3):
        go_on(event)
        wins(event, ada, 1)
        act(event, ada, "withdraw", entry=2)
        with CaptureQueriesContext(connection) as statements:
            go_on(event)
        asked.append(len(statements))
        act(event, ada, "come_back", entry=2)
    assert len(set(asked)) == 1, asked
