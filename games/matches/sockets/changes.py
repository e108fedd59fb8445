"""A page is told again only what has changed: a move changes a tenth of what a table shows.

The text of a push is taken as lines. A page that asks for it (`changes` in its socket's address)
keeps the lines that it was told last on this link, and is told the next text as a list: a string
is one line, a pair of numbers the lines that it has from the first up to, not with, the second. So
the first text comes whole, and nothing depends on what another link has told.

Of what a page has the server keeps a hash of 64 bits for each line, keyed anew in each process,
instead of tens of kilobytes. Among 200 lines that were told and 200 new ones two share theirs by
chance once in 10^14 pushes; then a line of the same viewer's position before stands in its place.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

import orjson

MAX_KEPT = 64
"""Enough for those who see the same to share it: they are told in one go."""

NOTHING = b""
"""What a page has that was told nothing yet."""


@lru_cache(maxsize=MAX_KEPT)
def changes(before: bytes, html: str) -> tuple[str, bytes]:
    """Return what tells `html` to a page that has `before`, and what it has then.

    Both are this module's own: `NOTHING`, or what was returned for the text told before.
    """
    lines = html.split("\n")
    has, wanted = array("q", before), array("q", map(hash, lines))
    told = orjson.dumps({"lines": _told(has, wanted, lines)}).decode()
    return told, wanted.tobytes()


def _told(has: array[int], wanted: array[int], lines: list[str]) -> list[str | list[int]]:
    """Tell each wanted line; those that follow one another as before are one pair of numbers."""
    first = dict(zip(reversed(has), range(len(has) - 1, -1, -1), strict=True))
    told: list[str | list[int]] = []
    run: list[int] = []
    at = 0
    for line, text in zip(wanted, lines, strict=True):
        if at >= len(has) or has[at] != line:
            run, at = [], first.get(line, -1 - at)
        if at < 0:
            told.append(text)
            at = -at  # the next is looked for after the one in whose place this stands
            continue
        at += 1
        if run:
            run[1] = at
        else:
            told.append(run := [at - 1, at])
    return told
