"""An action has exactly the keys of its form; what is wrong is named, as far as it fits."""

from __future__ import annotations

import pytest

from games.engine.actions import require_keys
from games.engine.contract import Action, IllegalAction


def refused(action: Action) -> tuple[str, object]:
    """Return the code of a refusal, and the key that it names."""
    with pytest.raises(IllegalAction) as refusal:
        require_keys(action, ["seat", "card", "bid", "op"], optional=["stack"])
    return refusal.value.code, refusal.value.phrase.args["key"]


def test_of_several_missing_parts_the_first_by_name_is_told() -> None:
    assert refused({"type": "play"}) == ("missing_key", "bid")
    assert refused({"op": 1, "bid": 2}) == ("missing_key", "card")


def test_an_unknown_part_is_named_up_to_forty_signs() -> None:
    whole: Action = {"type": "play", "seat": 1, "card": "x", "bid": 1, "op": "+", "stack": 1}
    require_keys(whole, ["seat", "card", "bid", "op"], optional=["stack"])
    assert refused({**whole, "k" * 41: 1}) == ("unknown_key", "k" * 40)
