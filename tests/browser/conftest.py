"""Browser tests: the real server in a process of its own, a real Chromium, and two watchmen.

The server works on the test database, and the tests may use the ORM beside it: what they write is
committed and stays until the run ends, so each test makes people and matches of its own.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import setup_databases, teardown_databases
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, expect
from pytest_django import DjangoDbBlocker

from config.development.testrun import find_chromium
from tests.browser import people
from tests.browser.people import SLOW
from tests.support.database import end_other_sessions
from tests.support.deals import Drawn
from tests.support.servers import database_url_of_tests, done, start_server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Playwright's sync API keeps an event loop in the main thread, where Django then refuses the ORM
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
# How long a page may take is told by bench/: a busy machine fails no test
expect.set_options(timeout=SLOW)
# Some tests start a site of their own beside the shared one; no match is played on both
os.environ["ALLOW_UNHEARD"] = "true"


# The longest takes half a minute, on a machine that does ten things at once ten times that. The
# first test also makes the database and starts the site and Chromium, the last one takes all that
# down again: each of these has a limit of its own.
SECONDS_A_TEST = 900


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a Chromium: skipped where a person looks, failed in CI."""
    for item in items:
        item.add_marker(pytest.mark.timeout(SECONDS_A_TEST))
    if find_chromium() is None and not os.environ.get("CI"):
        for item in items:
            item.add_marker(pytest.mark.skip(reason="no Chromium found"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """Make the test database. pytest-django makes it only where a test is marked `django_db`,

    and that mark would put a transaction around the test, which the server could not look into.
    """
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, aliases=["default"])
    yield
    with django_db_blocker.unblock():
        end_other_sessions()
        teardown_databases(made, verbosity=0)


@pytest.fixture(autouse=True)
def database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Open the database to the test, without a transaction around it: the server must see it."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(autouse=True)
def _same_names(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test's people have the same names, and so the same cards, at each run."""
    monkeypatch.setattr(people, "secrets", Drawn(request.node.nodeid, "names"))


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the static files as real sites send them."""
    folder = tmp_path_factory.mktemp("static")
    done(["collectstatic", "--noinput"], {"STATIC_PACKED": "true", "STATIC_ROOT": str(folder)})
    return folder


@pytest.fixture(scope="session")
def sent_name(packed: Path) -> dict[str, str]:
    """Under which name each static file is sent."""
    names = json.loads((packed / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    return dict(names)


@pytest.fixture(scope="session")
def site(django_db_setup: None, packed: Path) -> Iterator[str]:
    """The address of a running site. At the end it must stop in good order."""
    env: dict[str, str | None] = {
        "STATIC_PACKED": "true",
        "STATIC_ROOT": str(packed),
        "DATABASE_URL": database_url_of_tests(),
        "HEARTBEAT_SECONDS": "2",
        "DATABASE_LOCK_TIMEOUT": "20s",
        "DATABASE_STATEMENT_TIMEOUT": "20s",
        "BOT_PAUSE_MS": "50",  # bots wait for people's sake, and nobody looks on here
    }
    server = start_server(["play", "--port", "0", "--no-seed"], env)
    yield server.url
    assert server.stop(signal.SIGTERM) == 0, "the server did not stop cleanly"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the machine's own Chromium."""
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": FLAGS}


NO_WORKER = "Service Worker registration blocked by Playwright"


class Complaints(list[str]):
    """What pages complained about: console errors (CSP violations among them), script errors."""

    def watch(self, context: BrowserContext) -> None:
        """Listen to every page of `context`, those it opens later too."""
        context.on("console", self._hear)
        context.on("weberror", lambda error: self._note(error.error))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and NO_WORKER not in message.text:
            self.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _note(self, error: Error) -> None:
        self.append(f"script error: {error}")


@pytest.fixture(autouse=True)
def complaints() -> Iterator[Complaints]:
    """Collect complaints; a test that expects one takes it out of the list, any left one fails."""
    heard = Complaints()
    yield heard
    assert not heard, "\n".join(heard)


@pytest.fixture
def new_context(new_context: Any, complaints: Complaints) -> Iterator[Any]:
    """Make people: contexts with cookies of their own, watched. `page` comes from here too.

    Without the service worker, which fetches pages itself, past the routes that tests lay.
    """
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = new_context(**{"service_workers": "block", **options})
        context.set_default_timeout(SLOW)
        complaints.watch(context)
        made.append(context)
        return context

    yield make
    for context in made:
        for page in list(context.pages):
            # so asked it is not waited for: a page that just commits a navigation may never close
            page.close(run_before_unload=True)
        # Chromium sometimes never ends a context; without pages it costs next to nothing
        context.close = lambda *_, **__: None
