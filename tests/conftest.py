"""What all tests share: a database whose log can be emptied between tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, settings

from accounts.devices.keys import signing_key
from accounts.models import User
from accounts.moderation.models import Decision
from games.challenges.models import PlaceMove
from games.matches import store
from games.matches.models import MatchAction, MatchEvent
from games.tournaments.models import DirectorAction
from tests.support.database import end_other_sessions, sql_flush
from tests.support.deals import DRAWING, Drawn
from tests.support.push_service import Browser, PushService, Turned, push_service
from tests.support.receiver import Receiver, receiver
from tests.support.tables import make_user
from tests.support.workers import workers_at_rest

# Speed is measured in bench/: a busy machine fails no test. Nor does chance: what Hypothesis tries
# is the same at each run, as the deals are, and DEALS tries others.
settings.register_profile(
    "patient",
    deadline=None,
    derandomize=not os.environ.get("DEALS"),
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

LOGS = (MatchAction, MatchEvent, DirectorAction, Decision, PlaceMove)
LOG_TABLES = [model._meta.db_table for model in LOGS]


# The site's own limits, of a few seconds, are for people who wait; what waits here is a test's
# sixteen threads on a slow machine. Servers that tests start keep the site's.
PATIENCE = "-c lock_timeout=50s -c statement_timeout=100s -c idle_in_transaction_session_timeout=0"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Let the tests' own statements take as long as they take."""
    options = connection.settings_dict["OPTIONS"]
    options["options"] = PATIENCE
    options["pool"] = {**options["pool"], "timeout": 50}


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest.FixtureRequest
) -> Iterator[None]:
    """Let the test runner empty the log after a transactional test.

    Only TRUNCATE is let through; `tests/matches/test_append_only.py` switches
    its guard on again to see that it holds.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for table in LOG_TABLES:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only_table")
        connection.ops.sql_flush = sql_flush
    yield
    with django_db_blocker.unblock():
        end_other_sessions()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Take no connection over from the test before: one that broke there would fail all others."""
    connections.close_all()


@pytest.fixture(autouse=True)
def _workers_at_rest(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty the tables only when no socket's thread writes any more: they would lock each other."""
    yield
    database = request.node.get_closest_marker("django_db")
    if database is not None and database.kwargs.get("transaction"):
        workers_at_rest()


@pytest.fixture(autouse=True)
def _same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test's matches be dealt the same cards at each run."""
    for module in DRAWING:
        drawn = Drawn(request.node.nodeid, module)
        monkeypatch.setattr(f"{module}.secrets", drawn)


@pytest.fixture(autouse=True)
def _forget_positions() -> Iterator[None]:
    """Forget cached positions: another test's match may have had the same key."""
    yield
    store.POSITIONS.clear()


@pytest.fixture(autouse=True)
def _forget_language() -> Iterator[None]:
    """Speak English again: a request leaves its reader's language to the thread."""
    yield
    translation.deactivate()


@pytest.fixture
def ada(db: None) -> Any:
    """One person."""
    return make_user("ada")


@pytest.fixture
def bo(db: None) -> Any:
    """Another."""
    return make_user("bo")


@pytest.fixture
def as_ada(client: Client, ada: Any) -> Client:
    """The browser of the first."""
    client.force_login(ada)
    return client


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    """A running push service that the site knows."""
    signing_key.cache_clear()
    with push_service() as running:
        settings.LOCAL = True
        settings.PUSH_SERVICES = [running.host]
        yield running
    signing_key.cache_clear()


@pytest.fixture
def turn_on(service: PushService) -> Turned:
    """Return a function that logs a person in with a browser and turns messages on there."""

    def turned(user: User, name: str = "one") -> tuple[Browser, Client]:
        browser, client = service.browser(name), Client()
        client.force_login(user)
        answer = client.post(reverse("devices:add"), browser.subscription)
        assert answer.status_code == 204
        return browser, client

    return turned


@pytest.fixture
def tool(settings: Any) -> Iterator[Receiver]:
    """A running receiver of webhooks that the site may call."""
    with receiver() as running:
        settings.LOCAL, settings.WEBHOOK_HOSTS = True, [running.host]
        yield running
