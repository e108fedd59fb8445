"""Weighing decisions for collusion: when they say nothing, and that they lean to neither side."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.bot import Observation
from games.engine.botplay import observed
from games.engine.chance import Chance
from games.engine.collusion import Weight, fair_contest, hands_of, policy_of, weigh
from games.engine.contract import Rules
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.rollout import imagine
from games.registry import all_rules

WEIGHED = [key for key, rules in all_rules().items() if rules.stakes]


def positions(game: str, count: int = 12, seats: int = 4) -> Iterator[tuple[Rules, Any, int]]:
    """Yield positions of a match of club bots in which there is something to choose."""
    rules, chance = all_rules()[game], Chance(b"\x07" * 32, game)
    options = complete_options(rules.meta, seats, {})
    _, state = start_match(rules, options, seats, chance)
    dice, ply = random.Random(7), 0
    while count and (seat := rules.to_act(state)) is not None:
        known = observed(rules, state, ply, seat, Memory(seats))
        if len(known.legal) > 1 and rules.stakes is not None:
            first, *_ = hands_of(state, seat).items()
            (gains,) = rules.stakes.gains(known, first[0], [first[1]])
            if min(gains) < max(gains):
                count -= 1
                yield rules, state, ply
        action = rules.bots["club"].choose(known, dice)
        _, state = play_action(rules, state, seat, action, chance)
        ply += 1


def knowing(rules: Rules, state: Any, ply: int, all_hands: bool) -> Observation:
    """Return what the seat to act knows, with every hand in its memory or none."""
    seat = rules.to_act(state)
    assert seat is not None
    memory = Memory(len(state.hands))
    if all_hands:
        for other, hand in hands_of(state, seat).items():
            memory.hands[other] = Counter(hand)
    return observed(rules, state, ply, seat, memory)


def weights(rules: Rules, state: Any, known: Observation, action: Any) -> dict[int, Weight]:
    return weigh(rules, known, action, hands_of(state, known.view["seat"]), random.Random(1))


@pytest.mark.parametrize("game", WEIGHED)
def test_hands_that_a_seat_knows_anyway_add_nothing(game: str) -> None:
    for rules, state, ply in positions(game):
        known = knowing(rules, state, ply, all_hands=True)
        for action in known.legal:
            for weight in weights(rules, state, known, action).values():
                assert weight.peek == pytest.approx(0)
                assert weight.team == pytest.approx(weight.help)


@pytest.mark.parametrize("game", WEIGHED)
def test_a_seat_that_plays_for_itself_scores_nothing_on_average(game: str) -> None:
    for rules, state, ply in positions(game, 6):
        known = knowing(rules, state, ply, all_hands=False)
        assert rules.stakes is not None
        policy = policy_of(rules.stakes.worths(known))
        each = [weights(rules, state, known, action) for action in known.legal]
        for other in each[0]:
            for name in ("team", "help", "peek"):
                figures = [getattr(found[other], name) for found in each]
                mean = sum(p * x for p, x in zip(policy, figures, strict=True))
                assert mean == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("game", WEIGHED)
def test_what_is_said_for_all_others_adds_up_to_nothing(game: str) -> None:
    for rules, state, ply in positions(game, 6):
        known = knowing(rules, state, ply, all_hands=False)
        found = weights(rules, state, known, known.legal[-1])
        assert sum(weight.team for weight in found.values()) == pytest.approx(0)


@pytest.mark.parametrize("game", WEIGHED)
def test_stakes_depend_on_nothing_the_seat_cannot_know(game: str) -> None:
    for rules, state, ply in positions(game, 6):
        stakes, seat = rules.stakes, rules.to_act(state)
        assert stakes is not None
        assert seat is not None
        other = imagine(rules, state, seat, Memory(len(state.hands)), random.Random(3))
        one, two = (knowing(rules, each, ply, all_hands=False) for each in (state, other))
        assert stakes.worths(one) == stakes.worths(two)
        for rival, hand in hands_of(state, seat).items():
            gains = stakes.gains(one, rival, [hand])
            assert gains == stakes.gains(two, rival, [hand])
            assert [len(each) for each in gains] == [len(one.legal)]


def test_a_forced_action_and_a_table_of_two_say_nothing() -> None:
    rules, state, ply = next(positions("deadline_99"))
    known = knowing(rules, state, ply, all_hands=False)
    seat, action = known.view["seat"], known.legal[0]
    hands = hands_of(state, seat)
    forced = Observation(known.view, [action], known.memory)
    assert weigh(rules, forced, action, hands, random.Random(1)) == {}
    one = dict([next(iter(hands.items()))])
    assert weigh(rules, known, action, one, random.Random(1)) == {}
    assert weigh(rules, known, {"type": "resign"}, hands, random.Random(1)) == {}


@pytest.mark.parametrize(
    ("game", "seats", "options", "is_fair"),
    [
        ("deadline_99", 4, {}, True),
        ("deadline_99", 2, {}, False),
        ("deadline_99", 5, {"mode": "factions"}, False),
        ("zombie_rummy", 3, {}, True),
        ("death_frontline", 4, {}, False),
    ],
)
def test_only_tables_without_partners_count(
    game: str, seats: int, options: dict[str, Any], is_fair: bool
) -> None:
    rules = all_rules()[game]
    chosen = complete_options(rules.meta, seats, options)
    _, state = start_match(rules, chosen, seats, Chance(b"\x07" * 32, game))
    assert fair_contest(rules, state, seats) is is_fair


def test_a_score_divides_by_the_greater_of_both_spreads() -> None:
    assert Weight(team=6.0, team_var=4.0, team_squares=9.0).team_score == 2
    assert Weight(peek=6.0, peek_var=4.0, peek_squares=1.0).peek_score == 3
    assert Weight().team_score == Weight().peek_score == 0
