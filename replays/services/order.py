"""Keep numbered rows in order: stops of tours, chapters of study rooms, lessons of courses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replays.refusals import refuse


def order_store(rows: Sequence[Any]) -> None:
    """Number the rows of one model in this order; their unique constraint waits for the commit."""
    for number, row in enumerate(rows, start=1):
        row.number = number
    if rows:
        type(rows[0]).objects.bulk_update(rows, ["number"])


def order_up(rows: list[Any], place: int) -> None:
    """Move the row at `place` (0 is the first) towards the beginning; raises ReplayRefusal."""
    if not 1 <= place < len(rows):
        raise refuse("no_such_thing")
    rows.insert(place - 1, rows.pop(place))
    order_store(rows)
