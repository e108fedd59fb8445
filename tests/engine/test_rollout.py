"""Playing positions out: what an end is worth, and what is dealt anew before."""

from __future__ import annotations

import random

import pytest

from games.engine.chance import Chance
from games.engine.hidden import Memory
from games.engine.match import start_match
from games.engine.options import complete_options
from games.engine.rollout import imagine, roll_out, shares
from games.engine.snapshot import snapshot
from games.engine.viewer import Viewer
from games.registry import all_rules

GAMES = [key for key, rules in all_rules().items() if rules.hiding]


def opening(game: str, seats: int = 0, **options: object):
    rules = all_rules()[game]
    seats = seats or rules.meta.allowed_seats()[-1]
    chosen = complete_options(rules.meta, seats, options)
    return rules, start_match(rules, chosen, seats, Chance(b"\x07" * 32, game))[1]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_imagined_looks_to_the_seat_as_the_position_does(game: str) -> None:
    rules, state = opening(game)
    other = imagine(rules, state, 1, Memory(len(state.resigned)), random.Random(3))
    assert snapshot(rules, other, 0, Viewer(1)) == snapshot(rules, state, 0, Viewer(1))
    assert rules.snapshot(other) != rules.snapshot(state)


@pytest.mark.parametrize("game", list(all_rules()))
def test_one_win_is_shared_out_among_the_sides(game: str) -> None:
    rules, state = opening(game, rules_seats(game))
    bot = next(iter(rules.bots.values()))
    got = roll_out(rules, state, 0, bot, Chance(b"\x01" * 32, game), random.Random(1))
    assert sum(got) == pytest.approx(1)


def rules_seats(game: str) -> int:
    return all_rules()[game].meta.allowed_seats()[0]


def test_winners_of_a_grouped_contest_win_whole() -> None:
    rules, state = opening("deadline_99", 7, mode="factions")
    bot = rules.bots["novice"]
    got = roll_out(rules, state, 0, bot, Chance(b"\x01" * 32, "deadline_99"), random.Random(1))
    assert set(got) == {0.0, 1.0}


def test_a_match_without_an_end_is_worth_the_same_to_all() -> None:
    rules, state = opening("deadline_99", 4)
    assert shares(rules, state) == (0.25,) * 4
