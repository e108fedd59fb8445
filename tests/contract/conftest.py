"""Every contract test that asks for `game` or `rules` runs over every registered game."""

from __future__ import annotations

import pytest

from games.engine.contract import Rules
from games.registry import all_rules
from tests.contract.matches import PlayedMatch, played_matches


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the test one run a game; a folder more under games/rules is a run more."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(all_rules()), scope="session")


@pytest.fixture(scope="session")
def rules(game: str) -> Rules:
    """The game's rules."""
    return all_rules()[game]


@pytest.fixture(scope="session")
def matches(game: str) -> tuple[PlayedMatch, ...]:
    """Matches of the game, played at random."""
    return played_matches(game)
