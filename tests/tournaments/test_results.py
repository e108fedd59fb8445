"""Results come from matches, or from a ruling."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.engine.contract import RESIGN, Refusal
from games.matches.models import Match
from games.matches.services.match_finish import match_finished
from games.ratings.log import Team
from games.tournaments.direct.board import board
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.points import UNIT, Scoring
from games.tournaments.services.results import match_replay, result_take, sweep_tournaments
from games.tournaments.store import load_state
from tests.ratings.factories import ended, people
from tests.support.clubs import make_club
from tests.support.event_pages import post
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.tables import act_for, is_out, make_user, play_until_two_are_left, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_results_arrive_from_the_matches(running, ada):
    play_bots(running)
    state = load_state(running)
    assert state.current.complete
    assert all(table.result.source == "match" for table in state.current.tables)
    act(running, ada, "close_round", round=1)
    assert sum(row.points for row in board(load_state(running))) > 0


def test_nobody_keeps_a_result_out_by_taking_its_id_before(running):
    elsewhere = make_event(make_user("stranger"), format="swiss")
    client = Client()
    client.force_login(make_user("somebody"))
    for link in running.tables.select_related("match"):
        taken = f"match-{link.match.code}"
        answer = post(client, elsewhere, kind="register", own=1, request_id=taken)
        assert answer.status_code == 422
    play_bots(running)
    assert load_state(running).current.complete


def test_a_match_that_tells_its_end_twice_gives_one_result(running):
    play_bots(running)
    link = running.tables.first()
    no = load_state(running).no
    with transaction.atomic():
        match_finished(link.match)
    assert not result_take(match_id=link.match_id)
    running.refresh_from_db()
    assert load_state(running).no == no


def test_a_result_that_was_not_taken_is_taken_by_the_sweep(running, monkeypatch):
    from games.tournaments.services import results

    monkeypatch.setattr(results, "result_take", lambda match_id: False)
    play_bots(running)
    assert TournamentTable.objects.filter(result_due=True).exists()
    monkeypatch.undo()
    sweep_tournaments()
    running.refresh_from_db()
    assert load_state(running).current.complete


def test_a_win_of_a_side_that_wins_often_is_worth_less(ada):
    for _ in range(4):
        factions_ended("red")
    factions_ended("black")
    event = make_event(
        ada,
        make_club(ada),
        options={"mode": "factions"},
        config={"scoring": Scoring("weighed_side"), "sizes": SizeRule(4, 4, 4), "rounds": 1},
    )
    enter_bots(event, ada, 8)
    begin(event, ada)
    page = Client().get(f"/tournaments/{event.code}/").content.decode()
    assert "Red faction, 4 players: 0.63" in page
    assert "Black faction, 4 players: 2.00" in page
    play_bots(event)
    state = load_state(event)
    assert state.config.scoring.weights == {("red", 4): UNIT * 5 // 8, ("black", 4): UNIT * 2}
    worth = {"red": "0.63", "black": "2.00"}
    outcomes = {
        entry: one for table in state.current.tables for entry, one in table.result.outcomes.items()
    }
    assert {one.side for one in outcomes.values()} == {"red", "black"}
    act(event, ada, "close_round", round=1)
    assert told_sides(event) == {"red", "black"}
    Tournament.objects.update(embargo_until=timezone.now() + timedelta(days=1))
    assert told_sides(event) == set()
    for row in board(load_state(event)):
        one = outcomes[row.entry]
        assert row.shown_points == (worth[one.side] if one.rank == 1 else "0.00")


def told_sides(event):
    """Return the sides that a stranger finds in the event's file."""
    actions = Client().get(f"/tournaments/{event.code}/export/event.json").json()["actions"]
    rows = [row for one in actions for row in one["payload"].get("results", ())]
    return {row["side"] for row in rows}


def factions_ended(won):
    """Log a rated match of two against two."""
    one, two, three, four = people(4)
    teams = [Team((one, two), 1, won), Team((three, four), 2, {"red": "black"}.get(won, "red"))]
    return ended(kind="group", mode="factions", teams=tuple(teams))


def test_a_ruling_stands_against_a_later_match(running, ada):
    first = running.tables.first()
    table = load_state(running).current.at(first.table)
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    act(running, ada, "override_result", round=1, table=table.number, results=results, reason="x")
    play_bots(running)
    first.refresh_from_db()
    assert first.note == "result_stands"
    assert load_state(running).current.at(first.table).result.source == "judge"


def test_who_quits_is_last_at_the_table_however_long_they_lasted(event, ada):
    people = {user.pk: user for user in (make_user("bo"), make_user("chen"), make_user("dora"))}
    for one in people:
        act(event, ada, "register", players=[one], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    users = tuple(people[seat.user_id] for seat in match.seats.order_by("number"))
    sit_down(match, *users)
    play_until_two_are_left(match, *users)
    quitter = next(seat for seat in match.seats.all() if not is_out(match, seat.number))
    act_for(match, users[quitter.number], RESIGN)
    sweep_tournaments()
    event.refresh_from_db()
    state = load_state(event)
    (table,) = state.current.tables
    places = {state.entries[one].players[0]: table.result.place_of(one) for one in table.seats}
    assert places[quitter.user_id] == 3
    assert sorted(places.values()) == [1, 2, 3]


def test_a_drawn_knockout_match_is_played_again(ada):
    event = make_event(ada, make_club(ada), format="knockout")
    enter_bots(event, ada, 2)
    begin(event, ada)
    old = event.tables.get()
    assert match_replay(code=event.code, match=old.match.code)
    assert not match_replay(code=event.code, match=old.match.code)
    old.match.refresh_from_db()
    assert old.match.status == Match.Status.VOID
    assert event.tables.get(is_current=True).match.status == Match.Status.RUNNING
    with pytest.raises(Refusal, match="no_match"):
        match_replay(code=event.code, match="nonsense")


def test_a_match_whose_result_came_meanwhile_is_not_played_again(running):
    play_bots(running)
    with pytest.raises(Refusal, match="result_stands"):
        match_replay(code=running.code, match=running.tables.get(table=1).match.code)
    assert running.tables.get(table=1).is_current
