"""Views, actions and events are plain values: what `games.engine.plain` writes and reads."""

from __future__ import annotations

from typing import Any

from games.engine.canonical import canonical
from games.engine.codec import decode_event, encode_event
from games.engine.contract import Rules
from games.engine.plain import plain_text, read_plain
from games.engine.snapshot import legal_list, snapshot
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch

BITS = 63


def is_plain(value: Any) -> bool:
    """Tell whether a value holds nothing but nulls, booleans, whole numbers, text, lists, dicts."""
    if type(value) is dict:
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    return (
        value is None
        or type(value) in (bool, str)
        or (type(value) is int and value.bit_length() <= BITS)
    )


def test_what_is_shown_and_what_may_be_done_is_plain(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.sample(8):
            views = [snapshot(rules, ply.state, ply.number, v) for v in viewers_of(played)]
            for value in [
                snapshot(rules, ply.state, ply.number),
                legal_list(rules, ply.state),
                *views,
            ]:
                assert is_plain(value)
                assert plain_text(value) == canonical(value)


def test_every_event_is_plain_and_comes_back_equal(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for event in (event for ply in played.plies for event in ply.events):
            name, v, data = encode_event(event)
            assert is_plain(data)
            assert decode_event(rules, name, v, read_plain(plain_text(data))) == event
