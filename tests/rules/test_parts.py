"""What a game may leave out, the games of the site have all the same."""

from __future__ import annotations

from operator import attrgetter

import pytest

from games.registry import current_rules

PARTS = (
    "hiding",
    "teaching.lesson",
    "teaching.offers",
    "showing.picture",
    "meta.happenings",
)


@pytest.mark.parametrize("game", ["deadline_99", "death_frontline", "zombie_rummy"])
def test_a_game_of_ours_lacks_nothing_that_the_site_can_show(game: str) -> None:
    assert [part for part in PARTS if not attrgetter(part)(current_rules(game))] == []
