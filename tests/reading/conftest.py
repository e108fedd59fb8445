"""A finished public match, and people who read its hands."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.matches.models import Match
from tests.replays.factories import stored_match


@pytest.fixture
def match(db: None) -> Match:
    cache.clear()
    return stored_match()
