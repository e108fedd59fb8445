"""Own stocks: what a seat draws doesn't depend on what anybody else does."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Event, Options
from games.engine.match import play_action, start_match, still_in
from games.engine.options import complete_options
from games.engine.stocks import dealt_out, left_for, together, top_for, without_top
from games.registry import current_rules

SEED = b"\x2a" * 32
Draws = dict[tuple[int, int], list[str]]


def test_a_pile_is_dealt_out_from_its_top_in_turn() -> None:
    stocks = dealt_out(list("gfedcba"), [1, 2, 0])
    assert [stock[::-1] for stock in stocks] == [tuple("cf"), tuple("adg"), tuple("be")]


def test_each_seat_draws_from_the_top_of_its_own_part_of_the_pile() -> None:
    pile, sizes = together([("a", "b"), ("c", "d", "e"), ()])
    assert top_for(pile, sizes, 1, 2) == ("e", "d")
    assert top_for(pile, sizes, 0, 5) == ("b", "a")
    assert without_top(pile, sizes, 1, 2) == (("a", "b", "c"), (2, 1, 0))
    assert [left_for(pile, sizes, seat) for seat in range(3)] == [2, 3, 0]
    assert top_for(pile, (), 2) == ("e",)
    assert without_top(pile, (), 2) == (("a", "b", "c", "d"), ())


def events_of(game: str, seats: int, options: Options, player: int) -> Iterator[Event]:
    """Yield the events of a match of the same deal, played at random by another player."""
    rules, dice, chance = current_rules(game), random.Random(player), Chance(SEED, game)
    chosen = complete_options(rules.meta, seats, {**options, "own_stocks": True})
    events, state = start_match(rules, chosen, seats, chance)
    yield from events
    for _ in range(600):
        seat = rules.to_act(state)
        if seat is None:
            return
        action: Any = dice.choice(rules.legal_actions(state, seat))
        if dice.random() < 0.01:
            seat = dice.choice([one for one in range(seats) if still_in(rules, state, one)])
            action = RESIGN
        events, state = play_action(rules, state, seat, action, chance)
        yield from events


def draws_of(events: Iterator[Event]) -> Draws:
    """Return what each seat was dealt and drew face down, by round and seat."""
    found: Draws = defaultdict(list)
    number = 0
    for event in events:
        told: Any = event
        if event.name == "round_began":
            number += 1
        elif event.name in ("hand_dealt", "cards_drawn"):
            found[number, told.seat] += told.cards
        elif event.name == "card_drawn":
            found[number, told.seat].append(told.card)
    return found


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("deadline_99", 5, {"angel_reaper": True}),
        ("deadline_99", 6, {"mode": "factions"}),
        ("zombie_rummy", 4, {"end": "rounds", "target": 4}),
    ],
)
def test_the_same_seat_draws_the_same_cards_whoever_plays(
    game: str, seats: int, options: Options
) -> None:
    first = draws_of(events_of(game, seats, options, 0))
    compared = 0
    for player in range(1, 20):
        for place, cards in draws_of(events_of(game, seats, options, player)).items():
            least = min(len(cards), len(first[place]))
            assert cards[:least] == first[place][:least]
            compared += least
    assert compared > 500


def test_one_mulligan_of_death_frontline_does_not_shift_anothers() -> None:
    rules, deals = current_rules("death_frontline"), []
    for takes in ("keep", "mulligan"):
        chance = Chance(SEED, "death_frontline")
        options = complete_options(rules.meta, 4, {"own_stocks": True})
        _, state = start_match(rules, options, 4, chance)
        for seat, kind in enumerate((takes, takes, "keep", "mulligan")):
            _, state = play_action(rules, state, seat, {"type": kind}, chance)
        deals.append(state.seats[3])
        assert chance.operation == 8
    assert deals[0] == deals[1]


def test_a_used_up_stock_of_deadline_99_is_not_refilled() -> None:
    rules, chance = current_rules("deadline_99"), Chance(SEED, "deadline_99")
    options = complete_options(rules.meta, 2, {"own_stocks": True})
    _, state = start_match(rules, options, 2, chance)
    seat = rules.to_act(state)
    state = state._replace(
        draw_pile=state.draw_pile[: state.stocks[0]], stocks=(state.stocks[0], 0)
    )
    state = state._replace(turn=1, hands=(state.hands[0], ("3S", "4S", "5S", "6S", "9S")))
    assert seat == 0
    events, after = play_action(rules, state, 1, {"type": "play", "card": "3S"}, chance)
    assert "cards_drawn" not in [event.name for event in events]
    assert (after.hands[1], after.stocks) == (("4S", "5S", "6S", "9S"), state.stocks)
