"""A league's seasons by the real services: beginning, moving, ending, the final."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.clubs.refusals import ClubRefusal
from accounts.clubs.services.membership import member_remove as club_member_remove
from accounts.people.models import Notice
from games.leagues.models import LeagueSeason
from games.leagues.selectors.page import champions_shown, league_page, plan_shown
from games.leagues.selectors.plan import next_season
from games.leagues.selectors.standing import standings_of
from games.leagues.services.league import league_create, league_edit
from games.leagues.services.leave import league_leave, member_remove
from games.leagues.services.members import league_add, league_join, member_away
from games.leagues.services.season import (
    league_close,
    season_begin,
    season_end,
    season_final,
    sweep_leagues,
)
from games.matches.models import Match
from games.tournaments.models import Tournament
from games.tournaments.services.automation import sweep_events
from games.tournaments.services.tables import tables_open
from games.tournaments.store import load_state
from tests.support.database_clock import StandingClock
from tests.support.leagues import (
    begin,
    director,
    divisions,
    make_league,
    play_event,
    play_round,
    play_season,
    reasons,
    refused,
)
from tests.support.races import at_once
from tests.support.tables import make_ready, make_user

pytestmark = pytest.mark.django_db
TWELVE = [f"p{number:02}" for number in range(1, 13)]


def strength(name):
    """The lower the number, the better."""
    return -int(name[1:])


@pytest.fixture
def league():
    """Twelve players in three divisions of four, of whom one moves up and one down."""
    return make_league(TWELVE, division_size=4, movers=1)


def user_of(league, name):
    return league.members.get(user__username=name).user


def test_every_division_becomes_an_event_of_its_own_that_runs_by_itself(league):
    season = begin(league)
    assert [len(one) for one in divisions(season)] == [4, 4, 4]
    for division in season.divisions.all():
        event, state = division.event, load_state(division.event)
        assert (event.phase, event.format, event.by_itself) == ("running", "round_robin", True)
        assert event.club == league.club
        assert state.planned == 3
        assert {one.players[0] for one in state.listed()} == {
            one.user_id for one in division.players.all()
        }


def test_the_first_round_waits_for_its_date_and_the_next_one_a_fortnight(league):
    clock = StandingClock()
    at = clock.now + timedelta(days=3)
    season = season_begin(league=league, actor=director(league), after=0, starts_at=at)
    event = season.divisions.first().event
    sweep_events()
    event.refresh_from_db()
    assert event.round == 0
    clock.move(timedelta(days=3))
    sweep_events()
    event.refresh_from_db()
    assert event.round == 1
    play_round(event, director(league), strength)
    sweep_events()
    clock.move(timedelta(days=14) - timedelta(minutes=1))
    sweep_events()
    event.refresh_from_db()
    assert event.round == 1, "not before its date"
    clock.move(timedelta(minutes=1))
    sweep_events()
    event.refresh_from_db()
    assert event.round == 2


def test_who_does_not_come_loses_that_match_and_plays_the_next(league):
    clock = StandingClock()
    season = begin(league)
    event = season.divisions.first().event
    for _ in range(2):
        sweep_events()
    tables_open(code=event.code)
    link = event.tables.get(table=1)
    came = link.match.seats.order_by("number").first()
    make_ready(link.match, came.user)
    clock.move(timedelta(days=3, minutes=1))
    event.tables.update(created_at=clock.now - timedelta(days=3, minutes=1))
    sweep_events()
    event.refresh_from_db()
    state = load_state(event)
    absent = link.chairs[1]
    assert state.rounds[0].at(1).absent == {absent}
    assert state.rounds[0].at(2).absent == set(event.tables.get(table=2).chairs), "neither came"
    assert {one.status for one in state.entries.values()} == {"registered"}


def test_what_is_open_when_time_is_up_is_drawn(league):
    clock = StandingClock()
    season = begin(league)
    event = season.divisions.first().event
    for _ in range(2):
        sweep_events()
    Match.objects.filter(tournament_table__tournament=event).update(status="running")
    clock.move(timedelta(days=14, minutes=1))
    sweep_events()
    event.refresh_from_db()
    result = load_state(event).rounds[0].at(1).result
    assert [one.rank for one in result.outcomes.values()] == [1, 1]


def test_two_seasons_move_the_best_up_and_the_last_down(league):
    first = begin(league)
    before = divisions(first)
    play_season(first, strength)
    second = begin(league)
    after = divisions(second)
    ups = {min(one) for one in before[1:]}
    downs = {max(one) for one in before[:-1]}
    assert {name for name, why in reasons(second).items() if why == "up"} == ups
    assert {name for name, why in reasons(second).items() if why == "down"} == downs
    assert sorted(name for one in after for name in one) == TWELVE
    first.refresh_from_db()
    assert first.closed_at is not None
    top = first.divisions.get(number=1).players.get(place=1)
    assert (top.user.username, top.is_champion) == (min(before[0]), True)


def test_a_tie_follows_the_ranking_of_the_event(league):
    season = begin(league)
    for division in season.divisions.all():
        play_event(division.event, director(league), lambda name: 0)
    order = [one.order for one in standings_of(league, season)]
    planned = next_season(league)
    up = [one.player for one in planned[0] if one.reason == "up"]
    assert up == order[1][:1]


def test_pressing_twice_begins_one_season(league):
    begin(league)
    with refused("season_begun"):
        season_begin(league=league, actor=director(league), after=0)
    assert league.seasons.count() == 1
    assert Tournament.objects.filter(league_division__season__league=league).count() == 3


def test_the_next_season_waits_for_the_last_match(league):
    season = begin(league)
    with refused("still_playing"):
        season_begin(league=league, actor=director(league), after=1)
    season.refresh_from_db()
    assert season.closed_at is None


def test_ending_the_season_decides_what_is_open_as_when_time_is_up(league):
    season = begin(league)
    event = season.divisions.first().event
    for _ in range(2):
        sweep_events()
    tables_open(code=event.code)
    match = event.tables.get(table=1).match
    make_ready(match, match.seats.order_by("number").first().user)
    Match.objects.filter(tournament_table__tournament=event, tournament_table__table=2).update(
        status="running"
    )
    season_end(league=league, actor=director(league))
    state = load_state(Tournament.objects.get(pk=event.pk))
    assert state.phase == "finished"
    assert state.rounds[0].at(1).absent == {event.tables.get(table=1).chairs[1]}
    assert [one.rank for one in state.rounds[0].at(2).result.outcomes.values()] == [1, 1]
    begin(league)


def test_directors_are_told_once_that_a_season_is_over(league):
    season = begin(league)
    assert sweep_leagues() == 0
    play_season(season, strength)
    assert sweep_leagues() == 1
    assert sweep_leagues() == 0
    [notice] = Notice.objects.filter(subject=f"league:{league.pk}", user=director(league))
    assert "is over" in notice.text


def test_everybody_is_told_their_division(league):
    begin(league)
    notices = Notice.objects.filter(subject=f"league:{league.pk}")
    assert notices.count() == 12
    assert {one.args["division"] for one in notices} == {1, 2, 3}
    opened = Notice.objects.filter(text__contains="you can now enter")
    assert not opened.exists(), "nobody else can enter a division"


def test_who_leaves_is_out_of_the_division_and_the_place_is_filled(league):
    season = begin(league)
    first = divisions(season)[0]
    gone = user_of(league, first[0])
    league_leave(league=league, user=gone)
    event = season.divisions.get(number=1).event
    event.refresh_from_db()
    [entry] = [one for one in load_state(event).entries.values() if gone.pk in one.players]
    assert entry.status == "withdrawn"
    play_season(season, strength)
    second = begin(league)
    assert not any(gone.username in one for one in divisions(second))
    assert [len(one) for one in divisions(second)] == [4, 4, 3]
    assert "filled" in reasons(second).values() or "up" in reasons(second).values()


def test_a_break_keeps_a_place_one_division_lower(league):
    season = begin(league)
    resting = user_of(league, divisions(season)[0][0])
    member_away(league=league, user=resting, is_away=True)
    play_season(season, strength)
    second = begin(league)
    assert not any(resting.username in one for one in divisions(second))
    member_away(league=league, user=resting, is_away=False)
    play_season(second, strength)
    third = begin(league)
    assert resting.username in divisions(third)[1]
    assert reasons(third)[resting.username] == "back"


def test_newcomers_start_at_the_bottom(league):
    season = begin(league)
    new = make_user("p13")
    league.club.memberships.create(user=new)
    league_join(league=league, user=new)
    shown = league_page(league, new)
    assert [one.user for one in shown["waiting"]] == [new]
    play_season(season, strength)
    assert "p13" in divisions(begin(league))[-1]


def test_the_winner_of_the_final_is_champion(league):
    league_edit(league=league, actor=director(league), finalists=2)
    season = begin(league)
    with refused("still_playing"):
        season_final(league=league, actor=director(league))
    play_season(season, strength)
    final = season_final(league=league, actor=director(league))
    with refused("no_final"):
        season_final(league=league, actor=director(league))
    first, second = sorted(divisions(season)[0])[:2]
    play_event(final, director(league), lambda name: -strength(name))
    begin(league)
    [(_, champions)] = champions_shown(league)
    assert [one.username for one in champions] == [second]
    assert first != second


def test_tables_of_three_and_more_play_rounds_at_tables():
    league = make_league(TWELVE, division_size=6, movers=2, table_size=3, rounds=2)
    season = begin(league)
    assert [len(one) for one in divisions(season)] == [6, 6]
    event = season.divisions.first().event
    assert (event.format, load_state(event).planned) == ("pods", 2)
    play_season(season, strength)
    assert [len(one) for one in divisions(begin(league))] == [6, 6]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"division_size": 13}, "division_too_large"),
        ({"table_size": 4, "division_size": 5}, "division_too_small"),
        ({"table_size": 11}, "no_such_table"),
    ],
)
def test_divisions_that_could_not_be_played_are_refused(league, settings, code):
    with refused(code):
        league_create(
            club=league.club, actor=director(league), game="deadline_99", name="Other", **settings
        )


def test_two_are_too_few():
    league = make_league(["p01", "p02"])
    with refused("too_few"):
        begin(league)
    assert not LeagueSeason.objects.exists()


def test_members_do_nothing_that_is_for_directors(league):
    member = user_of(league, "p02")
    for call in (
        lambda: season_begin(league=league, actor=member, after=0),
        lambda: season_end(league=league, actor=member),
        lambda: season_final(league=league, actor=member),
        lambda: league_close(league=league, actor=member),
        lambda: league_add(league=league, actor=member),
        lambda: member_remove(league=league, actor=member, user_id=director(league).pk),
        lambda: league_edit(league=league, actor=member, movers=3),
    ):
        with pytest.raises(ClubRefusal, match="not_director"):
            call()
    assert league.members.count() == 12


def test_who_leaves_the_club_is_out_of_the_league(league):
    club_member_remove(club=league.club, actor=director(league), user_id=user_of(league, "p05").pk)
    assert league.members.count() == 11


def test_a_closed_league_keeps_its_places_and_begins_nothing(league):
    season = begin(league)
    with refused("still_playing"):
        league_close(league=league, actor=director(league))
    play_season(season, strength)
    league_close(league=league, actor=director(league))
    season.refresh_from_db()
    assert season.closed_at is not None
    with refused("closed"):
        begin(league)


def test_the_plan_says_why_everybody_moves(league):
    season = begin(league)
    play_season(season, strength)
    shown = {
        person.username: str(why)
        for division in plan_shown(league)
        for person, _, why, _ in division
    }
    assert {"promoted", "relegated", "stays"} == set(shown.values())
    assert shown == {name: shown[name] for name in TWELVE}


def test_a_start_in_the_past_is_refused(league):
    with refused("bad_start"):
        season_begin(
            league=league, actor=director(league), after=0,
            starts_at=timezone.now() - timedelta(days=1),
        )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_two_directors_at_once_begin_one_season(league):
    def press():
        return season_begin(league=league, actor=director(league), after=0)

    assert at_once([press, press]) == ["done", "season_begun"]
    assert league.seasons.count() == 1
