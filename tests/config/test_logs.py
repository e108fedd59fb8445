"""What the log may say."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.db import DataError, IntegrityError, connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.log import log_response

from config import logs
from games.rules.deadline_99.display.faces import card_face


@pytest.fixture(params=["json", "text"])
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def line(form: str) -> Iterator[StringIO]:
    """What a handler in this form writes."""
    formatter = logs.configure(form, "INFO")["formatters"]["line"]
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


@pytest.mark.parametrize("form", ["json"], indirect=True)
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


@pytest.mark.django_db
@pytest.mark.parametrize("group", [False, True])
def test_a_failed_statement_is_told_without_its_row(line: StringIO, group: bool) -> None:
    row = {"match_id": None, "data": "ace-of-spades\nking-of-hearts"}
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("CREATE TEMPORARY TABLE held (match_id int NOT NULL, data text)")
            cursor.execute("INSERT INTO held VALUES (%(match_id)s, %(data)s)", row)
    except IntegrityError as error:
        told = ExceptionGroup("both", [error]) if group else error
        logging.getLogger("tests.logs").error("failed (%s).", error, exc_info=told)
    assert 'null value in column "match_id"' in line.getvalue().replace("\\", "")
    assert "test_logs.py" in line.getvalue()
    assert "ace-of" not in line.getvalue()
    assert "king-of" not in line.getvalue()


@pytest.mark.django_db
def test_text_the_database_cannot_read_is_not_written(line: StringIO) -> None:
    text = '{"card": ace-of-spades}'
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT %s::json", [text])
    except DataError:
        logging.getLogger("tests.logs").exception("failed")
    assert "invalid input syntax for type json" in line.getvalue()
    assert not re.search("DETAIL|CONTEXT|LINE|spades", line.getvalue())


def test_an_error_out_of_the_rules_names_no_card(line: StringIO) -> None:
    card = "ace" + "-of-spades"
    try:
        card_face(card)
    except KeyError as error:
        logging.getLogger("tests.logs").exception("failed: %r, %s", error, error)
    assert "in card_face" in line.getvalue()
    assert "KeyError: (not written to the log)" in line.getvalue()
    assert "ace-of" not in line.getvalue()


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
    handler.addFilter(settings.LOGGING["filters"]["routes"]["()"]())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    assert Client().get(address).status_code in (404, 422)
    logger.removeHandler(handler)
    assert out.getvalue().startswith(("Not Found: ", "Unprocessable Entity: "))
    assert address not in out.getvalue()


MANY = {f"field{number}": "x" for number in range(2000)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "status", "logger"),
    [
        ({"headers": {"host": "elsewhere.example.org"}}, 400, "security.DisallowedHost"),
        ({"data": MANY}, 413, "security.TooManyFieldsSent"),
        ({"data": {"text": "x" * 3_000_000}}, 413, "security.RequestDataTooBig"),
        ({"data": "x", "content_type": "multipart/form-data"}, 400, "request"),
    ],
    ids=["a foreign host", "many fields", "much", "no boundary"],
)
def test_what_somebody_sent_is_a_warning_of_one_line(
    client: Client, caplog: pytest.LogCaptureFixture, sent: Any, status: int, logger: str
) -> None:
    assert client.post("/i18n/setlang/", **sent).status_code == status
    [said] = [one for one in caplog.records if one.name == f"django.{logger}"]
    assert said.levelname == "WARNING"
    assert not said.exc_info


def test_what_broke_here_stays_an_error_with_its_traceback(
    caplog: pytest.LogCaptureFixture, rf: RequestFactory
) -> None:
    log_response(
        "%s", "/", response=HttpResponse(status=500), request=rf.get("/"), exception=ValueError()
    )
    [said] = caplog.records
    assert said.levelname == "ERROR"
    assert said.exc_info
