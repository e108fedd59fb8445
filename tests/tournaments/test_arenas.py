"""What goes on in an arena by itself: pairing, who is away, the end; with several processes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.engine.contract import RESIGN
from games.matches.models import MAX_TIMEOUTS, Match, NoShow, Seat
from games.matches.services.match_act import match_time_out
from games.matches.services.match_finish import match_finished
from games.tournaments.direct.board import board
from games.tournaments.direct.kinds.arena import free
from games.tournaments.models import Attendance, DirectorAction, Tournament, TournamentTable
from games.tournaments.rank.points import Scoring
from games.tournaments.receivers import person_leaves
from games.tournaments.services.arena import LAST_RESULTS, TO_COME, arena_go_on, sweep_arenas
from games.tournaments.services.results import result_take, sweep_tournaments
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.events import act, enter_bots, make_event, play_bots
from tests.support.tables import (
    act_for,
    bot_acts,
    make_ready,
    make_user,
    pass_deadline,
    sit_down,
)

pytestmark = pytest.mark.django_db(transaction=True)


def make_arena(owner, *people, bots=0, **choices):
    """Return an arena that has begun, of people and bots."""
    config = {"scoring": Scoring("arena"), **choices.pop("config", {})}
    choices = {"game": "death_frontline", "format": "arena", **choices}
    event = make_event(
        owner, make_club(owner, name=f"Club of {owner.username}"), config=config, **choices
    )
    for one in people:
        act(event, owner, "register", players=[one.pk], by_organiser=True)
    enter_bots(event, owner, bots)
    act(event, owner, "start")
    return event


def go_on(event, **later):
    """Let the server look at the arena, so much later."""
    event.refresh_from_db()
    arena_go_on(event, timezone.now() + timedelta(**later))
    event.refresh_from_db()
    return load_state(event)


def to_the_end(event):
    over = LAST_RESULTS.total_seconds() + 1
    return {"seconds": load_state(event).ends_at - timezone.now().timestamp() + over}


def link_of(event, table):
    return event.tables.select_related("match").get(table=table, is_current=True)


def seated(event, table, *people):
    """Let people get ready at a table; return its match, which has begun."""
    match = link_of(event, table).match
    sit_down(match, *people)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    return match


def status_of(event, entry):
    event.refresh_from_db()
    return load_state(event).entries[entry].status


def scores(event):
    event.refresh_from_db()
    return {row.entry: row.shown_points for row in board(load_state(event))}


@pytest.fixture
def people():
    return [make_user(name) for name in ("bo", "chen", "dora")]


def test_the_start_says_when_it_ends(ada):
    event = make_arena(ada, bots=2, config={"minutes": 45})
    left = load_state(event).ends_at - timezone.now().timestamp()
    assert 44 * 60 < left <= 45 * 60


def test_whoever_is_free_is_paired_and_their_matches_are_opened(ada):
    event = make_arena(ada, bots=5)
    assert sweep_arenas() == 1
    event.refresh_from_db()
    state = load_state(event)
    assert len(state.current.tables) == 2
    assert len(free(state)) == 1
    links = event.tables.filter(is_current=True)
    assert {link.match.status for link in links} == {Match.Status.RUNNING}
    play_bots(event)
    assert len(free(load_state(event))) == 5
    go_on(event)
    assert event.tables.count() == 4


def test_two_processes_pair_once(ada):
    event = make_arena(ada, bots=6)

    def sweep(_):
        try:
            return sweep_arenas()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(sweep, range(4))) == [1] * 4
    assert DirectorAction.objects.filter(tournament=event, kind="pair_free").count() == 1
    assert event.tables.filter(is_current=True).count() == 3


def test_an_arena_that_fails_keeps_no_other_one_waiting(ada, caplog):
    broken, event = make_arena(ada, bots=2), make_arena(make_user("owner"), bots=2)
    Tournament.objects.filter(pk=broken.pk).update(game="gone")
    assert sweep_arenas() == 2
    assert event.tables.count() == 1


def test_who_joins_is_paired_and_events_of_other_formats_are_left_alone(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, bots=1)
    swiss = make_event(ada, event.club, format="swiss", game="death_frontline")
    enter_bots(swiss, ada, 2)
    act(swiss, ada, "start")
    act(event, ada, "withdraw", entry=2)
    act(event, ada, "join", players=[chen.pk])
    sweep_arenas()
    assert link_of(event, 1).chairs in ([1, 3], [3, 1])
    assert swiss.tables.count() == 0


def test_the_rating_one_joins_with_is_kept(ada, people):
    event = make_arena(ada, bots=2)
    act(event, ada, "join", players=[people[0].pk])
    assert load_state(event).entries[3].strength == 1250


def test_who_does_not_come_loses_rests_and_is_held_to_nothing_else(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    match = link_of(event, 1).match
    go_on(event, seconds=TO_COME.total_seconds() - 5)
    assert status_of(event, 1) == status_of(event, 2) == "registered"
    make_ready(match, bo)
    go_on(event, seconds=TO_COME.total_seconds() + 1)
    assert (status_of(event, 1), status_of(event, 2)) == ("registered", "withdrawn")
    assert scores(event) == {1: "2", 2: "0"}
    match.refresh_from_db()
    assert match.status == Match.Status.CLOSED
    assert not Attendance.objects.filter(tournament=event).exists()
    act(event, ada, "come_back", entry=2)
    go_on(event)
    assert link_of(event, 2).match.status == Match.Status.OPEN


def test_who_spoils_a_start_has_not_come_and_the_other_has(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    NoShow.objects.create(match=link_of(event, 1).match, user=chen)
    go_on(event, seconds=TO_COME.total_seconds() + 1)
    assert (status_of(event, 1), status_of(event, 2)) == ("registered", "withdrawn")


def test_who_stayed_away_until_the_game_was_lost_rests_once(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    match = seated(event, 1, bo, chen)
    loser = match.to_act
    Seat.objects.filter(match=match, number=loser).update(timeouts_in_row=MAX_TIMEOUTS - 1)
    pass_deadline(match)
    match_time_out(code=match.code)
    entry = link_of(event, 1).chairs[loser]
    other = 3 - entry
    assert scores(event)[other] == "2"
    go_on(event)
    assert (status_of(event, entry), status_of(event, other)) == ("withdrawn", "registered")
    act(event, ada, "come_back", entry=entry)
    go_on(event)
    assert status_of(event, entry) == "registered"


def test_who_gives_up_plays_on(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    match = seated(event, 1, bo, chen)
    act_for(match, bo, RESIGN)
    state = go_on(event)
    assert scores(event) == {1: "0", 2: "2"}
    assert len(state.current.tables) == 2


def test_when_the_time_is_up_it_is_finished_and_what_is_played_does_not_count(ada, people):
    bo, chen, dora = people
    event = make_arena(ada, bo, chen, dora, make_user("emil"), rated=True)
    go_on(event)
    match = seated(event, 1, *_people_at(event, 1))
    open_match = link_of(event, 2).match
    go_on(event, **to_the_end(event))
    assert event.phase == Tournament.Phase.FINISHED
    sweep_tournaments()
    match.refresh_from_db()
    open_match.refresh_from_db()
    assert (match.status, open_match.status) == (Match.Status.RUNNING, Match.Status.CLOSED)
    act_for(match, _people_at(event, 1)[0], RESIGN)
    sweep_tournaments()
    assert set(scores(event).values()) == {"0"}
    assert match.rated, "for the ratings it is a match like any other"


def _people_at(event, table):
    seats = link_of(event, table).match.seats.order_by("number")
    return [seat.user for seat in seats.select_related("user")]


def test_a_result_that_came_in_time_counts_although_it_was_not_taken_yet(ada):
    event = make_arena(ada, bots=2)
    go_on(event)
    link = link_of(event, 1)
    ended = datetime.fromtimestamp(load_state(event).ends_at - 1, UTC)
    _finish_unheard(link, ended)
    go_on(event, **to_the_end(event))
    assert event.phase == Tournament.Phase.FINISHED
    assert sorted(scores(event).values()) == ["0", "2"]


def test_a_result_that_came_too_late_is_not_taken_and_the_console_says_why(ada):
    event = make_arena(ada, bots=2)
    go_on(event)
    link = link_of(event, 1)
    _finish_unheard(link, datetime.fromtimestamp(load_state(event).ends_at, UTC))
    assert not result_take(match_id=link.match_id)
    assert link_of(event, 1).note == "arena_over"
    go_on(event, **to_the_end(event))
    assert set(scores(event).values()) == {"0"}


def _finish_unheard(link, ended):
    """Play a match out as a process that died before the event heard of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_finished, "functions", [])
        while bot_acts(link.match):
            pass
    Match.objects.filter(pk=link.match_id).update(finished_at=ended)
    TournamentTable.objects.filter(pk=link.pk).update(result_due=True)


def test_it_ends_once_and_a_reopened_one_is_left_alone(ada):
    event = make_arena(ada, bots=2)
    go_on(event, **to_the_end(event))
    assert event.phase == Tournament.Phase.FINISHED
    act(event, ada, "reopen", reason="a wrong result")
    state = go_on(event, **to_the_end(event))
    assert state.phase == "running"
    assert state.current.tables == ()


def test_a_director_moves_the_end(ada):
    event = make_arena(ada, bots=2)
    before = load_state(event).ends_at
    act(event, ada, "move_end", seconds=900)
    assert load_state(event).ends_at == before + 900


def test_who_leaves_the_site_is_not_waited_for(ada, people):
    bo, chen, _ = people
    event = make_arena(ada, bo, chen)
    go_on(event)
    with transaction.atomic():
        person_leaves(bo)
    sweep_tournaments()
    assert scores(event) == {1: "0", 2: "2"}
    assert status_of(event, 1) == "withdrawn"
