"""Encode events for storage as (name, v, data), and decode them. Pure.

Data is JSON, which has no tuples, so lists are read back as tuples. Rows of an
older shape go through the event's upcasts first; rows are never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
    """Return the stored event, raising UnknownEvent if the game cannot read it."""
    event_class = PlayedOn if name == PlayedOn.name else rules.event_named.get(name)
    if event_class is None or v > event_class.v:
        raise UnknownEvent(f"{rules.meta.key} has no event {name!r} version {v}")
    while v < event_class.v:
        data = event_class.upcasts[v](data)
        v += 1
    return _reader_of(event_class).read(data)


class _Reader:
    """Decodes one event class from stored data; inspects the field types only once."""

    def __init__(self, event_class: Any) -> None:
        hints = get_type_hints(event_class)
        self._class: Callable[..., Event] = event_class
        self._make: Callable[[list[Any]], Event] = event_class._make
        self._names: tuple[str, ...] = event_class._fields
        self._lists = [
            (place, _frozen_as(hints[name]))
            for place, name in enumerate(self._names)
            if _holds_tuple(hints[name])
        ]

    def read(self, data: JsonObject) -> Event:
        """Return the event, with lists turned into tuples."""
        if len(data) != len(self._names):  # Missing fields get defaults; the rest fails
            return self._class(**{key: _frozen(value) for key, value in data.items()})
        values = list(map(data.__getitem__, self._names))
        for place, frozen in self._lists:
            values[place] = frozen(values[place])
        return self._make(values)


_reader_of = cache(_Reader)


def _frozen_as(hint: Any) -> Callable[[Any], Any]:
    """Return the function that turns JSON into a value of this type, which contains tuples."""
    flat = get_origin(hint) is tuple and not any(map(_holds_tuple, get_args(hint)))
    return tuple if flat else _frozen


def _holds_tuple(hint: Any) -> bool:
    """Tell whether a value of this type is or contains a tuple, at any depth."""
    return get_origin(hint) is tuple or any(map(_holds_tuple, get_args(hint)))


def _frozen(value: Any) -> Any:
    """Turn JSON lists into tuples, at any depth."""
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(item) for item in value])
    return value
