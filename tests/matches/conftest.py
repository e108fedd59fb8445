"""What tests of live play share."""

from __future__ import annotations

import pytest

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
