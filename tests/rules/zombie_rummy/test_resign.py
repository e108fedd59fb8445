"""Record format, "Resigning", for Zombie Rummy."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Result
from games.rules.zombie_rummy.events import MatchEnded, RoundEnded
from games.rules.zombie_rummy.state import LaidSet, Stack, State

from .positions import act, brain, cards, device, laid, legal, play, position, refused, zombie

RESIGN = {"type": "resign"}


def four(**changes: Any) -> State:
    return position("book gas", "gas zombie", "key", "nuke", **changes)


def test_table_and_hand_are_removed_from_the_round() -> None:
    state = four(tables={1: [laid(1, "chair-1 chair-2 chair-3"), zombie(2)]})
    after = act(state, RESIGN, 1)
    assert after.removed == ("chair-1", "chair-2", "chair-3", "zombie", "zombie", "gas")
    assert (after.tables[1], after.hands[1], after.resigned[1]) == ((), (), True)


def test_a_stack_is_removed_from_the_brain_up_to_the_set_on_it() -> None:
    """Only resigning removes a brain with an eliminated horde on it: no nuke can fall there."""
    kit = LaidSet("equipment", cards("truck key gas"))
    whole = Stack(1, brain=True, zombie=True, gang=True, set=kit)
    after = act(four(tables={1: [whole, device(2, "radio")]}), RESIGN, 1)
    assert after.removed == cards("brain zombie gang truck key gas radio zombie gas")


def test_resigning_out_of_turn_leaves_the_turn_as_it_was() -> None:
    after = act(four(), RESIGN, 2)
    assert (after.turn, after.phase, after.turns_played) == (0, "lay", 0)


def test_resigning_in_turn_begins_the_next_seats_turn_and_counts_none() -> None:
    after = act(four(turns_played=3), RESIGN, 0)
    assert (after.turn, after.phase, after.turns_played) == (1, "draw", 3)


def test_resigning_clears_what_had_to_be_laid() -> None:
    state = four(must_meld="book")
    assert act(state, RESIGN, 0).must_meld is None
    assert act(state, RESIGN, 1).must_meld == "book"


def test_a_resigned_seat_takes_no_more_turns() -> None:
    after = act(act(four(), RESIGN, 1), {"type": "discard", "card": "gas"})
    assert after.turn == 2


def test_a_resigned_seat_is_no_actions_target() -> None:
    state = position(
        "zombie gang nuke book",
        "book",
        "gas",
        tables={1: [brain(1), device(2, "radio"), zombie(3)]},
    )
    after = act(state, RESIGN, 1)
    kinds = ("attack", "steal", "break", "gang", "nuke")
    targets = [action for kind in kinds for action in legal(after, kind)]
    assert targets == [
        {"type": "attack", "seat": 2},
        {"type": "nuke", "seat": 0},
        {"type": "nuke", "seat": 2},
    ]


def test_nobody_resigns_twice() -> None:
    assert refused(act(four(), RESIGN, 1), RESIGN, 1) == "has_resigned"
    assert refused(four(), {"type": "resign", "seat": 1}, 1) == "unknown_key"


def test_a_resigned_seat_scores_nothing_wins_nothing_and_is_not_dealt_in() -> None:
    state = position("book", "gas", "key", totals=(0, 5, 0), dealer=0)
    after = act(act(state, RESIGN, 1), {"type": "discard", "card": "book"})
    assert after.round_scores == ((0, 0, -2),)
    assert after.totals == (0, 5, -2)
    assert after.round_wins == (1, 0, 0)
    assert [len(hand) for hand in after.hands] == [8, 0, 8]


def test_the_dealer_is_the_next_seat_still_in_and_its_next_begins() -> None:
    state = position("book", "gas", "key", "key", dealer=0)
    after = act(act(state, RESIGN, 1), {"type": "discard", "card": "book"})
    assert (after.dealer, after.turn) == (2, 3)


def test_with_one_seat_left_the_match_is_over_and_the_round_is_not_scored() -> None:
    state = position("book", "gas", totals=(3, 9), tables={0: [brain(1)]})
    events, after = play(state, RESIGN, 1)
    assert after.result == Result("resignation", (1, 2), (3, 9))
    assert isinstance(events[-1], MatchEnded)
    assert not any(isinstance(event, RoundEnded) for event in events)
    assert (after.turn, after.phase, after.round_scores) == (None, "over", ())
    assert after.hands[0] == ("book",)


def test_of_several_who_resigned_the_later_ranks_higher_and_all_behind_the_others() -> None:
    state = four(end="rounds", target=1, totals=(0, 90, 50, -9))
    state = act(act(state, RESIGN, 1), RESIGN, 2)
    state = act(state, {"type": "discard", "card": "book"})
    state = act(state, {"type": "draw", "from": "deck"}, 3)
    state = act(state, RESIGN, 0)
    assert state.result == Result("resignation", (2, 4, 3, 1), (0, 90, 50, -9))


def test_ranks_at_a_rounds_end_put_who_resigned_last() -> None:
    state = position("book", "gas", "key", end="rounds", target=1, totals=(0, 90, 0))
    state = act(act(state, RESIGN, 1), {"type": "discard", "card": "book"})
    assert state.result == Result("rounds", (1, 3, 2), (0, 90, -2))
