"""What a process keeps of what it used last."""

from __future__ import annotations

from games.matches.recent import Recent


def test_what_was_used_longest_ago_is_forgotten() -> None:
    kept: Recent[str] = Recent(2)
    made: list[str] = []
    for name in ("a", "b", "a", "c", "a", "b"):
        kept.get_or_make(name, lambda name=name: made.append(name) or name)
    assert made == ["a", "b", "c", "b"]


def test_a_value_that_was_read_before_another_does_not_take_its_place() -> None:
    kept: Recent[int] = Recent(2, lambda version: version)
    for version in (3, 2, 4, 1):
        kept.put("match", version)
    assert kept.get("match") == 4
