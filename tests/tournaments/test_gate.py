"""What a page of an event answers when somebody else holds it, and when the database fails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection, transaction
from django.urls import reverse

from accounts.throttle import person_key, throttle_one
from games.tournaments.services.act import lock_tournament
from games.tournaments.views.gate import POSTS_A_MINUTE, handle_refusals
from tests.support.races import impatient
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def request_(rf):
    request = rf.get("/")
    request.user = AnonymousUser()
    return request


def test_who_waits_too_long_for_another_is_asked_to_press_again(event, request_, caplog):
    locks = impatient(lambda request: lock_tournament(event.code))
    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        lock_tournament(event.code)
        answer = pool.submit(handle_refusals(locks), request_).result()
    assert answer.status_code == 409
    assert "The event is busy." in answer.content.decode()
    assert "an event was busy" in caplog.text


def test_any_other_failure_of_the_database_is_no_busy_event(request_):
    def broken(request):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(OperationalError):
        handle_refusals(broken)(request_)
    connection.close()


@pytest.mark.parametrize(
    ("name", "argument"),
    [("act", "nosuchevent"), ("settings", "nosuchevent"), ("create", "deadline_99")],
)
def test_who_posts_too_often_is_told_so_where_there_is_no_event_too(client, name, argument):
    eve = make_user("eve")
    client.force_login(eve)
    for _ in range(POSTS_A_MINUTE):
        throttle_one(person_key(eve.pk), "event", limit=POSTS_A_MINUTE, seconds=60)
    answer = client.post(reverse(f"tournaments:{name}", args=[argument]))
    assert answer.status_code == 429
    assert "You’re doing that too often." in answer.content.decode()
