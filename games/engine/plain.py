"""Read and write the JSON of plain values, which rules produce and the site stores. Pure.

A plain value is null, true, false, an integer, text, or a list or dict of these; every view,
action and event is one. orjson writes them at a tenth of the standard library's cost and reads
them at half (decision 0012). It formats fractions differently and turns NaN into null, so use
`canonical` and `json` for untrusted input such as files and requests. Imports orjson.
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
    except TypeError:  # Named tuples, non-text keys, integers over 64 bits
        return canonical(value)


def read_plain(text: str | bytes) -> Any:
    """Parse a plain value; raise ValueError if the text is not one.

    An integer of more than 64 bits, which no rules produce, would come back as a float.
    """
    return orjson.loads(text)
