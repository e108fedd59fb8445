"""What monitors ask, and what is answered when something broke."""

from __future__ import annotations

import select

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db import connection, transaction
from django.db.utils import DatabaseError, OperationalError
from django.test import Client, RequestFactory

from config.asgi import application
from config.error_responses import server_error
from tests.support.tables import make_user


def test_healthz_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_asks_the_database(client: Client) -> None:
    assert client.get("/readyz").content == b"ok\n"


@pytest.mark.parametrize(("wanted", "found"), [("application/json", b"out_of_reach"), ("", b"<h1")])
def test_a_database_out_of_reach_is_told_as_503(
    rf: RequestFactory, wanted: str, found: bytes
) -> None:
    try:
        raise OperationalError("could not extend file: No space left on device")
    except OperationalError:
        answer = server_error(rf.get("/", headers={"Accept": wanted}))
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert found in answer.content
    assert b"No space left" not in answer.content


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_was_given_up_while_the_process_stood_still_is_told_as_503(
    rf: RequestFactory,
) -> None:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 1")
            select.select([connection.connection.fileno()], [], [])  # until it tells why
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        # a line that is cut may take along what was said last
        assert "idle-in-transaction" in str(error) or isinstance(error, OperationalError)
        answer = server_error(rf.get("/"))
    assert answer.status_code == 503


@pytest.mark.django_db
@pytest.mark.parametrize(("wanted", "found"), [("application/json", b"too_large"), ("", b"<h1")])
def test_more_than_is_read_is_told_as_413(client: Client, wanted: str, found: bytes) -> None:
    much = {"text": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    for sent in (much, {f"field{number}": "x" for number in range(1001)}):
        answer = client.post("/replays/open/", sent, headers={"Accept": wanted})
        assert answer.status_code == 413
        assert found in answer.content


MANY = {f"field{number}": "x" for number in range(2000)}
LONG_HEAD = b"X: " + b"y" * 9000
PARTS = b'--B\r\nContent-Disposition: form-data; name="a"\r\n%s\r\n\r\nv\r\n--B--\r\n'
OF_PARTS = "multipart/form-data; boundary=B"
UTF_16 = "application/x-www-form-urlencoded; charset=utf-16"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nowhere", "/nowhere/", "/accounts/nowhere/", "/api/v1/no"])
def test_nothing_is_read_of_what_is_sent_to_where_nothing_is(client: Client, address: str) -> None:
    answers = [
        client.post(address, MANY),
        client.get(address, MANY),
        client.post(address, PARTS % LONG_HEAD, content_type=OF_PARTS),
        client.post(address, b"x", content_type="multipart/form-data"),
        client.post(address, b"a=1", content_type=UTF_16),
    ]
    assert [answer.status_code for answer in answers] == [404] * 5


async def test_a_query_that_cannot_be_read_is_413_also_where_a_charset_is_named() -> None:
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "path": "/", "scheme": "http",
        "query_string": "&".join(f"{name}=x" for name in MANY).encode(),
        "headers": [(b"host", b"localhost"), (b"content-type", b"text/plain; charset=utf-8")],
    }  # fmt: skip
    asked = ApplicationCommunicator(application, scope)
    await asked.send_input({"type": "http.request", "body": b""})
    assert (await asked.receive_output(timeout=60))["status"] == 413


@pytest.mark.django_db
def test_what_a_page_of_404_or_403_cannot_read_is_told_as_such(client: Client) -> None:
    assert client.get("/accounts/mails/").status_code == 404
    assert client.get("/accounts/mails/", MANY).status_code == 413
    client.force_login(make_user("ada"))
    assert client.post("/accounts/reauthenticate/").status_code == 403
    assert client.post("/accounts/reauthenticate/", MANY).status_code == 413


@pytest.mark.django_db
def test_what_cannot_be_read_is_told_on_a_page_of_ours(client: Client) -> None:
    answer = client.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "We couldn’t read this".encode() in answer.content


def test_any_other_error_stays_one(rf: RequestFactory) -> None:
    try:
        raise ValueError("secret")
    except ValueError:
        answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert b"secret" not in answer.content
