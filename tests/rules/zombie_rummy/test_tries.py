"""The help at the table: there is always something that can be done."""

from __future__ import annotations

from games.engine.teaching import advice_for
from games.rules.zombie_rummy import RULES

from .positions import act, device, legal, position


def test_where_nothing_but_ones_own_nuke_is_left_the_help_says_so() -> None:
    state = position("nuke", "gas", tables={1: [device(1, "radio")]})
    assert legal(state) == [{"type": "nuke", "seat": 0}]
    (only,) = advice_for(RULES, state, 0).can
    assert only.key == "Drop the nuke on yourself."


def test_the_set_that_must_be_laid_is_named_though_the_hand_holds_many_larger_ones() -> None:
    groups = " ".join(
        f"{card} {card} {other}"
        for card, other in zip(
            (f"chainsaw-{number}" for number in range(1, 10)),
            (f"chair-{number}" for number in range(1, 10)),
            strict=True,
        )
    )
    state = position(f"truck key {groups}", "gas", phase="draw", discard_pile=("gas", "zombie"))
    state = act(state, {"type": "draw", "from": "discard", "count": 2})
    (only,) = advice_for(RULES, state, 0).can
    assert [str(card) for card in only.cards()] == ["truck", "key", "gas"]
