"""People and puzzles."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from replays.puzzles.models import Puzzle
from tests.puzzles.factories import a_puzzle
from tests.replays.factories import person
from tests.replays.talking import signed_in


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    cache.clear()
    return a_puzzle()


@pytest.fixture
def solver(db: None) -> User:
    return person("Sol")


@pytest.fixture
def solving(solver: User) -> Client:
    return signed_in(solver)
