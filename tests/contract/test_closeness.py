"""How level a match is: a number from what spectators see, while it is played."""

from __future__ import annotations

import pytest

from games.engine.contract import Rules
from games.engine.snapshot import snapshot
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch


@pytest.mark.needs("showing.closeness")
def test_closeness_is_a_share_that_is_alike_for_all_eyes(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    closeness = rules.showing.closeness
    for played in matches:
        for ply in played.sample(6):
            if rules.result(ply.state) is not None:
                continue
            found = {
                closeness(snapshot(rules, ply.state, ply.number, eyes))
                for eyes in viewers_of(played)
            }
            assert len(found) == 1
            assert 0 <= found.pop() <= 1
