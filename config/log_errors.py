"""Errors in the log: where and why something failed, never with which values.

Omits local variables, and all but the first line of a Postgres error: the rest quotes the row, the
statement, or the unreadable text, which may hold cards or messages. An error raised in the rules or
the engine loses its message: `KeyError: '3S'` is a card in somebody's hand. Must not import Django.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, MutableMapping
from traceback import format_exception, walk_tb
from types import TracebackType
from typing import Any

import psycopg

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
HIDDEN = "(not written to the log)"
KNOW_CARDS = ("games.rules.", "games.engine.")
"""Packages that see the whole state, so their errors may name hidden cards."""


def words_without_rows(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Hide the same in a line's message, which may quote the error; a structlog processor."""
    error = _error_of(line.get("exc_info"))
    if error is not None:
        line["event"] = _without(error, str(line.get("event", "")))
    return line


def traceback_without_rows(exc_info: ExcInfo) -> str:
    """Return the traceback as Python prints it, without the row data in database errors."""
    return _without(exc_info[1], "".join(format_exception(*exc_info)))


def _error_of(exc_info: Any) -> BaseException | None:
    """Return the error passed to `logging`: directly, in a triple, or as the current one."""
    if exc_info is True:
        exc_info = sys.exc_info()
    error = exc_info[1] if isinstance(exc_info, tuple) else exc_info
    return error if isinstance(error, BaseException) else None


def _without(error: BaseException, text: str) -> str:
    for told in _told_by_rules(error):
        text = text.replace(told, HIDDEN)
    hidden = list(_told_by_database(error))
    lines = text.splitlines()
    return "\n".join(HIDDEN if any(one in line for one in hidden) else line for line in lines)


def _told_by_database(error: BaseException) -> Iterator[str]:
    for one in _chain(error):
        if isinstance(one, psycopg.Error):
            why = (one.diag.message_primary or "").splitlines() or [""]
            yield from filter(str.strip, str(one).splitlines()[len(why) :])


def _told_by_rules(error: BaseException) -> Iterator[str]:
    for one in _chain(error):
        modules = (frame.f_globals.get("__name__", "") for frame, _ in walk_tb(one.__traceback__))
        if any(module.startswith(KNOW_CARDS) for module in modules):
            words = (str(one), *map(repr, one.args))
            yield from (told for told in words if told and not told.isdigit())


def _chain(error: BaseException) -> list[BaseException]:
    """Return an error and the causes that are printed with it, each once."""
    found = [error]
    for one in found:
        inner = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        for other in (one.__cause__, one.__context__, *inner):
            if other is not None and other not in found:
                found.append(other)
    return found
