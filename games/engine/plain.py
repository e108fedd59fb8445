"""JSON of plain values: what rules make, and what is stored of it. Pure.

A plain value is null, true, false, a whole number, text, or a list or dict of these: every view,
action and event is one. orjson writes them at a tenth of the standard library's cost, and reads
them at half of it (decision 0012). It writes fractions otherwise and makes null of NaN, so what
may hold anything, a file or a request, is for `canonical` and `json`. Imports orjson.
"""

from __future__ import annotations

from typing import Any

import orjson

from games.engine.canonical import canonical


def plain_text(value: Any) -> str:
    """Return the canonical text of a plain value.

    Raises TypeError for what JSON lacks.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # named tuples, keys other than text, more than 64 bits
        return canonical(value)


def read_plain(text: str | bytes) -> Any:
    """Return the plain value that a text stands for; raises ValueError if it stands for none.

    A number of more than 64 bits, which no rules make, would come back as a fraction.
    """
    return orjson.loads(text)
