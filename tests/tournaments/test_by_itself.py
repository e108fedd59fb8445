"""Events that run by themselves: each step at its time, once, until a director takes over."""

from __future__ import annotations

import uuid
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.people.models import Notice
from games.matches.models import Match
from games.matches.services.table_free import match_call_off_for_good
from games.tournaments.direct.fold import fold
from games.tournaments.models import DirectorAction, Tournament, TournamentSecret
from games.tournaments.refusals import EventRefusal
from games.tournaments.services.act import tournament_act
from games.tournaments.services.automation import sweep_events
from games.tournaments.store import actions_of, load_state
from tests.support.clubs import make_club
from tests.support.database_clock import StandingClock
from tests.support.event_pages import table_results
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.races import at_once
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
PACE = {"round_minutes": 0, "break_minutes": 5, "enough": "100", "no_show_minutes": 0}
CLUB_EVENT = {"format": "swiss", "game": "death_frontline"}


@pytest.fixture
def clock():
    return StandingClock()


@pytest.fixture
def swiss(ada):
    """Return a Swiss of two rounds whose registration is open."""
    return make_event(ada, make_club(ada), **CLUB_EVENT, config={"rounds": 2})


def runs(event, actor, **pace):
    act(event, actor, "set_pace", **{**PACE, **pace})
    act(event, actor, "run_by_itself")


def swept(event, times=1):
    """Let the server look so many times; return what it did."""
    event.refresh_from_db()
    before = event.no
    for _ in range(times):
        sweep_events()
    event.refresh_from_db()
    rows = DirectorAction.objects.filter(tournament=event, no__gt=before).order_by("no")
    assert {row.actor for row in rows} <= {None}, "by the event itself"
    return [row.kind for row in rows]


ROUND = ["propose_round", "publish_round"]


def test_it_goes_from_the_start_to_the_podium_by_itself(swiss, ada, clock):
    enter_bots(swiss, ada, 4)
    Tournament.objects.update(starts_at=clock.now + timedelta(minutes=10))
    runs(swiss, ada)
    assert swept(swiss) == []
    clock.move(timedelta(minutes=10))
    assert swept(swiss) == ["start"]
    assert swept(swiss) == ROUND
    assert swept(swiss) == []
    play_bots(swiss)
    assert swept(swiss) == ["close_round"]
    clock.move(timedelta(minutes=5) - timedelta(seconds=1))
    assert swept(swiss) == [], "the break is not over"
    clock.move(timedelta(seconds=1))
    assert swept(swiss) == ROUND
    play_bots(swiss)
    assert swept(swiss, 2) == ["close_round", "finish"]
    assert (swiss.phase, swiss.by_itself) == ("finished", False)
    assert swept(swiss, 3) == []
    assert fold(actions_of(swiss, 0, swiss.no)) == load_state(swiss)


def test_with_a_check_in_entries_close_half_an_hour_before(ada, clock):
    event = make_event(ada, make_club(ada), **CLUB_EVENT, config={"check_in": True})
    enter_bots(event, ada, 2)
    Tournament.objects.update(starts_at=clock.now + timedelta(minutes=40))
    runs(event, ada)
    assert swept(event) == []
    clock.move(timedelta(minutes=10))
    assert swept(event) == ["close_registration"]
    for entry in load_state(event).entries:
        act(event, ada, "check_in", entry=entry)
    clock.move(timedelta(minutes=29))
    assert swept(event) == []
    clock.move(timedelta(minutes=1))
    assert swept(event, 2) == ["start", *ROUND]


def test_without_a_time_a_director_starts_it(swiss, ada):
    enter_bots(swiss, ada, 2)
    runs(swiss, ada)
    assert swept(swiss) == []
    act(swiss, ada, "start")
    assert swept(swiss) == ROUND


def test_a_step_that_is_refused_stops_it_once_and_tells_the_directors(swiss, ada, clock):
    member, director = make_user("member"), make_user("director")
    swiss.club.memberships.create(user=member)
    swiss.club.memberships.create(user=director, role="director")
    enter_bots(swiss, ada, 1)
    Tournament.objects.update(starts_at=clock.now)
    runs(swiss, ada)
    assert swept(swiss, 5) == ["halt"]
    state = load_state(swiss)
    assert "Not enough entries" in state.pace.stopped
    assert state.pace.stopped_args == {"least": 2}
    told = Notice.objects.filter(subject=f"stopped:{swiss.code}")
    assert {one.user for one in told} == {ada, director}
    enter_bots(swiss, ada, 1)
    act(swiss, ada, "run_by_itself")
    assert not told.all().exists()
    assert swept(swiss) == ["start"]


def test_forbidden_pairs_stop_it_with_the_names_of_those_kept_apart(ada):
    event = make_event(ada, make_club(ada), **CLUB_EVENT)
    enter_bots(event, ada, 2)
    act(event, ada, "keep_apart", entry=1, other=2)
    act(event, ada, "start")
    runs(event, ada)
    assert swept(event, 3) == ["halt"]
    pace = load_state(event).pace
    assert "kept apart" in pace.stopped
    assert {"entry": 1} in pace.stopped_args.values()


def test_a_match_without_a_result_stops_it(swiss, ada):
    for name in ("bo", "chen"):
        act(swiss, ada, "register", players=[make_user(name).pk], by_organiser=True)
    act(swiss, ada, "start")
    runs(swiss, ada)
    assert swept(swiss, 2) == ROUND
    match_call_off_for_good(code=swiss.tables.get().match.code)
    assert swept(swiss, 3) == ["halt"]
    assert load_state(swiss).pace.stopped_args == {"table": 1}


def test_a_director_takes_over_at_any_moment(swiss, ada):
    enter_bots(swiss, ada, 4)
    act(swiss, ada, "start")
    runs(swiss, ada, break_minutes=0)
    assert swept(swiss) == ROUND
    act(swiss, ada, "take_over")
    play_bots(swiss)
    assert swept(swiss, 3) == []
    act(swiss, ada, "run_by_itself")
    assert swept(swiss, 2) == ["close_round", *ROUND]


@pytest.mark.parametrize(
    ("undone", "left"), [("cancel_round", 0), ("reopen_round", 1)], ids=["undone", "reopened"]
)
def test_whoever_undoes_a_step_has_taken_over(swiss, ada, undone, left):
    enter_bots(swiss, ada, 4)
    act(swiss, ada, "start")
    runs(swiss, ada)
    swept(swiss)
    play_bots(swiss)
    assert swept(swiss) == ["close_round"]
    act(swiss, ada, undone, round=1, reason="the wrong cards")
    assert swept(swiss, 3) == []
    assert len(load_state(swiss).rounds) == left


def test_registration_that_a_director_opens_again_stays_open(ada, clock):
    event = make_event(ada, make_club(ada), **CLUB_EVENT, config={"check_in": True})
    Tournament.objects.update(starts_at=clock.now + timedelta(minutes=20))
    runs(event, ada)
    assert swept(event) == ["close_registration"]
    act(event, ada, "open_registration")
    assert swept(event, 3) == []


def test_nothing_is_due_in_an_event_that_was_put_away(swiss, ada, clock):
    Tournament.objects.update(starts_at=clock.now)
    runs(swiss, ada)
    act(swiss, ada, "archive")
    assert not swiss.by_itself
    act(swiss, ada, "reopen", reason="after all")
    act(swiss, ada, "open_registration")
    assert swept(swiss) == []


def test_a_break_counts_from_when_it_was_told_to_run_by_itself(swiss, ada, clock):
    enter_bots(swiss, ada, 4)
    begin(swiss, ada)
    play_bots(swiss)
    act(swiss, ada, "close_round")
    clock.move(timedelta(hours=1))
    runs(swiss, ada)
    assert swept(swiss) == []
    clock.move(timedelta(minutes=5))
    assert swept(swiss) == ROUND


def test_who_is_not_there_in_time_is_a_no_show(ada, clock):
    event = make_event(ada, make_club(ada), **CLUB_EVENT, config={"rounds": 1})
    act(event, ada, "register", players=[make_user("bo").pk], by_organiser=True)
    enter_bots(event, ada, 1)
    act(event, ada, "start")
    runs(event, ada, no_show_minutes=5)
    assert swept(event) == ROUND
    clock.move(timedelta(minutes=4))
    assert swept(event) == []
    clock.move(timedelta(minutes=2))
    assert swept(event, 3) == ["no_show", "close_round", "finish"]


def test_nobody_is_a_no_show_in_the_moment_it_begins_to_run_by_itself(ada, clock):
    event = make_event(ada, make_club(ada), **CLUB_EVENT, config={"rounds": 1})
    act(event, ada, "register", players=[make_user("bo").pk], by_organiser=True)
    enter_bots(event, ada, 1)
    begin(event, ada)
    clock.move(timedelta(hours=1))
    runs(event, ada, no_show_minutes=5)
    assert swept(event) == []
    clock.move(timedelta(minutes=5))
    assert swept(event) == ["no_show"]


def test_a_result_may_be_drawn_when_time_is_up_and_enough_are_done(ada, clock):
    event = make_event(ada, make_club(ada), **CLUB_EVENT, config={"rounds": 1})
    for name in ("bo", "chen", "dora", "emil"):
        act(event, ada, "register", players=[make_user(name).pk], by_organiser=True)
    act(event, ada, "start")
    runs(event, ada, round_minutes=30, enough="50")
    assert swept(event) == ROUND
    clock.move(timedelta(minutes=31))
    assert swept(event) == [], "no table is done"
    first = load_state(event).current.tables[0]
    ranks = [{"entry": one, "rank": at} for at, one in enumerate(first.seats, 1)]
    act(event, ada, "override_result", round=1, table=first.number, results=ranks, reason="paper")
    act(event, ada, "extend_time", round=1, table=2, seconds=120)
    assert swept(event) == [], "the other table has more time"
    clock.move(timedelta(minutes=1))
    assert swept(event, 3) == ["draw_rest", "close_round", "finish"]
    drawn = load_state(event).rounds[0].at(2).result
    assert [one.rank for one in drawn.outcomes.values()] == [1, 1]


def test_by_hand_a_round_is_one_press_and_undone_while_nothing_was_played(ada):
    event = make_event(ada, make_club(ada), **CLUB_EVENT, config={"rounds": 3})
    for name in ("bo", "chen"):
        act(event, ada, "register", players=[make_user(name).pk], by_organiser=True)
    act(event, ada, "start")
    act(event, ada, "start_round", round=1)
    act(event, ada, "cancel_round", round=1)
    assert load_state(event).rounds == ()
    act(event, ada, "start_round", round=1)
    table_results(event, ada)
    with pytest.raises(Exception, match="reason"):
        act(event, ada, "cancel_round", round=1)
    act(event, ada, "start_round", round=2)
    state = load_state(event)
    assert [held.phase for held in state.rounds] == ["closed", "published"]
    kinds = DirectorAction.objects.filter(tournament=event).order_by("-no")
    assert [row.kind for row in kinds[:3]] == ["publish_round", "propose_round", "close_round"]
    assert event.tables.filter(round=2, match__status=Match.Status.OPEN).exists()


def test_a_round_that_cannot_start_changes_nothing(swiss, ada):
    for name in ("bo", "chen"):
        act(swiss, ada, "register", players=[make_user(name).pk], by_organiser=True)
    begin(swiss, ada)
    before = load_state(swiss)
    with pytest.raises(Exception, match="need a result"):
        act(swiss, ada, "start_round", round=2)
    with pytest.raises(Exception, match="doesn’t exist"):
        act(swiss, ada, "start_round", round=1)
    swiss.refresh_from_db()
    assert load_state(swiss) == before


def test_the_last_round_need_not_be_closed_to_finish(swiss, ada):
    enter_bots(swiss, ada, 2)
    begin(swiss, ada)
    play_bots(swiss)
    act(swiss, ada, "start_round", round=2)
    play_bots(swiss)
    assert act(swiss, ada, "finish").phase == "finished"


def test_a_repeated_press_starts_one_round_and_nobody_takes_its_ids(swiss, ada):
    enter_bots(swiss, ada, 4)
    act(swiss, ada, "start")
    press = partial(
        tournament_act, code=swiss.code, actor=ada, role="organiser", kind="start_round",
        payload={"round": 1}, request_id="one-press",
    )  # fmt: skip
    assert [press().again, press().again] == [False, True]
    swiss.refresh_from_db()
    assert len(load_state(swiss).rounds) == 1
    own = DirectorAction.objects.filter(tournament=swiss, kind="propose_round").get().request_id
    for taken in (own, "event-start-x"):
        with pytest.raises(EventRefusal, match="already used"):
            tournament_act(
                code=swiss.code, actor=ada, role="organiser", kind="announce",
                payload={"text": "x"}, request_id=taken,
            )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_of_several_sweeps_at_once_one_does_a_step(ada):
    event = make_event(ada, make_club(ada), format="swiss", config={"rounds": 2})
    enter_bots(event, ada, 4)
    act(event, ada, "start")
    runs(event, ada, break_minutes=0)
    for _ in range(3):
        assert at_once([sweep_events] * 3) == ["done"] * 3
        play_bots(event)
    rows = DirectorAction.objects.filter(tournament=event, actor=None).exclude(kind="set_result")
    done = [row.kind for row in rows.order_by("no")]
    # A sweep that came late may have found the next step due already.
    assert done == [*ROUND, "close_round", *ROUND, "close_round", "finish"][: len(done)]
    assert len(done) >= 5


@pytest.mark.django_db(transaction=True)
def test_a_director_who_starts_the_round_in_the_same_moment_starts_it_once(ada):
    event = make_event(ada, make_club(ada), format="swiss", config={"rounds": 2})
    enter_bots(event, ada, 4)
    act(event, ada, "start")
    runs(event, ada)
    pressed = partial(
        tournament_act, code=event.code, actor=ada, role="organiser", kind="start_round",
        payload={"round": 1}, request_id=uuid.uuid4().hex, expected_no=event.no,
    )  # fmt: skip
    assert at_once([pressed, sweep_events]) in (["done", "done"], ["done", "stale_page"])
    kinds = DirectorAction.objects.filter(tournament=event).values_list("kind", flat=True)
    assert list(kinds).count("publish_round") == 1
    assert "halt" not in kinds


def test_a_site_that_cannot_draw_stops_it_with_that_sentence(swiss, ada):
    enter_bots(swiss, ada, 2)
    TournamentSecret.objects.filter(tournament=swiss).delete()
    Tournament.objects.update(starts_at=timezone.now())
    runs(swiss, ada)
    assert swept(swiss, 3) == ["halt"]
    assert "can’t draw" in load_state(swiss).pace.stopped
