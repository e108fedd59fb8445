"""Matches that are played all at once are matches like any other: replayed, verified, rated."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.demo import NAMES
from accounts.registry import demo_steps
from games.engine.read_record import read_record
from games.engine.verify import verify_bots, verify_record
from games.matches.demo import EVERYBODY, matches_steps
from games.matches.export import record_json
from games.matches.models import Match, MatchSecret
from games.matches.services.match_play_out import Player, match_play_out
from games.ratings.models import RatingLog
from games.registry import all_rules, all_rulesets
from tests.support.finished import somebody

pytestmark = pytest.mark.django_db
THEN = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


def played(game: str, *users: object, **choices: object) -> Match:
    """Return a match of these people, topped up with bots to the fewest seats."""
    rules = all_rules()[game]
    bot = next(iter(rules.bots))
    seats = max(rules.meta.allowed_seats()[0], len(users))
    players = [Player(bot, user) for user in users] + [Player(bot)] * (seats - len(users))
    return match_play_out(game=game, players=players, started_at=THEN, **choices)


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_its_record_verifies(game: str) -> None:
    match = played(game)
    record = read_record(json.dumps(record_json(match)).encode(), all_rulesets())
    assert verify_record(record)
    assert verify_bots(record) == match.ply
    assert record.fairness is not None


@pytest.mark.parametrize("game", sorted(all_rules()))
def test_the_stored_match_folds_again(game: str) -> None:
    match = played(game)
    said = StringIO()
    call_command("verify_matches", stdout=said)
    assert said.getvalue().startswith(f"ok 1 matches, {match.ply} actions")


def test_it_is_finished_in_the_past_and_its_secret_is_open() -> None:
    match = played("deadline_99")
    assert match.status == Match.Status.FINISHED
    assert match.started_at is not None
    assert match.finished_at is not None
    assert THEN == match.started_at < match.finished_at
    assert MatchSecret.objects.get(match=match).revealed_at == match.finished_at
    assert all(seat.rank for seat in match.seats.all())


def test_people_are_rated_and_bots_are_not() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    match = played("deadline_99", ada, bo)
    assert match.rated
    assert RatingLog.objects.get(match=match.code).why == ""
    assert not played("deadline_99").rated


def test_the_demonstration_shows_every_game_and_mode_and_live_tables() -> None:
    lacking = demo_steps()
    for left in range(len(lacking), 0, -1):  # as somebody who stops the site after every step
        assert len(lacking) == left
        lacking[0]()
        lacking = demo_steps()
    assert not lacking
    finished = Match.objects.filter(status="finished")
    assert set(finished.values_list("game", flat=True)) == set(all_rules())
    for key, rules in all_rules().items():
        modes = RatingLog.objects.filter(game=key).values_list("mode", flat=True)
        assert set(modes) == set(rules.meta.modes)
    assert Match.objects.filter(status="open", arranged=False).exists()
    mine, bots = Match.objects.filter(status="running", arranged=False).order_by("seat_count")
    assert mine.seats.filter(user__username=NAMES[0]).exists()
    assert not bots.seats.exclude(user=None).exists()


def test_a_site_with_matches_of_its_own_is_given_none() -> None:
    for name in EVERYBODY:
        somebody(name)
    played("deadline_99")
    assert matches_steps() == []
