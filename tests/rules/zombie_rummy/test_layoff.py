"""Rules, "Lay": the layoff."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Action
from games.rules.zombie_rummy.scoring import round_scores
from games.rules.zombie_rummy.state import State

from .positions import act, device, horde, laid, legal, position, refused, zombie


def laying_off(hand: str, melded: bool = True, **changes: Any) -> State:
    return position(hand, "gas", has_melded=(melded, False), **changes)


def off(card: str, stack: int) -> Action:
    return {"type": "layoff", "card": card, "stack": stack}


def test_a_run_grows_at_either_end_with_its_weapon() -> None:
    tables = {1: [laid(1, "chair-3 chair-4 chair-5")]}
    state = laying_off("chair-2 chair-6 chair-7 chair-4 shotgun-6 book", tables=tables)
    assert legal(state, "layoff") == [off("chair-2", 1), off("chair-6", 1)]
    after = act(state, off("chair-2", 1))
    assert after.tables[1] == (laid(1, "chair-2 chair-3 chair-4 chair-5"),)
    for card in ("chair-7", "chair-4", "shotgun-6", "book"):
        assert refused(state, off(card, 1)) == "does_not_fit"


def test_a_run_does_not_go_on_beyond_10_or_1() -> None:
    tables = {1: [laid(1, "chair-8 chair-9 chair-10"), laid(2, "chair-1 chair-2 chair-3")]}
    state = laying_off("chair-1 chair-10", tables=tables)
    assert legal(state, "layoff") == []


def test_a_group_grows_by_its_number_whatever_the_weapon() -> None:
    tables = {1: [laid(1, "chair-3 shotgun-3 chainsaw-3")]}
    state = laying_off("chair-3 shotgun-3 chair-4 book", tables=tables)
    assert legal(state, "layoff") == [off("shotgun-3", 1), off("chair-3", 1)]
    after = act(state, off("chair-3", 1))
    assert after.tables[1] == (laid(1, "chair-3 chair-3 shotgun-3 chainsaw-3"),)


def test_nobody_lays_off_before_a_weapon_set_of_their_own() -> None:
    tables = {0: [laid(1, "chair-3 chair-4 chair-5")]}
    state = laying_off("chair-2 book", melded=False, tables=tables)
    assert refused(state, off("chair-2", 1)) == "no_weapon_set_laid"
    assert legal(state, "layoff") == []


def test_a_set_on_a_zombie_or_horde_takes_layoffs_too_and_a_barricade_does_not_matter() -> None:
    tables = {
        1: [
            zombie(1, "chair-3 chair-4 chair-5"),
            horde(2, "shotgun-1 shotgun-2 shotgun-3 shotgun-4"),
            device(3, "barricade"),
        ]
    }
    state = laying_off("chair-2 shotgun-5 book", tables=tables)
    assert legal(state, "layoff") == [off("chair-2", 1), off("shotgun-5", 2)]


def test_no_card_joins_an_equipment_set_or_a_stack_without_a_set() -> None:
    tables = {0: [laid(1, "truck key gas"), zombie(2)]}
    state = laying_off("truck chair-1 book", tables=tables)
    assert legal(state, "layoff") == []
    assert refused(state, off("truck", 1)) == "does_not_fit"
    assert refused(state, off("chair-1", 2)) == "does_not_fit"
    assert refused(state, off("chair-1", 9)) == "no_such_stack"
    assert refused(state, off("chair-9", 1)) == "not_in_hand"


def test_an_equipment_set_after_the_weapon_set_takes_nothing_away() -> None:
    state = laying_off("truck key gas book")
    after = act(state, {"type": "meld", "cards": ["truck", "key", "gas"]})
    assert after.has_melded == (True, False)


def test_a_weapon_set_of_the_last_round_does_not_count() -> None:
    state = position("book", "gas", has_melded=(True, True))
    after = act(state, {"type": "discard", "card": "book"})
    assert (after.round, after.has_melded) == (2, (False, False))


def test_its_points_belong_to_the_holder_of_the_table() -> None:
    tables = {1: [laid(1, "chair-3 chair-4 chair-5")]}
    state = laying_off("chair-2 book", tables=tables)
    after = act(state, off("chair-2", 1))
    assert [s.weapons for s in round_scores(after)] == [0, 8]
    assert [s.weapons for s in round_scores(state)] == [0, 6]
