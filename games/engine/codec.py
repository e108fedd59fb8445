"""Events to and from what is stored: (name, v, data). Pure.

Data is JSON; JSON has no tuples, so lists come back as tuples. Stored rows of
an older shape pass the game's upcasts first; rows are never rewritten.
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import Event, JsonObject, Rules
from games.engine.practice import PlayedOn
from games.engine.values import fields_of


class UnknownEvent(Exception):
    """A stored event that this version of the game cannot read."""


def encode_event(event: Event) -> tuple[str, int, JsonObject]:
    """Return (name, v, data) of an event; data is ready for JSON."""
    return event.name, event.v, fields_of(event)


def decode_event(rules: Rules, name: str, v: int, data: JsonObject) -> Event:
    """Return the event that was stored, raising UnknownEvent if there is none.

    Upcasts registered as `(name, v)` turn data of version v into v + 1.
    """
    event_class = _classes(rules.events).get(name)
    if event_class is None or v > event_class.v:
        raise UnknownEvent(f"{rules.meta.key} has no event {name!r} version {v}")
    while v < event_class.v:
        data = rules.upcasts[(name, v)](data)
        v += 1
    return event_class(**{key: _frozen(value) for key, value in data.items()})


_KNOWN: dict[int, tuple[tuple[type[Event], ...], dict[str, type[Event]]]] = {}


def _classes(events: tuple[type[Event], ...]) -> dict[str, type[Event]]:
    """Return a game's event classes by name.

    Kept by identity: a cache would hash the whole tuple again for every row that is read.
    """
    if id(events) not in _KNOWN:
        known: tuple[type[Event], ...] = (*events, PlayedOn)
        _KNOWN[id(events)] = events, {event.name: event for event in known}
    return _KNOWN[id(events)][1]


def _frozen(value: Any) -> Any:
    """Turn JSON lists, however deep, into tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(item) for item in value)
    return value
