"""Fold events into states, without ever calling `decide`. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import Event, Rules
from games.engine.practice import PlayedOn, apply_played_on


def fold(rules: Rules, events: Iterable[Event], state: Any = None) -> Any:
    """Return the state after `events`, starting from `state` (None: before the match)."""
    run: list[Event] = []
    for event in events:
        if type(event) is PlayedOn:  # isinstance would go through ABCMeta for every event
            state = apply_played_on(rules, _after(rules, run, state), event)
            run = []
        else:
            run.append(event)
    return _after(rules, run, state)


def _after(rules: Rules, events: list[Event], state: Any) -> Any:
    """Return the state after a run of the game's own events."""
    if rules.fold is not None and events:
        return rules.fold(state, events)
    apply = rules.apply
    for event in events:
        state = apply(state, event)
    return state
