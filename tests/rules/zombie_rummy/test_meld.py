"""Rules, "Lay": sets, on the bare table, on a zombie, on a horde."""

from __future__ import annotations

import pytest

from games.engine.contract import Action, IllegalAction
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.state import LaidSet, Stack

from .positions import act, brain, cards, horde, laid, legal, locked, position, refused, zombie

RUN = ["chair-3", "chair-4", "chair-5"]
LONG_RUN = ["chair-3", "chair-4", "chair-5", "chair-6"]
KIT = ["truck", "key", "gas"]


def meld(held: list[str], stack: int | None = None) -> Action:
    return {"type": "meld", "cards": held, "stack": stack}


def test_a_set_on_the_bare_table_is_a_new_stack() -> None:
    state = act(position("chair-3 chair-4 chair-5 book", "gas"), meld(RUN))
    assert state.tables[0] == (Stack(1, set=LaidSet("run", tuple(RUN))),)
    assert state.hands[0] == ("book",)
    assert state.has_melded == (True, False)


@pytest.mark.parametrize(
    "action", [meld(RUN), {"type": "meld", "cards": RUN[::-1]}, meld([RUN[1], RUN[2], RUN[0]])]
)
def test_normal_form_has_the_cards_in_canonical_order_and_names_the_place(action: Action) -> None:
    assert RULES.normal(action) == meld(RUN)
    assert RULES.normal(meld(RUN[::-1], 7)) == meld(RUN, 7)


@pytest.mark.parametrize("wrong", [{"cards": 7}, {"cards": ["x"]}, {}, {"cards": RUN, "x": 1}])
def test_a_meld_that_cannot_be_read_has_no_normal_form(wrong: Action) -> None:
    with pytest.raises(IllegalAction):
        RULES.normal({"type": "meld", **wrong})


def test_leaving_out_the_stack_means_the_bare_table() -> None:
    state = position("chair-3 chair-4 chair-5 book", "gas")
    assert act(state, {"type": "meld", "cards": RUN}) == act(state, meld(RUN))


def test_the_cards_may_come_in_any_order() -> None:
    state = position("chair-3 chair-4 chair-5 book", "gas")
    assert act(state, meld(RUN[::-1])) == act(state, meld(RUN))


def test_a_weapon_set_eliminates_a_zombie() -> None:
    state = act(
        position("chair-3 chair-4 chair-5 book", "gas", tables={0: [zombie(2)]}), meld(RUN, 2)
    )
    assert state.tables[0] == (zombie(2, "chair-3 chair-4 chair-5"),)
    assert state.stacks_made == 2


def test_a_zombie_that_locks_a_brain_is_eliminated_by_its_holder() -> None:
    state = act(
        position("chair-3 chair-4 chair-5 book", "gas", tables={0: [locked(2)]}), meld(RUN, 2)
    )
    (stack,) = state.tables[0]
    assert stack.brain
    assert stack.zombie
    assert not stack.open_zombie


def test_a_horde_takes_a_weapon_set_of_four_or_more() -> None:
    state = position("chair-3 chair-4 chair-5 chair-6 book", "gas", tables={0: [horde(2)]})
    assert refused(state, meld(RUN, 2)) == "too_weak_for_horde"
    after = act(state, meld(LONG_RUN, 2))
    assert after.tables[0] == (horde(2, " ".join(LONG_RUN)),)


def test_a_set_of_three_on_the_table_cannot_be_made_enough_for_a_horde_later() -> None:
    state = position("chair-6 book", "gas", tables={0: [horde(2), laid(3, " ".join(RUN))]})
    assert [a["stack"] for a in legal(state, "meld")] == []


@pytest.mark.parametrize("stack", [None, 1, 2])
def test_an_equipment_set_lies_on_table_zombie_or_horde(stack: int | None) -> None:
    state = position("truck key gas book", "gas", tables={0: [zombie(1), horde(2)]})
    assert meld(KIT, stack) in legal(state, "meld")
    after = act(state, meld(KIT, stack))
    assert [s.set.kind for s in after.tables[0] if s.set] == ["equipment"]


def test_an_equipment_set_does_not_count_as_a_weapon_set_laid() -> None:
    state = act(position("truck key gas book", "gas"), meld(KIT))
    assert state.has_melded == (False, False)


def test_a_set_lies_only_on_ones_own_open_zombies() -> None:
    state = position(
        "chair-3 chair-4 chair-5 book",
        "gas",
        tables={
            0: [brain(1), zombie(2, "truck key gas"), laid(3, "chair-1 chair-2 chair-3")],
            1: [zombie(4)],
        },
    )
    for stack in (1, 2, 3, 4):
        assert refused(state, meld(RUN, stack)) == "nothing_to_eliminate"
    assert refused(state, meld(RUN, 5)) == "no_such_stack"
    assert [a["stack"] for a in legal(state, "meld")] == [None]


def test_an_eliminated_horde_is_not_eliminated_again() -> None:
    state = position(
        "chair-3 chair-4 chair-5 chair-6 book", "gas", tables={0: [horde(2, "truck key gas")]}
    )
    assert refused(state, meld(LONG_RUN, 2)) == "nothing_to_eliminate"


def test_cards_that_are_not_held_or_not_often_enough_are_refused() -> None:
    state = position("chair-4 chair-4 book", "gas")
    assert refused(state, meld(["chair-4", "chair-4", "chair-4"])) == "not_in_hand"
    assert refused(state, meld(["chair-4", "chair-4", "shotgun-4"])) == "not_in_hand"
    assert refused(state, meld(["chair-4", "chair-4", "bazooka"])) == "not_in_hand"


def test_cards_that_are_no_set_are_refused() -> None:
    state = position("chair-4 chair-4 book zombie", "gas")
    assert refused(state, meld(["chair-4", "chair-4", "book"])) == "no_set"
    assert refused(state, meld([])) == "no_set"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "meld"}, "missing_key"),
        ({"type": "meld", "cards": "chair-3"}, "bad_value"),
        ({"type": "meld", "cards": [3, 4, 5]}, "bad_value"),
        ({"type": "meld", "cards": RUN, "stack": "2"}, "bad_value"),
        ({"type": "meld", "cards": RUN, "stack": False}, "bad_value"),
        ({"type": "meld", "cards": RUN, "stack": 0}, "no_such_stack"),
        ({"type": "meld", "cards": RUN, "seat": 0}, "unknown_key"),
    ],
)
def test_a_malformed_set_is_refused_with_a_code(action: Action, code: str) -> None:
    assert refused(position("chair-3 chair-4 chair-5 book", "gas"), action) == code


def test_every_set_is_listed_on_every_place_once() -> None:
    state = position("chair-3 chair-4 chair-5 chair-6", "gas", tables={0: [zombie(1), horde(2)]})
    listed = [(tuple(a["cards"]), a["stack"]) for a in legal(state, "meld")]
    short = [cards("chair-3 chair-4 chair-5"), cards("chair-4 chair-5 chair-6")]
    expected = [(s, place) for s in short for place in (None, 1)]
    expected += [(tuple(LONG_RUN), place) for place in (None, 1, 2)]
    assert sorted(listed, key=repr) == sorted(expected, key=repr)
