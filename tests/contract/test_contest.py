"""Who played against whom, which is what ratings compare."""

from __future__ import annotations

from games.engine.contract import Rules
from tests.contract.matches import PlayedMatch


def test_every_seat_is_on_exactly_one_of_two_sides_or_more(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        contest = rules.meta.contest(played.plies[-1].state)
        seats = [seat for side in contest.sides for seat in side.seats]
        assert sorted(seats) == list(range(played.seats))
        assert len(contest.sides) >= 2


def test_the_mode_is_one_that_the_game_names(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        assert rules.meta.contest(played.plies[-1].state).mode in rules.meta.modes


def test_a_side_shares_its_rank_and_names_its_part_where_sides_differ(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        state = played.plies[-1].state
        contest, result = rules.meta.contest(state), rules.result(state)
        for side in contest.sides:
            assert bool(side.code) == contest.grouped
            assert result is None or len({result.ranks[seat] for seat in side.seats}) == 1


def test_only_in_a_sided_mode_do_seats_share_a_side(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    assert rules.meta.sided_modes <= set(rules.meta.modes)
    for played in matches:
        contest = rules.meta.contest(played.plies[-1].state)
        is_sided = contest.mode in rules.meta.sided_modes
        assert is_sided or all(len(side.seats) == 1 for side in contest.sides)
