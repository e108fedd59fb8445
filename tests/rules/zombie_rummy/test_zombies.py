"""Rules, "Lay": placing, attacking, locking, stealing, breaking, and the barricade."""

from __future__ import annotations

import pytest

from games.engine.contract import Action
from games.rules.zombie_rummy.state import State

from .positions import act, brain, device, horde, legal, locked, position, refused, zombie

BARRICADE = "barricade"
RADIO = "radio"


@pytest.mark.parametrize("card", ["brain", "radio", "barricade"])
def test_brain_radio_and_barricade_are_placed_as_a_new_stack(card: str) -> None:
    state = act(position(f"{card} book", "gas"), {"type": "place", "card": card})
    (stack,) = state.tables[0]
    assert stack.id == 1
    assert stack.cards() == [card]


@pytest.mark.parametrize("card", ["zombie", "gang", "nuke", "book", "chair-1", "bazooka"])
def test_nothing_else_is_placed(card: str) -> None:
    state = position("zombie gang nuke book chair-1", "gas")
    assert refused(state, {"type": "place", "card": card}) == "not_placeable"


def test_only_what_is_held_is_placed() -> None:
    assert refused(position("book", "gas"), {"type": "place", "card": "brain"}) == "not_in_hand"


def test_an_attack_puts_the_zombie_in_front_of_the_other() -> None:
    state = act(position("zombie book", "gas"), {"type": "attack", "seat": 1})
    assert state.tables == ((), (zombie(1),))
    assert state.hands[0] == ("book",)


def test_nobody_attacks_themselves_or_who_is_not_there() -> None:
    state = position("zombie book", "gas", "gas", resigned=(False, False, True))
    assert refused(state, {"type": "attack", "seat": 0}) == "not_yourself"
    assert refused(state, {"type": "attack", "seat": 2}) == "player_resigned"
    assert refused(state, {"type": "attack", "seat": 3}) == "no_such_player"
    assert refused(state, {"type": "attack", "seat": -1}) == "no_such_player"
    assert refused(state, {"type": "attack", "seat": True}) == "bad_value"
    assert legal(state, "attack") == [{"type": "attack", "seat": 1}]


@pytest.mark.parametrize(
    "action",
    [
        {"type": "attack", "seat": 1},
        {"type": "lock", "stack": 1},
        {"type": "steal", "stack": 2},
        {"type": "break", "stack": 3},
    ],
)
def test_without_a_zombie_none_of_its_actions_is_legal(action: Action) -> None:
    tables = {0: [brain(1)], 1: [brain(2), device(3, RADIO)]}
    state = position("book gas", "gas", tables=tables)
    assert refused(state, action) == "not_in_hand"
    assert not legal(state, action["type"])


def test_a_zombie_locks_ones_own_free_brain() -> None:
    state = position("zombie book", "gas", tables={0: [brain(1), locked(2)], 1: [brain(3)]})
    assert legal(state, "lock") == [{"type": "lock", "stack": 1}]
    assert act(state, {"type": "lock", "stack": 1}).tables[0] == (locked(1), locked(2))
    assert refused(state, {"type": "lock", "stack": 2}) == "already_locked"
    assert refused(state, {"type": "lock", "stack": 3}) == "not_your_brain"


def test_a_stolen_brain_comes_to_the_end_of_the_thiefs_table_keeping_its_id() -> None:
    state = position("zombie book", "gas", tables={0: [brain(3)], 1: [brain(1), zombie(2)]})
    after = act(state, {"type": "steal", "stack": 1})
    assert after.tables == ((brain(3), locked(1)), (zombie(2),))
    assert after.stacks_made == 3


def test_a_locked_brain_is_not_stolen_nor_is_ones_own() -> None:
    state = position("zombie book", "gas", tables={0: [brain(3)], 1: [locked(1), zombie(2)]})
    assert refused(state, {"type": "steal", "stack": 1}) == "brain_locked"
    assert refused(state, {"type": "steal", "stack": 2}) == "not_anothers_brain"
    assert refused(state, {"type": "steal", "stack": 3}) == "not_anothers_brain"
    assert legal(state, "steal") == []


@pytest.mark.parametrize("kind", [RADIO, BARRICADE])
def test_breaking_removes_the_zombie_then_the_device(kind: str) -> None:
    state = position("zombie book", "gas", tables={1: [device(1, kind)]})
    after = act(state, {"type": "break", "stack": 1})
    assert after.removed == ("zombie", kind)
    assert after.tables == ((), ())
    assert after.hands[0] == ("book",)


def test_ones_own_device_is_not_broken_nor_anything_else() -> None:
    state = position("zombie book", "gas", tables={0: [device(1, RADIO)], 1: [brain(2)]})
    assert refused(state, {"type": "break", "stack": 1}) == "not_anothers_device"
    assert refused(state, {"type": "break", "stack": 2}) == "not_anothers_device"


def behind_barricade(hand: str) -> State:
    table = [brain(1), device(2, RADIO), device(3, BARRICADE), zombie(4)]
    return position(hand, "gas", tables={1: table})


@pytest.mark.parametrize(
    "action",
    [
        {"type": "attack", "seat": 1},
        {"type": "steal", "stack": 1},
        {"type": "break", "stack": 2},
        {"type": "gang", "stack": 4},
    ],
)
def test_a_barricade_keeps_out_zombies_and_gangs(action: Action) -> None:
    state = behind_barricade("zombie gang book")
    assert refused(state, action) == "behind_barricade"
    assert action not in legal(state)


def test_the_one_zombie_played_at_a_barricade_breaks_it() -> None:
    state = behind_barricade("zombie zombie gang book")
    assert [a for a in legal(state) if a["type"] in ("attack", "steal", "break", "gang")] == [
        {"type": "break", "stack": 3}
    ]
    after = act(state, {"type": "break", "stack": 3})
    kinds = {a["type"] for a in legal(after)}
    assert {"attack", "steal", "break", "gang"} <= kinds


def test_a_second_barricade_still_stands_when_the_first_is_broken() -> None:
    tables = {1: [device(1, BARRICADE), device(2, BARRICADE)]}
    state = act(position("zombie zombie book", "gas", tables=tables), {"type": "break", "stack": 1})
    assert refused(state, {"type": "attack", "seat": 1}) == "behind_barricade"


def test_ones_own_barricade_does_not_keep_out_oneself() -> None:
    tables = {0: [device(1, BARRICADE), brain(2), zombie(3)]}
    state = position("zombie gang book", "gas", tables=tables)
    assert {"type": "lock", "stack": 2} in legal(state)
    assert {"type": "gang", "stack": 3} in legal(state)


def test_a_gang_makes_any_open_zombie_a_horde() -> None:
    tables = {0: [zombie(1), locked(2)], 1: [zombie(3)]}
    state = position("gang book", "gas", tables=tables)
    assert [a["stack"] for a in legal(state, "gang")] == [1, 2, 3]
    assert act(state, {"type": "gang", "stack": 3}).tables[1] == (horde(3),)
    assert act(state, {"type": "gang", "stack": 2}).tables[0][1].open_horde


def test_a_gang_goes_on_no_horde_no_eliminated_zombie_and_nothing_else() -> None:
    tables = {0: [horde(1), zombie(2, "truck key gas"), brain(3)], 1: [device(4, RADIO)]}
    state = position("gang book", "gas", tables=tables)
    for stack in (1, 2, 3, 4):
        assert refused(state, {"type": "gang", "stack": stack}) == "no_open_zombie"
    assert legal(state, "gang") == []


def test_without_a_gang_there_is_no_horde() -> None:
    state = position("book", "gas", tables={0: [zombie(1)]})
    assert refused(state, {"type": "gang", "stack": 1}) == "not_in_hand"


def test_ids_are_not_used_again_when_a_stack_has_gone() -> None:
    state = position("zombie brain book", "gas", tables={1: [device(1, RADIO)]})
    state = act(state, {"type": "break", "stack": 1})
    state = act(state, {"type": "place", "card": "brain"})
    assert state.tables[0] == (brain(2),)
