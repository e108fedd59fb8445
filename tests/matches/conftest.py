"""What tests of live play share."""

from __future__ import annotations

import pytest
from django.db import close_old_connections


@pytest.fixture
def give_connections_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels' communicator keeps threads from it, so each test would cost the pool a few."""
    monkeypatch.setattr("channels.testing.application.no_op", close_old_connections)
