"""What tests of live play share."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import close_old_connections

from accounts.models import User
from games.matches.models import Match
from tests.support.tables import make_running


@pytest.fixture
def people(ada: User, bo: User) -> tuple[User, User]:
    """Two who play."""
    return ada, bo


@pytest.fixture
def match(people: tuple[User, User]) -> Match:
    """Their match, just begun."""
    return make_running(*people)


@pytest.fixture
def give_connections_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels' communicator keeps threads from it, so each test would cost the pool a few."""
    monkeypatch.setattr("channels.testing.application.no_op", close_old_connections)


@pytest.fixture
def quick_heartbeat(settings: Any) -> None:
    """Give every page its turn so often that no test waits for what only the pulse finds out."""
    settings.HEARTBEAT_SECONDS = 0.1
