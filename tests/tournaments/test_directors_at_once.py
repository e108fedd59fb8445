"""Two directors press contrary buttons on the same page: one is done, the other is told so."""

from __future__ import annotations

import uuid
from functools import partial

import pytest

from games.matches.models import Match
from games.tournaments.direct.config import Config
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import tournament_configure, tournament_create
from games.tournaments.services.results import match_replay
from games.tournaments.store import load_state
from tests.support.events import act, enter_bots, make_event
from tests.support.races import at_once
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def pressed(event, actor, kind, payload):
    return partial(
        tournament_act, code=event.code, actor=actor, role="organiser", kind=kind, payload=payload,
        request_id=uuid.uuid4().hex, reason="so", expected_no=load_state(event).no,
    )  # fmt: skip


def test_of_two_contrary_decisions_one_is_made(running, ada):
    bo, judge = make_user("bo"), make_user("judge").pk
    seats = load_state(running).current.at(1).seats
    one, other = seats[:2]
    ranks = [{"entry": entry, "rank": at} for at, entry in enumerate(seats, 1)]
    turned = [{"entry": entry, "rank": at} for at, entry in enumerate(reversed(seats), 1)]
    here = {"round": 1, "table": 1}
    contrary = [
        *[tuple(("override_result", {**here, "results": rows}) for rows in (ranks, turned))],
        (("clear_result", here), ("extend_time", {"seconds": 60})),
        (("name_judge", {"player": judge}), ("penalty", {"entry": one, "points": 1})),
        (("withdraw", {"entry": one}), ("exclude", {"entry": one})),
        (("penalty", {"entry": other, "points": 2}), ("exclude", {"entry": other})),
        (("cancel_round", {"round": 1}), ("extend_time", {"seconds": 60})),
    ]  # fmt: skip
    for pair in contrary:
        one_is_made(running, (ada, bo), pair)


def test_of_two_who_go_on_in_contrary_ways_one_does(running, ada):
    act(running, ada, "cancel_round", round=1, reason="so")
    one_is_made(running, (ada, make_user("bo")), (("propose_round", {}), ("finish", {})))


def one_is_made(event, directors, pair):
    event.refresh_from_db()
    before = DirectorAction.objects.filter(tournament=event).count()
    attempts = [pressed(event, who, *what) for who, what in zip(directors, pair, strict=True)]
    assert at_once(attempts) == ["done", "stale_page"], pair
    assert DirectorAction.objects.filter(tournament=event).count() == before + 1


def test_of_two_who_check_everybody_in_one_does(ada):
    event = make_event(ada, config={"check_in": True})
    enter_bots(event, ada, 4)
    event.refresh_from_db()
    attempts = [pressed(event, who, "check_in_all", {}) for who in (ada, make_user("bo"))]
    assert at_once(attempts) == ["all_checked_in", "done"]
    assert DirectorAction.objects.filter(tournament=event, kind="check_in_all").count() == 1


def test_of_two_who_change_the_settings_one_does(event, ada):
    enter_bots(event, ada, 4)
    attempts = [
        partial(
            tournament_configure, code=event.code, actor=ada, config=Config("swiss", "-", rounds=n),
            about={}, request_id=f"r{n}", expected_no=load_state(event).no,
        )
        for n in (3, 4)
    ]  # fmt: skip
    assert at_once(attempts) == ["done", "stale_page"]


def test_a_table_at_which_two_have_a_new_match_played_has_one(running):
    old = running.tables.get(table=1).match
    again = partial(match_replay, code=running.code, match=old.code)
    assert at_once([again] * 3) == ["done"] * 3
    assert running.tables.filter(table=1).count() == 2
    assert [old.code] == list(
        Match.objects.filter(status=Match.Status.VOID).values_list("code", flat=True)
    )


def test_the_site_makes_one_event_of_one_request_sent_twice_at_once(ada):
    make = partial(
        tournament_create, actor=ada, club=None, config=Config("pods", "-"), request_id="once",
        about={"name": "Open", "game": "deadline_99", "rated": False},
    )  # fmt: skip
    assert at_once([make, make]) == ["done", "done"]
    assert Tournament.objects.count() == 1
