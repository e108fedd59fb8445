"""Every contract test that asks for `game` or `rules` runs over every registered game.

One that `needs` an optional part of `Rules` runs over the games that have it.
"""

from __future__ import annotations

import pytest

from games.engine.contract import Rules
from games.registry import all_rules
from tests.contract.matches import PlayedMatch, played_matches


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the test one run a game; a folder more under games/rules is a run more."""
    if "game" in metafunc.fixturenames:
        parts = [mark.args[0] for mark in metafunc.definition.iter_markers("needs")]
        games = [key for key, one in all_rules().items() if all(getattr(one, p) for p in parts)]
        metafunc.parametrize("game", games, scope="session")


@pytest.fixture(scope="session")
def rules(game: str) -> Rules:
    """The game's rules."""
    return all_rules()[game]


@pytest.fixture(scope="session")
def matches(game: str) -> tuple[PlayedMatch, ...]:
    """Matches of the game, played at random."""
    return played_matches(game)
