"""Tracebacks in the log: where it failed and why, never with what.

No local variables, and of what Postgres says about a failed statement only its first line: it adds
the row, the statement, or the text that it could not read, which may hold cards or words. Must not
import Django.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from types import TracebackType

import psycopg

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
HIDDEN = "(not written to the log)"


def traceback_without_rows(exc_info: ExcInfo) -> str:
    """Return the traceback as Python prints it, without what the database tells about rows."""
    hidden = tuple(_told_by_database(exc_info[1]))
    lines = "".join(traceback.format_exception(*exc_info)).splitlines()
    return "\n".join(HIDDEN if hidden and one.endswith(hidden) else one for one in lines)


def _told_by_database(error: BaseException) -> Iterator[str]:
    for one in _chain(error):
        if isinstance(one, psycopg.Error):
            why = (one.diag.message_primary or "").splitlines() or [""]
            yield from filter(str.strip, str(one).splitlines()[len(why) :])


def _chain(error: BaseException) -> list[BaseException]:
    """Return an error and all that it came from, as far as it is printed, each once."""
    found = [error]
    for one in found:
        inner = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        for other in (one.__cause__, one.__context__, *inner):
            if other and other not in found:
                found.append(other)
    return found
