"""What the log may say."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog
from django.conf import settings
from django.test import Client

from config import logs


@pytest.fixture
def line() -> Iterator[StringIO]:
    """What a handler in the production form writes."""
    formatter = logs.configure("json", "INFO")["formatters"]["line"]
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
        )
    )
    logger = logging.getLogger("tests.logs")
    logger.addHandler(handler)
    yield out
    logger.removeHandler(handler)


def test_production_writes_one_json_object_a_line(line: StringIO) -> None:
    structlog.contextvars.bind_contextvars(match="abc")
    logging.getLogger("tests.logs").warning("played")
    structlog.contextvars.clear_contextvars()
    said = json.loads(line.getvalue())
    assert said["event"] == "played"
    assert said["match"] == "abc"
    assert said["level"] == "warning"


def test_traceback_shows_no_values(line: StringIO) -> None:
    hand = "ace" + "-of-spades"
    try:
        raise ValueError(len(hand))
    except ValueError:
        logging.getLogger("tests.logs").exception("failed")
    assert "Traceback" in line.getvalue()
    assert "ace-of-spades" not in line.getvalue()


def test_errors_are_not_mailed_with_the_variables_of_the_failed_view() -> None:
    assert settings.LOGGING["loggers"]["django"]["handlers"] == []
    assert not any(
        isinstance(handler, logging.Handler) and "AdminEmail" in type(handler).__name__
        for handler in logging.getLogger("django").handlers
    )


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/clubs/join/a-token/", "/people/somebody/", "/a-token/"])
def test_an_address_with_a_name_or_a_token_is_not_written(address: str) -> None:
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(settings.LOGGING["filters"]["addresses"]["()"]())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    assert Client().get(address).status_code in (404, 422)
    logger.removeHandler(handler)
    assert out.getvalue().startswith(("Not Found: ", "Unprocessable Entity: "))
    assert address not in out.getvalue()
