"""What tests of sockets share."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import close_old_connections

from tests.matches.conftest import match as match
from tests.matches.conftest import people as people
from tests.rooms.conftest import rooms as rooms


@pytest.fixture
def give_connections_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels' communicator keeps threads from it, so each test would cost the pool a few."""
    monkeypatch.setattr("channels.testing.application.no_op", close_old_connections)


@pytest.fixture
def quick_heartbeat(settings: Any) -> None:
    """Give every page its turn so often that no test waits for what the heartbeat finds."""
    settings.HEARTBEAT_SECONDS = 0.1
