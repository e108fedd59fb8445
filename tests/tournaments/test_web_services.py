"""The one service behind every button, opening tables, and results from matches."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, InternalError, connections, transaction
from django.utils import timezone

from games.engine.contract import Refusal
from games.matches.models import Match
from games.matches.selectors import open_tables
from games.matches.services.match_start import match_call_off
from games.matches.services.table_close import tables_close_stale
from games.matches.services.table_seats import table_sit, table_stand
from games.matches.signals import match_finished
from games.tournaments import store
from games.tournaments.director.board import board
from games.tournaments.models import DirectorAction, TournamentTable
from games.tournaments.services import tables as tables_module
from games.tournaments.services.act import tournament_act
from games.tournaments.services.results import result_take, sweep_tournaments, table_replay
from games.tournaments.store import load_state
from tests.clubs.test_clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada():
    return make_user("ada")


@pytest.fixture
def event(ada):
    return make_event(ada, make_club(ada))


@pytest.fixture
def running(event, ada):
    enter_bots(event, ada, 7)
    begin(event, ada)
    return event


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


def seats_of_links(event):
    return {
        (link.round, link.table): [seat.name for seat in link.match.seats.all()]
        for link in event.tables.filter(is_current=True).select_related("match")
    }


def test_a_published_round_opens_each_table_with_the_right_people(running):
    state = load_state(running)
    links = running.tables.filter(is_current=True)
    assert [link.table for link in links] == [table.number for table in state.current.tables]
    for link, table in zip(links, state.current.tables, strict=True):
        assert link.chairs == list(table.seats)
        assert link.match.status == Match.Status.RUNNING
        assert [seat.name for seat in link.match.seats.all()] == [
            f"Bot {-state.entries[one].players[0]}" for one in table.seats
        ]
    running.refresh_from_db()
    assert not running.tables_due


def test_results_arrive_from_the_matches(running, ada):
    play_bots(running)
    state = load_state(running)
    assert state.current.complete
    assert all(table.result.source == "match" for table in state.current.tables)
    act(running, ada, "close_round", round=1)
    assert sum(row.points for row in board(load_state(running))) > 0


def test_a_match_that_tells_its_end_twice_gives_one_result(running):
    play_bots(running)
    link = running.tables.first()
    no = load_state(running).no
    with transaction.atomic():
        match_finished.send(sender=Match, match=link.match)
    assert not result_take(match_id=link.match_id)
    running.refresh_from_db()
    assert load_state(running).no == no


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


def test_two_directors_at_once_make_one_set_of_pairings(event, ada):
    enter_bots(event, ada, 11)
    act(event, ada, "start")
    bo = make_user("bo")
    no = load_state(event).no

    def attempt(number):
        actor = (ada, bo)[number % 2]
        try:
            press(event, actor, "propose_round", request_id=f"r{number}", expected_no=no)
            return "done"
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(attempt, range(8)))
    assert answers.count("done") == 1
    assert set(answers) == {"done", "stale_page"}
    assert DirectorAction.objects.filter(tournament=event, kind="propose_round").count() == 1


def test_publishing_at_once_opens_every_table_once(event, ada):
    enter_bots(event, ada, 11)
    act(event, ada, "start")
    act(event, ada, "propose_round")

    def attempt(number):
        try:
            press(event, ada, "publish_round", request_id=f"p{number}", round=1)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(attempt, range(4)))
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


def test_a_result_that_was_not_taken_is_taken_by_the_sweep(running, monkeypatch):
    from games.tournaments.services import results

    monkeypatch.setattr(results, "result_take", lambda match_id: False)
    play_bots(running)
    assert TournamentTable.objects.filter(result_due=True).exists()
    monkeypatch.undo()
    sweep_tournaments()
    running.refresh_from_db()
    assert load_state(running).current.complete


def test_the_seats_of_an_event_are_not_free_to_take(event, ada):
    bo, eve = make_user("bo"), make_user("eve")
    enter_bots(event, ada, 2)
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    assert match.status == Match.Status.OPEN
    number = match.seats.get(user=bo).number
    for change in (table_stand, table_sit):
        with pytest.raises(Refusal, match="seats_given"):
            change(code=match.code, user=bo)
    match.seats.filter(user=bo).update(user=None, name="")
    with pytest.raises(Refusal, match="seats_given"):
        table_sit(code=match.code, user=eve, number=number)
    table_sit(code=match.code, user=bo, number=number)


def test_a_round_taken_back_lets_its_matches_go(running, ada):
    act(running, ada, "cancel_round", round=1, reason="wrong deck")
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    next_round(running, ada)
    assert running.tables.filter(is_current=True, match__status="running").count() == 2


def test_a_no_show_before_the_start_is_seated_nowhere(event, ada):
    bo = make_user("bo")
    enter_bots(event, ada, 3)
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    begin(event, ada)
    old = event.tables.get().match
    act(event, ada, "no_show", entry=4)
    old.refresh_from_db()
    assert old.status == Match.Status.CLOSED
    new = event.tables.get(is_current=True).match
    assert new.seat_count == 3
    play_bots(event)
    assert load_state(event).current.complete


def test_a_late_entry_joins_the_bye_at_a_new_table(ada):
    event = make_event(ada, make_club(ada), config={"sizes": tables_module_sizes()})
    enter_bots(event, ada, 11)
    state = begin(event, ada)
    assert len(state.current.unplayed) == 3
    act(event, ada, "late_entry", players=[-20], this_round=True)
    assert event.tables.filter(is_current=True).count() == 3


def tables_module_sizes():
    from games.tournaments.config import FOURS

    return FOURS


def test_a_ruling_stands_against_a_later_match(running, ada):
    first = running.tables.first()
    table = load_state(running).current.at(first.table)
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    act(running, ada, "override_result", round=1, table=table.number, results=results, reason="x")
    play_bots(running)
    first.refresh_from_db()
    assert first.note == "result_stands"
    assert load_state(running).current.at(first.table).result.source == "judge"


def test_a_drawn_knockout_match_is_played_again(ada):
    event = make_event(ada, make_club(ada), format="knockout")
    enter_bots(event, ada, 2)
    begin(event, ada)
    old = event.tables.get()
    table_replay(code=event.code, round_number=1, table=1)
    old.match.refresh_from_db()
    assert old.match.status == Match.Status.VOID
    assert event.tables.get(is_current=True).match.status == Match.Status.RUNNING
    with pytest.raises(Refusal, match="no_match"):
        table_replay(code=event.code, round_number=1, table=9)


def test_the_database_keeps_a_directors_actions(event):
    with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
        DirectorAction.objects.filter(tournament=event).update(reason="changed")
    with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
        DirectorAction.objects.filter(tournament=event).delete()


def test_a_cold_process_folds_to_the_same_state(running):
    warm = load_state(running)
    store.STATES.clear()
    assert load_state(running) == warm


def test_pairs_of_death_frontline_sit_opposite_each_other(ada):
    event = make_event(
        ada, make_club(ada), format="swiss", game="death_frontline", config={"team_size": 2}
    )
    for first in (-1, -3):
        act(event, ada, "register", players=[first, first - 1], by_organiser=True)
    begin(event, ada)
    names = [seat.name for seat in event.tables.get().match.seats.all()]
    assert {frozenset(names[0::2]), frozenset(names[1::2])} == {
        frozenset({"Bot 1", "Bot 2"}),
        frozenset({"Bot 3", "Bot 4"}),
    }


def test_an_option_that_does_not_fit_a_table_takes_the_games_default(ada):
    event = make_event(
        ada, make_club(ada), options={"mode": "factions", "free_agents": 0, "decks": 3},
        config={"sizes": tables_module_sizes()},
    )  # fmt: skip
    assert tables_module.fitting_options(event, 3)["mode"] == "classic"
    assert tables_module.fitting_options(event, 4)["mode"] == "factions"


def seat_people(event, actor, *names):
    people = [make_user(name) for name in names]
    for user in people:
        act(event, actor, "register", players=[user.pk], by_organiser=True)
    begin(event, actor)
    return people


def test_an_events_table_waits_for_its_people_and_is_on_offer_to_nobody_else(event, ada):
    bo, cy, eve = *seat_people(event, ada, "bo", "cy", "dan")[:2], make_user("eve")
    match = event.tables.get().match
    Match.objects.update(touched_at=timezone.now() - timedelta(days=1))
    tables_close_stale()
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert [set(open_tables(user)) for user in (bo, cy, eve)] == [{match}, {match}, set()]


def test_a_start_that_somebody_missed_leaves_everybody_their_seat(event, ada):
    bo, cy, dan = seat_people(event, ada, "bo", "cy", "dan")
    match = event.tables.get().match
    Match.objects.update(status="starting", deadline_at=timezone.now() - timedelta(seconds=1))
    match_call_off(code=match.code)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert {seat.user for seat in match.seats.all()} == {bo, cy, dan}
    assert not any(seat.is_ready for seat in match.seats.all())


def test_more_time_reaches_the_clocks_once(running, ada):
    first, *_ = links = list(running.tables.filter(is_current=True))
    before = {link.pk: reserve_and_deadline(link.match) for link in links}
    act(running, ada, "extend_time", round=1, seconds=90)
    act(running, ada, "extend_time", round=1, table=first.table, seconds=30)
    sweep_tournaments()
    for link in links:
        more = 120 if link == first else 90
        reserve, deadline = before[link.pk]
        then = (reserve + more * 1000, deadline + timedelta(seconds=more))
        assert reserve_and_deadline(link.match) == then


def reserve_and_deadline(match):
    match.refresh_from_db()
    reserves = {seat.reserve_ms for seat in match.seats.all()}
    return (*reserves, match.deadline_at)


def test_more_time_at_a_table_that_has_not_begun_is_there_at_its_start(event, ada):
    seat_people(event, ada, "bo", "cy", "dan")
    match = event.tables.get().match
    before = match.reserve_seconds
    act(event, ada, "extend_time", round=1, seconds=60)
    match.refresh_from_db()
    assert match.reserve_seconds == before + 60
