"""Events to and from what is stored: (name, v, data). Pure.

Data is JSON; JSON has no tuples, so lists come back as tuples. Stored rows of
an older shape pass the game's upcasts first; rows are never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

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
    event_class, tuples = _readers(rules.events).get(name, UNKNOWN)
    if event_class is None or v > event_class.v:
        raise UnknownEvent(f"{rules.meta.key} has no event {name!r} version {v}")
    while v < event_class.v:
        data = rules.upcasts[(name, v)](data)
        v += 1
    if tuples:
        data = {**data, **{key: frozen(data[key]) for key, frozen in tuples.items()}}
    return event_class(**data)


Frozen = Callable[[Any], Any]
Reader = tuple[type[Event] | None, Mapping[str, Frozen]]
"""An event class, and by field what makes tuples of its lists (other fields are as in JSON)."""

UNKNOWN: Reader = None, {}
_KNOWN: dict[int, tuple[tuple[type[Event], ...], dict[str, Reader]]] = {}


def _readers(events: tuple[type[Event], ...]) -> dict[str, Reader]:
    """Return the readers of a game's events by name.

    Kept by identity: a cache would hash the whole tuple again for every row that is read.
    """
    if id(events) not in _KNOWN:
        known: tuple[type[Event], ...] = (*events, PlayedOn)
        _KNOWN[id(events)] = events, {event.name: (event, _tuples_of(event)) for event in known}
    return _KNOWN[id(events)][1]


def _tuples_of(event_class: type[Event]) -> dict[str, Frozen]:
    """Return what makes tuples of the lists in each field whose type says there are some."""
    found: dict[str, Frozen] = {}
    for key, hint in get_type_hints(event_class).items():
        if get_origin(hint) is not ClassVar and _holds_tuple(hint):
            flat = get_origin(hint) is tuple and not any(map(_holds_tuple, get_args(hint)))
            found[key] = tuple if flat else _frozen
    return found


def _holds_tuple(hint: Any) -> bool:
    """Tell whether a value of this type is or holds a tuple, however deep."""
    return get_origin(hint) is tuple or any(map(_holds_tuple, get_args(hint)))


def _frozen(value: Any) -> Any:
    """Turn JSON lists, however deep, into tuples."""
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(item) for item in value])
    return value
