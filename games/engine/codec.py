"""Events to and from what is stored: (name, v, data). Pure.

Data is JSON; JSON has no tuples, so lists come back as tuples. Stored rows of
an older shape pass the game's upcasts first; rows are never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

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
    reader = _readers(rules.events).get(name)
    if reader is None or v > reader.v:
        raise UnknownEvent(f"{rules.meta.key} has no event {name!r} version {v}")
    while v < reader.v:
        data = rules.upcasts[(name, v)](data)
        v += 1
    return reader.read(data)


class _Reader:
    """Makes one class of event of its stored data; what its types say is looked up once."""

    def __init__(self, event_class: Any) -> None:
        hints = get_type_hints(event_class)
        self.v: int = event_class.v
        self._class: Callable[..., Event] = event_class
        self._make: Callable[[list[Any]], Event] = event_class._make
        self._names: tuple[str, ...] = event_class._fields
        self._lists = [
            (place, _frozen_as(hints[name]))
            for place, name in enumerate(self._names)
            if _holds_tuple(hints[name])
        ]

    def read(self, data: JsonObject) -> Event:
        """Return the event, its lists as tuples."""
        if len(data) != len(self._names):  # fields are left to their defaults, or it is refused
            return self._class(**{key: _frozen(value) for key, value in data.items()})
        values = [data[name] for name in self._names]
        for place, frozen in self._lists:
            values[place] = frozen(values[place])
        return self._make(values)


_KNOWN: dict[int, tuple[tuple[type[Event], ...], dict[str, _Reader]]] = {}


def _readers(events: tuple[type[Event], ...]) -> dict[str, _Reader]:
    """Return the readers of a game's events by name.

    Kept by identity: a cache would hash the whole tuple again for every row that is read.
    """
    if id(events) not in _KNOWN:
        known: tuple[type[Event], ...] = (*events, PlayedOn)
        _KNOWN[id(events)] = events, {event.name: _Reader(event) for event in known}
    return _KNOWN[id(events)][1]


def _frozen_as(hint: Any) -> Callable[[Any], Any]:
    """Return what makes a value of this type, which holds tuples, of its JSON."""
    flat = get_origin(hint) is tuple and not any(map(_holds_tuple, get_args(hint)))
    return tuple if flat else _frozen


def _holds_tuple(hint: Any) -> bool:
    """Tell whether a value of this type is or holds a tuple, however deep."""
    return get_origin(hint) is tuple or any(map(_holds_tuple, get_args(hint)))


def _frozen(value: Any) -> Any:
    """Turn JSON lists, however deep, into tuples."""
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(item) for item in value])
    return value
