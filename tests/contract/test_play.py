"""Random play ends, by actions that are listed; what is listed is accepted."""

from __future__ import annotations

import random

from games.engine.canonical import canonical
from games.engine.chance import Chance
from games.engine.contract import Rules
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.snapshot import legal_list
from tests.contract.matches import PlayedMatch

BOUND = 20_000


def test_random_play_with_the_default_options_ends_for_every_number_of_seats(rules: Rules) -> None:
    for seats in rules.meta.allowed_seats():
        dice = random.Random(seats)
        chance = Chance(bytes([seats] * 32), rules.meta.key)
        _, state = start_match(rules, complete_options(rules.meta, seats, {}), seats, chance)
        for _ in range(BOUND):
            if (seat := rules.to_act(state)) is None:
                break
            action = dice.choice(rules.legal_actions(state, seat))
            _, state = play_action(rules, state, seat, action, chance)
        assert rules.result(state) is not None


def test_a_seat_can_act_until_the_match_is_over_and_none_after(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.plies:
            to_act = rules.to_act(ply.state)
            assert (to_act is None) == (rules.result(ply.state) is not None)
            for seat in range(played.seats):
                assert bool(rules.legal_actions(ply.state, seat)) == (seat == to_act)


def test_the_result_ranks_every_seat_and_its_reason_is_declared(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    results = [rules.result(played.plies[-1].state) for played in matches]
    ended = [(result, played) for result, played in zip(results, matches, strict=True) if result]
    assert ended
    for result, played in ended:
        assert result.reason in rules.meta.end_reasons
        assert len(result.ranks) == played.seats
        assert min(result.ranks) == 1
        assert max(result.ranks) <= played.seats
        assert result.scores is None or len(result.scores) == played.seats


def test_every_listed_action_is_accepted_and_stands_there_once(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.sample(12):
            listed = legal_list(rules, ply.state)
            assert len({canonical(entry) for entry in listed}) == len(listed)
            for entry in listed:
                assert entry["action"]["type"] != "resign"
                assert rules.normal(entry["action"]) == entry["action"]
                play_action(rules, ply.state, entry["seat"], entry["action"], ply.chance(played))


def test_looking_at_a_position_changes_nothing(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """The caller may do what it likes with what it is given."""
    for played in matches:
        for ply in played.sample(5):
            before = canonical(rules.snapshot(ply.state))
            if (seat := rules.to_act(ply.state)) is not None:
                for action in rules.legal_actions(ply.state, seat):
                    action.clear()
            rules.snapshot(ply.state).clear()
            assert canonical(rules.snapshot(ply.state)) == before
            assert all(entry["action"] for entry in legal_list(rules, ply.state))
