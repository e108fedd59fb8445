"""What a page of an event answers when somebody else holds it, and when the database fails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection, connections, transaction

from games.tournaments.services.act import lock_tournament
from games.tournaments.views.gate import event_view

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def request_(rf):
    request = rf.get("/")
    request.user = AnonymousUser()
    return request


def test_who_waits_too_long_for_another_is_asked_to_press_again(event, request_, caplog):
    def impatient():
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '20ms'")
                return lock_tournament(event.code)
        finally:
            connections.close_all()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        lock_tournament(event.code)
        answer = pool.submit(event_view(lambda request: impatient()), request_).result()
    assert answer.status_code == 409
    assert "The event is busy." in answer.content.decode()
    assert "an event was busy" in caplog.text


def test_any_other_failure_of_the_database_is_no_busy_event(request_):
    def broken(request):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError):
        event_view(broken)(request_)
    connection.close()
