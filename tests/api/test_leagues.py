"""A program does in a league what its pages' buttons do, with the same rights and refusals."""

from __future__ import annotations

import pytest

from accounts.clubs.models import Club, Membership
from games.leagues.models import LeagueSeason
from tests.api.program import Program
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.leagues import director, make_league, play_season
from tests.support.tables import make_user, sit_down

pytestmark = pytest.mark.django_db
NAMES = [f"p{number}" for number in range(1, 9)]


@pytest.fixture
def league():
    """Eight players, to be two divisions of four."""
    return make_league(NAMES, division_size=4, movers=1, finalists=2)


def path(league):
    return f"/clubs/{league.club.slug}/leagues/{league.pk}"


def ask(league, user, kind, *, scope="organise", **fields):
    """Send an action in somebody's name; return the answer."""
    sent = {"action": {"kind": kind, **fields}}
    return Program(user, scope).post(f"{path(league)}/actions", **sent)


def refused(answer):
    return answer.status_code, answer.json()["code"]


def test_a_program_plans_begins_and_ends_seasons_and_holds_the_final(league):
    boss = director(league)
    planned = Program(boss, "read").get(f"{path(league)}/next").json()
    assert (planned["after"], [len(one) for one in planned["divisions"]]) == (0, [4, 4])
    told = ask(league, boss, "start_season", after=0)
    assert told.status_code == 200, told.content
    assert [len(one["rows"]) for one in told.json()["divisions"]] == [4, 4]
    assert refused(ask(league, boss, "start_season", after=0)) == (422, "season_begun")
    assert refused(ask(league, boss, "start_season", after=1)) == (422, "still_playing")
    play_season(LeagueSeason.objects.get(), lambda name: -int(name[1:]))
    final = ask(league, boss, "start_final").json()["final"]
    assert final is not None
    assert ask(league, boss, "end_season").status_code == 200
    planned = Program(boss).get(f"{path(league)}/next").json()
    moves = {
        one["name"]: (one["moved"], one["was"]) for part in planned["divisions"] for one in part
    }
    down, up = NAMES[3], next(name for name, (moved, _) in moves.items() if moved == "up")
    assert sum(moved == "down" for moved, _ in moves.values()) == 1
    assert moves[up] == ("up", 2)
    assert down in moves
    later = {"after": 1, "starts_at": "2026-12-24T18:00:00Z"}
    assert ask(league, boss, "start_season", **later).json()["starts_at"] == later["starts_at"]
    assert ask(league, boss, "end_season").status_code == 200
    closed = ask(league, boss, "close").json()
    assert (closed["open"], closed["season"]) == (False, 2)
    assert refused(Program(boss).get(f"{path(league)}/next")) == (422, "closed")


def test_members_join_take_a_break_and_leave_in_their_own_name(league):
    nora = make_user("nora")
    assert refused(ask(league, nora, "join")) == (403, "not_member")
    Membership.objects.create(club=league.club, user=nora)
    assert ask(league, nora, "join").json()["players"] == 9
    assert refused(ask(league, nora, "join")) == (422, "already_in_league")
    for kind, is_away in (("take_break", True), ("take_break", True), ("end_break", False)):
        assert ask(league, nora, kind).status_code == 200
        assert league.members.get(user=nora).is_away == is_away
    assert ask(league, nora, "leave").json()["players"] == 8
    assert refused(ask(league, nora, "take_break")) == (422, "not_in_league")


def test_a_director_adds_and_removes_members_by_name(league):
    boss = director(league)
    nora, otto = make_user("nora"), make_user("otto")
    Membership.objects.bulk_create(Membership(club=league.club, user=one) for one in (nora, otto))
    assert ask(league, boss, "add", person="NORA").json()["players"] == 9
    assert refused(ask(league, boss, "add", person="nora")) == (422, "already_in_league")
    assert refused(ask(league, boss, "add", person="nobody")) == (422, "no_such_person")
    assert ask(league, boss, "add_all").json()["players"] == 10
    assert ask(league, boss, "remove", person="nora").json()["players"] == 9
    assert refused(ask(league, boss, "remove", person="nora")) == (422, "not_in_league")


OF_DIRECTORS = (
    ("start_season", {"after": 0}), ("end_season", {}), ("start_final", {}), ("close", {}),
    ("add", {"person": "p2"}), ("add_all", {}), ("remove", {"person": "p2"}),
)  # fmt: skip


def test_only_directors_run_a_league_and_only_with_a_key_that_organises(league):
    member, stranger = league.members.get(user__username="p2").user, make_user("stranger")
    for kind, fields in OF_DIRECTORS:
        for person in (member, stranger):
            assert refused(ask(league, person, kind, **fields)) == (403, "not_director"), kind
        assert ask(league, director(league), kind, scope="play", **fields).status_code == 403
        assert ask(league, None, kind, **fields).status_code == 401
    for person in (member, stranger, None):
        assert refused(Program(person).get(f"{path(league)}/next")) == (403, "not_director")
    assert (league.members.count(), LeagueSeason.objects.count()) == (8, 0)
    Club.objects.update(is_private=True)
    assert ask(league, stranger, "join").status_code == 404
    assert Program(stranger).get(f"{path(league)}/next").status_code == 404


@pytest.mark.parametrize(
    "action",
    [
        {}, {"kind": "move"}, {"kind": ["join"]}, {"kind": "join", "person": "p1"},
        {"kind": "start_season"}, {"kind": "start_season", "after": -1},
        {"kind": "start_season", "after": True}, {"kind": "start_season", "after": 10**30},
        {"kind": "start_season", "after": 0, "starts_at": "2026-12-24T18:00:00"},
        {"kind": "start_season", "after": 0, "starts_at": "1999-01-01T00:00:00Z"},
        {"kind": "start_season", "after": 0, "starts_at": "soon"},
        {"kind": "add", "person": ""}, {"kind": "add", "person": "a\0b"},
        {"kind": "add", "person": "x" * 200}, {"kind": "remove", "person": "\ud800"},
    ],
)  # fmt: skip
def test_a_malformed_action_is_refused_in_a_sentence_and_changes_nothing(league, action):
    answer = Program(director(league), "organise").post(f"{path(league)}/actions", action=action)
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith(".")
    assert (league.members.count(), LeagueSeason.objects.count()) == (8, 0)


def test_a_director_offers_a_seat_of_a_running_match_to_a_substitute(ada):
    event = make_event(ada, make_club(ada), format="swiss")
    people = [make_user(name) for name in ("bo", "chen")]
    for one in people:
        act(event, ada, "register", players=[one.pk], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    sit_down(match, *[seat.user for seat in match.seats.select_related("user")])
    dee, where = make_user("dee"), f"/tournaments/{event.code}/substitute"
    sent = {"match": match.code, "seat": 0, "person": "dee"}
    assert refused(Program(people[0], "organise").post(where, **sent)) == (403, "not_director")
    assert Program(ada, "play").post(where, **sent).status_code == 403
    assert refused(Program(ada, "organise").post(where, **{**sent, "seat": 9}))[0] == 422
    assert not match.seats.exclude(offered_at=None).exists()
    assert Program(ada, "organise").post(where, **sent).json() == sent
    assert match.seats.get(number=0).offered_to == dee
