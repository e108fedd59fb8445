"""Folding events into states. `decide` is never called here. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import Event, Rules
from games.engine.practice import PlayedOn, apply_played_on


def fold(rules: Rules, events: Iterable[Event], state: Any = None) -> Any:
    """Return the state after `events`, starting from `state` (None: before the match)."""
    apply = rules.apply
    for event in events:
        if type(event) is PlayedOn:  # isinstance would ask the abstract class for every event
            state = apply_played_on(rules, state, event)
        else:
            state = apply(state, event)
    return state
