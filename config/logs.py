"""Logging: one line per event, through the standard library.

Lines contain ids, never bodies, tokens or cards. Must not import Django.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from config.log_errors import traceback_without_rows, words_without_rows
from config.log_routes import hide_addresses

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
        "formatters": {"line": _line(form)},
        "filters": {
            "addresses": {"()": lambda: hide_addresses},
            "one line": {"()": lambda: _one_line},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["addresses"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's handler would mail ADMINS a failed view's local variables, which hold cards
            "django": {"handlers": [], "level": level},
            **{name: {"filters": ["one line"]} for name in SENT_TO_US},
            "daphne": {"level": "WARNING"},
            "django.channels.server": {"level": "WARNING"},
        },
    }


def _one_line(record: logging.LogRecord) -> bool:
    """Downgrade malformed requests to warnings without a traceback; leave our own errors alone."""
    if record.name.startswith("django.security."):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    if record.levelno < logging.ERROR:
        record.exc_info = None
    return True


def _line(form: str) -> dict[str, Any]:
    """Return the formatter for lines from both structlog and the standard library."""
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            words_without_rows,
            structlog.processors.ExceptionRenderer(traceback_without_rows),
            _last_step(form),
        ],
    }


def _last_step(form: str) -> structlog.typing.Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
