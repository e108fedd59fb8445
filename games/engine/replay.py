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
            if run:
                state = rules.apply(state, run)
            state, run = apply_played_on(rules, state, event), []
        else:
            run.append(event)
    return rules.apply(state, run) if run else state
