"""Actions that are nearly legal, made from legal ones.

Each must be refused, or do what a listed one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine.contract import Action

OPTIONAL = {("meld", "stack")}
"""Spec README, "Shared conventions": only a meld may leave out its stack."""

NO_ACTIONS: tuple[Any, ...] = (
    None, True, 0, "play", [], ["play"], {}, {"type": None}, {"type": 1}, {"type": ["play"]},
    {"type": ""}, {"type": "no_such_action"}, {"type": "resign", "seat": 0},
)  # fmt: skip


def malformed(action: Action) -> Iterator[Action]:
    """Yield forms of a legal action that no rule book allows: keys and types."""
    yield {**action, "extra": 1}
    yield {**action, "": None}
    for key, value in action.items():
        if (action["type"], key) not in OPTIONAL:
            yield {other: kept for other, kept in action.items() if other != key}
        for wrong in _of_another_type(value):
            yield {**action, key: wrong}


def _of_another_type(value: Any) -> Iterator[Any]:
    """Yield values that JSON tells from `value`, however alike Python finds them."""
    yield {}
    if isinstance(value, str):
        yield from (1, True, [value])
    elif isinstance(value, bool):
        yield from (int(value), float(value), str(value), None)
    elif isinstance(value, int):
        yield from (float(value), value == 1, str(value), [value])
    elif isinstance(value, list):
        yield from (str(value), {str(index): item for index, item in enumerate(value)}, True)
        if value:
            for wrong in _of_another_type(value[0]):
                yield [wrong, *value[1:]]
    elif value is None:
        yield from (False, 0.0, "")


def altered(action: Action, faces: list[str], seats: int) -> Iterator[Action]:
    """Yield actions of the same form with other values: other cards, seats, places."""
    for key, value in action.items():
        if key != "type":
            for other in _other_values(value, faces, seats):
                yield {**action, key: other}


def _other_values(value: Any, faces: list[str], seats: int) -> Iterator[Any]:
    if isinstance(value, str):
        yield from (*faces, "", value.lower(), f"{value} ")
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -1, seats, 10**30)
    elif isinstance(value, list):
        yield from ([], value[:-1], [*value, *value[:1]], value[::-1], [*value, *faces[:1]])
        for other in _other_values(value[0], faces[:4], seats) if value else ():
            yield [other, *value[1:]]
    elif value is None:
        yield from (0, 1, 2)
