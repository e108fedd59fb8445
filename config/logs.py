"""Logging: one line per event, through structlog and the standard library.

Lines contain ids, never bodies, tokens or cards:

- Django's lines about responses name the route, since a path may contain a name or a token.
- Errors tell where and why something failed, never with which values. Local variables are left out,
  and all but the first line of a Postgres error: the rest quotes the row, the statement, or the
  unreadable text. An error raised in the rules or the engine loses its message: `KeyError: '3S'` is
  a card in somebody's hand.

Must not import Django.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, MutableMapping
from traceback import format_exception, walk_tb
from types import TracebackType
from typing import Any

import psycopg
import structlog

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
HIDDEN = "(not written to the log)"
KNOW_CARDS = ("games.rules.", "games.engine.")
"""Packages that see the whole state, so their errors may name hidden cards."""
UNKNOWN = "(no such address)"
SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]
SENT_TO_US = (
    "django.request",
    "django.security.DisallowedHost",
    "django.security.DisallowedRedirect",
    "django.security.RequestDataTooBig",
    "django.security.TooManyFieldsSent",
    "django.security.TooManyFilesSent",
)
"""Django's loggers for malformed requests, which scanners send all day."""


def configure(form: str, level: str) -> dict[str, Any]:
    """Configure structlog and return Django's LOGGING. `form` is `json` or `text`."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _formatter(form)},
        "filters": {
            "routes": {"()": lambda: route_for_path},
            "downgrade": {"()": lambda: _downgrade},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["routes"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's handler would mail ADMINS a failed view's local variables, which hold cards
            "django": {"handlers": [], "level": level},
            **{name: {"filters": ["downgrade"]} for name in SENT_TO_US},
            "daphne": {"level": "WARNING"},
            "django.channels.server": {"level": "WARNING"},
        },
    }


def _formatter(form: str) -> dict[str, Any]:
    """Return the formatter for lines from both structlog and the standard library."""
    json = structlog.processors.JSONRenderer()
    text = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            message_without_values,
            structlog.processors.ExceptionRenderer(traceback_without_values),
            json if form == "json" else text,
        ],
    }


def _downgrade(record: logging.LogRecord) -> bool:
    """Downgrade malformed requests to warnings without a traceback; leave our own errors alone."""
    if record.name.startswith("django.security."):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    if record.levelno < logging.ERROR:
        record.exc_info = None
    return True


def route_for_path(record: logging.LogRecord) -> bool:
    """Replace the path by the route in a record about a request; a filter that passes all."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        route = f"/{match.route}" if match else UNKNOWN
        record.args = tuple(route if one == path else one for one in record.args)
    return True


def message_without_values(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Hide values in a line's message, which may quote the error; a structlog processor."""
    error = line.get("exc_info")
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        line["event"] = _without_values(error, str(line.get("event", "")))
    return line


def traceback_without_values(exc_info: ExcInfo) -> str:
    """Return the traceback as Python prints it, without values in the errors' messages."""
    return _without_values(exc_info[1], "".join(format_exception(*exc_info)))


def _without_values(error: BaseException, text: str) -> str:
    errors = _chain(error)
    for message in _messages_of_rules(errors):
        text = text.replace(message, HIDDEN)
    hidden = list(_details_of_database(errors))
    lines = text.splitlines()
    return "\n".join(HIDDEN if any(part in line for part in hidden) else line for line in lines)


def _details_of_database(errors: list[BaseException]) -> Iterator[str]:
    for error in errors:
        if isinstance(error, psycopg.Error):
            reason = (error.diag.message_primary or "").splitlines() or [""]
            yield from filter(str.strip, str(error).splitlines()[len(reason) :])


def _messages_of_rules(errors: list[BaseException]) -> Iterator[str]:
    for error in errors:
        modules = (frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__))
        if any(module.startswith(KNOW_CARDS) for module in modules):
            texts = (str(error), *map(repr, error.args))
            yield from (text for text in texts if text and not text.isdigit())


def _chain(error: BaseException) -> list[BaseException]:
    """Return an error and the causes that are printed with it, each once."""
    found = [error]
    for one in found:
        inner = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
        for other in (one.__cause__, one.__context__, *inner):
            if other is not None and other not in found:
                found.append(other)
    return found
