"""The one service behind every button: once for each press, one after the other."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import IntegrityError, InternalError, transaction

from games.engine.contract import Refusal
from games.matches.models import Match
from games.tournaments import store
from games.tournaments.models import DirectorAction
from games.tournaments.services import tables as tables_module
from games.tournaments.services.act import action_store, lock_tournament, tournament_act
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.store import load_state
from tests.support.events import act, enter_bots, play_bots
from tests.support.races import at_once, impatient
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def press(event, actor, kind, request_id=None, expected_no=None, **payload):
    return tournament_act(
        code=event.code,
        actor=actor,
        role="organiser",
        kind=kind,
        payload=payload,
        request_id=request_id or uuid.uuid4().hex,
        expected_no=expected_no,
    )


def test_the_same_button_pressed_twice_is_done_once(event, ada):
    enter_bots(event, ada, 8)
    act(event, ada, "start")
    first = press(event, ada, "propose_round", request_id="once")
    again = press(event, ada, "propose_round", request_id="once")
    assert again.again
    assert again.state == first.state


def test_an_id_used_for_another_request_is_refused(event, ada):
    press(event, ada, "close_registration", request_id="once")
    with pytest.raises(Refusal, match="request_id_used"):
        press(event, ada, "open_registration", request_id="once")


def test_an_id_that_somebody_else_used_is_refused_and_not_taken_for_done(event, ada):
    for _ in range(2):
        press(event, ada, "register", request_id="once", players=[-1], by_organiser=True)
    with pytest.raises(Refusal, match="request_id_used"):
        press(
            event, make_user("bo"), "register", request_id="once", players=[-2], by_organiser=True
        )


@pytest.mark.parametrize("wrong", ["", "a b", "x" * 65, "é", "a\n", "a\0"])
def test_a_request_needs_a_plain_id(event, ada, wrong):
    with pytest.raises(Refusal, match="bad_request_id"):
        tournament_act(
            code=event.code, actor=ada, role="organiser", kind="start", payload={}, request_id=wrong
        )


def test_a_page_that_somebody_overtook_is_refused(event, ada):
    enter_bots(event, ada, 8)
    no = load_state(event).no
    press(event, ada, "start", expected_no=no)
    with pytest.raises(Refusal, match="stale_page"):
        press(event, ada, "close_registration", expected_no=no)


def test_a_result_that_comes_meanwhile_makes_no_page_stale(running, ada):
    no = load_state(running).no
    play_bots(running)
    assert press(running, ada, "close_round", expected_no=no, round=1).state.current.phase == (
        "closed"
    )


def ruled(event, actor, number, expected_no):
    table = load_state(event).current.at(number)
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    return tournament_act(
        code=event.code, actor=actor, role="organiser", kind="override_result",
        payload={"round": 1, "table": number, "results": results}, reason="on paper",
        request_id=uuid.uuid4().hex, expected_no=expected_no,
    )  # fmt: skip


def test_results_that_two_enter_at_two_tables_are_not_in_each_others_way(running, ada):
    no, bo = load_state(running).no, make_user("bo")
    ruled(running, ada, 1, no)
    press(running, ada, "extend_time", table=1, seconds=60)
    assert ruled(running, bo, 2, no).state.current.at(2).result is not None
    with pytest.raises(Refusal, match="stale_page"):
        ruled(running, bo, 1, no)
    with pytest.raises(Refusal, match="stale_page"):
        press(running, bo, "cancel_round", expected_no=no)
    no = load_state(running).no
    press(running, ada, "extend_time", seconds=60)
    with pytest.raises(Refusal, match="stale_page"):
        ruled(running, bo, 2, no)


def test_two_directors_at_once_make_one_set_of_pairings(event, ada):
    enter_bots(event, ada, 11)
    act(event, ada, "start")
    bo = make_user("bo")
    no = load_state(event).no

    def attempt(number):
        actor = (ada, bo)[number % 2]
        press(event, actor, "propose_round", request_id=f"r{number}", expected_no=no)

    answers = at_once([partial(attempt, number) for number in range(8)])
    assert answers == ["done", *["stale_page"] * 7]
    assert DirectorAction.objects.filter(tournament=event, kind="propose_round").count() == 1


def test_publishing_at_once_opens_every_table_once(event, ada):
    enter_bots(event, ada, 11)
    act(event, ada, "start")
    act(event, ada, "propose_round")

    def attempt(number):
        press(event, ada, "publish_round", request_id=f"p{number}", round=1)

    answers = at_once([partial(attempt, number) for number in range(4)])
    assert answers.count("done") == 1
    nobody_missing_nobody_twice(event)


def nobody_missing_nobody_twice(event):
    state = load_state(type(event).objects.get(pk=event.pk))
    seated = [one for link in event.tables.filter(round=1) for one in link.chairs]
    byes = list(state.current.unplayed)
    assert sorted(seated + byes) == sorted(state.entries)
    assert event.tables.count() == len(state.current.tables) == Match.objects.count()


class PowerCut(Exception):
    """The server dies here."""


def test_a_server_that_dies_between_two_tables_goes_on_where_it_stopped(event, ada, monkeypatch):
    enter_bots(event, ada, 11)
    act(event, ada, "start")
    act(event, ada, "propose_round")
    real, calls = tables_module.seat_players, []

    def cut(*args):
        calls.append(args)
        if len(calls) == 2:
            raise PowerCut
        real(*args)

    monkeypatch.setattr(tables_module, "seat_players", cut)
    with pytest.raises(PowerCut):
        act(event, ada, "publish_round")
    assert event.tables.count() == Match.objects.count() == 1
    event.refresh_from_db()
    assert event.tables_due
    monkeypatch.undo()
    sweep_tournaments()
    sweep_tournaments()
    nobody_missing_nobody_twice(event)
    event.refresh_from_db()
    assert not event.tables_due


def test_the_sweep_leaves_an_event_alone_whose_tables_somebody_opens_just_then(event, ada, caplog):
    enter_bots(event, ada, 8)
    act(event, ada, "start")
    act(event, ada, "propose_round")
    action_store(event.code, ada, "organiser", "publish_round", {}, "published", "")

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        lock_tournament(event.code)
        pool.submit(impatient(sweep_tournaments)).result()
    assert "opening tables failed" not in caplog.text
    assert not Match.objects.exists()
    sweep_tournaments()
    event.refresh_from_db()
    nobody_missing_nobody_twice(event)


def test_the_database_keeps_a_directors_actions(event):
    with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
        DirectorAction.objects.filter(tournament=event).update(reason="changed")
    with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
        DirectorAction.objects.filter(tournament=event).delete()


def test_a_cold_process_folds_to_the_same_state(running):
    warm = load_state(running)
    store.STATES.clear()
    assert load_state(running) == warm
