"""The match `m`, and Wren, who has something to say about it; a day on which nobody has forked."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.matches import store
from tests.replays.factories import person, stored_match
from tests.replays.talking import signed_in


@pytest.fixture
def writer(db: None) -> Client:
    stored_match(code="m")
    return signed_in(person("Wren"))


@pytest.fixture
def nobody_has_forked() -> None:
    cache.clear()
    store.POSITIONS.clear()
