"""Rules, "A match is a number of rounds"."""

from __future__ import annotations

import pytest

from games.engine.chance import Chance
from games.engine.match import start_match
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.cards import PACK, in_order
from games.rules.zombie_rummy.state import State

from .positions import SEED, act, position

OPTIONS = {"end": "rounds", "target": 9}


def started(seats: int) -> State:
    state: State = start_match(RULES, OPTIONS, seats, Chance(SEED, "zombie_rummy"))[1]
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_eight_cards_are_dealt_one_at_a_time_from_the_dealers_left(seats: int) -> None:
    pile = Chance(SEED, "zombie_rummy").shuffle(PACK)
    pile.reverse()
    state = started(seats)
    for place in range(seats):
        seat = (1 + place) % seats
        assert state.hands[seat] == in_order(pile[place : 8 * seats : seats])
    assert state.discard_pile == (pile[8 * seats],)
    assert state.draw_pile == tuple(reversed(pile[8 * seats + 1 :]))


def test_seat_0_deals_first_and_the_dealers_left_begins() -> None:
    state = started(4)
    assert (state.round, state.dealer, state.turn, state.phase) == (1, 0, 1, "draw")
    assert (state.totals, state.round_wins, state.has_melded) == ((0,) * 4, (0,) * 4, (False,) * 4)


def test_the_next_round_is_dealt_by_the_next_seat_within_the_action_that_ended_the_last() -> None:
    ending = position("chair-1", "book", "book", dealer=1, turns_played=7, removed=("nuke",))
    state = act(ending, {"type": "discard", "card": "chair-1"})
    assert (state.round, state.dealer, state.turn) == (2, 2, 0)
    assert (state.phase, state.turns_played, state.removed) == ("draw", 0, ())
    assert [len(hand) for hand in state.hands] == [8, 8, 8]
    assert len(state.round_scores) == 1


def test_all_108_cards_come_back_for_every_round() -> None:
    state = act(position("chair-1", "book"), {"type": "discard", "card": "chair-1"})
    dealt = [card for hand in state.hands for card in hand]
    assert in_order([*dealt, *state.draw_pile, *state.discard_pile]) == in_order(PACK)


def test_stack_ids_count_from_1_again_in_each_round() -> None:
    state = position("chair-1", "book", stacks_made=5)
    after = act(state, {"type": "discard", "card": "chair-1"})
    assert after.round == 2
    assert after.stacks_made == 0


def test_turns_go_clockwise() -> None:
    state = position("chair-1 book", "book", "gas", turn=0)
    state = act(state, {"type": "discard", "card": "book"})
    assert (state.turn, state.phase, state.turns_played) == (1, "draw", 1)
