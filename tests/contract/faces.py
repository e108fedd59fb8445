"""What a view hides: found by laying it beside the complete snapshot, for any game.

The record format hides a list of cards as `{"count": n}` and any other value
as null, at the same place where the snapshot has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine.viewer import PUBLIC, Viewer
from tests.contract.matches import PlayedMatch

Path = tuple[str | int, ...]


def hidden(whole: Any, view: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) of everything in `whole` that `view` hides."""
    if isinstance(whole, list) and isinstance(view, dict):
        assert view == {"count": len(whole)}, f"{path} is neither shown nor properly hidden"
        yield path, whole
    elif view is None and whole is not None:
        yield path, whole
    elif isinstance(whole, dict):
        assert isinstance(view, dict), f"{path} has another shape in the view"
        assert whole.keys() == view.keys(), f"{path} has other keys in the view"
        for key in whole:
            yield from hidden(whole[key], view[key], (*path, key))
    elif isinstance(whole, list):
        assert len(whole) == len(view), f"{path} has another length in the view"
        for index, (left, right) in enumerate(zip(whole, view, strict=True)):
            yield from hidden(left, right, (*path, index))
    else:
        assert whole == view, f"{path} is told otherwise than it is"


def strings_in(value: Any) -> Iterator[str]:
    """Yield every string within a JSON value (not the keys of its objects)."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings_in(item)


def true_keys_in(value: Any) -> Iterator[str]:
    """Yield every key within a JSON value that is true: `{"zombie": true}` shows a zombie."""
    if isinstance(value, dict):
        yield from (key for key, item in value.items() if item is True)
        for item in value.values():
            yield from true_keys_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from true_keys_in(item)


def faces_of(played: PlayedMatch) -> frozenset[str]:
    """Return every face that lies hidden from the public at some time of the match."""
    rules = played.rules
    return frozenset(
        card
        for ply in played.sample(60)
        for _, value in hidden(rules.snapshot(ply.state), rules.observe(ply.state, PUBLIC))
        if isinstance(value, list)
        for card in value
    )


def viewers_of(played: PlayedMatch) -> list[Viewer]:
    """Return everybody who looks on while the match runs: the public, and each seat."""
    return [PUBLIC, *(Viewer(seat) for seat in range(played.seats))]
