"""Events in storage: there and back, and old shapes brought up to date."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import ClassVar

import pytest

from games.engine.codec import UnknownEvent, decode_event, encode_event
from games.engine.contract import Event
from games.engine.values import value
from games.registry import all_rules


@value
class Drew(Event):
    name: ClassVar[str] = "drew"
    v: ClassVar[int] = 3
    upcasts = {
        1: lambda data: {**data, "cards": [data["card"]]},
        2: lambda data: {"seat": data["seat"], "cards": [data["cards"]]},
    }
    seat: int
    cards: tuple[tuple[str, ...], ...]

    def seen_by(self, viewer):
        return None


RULES = replace(next(iter(all_rules().values())), events=(Drew,))


def test_an_event_comes_back_equal_through_json():
    event = Drew(2, (("AS", "3H"), ()))
    name, v, data = encode_event(event)
    assert (name, v) == ("drew", 3)
    assert decode_event(RULES, name, v, json.loads(json.dumps(data))) == event


def test_an_old_row_passes_every_upcast_on_its_way():
    old = {"seat": 0, "card": "AS"}
    assert decode_event(RULES, "drew", 1, old) == Drew(0, (("AS",),))
    assert old == {"seat": 0, "card": "AS"}


@pytest.mark.parametrize(("name", "v"), [("flew", 1), ("drew", 4)])
def test_a_row_of_an_unknown_shape_is_refused(name, v):
    with pytest.raises(UnknownEvent):
        decode_event(RULES, name, v, {})


def test_every_event_of_every_game_has_its_own_name():
    for rules in all_rules().values():
        names = [event.name for event in rules.events]
        assert len(set(names)) == len(names)
