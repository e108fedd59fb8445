"""A twin of a position: the same for one viewer, with everything hidden dealt anew.

Generic: where a hidden card stands in a state is found by changing it and
looking at which place of the complete snapshot changes. Cards that have ever
lain in one hidden list together are dealt among each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from games.engine.viewer import PUBLIC, Viewer
from tests.contract.faces import Path, hidden
from tests.contract.matches import PlayedMatch, Ply

Groups = dict[str, int]


def face_groups(played: PlayedMatch) -> Groups:
    """Return for every hidden value the number of the group it is exchanged within."""
    groups: Groups = {}
    for ply in played.sample(60):
        whole = played.rules.snapshot(ply.state)
        values = hidden(whole, played.rules.observe(ply.state, PUBLIC))
        scalars: dict[Path, list[str]] = {}
        for path, value in values:
            if isinstance(value, list):
                _join(groups, value)
            elif isinstance(value, str):
                scalars.setdefault(path[:-1], []).append(value)
        for together in scalars.values():
            _join(groups, together)
    return groups


def _join(groups: Groups, values: list[str]) -> None:
    """Make one group of these values and all that were grouped with one of them."""
    old = {groups[value] for value in values if value in groups}
    number = min(old, default=len(groups))
    for value in [*values, *(value for value, group in groups.items() if group in old)]:
        groups[value] = number


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) of every tuple of strings, and of every other string, in a state."""
    if isinstance(value, str):
        yield path, value
    elif is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, tuple) and value:
        if all(isinstance(item, str) for item in value):
            yield path, value
        else:
            names = getattr(value, "_fields", range(len(value)))
            for name, item in zip(names, value, strict=True):
                yield from parts(item, (*path, name))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """Return the state with the part at `path` changed."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if is_dataclass(value):
        assert isinstance(first, str)
        return replace(value, **{first: replaced(getattr(value, first), rest, new)})
    if hasattr(value, "_replace"):
        return value._replace(**{str(first): replaced(getattr(value, str(first)), rest, new)})
    assert isinstance(first, int)
    return (*value[:first], replaced(value[first], rest, new), *value[first + 1 :])


def shown_at(played: PlayedMatch, ply: Ply, groups: Groups) -> dict[Path, list[Path]]:
    """Return, for each place of the snapshot, the parts of the state that it shows."""
    whole = played.rules.snapshot(ply.state)
    found: dict[Path, list[Path]] = {}
    for path, value in parts(ply.state):
        if groups.keys().isdisjoint([value] if isinstance(value, str) else value):
            continue
        for place in _changed(whole, _probed(played, ply, path, value, groups)):
            found.setdefault(place, []).append(path)
    return found


def _probed(played: PlayedMatch, ply: Ply, path: Path, value: Any, groups: Groups) -> Any:
    """Return the snapshot once every string of one part of the state is another."""

    def other(face: str) -> str:
        return next(twin for twin in sorted(groups) if twin != face)

    new = other(value) if isinstance(value, str) else tuple(other(face) for face in value)
    return played.rules.snapshot(replaced(ply.state, path, new))


def _changed(left: Any, right: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the places at which two snapshots differ: lists of strings and other scalars."""
    if left == right:
        return
    if isinstance(left, dict) and isinstance(right, dict):
        for key in left:
            yield from _changed(left[key], right.get(key), (*path, key))
    elif isinstance(left, list) and not all(isinstance(item, str) for item in left):
        for index, item in enumerate(left):
            yield from _changed(item, right[index], (*path, index))
    else:
        yield path
        if isinstance(left, list):  # a list of scalars, each of which may be hidden by itself
            yield from ((*path, index) for index, item in enumerate(left) if item != right[index])


def twin_of(
    played: PlayedMatch, ply: Ply, viewer: Viewer, groups: Groups, dice: random.Random
) -> Any:
    """Return a state that must look the same to `viewer`: all that is hidden is dealt anew."""
    rules, state = played.rules, ply.state
    shown = shown_at(played, ply, groups)
    hidden_values: list[tuple[Path, list[str]]] = []
    for place, value in hidden(rules.snapshot(state), rules.observe(state, viewer)):
        if not value or not isinstance(value, str | list):
            continue
        assert place in shown, f"no part of the state found for the hidden {place}"
        for path in shown[place]:
            kept = _at(state, path)
            if isinstance(kept, str):
                hidden_values.append((path, [kept]))
            elif isinstance(value, list):
                hidden_values.append((path, list(kept)))
            else:  # one of a tuple of values, hidden by itself
                hidden_values.append(((*path, place[-1]), [kept[place[-1]]]))
    return _dealt_anew(state, hidden_values, groups, dice)


def _dealt_anew(
    state: Any, hidden_values: list[tuple[Path, list[str]]], groups: Groups, dice: random.Random
) -> Any:
    """Return the state with all hidden values exchanged within their groups."""
    pools: dict[int, list[str]] = {}
    for _, values in hidden_values:
        for value in values:
            pools.setdefault(groups[value], []).append(value)
    for pool in pools.values():
        dice.shuffle(pool)
    for path, values in hidden_values:
        new = tuple(pools[groups[value]].pop() for value in values)
        state = replaced(state, path, new[0] if isinstance(_at(state, path), str) else new)
    return state


def _at(value: Any, path: Path) -> Any:
    """Return the part of a state at `path`."""
    for step in path:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value
