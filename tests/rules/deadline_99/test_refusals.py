"""Spec: "A turn": what may not be played, and the sentence's code."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import RESIGN
from games.rules.deadline_99 import RULES
from tests.rules.deadline_99.positions import act, play, position, refusal

STATE = position("3S 10S AS JS 7S", "5C", "6C", "", out=[3], count=90)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (play("4S"), "not_in_hand"),
        (play("2S"), "unknown_card"),
        (play("10s", "+"), "unknown_card"),
        ({"type": "play"}, "missing_key"),
        (play("10S"), "missing_key"),
        (play("10S", "*"), "bad_op"),
        (play("3S", "+"), "unknown_key"),
        (play("10S", "+", 1), "unknown_key"),
        (play("AS"), "missing_key"),
        (play("3S", target=1), "unknown_key"),
        (play("AS", target=0), "target_self"),
        (play("JS", target=3), "target_out"),
        (play("7S", target=4), "no_such_target"),
        (play("7S", target=-1), "no_such_target"),
        ({**play("AS"), "target": True}, "bad_value"),
        ({**play("AS"), "target": 1.0}, "bad_value"),
        ({**play("AS"), "target": None}, "bad_value"),
        ({"type": "play", "card": ["3S"]}, "bad_value"),
        ({**play("10S"), "op": None}, "bad_value"),
        ({"type": "draw"}, "unknown_action"),
        ({"type": "resign", "seat": 0}, "unknown_key"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(action: dict[str, Any], code: str) -> None:
    assert refusal(STATE, action) == code


def test_a_player_without_cards_may_be_a_target() -> None:
    state = position("JS 7S AS", "", "5C")
    targets = {a.get("target") for a in RULES.legal_actions(state, 0)}
    assert targets == {1, 2}


def test_who_is_out_cannot_resign() -> None:
    assert refusal(STATE, dict(RESIGN), seat=3) == "already_out"


def test_two_copies_of_a_card_are_listed_once() -> None:
    state = position("5C 5C 10S", "5D")
    assert len(RULES.legal_actions(state, 0)) == 3


def test_playing_one_of_two_copies_leaves_the_other() -> None:
    _, end = act(position("5C 5C", "5D", draw_pile="KS"), play("5C"))
    assert end.hands[0] == ("5C", "KS")
