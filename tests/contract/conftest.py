"""Every contract test that asks for `rules` or `matches` runs over every ruleset of every game.

One that asks for `game` runs over the games; one that `needs` an optional part of `Rules` over
those that have it.
"""

from __future__ import annotations

from operator import attrgetter

import pytest

from games.engine.contract import Rules
from games.registry import all_rulesets, rules_of
from tests.contract.matches import PlayedMatch, played_matches

Known = tuple[str, int]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the test one run a game or ruleset; a folder more under games/rules is a run more."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(all_rulesets()), scope="session")
    if "known" in metafunc.fixturenames:
        parts = [mark.args[0] for mark in metafunc.definition.iter_markers("needs")]
        every = [one for rulesets in all_rulesets().values() for one in rulesets.values()]
        found = [one.meta for one in every if all(attrgetter(part)(one) for part in parts)]
        metafunc.parametrize(
            "known",
            [(meta.key, meta.ruleset) for meta in found],
            ids=[f"{meta.key}-{meta.ruleset}" for meta in found],
            scope="session",
        )


@pytest.fixture(scope="session")
def rules(known: Known) -> Rules:
    """The rules of one ruleset."""
    return rules_of(*known)


@pytest.fixture(scope="session")
def matches(known: Known) -> tuple[PlayedMatch, ...]:
    """Matches by these rules, played at random."""
    return played_matches(*known)
