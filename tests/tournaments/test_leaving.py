"""Leaving the site: nobody is paired with, or waits for, who is gone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import transaction

from accounts.clubs.access import access_club
from accounts.clubs.models import Membership
from accounts.clubs.services.membership import club_leave, member_remove
from accounts.models import User
from accounts.privacy.leave import person_leave
from games.engine.contract import Refusal
from games.tournaments.direct.config import Config
from games.tournaments.services.act import lock_tournament
from games.tournaments.services.create import tournament_create
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.clusters import wait_until
from tests.support.database import somebody_waits_for_us
from tests.support.events import act, begin, enter_bots, make_event, next_round
from tests.support.races import PATIENCE, in_own_connection
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def swiss(director: Any, *people: Any, **config: Any) -> Any:
    """Return a Swiss event with these people, and their entries by name."""
    event = make_event(director, format="swiss", config={"rounds": 3, **config})
    for one in people:
        act(event, director, "register", players=[one.pk], by_organiser=True)
    return event


def statuses(event: Any) -> list[str]:
    event.refresh_from_db()
    return [one.status for one in load_state(event).entries.values()]


def test_who_leaves_before_the_start_gives_the_place_to_the_next() -> None:
    ada, bo, chen = (make_user(name) for name in ("ada", "bo", "chen"))
    event = swiss(ada, ada, bo, chen, capacity=2)
    person_leave(user=bo)
    assert statuses(event) == ["registered", "left", "registered"]


def test_who_got_no_place_in_an_event_that_runs_can_leave() -> None:
    ada, bo, chen = (make_user(name) for name in ("ada", "bo", "chen"))
    event = swiss(ada, ada, bo, chen, capacity=2)
    begin(event, ada)
    person_leave(user=chen)
    assert statuses(event) == ["registered", "registered", "left"]


@pytest.mark.django_db(transaction=True)
def test_who_leaves_while_an_event_of_theirs_is_finished_leaves_all_the_same() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    event = swiss(ada, ada, bo)
    act(event, ada, "start")

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_tournament(event.code)
            left = pool.submit(in_own_connection(person_leave), user=bo)
            wait_until(somebody_waits_for_us)
            act(event, ada, "finish", reason="late")
        left.result(PATIENCE)
    assert statuses(event) == ["registered", "registered"]
    assert not User.objects.filter(pk=bo.pk).exists()


@pytest.mark.parametrize("phase", ["draft", "check_in"])
def test_who_was_entered_before_anybody_could_enter_or_after_can_leave(phase: str) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    config = Config("swiss", "-", rounds=3, check_in=True)
    about = {"name": "Cup", "game": "death_frontline"}
    event = tournament_create(actor=ada, club=None, config=config, about=about)
    if phase == "check_in":
        act(event, ada, "open_registration")
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    if phase == "check_in":
        act(event, ada, "close_registration")
    assert event.phase == phase
    person_leave(user=bo)
    assert statuses(event) == ["left"]


def test_a_bot_that_was_taken_out_is_brought_back() -> None:
    ada = make_user("ada")
    event = swiss(ada, ada)
    enter_bots(event, ada, 3)
    act(event, ada, "start")
    act(event, ada, "withdraw", entry=2)
    act(event, ada, "restore", entry=2)
    assert statuses(event) == ["registered"] * 4


def test_who_leaves_during_a_round_loses_the_table_and_is_paired_no_more() -> None:
    director = make_user("director")
    people = [make_user(name) for name in ("ada", "bo", "chen", "dora")]
    event = swiss(director, *people)
    table = begin(event, director).rounds[0].tables[0]
    gone, other = table.seats
    match = event.tables.get(table=table.number, is_current=True).match
    person_leave(user=people[gone - 1])
    assert statuses(event)[gone - 1] == "withdrawn"
    table = load_state(event).rounds[0].tables[0]
    assert (table.decided, table.present) == (True, (other,))
    sweep_tournaments()
    match.refresh_from_db()
    assert match.status == "closed"
    with pytest.raises(Refusal, match="cannot_sign_in"):
        act(event, director, "restore", entry=gone)
    rest = load_state(event).rounds[0].tables[1]
    act(event, director, "forfeit", table=rest.number, absent=[rest.seats[1]])
    act(event, director, "close_round")
    assert all(gone not in one.seats for one in next_round(event, director).rounds[1].tables)


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize(
    ("club_is", "entry", "drops_out"),
    [
        ({"is_private": True}, "everybody", True),
        ({}, "members", True),
        ({}, "everybody", False),
    ],
)
def test_who_leaves_a_club_drops_out_where_members_alone_may_enter(
    club_is: Any, entry: str, drops_out: bool, removed: bool
) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    club = make_club(ada, **club_is)
    Membership.objects.create(club=club, user=bo)
    running, coming = (
        make_event(ada, club, format="swiss", config={"rounds": 3}, entry=entry) for _ in range(2)
    )
    for event in (running, coming):
        for one in (ada, bo):
            act(event, ada, "register", players=[one.pk], by_organiser=True)
    begin(running, ada)
    if removed:
        member_remove(club=club, actor=ada, user_id=bo.pk)
    else:
        club_leave(access=access_club(bo, club.slug))
    out = ("withdrawn", "left") if drops_out else ("registered", "registered")
    assert (statuses(running)[1], statuses(coming)[1]) == out
    assert not load_state(running).rounds[0].tables[0].absent


def test_an_event_that_is_over_stays_as_it_was() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    event = swiss(ada, ada, bo, rounds=1)
    table = begin(event, ada).rounds[0].tables[0]
    act(event, ada, "forfeit", table=table.number, absent=[table.seats[1]])
    act(event, ada, "close_round")
    act(event, ada, "finish")
    person_leave(user=bo)
    assert statuses(event) == ["registered", "registered"]
