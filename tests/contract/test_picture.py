"""A picture is drawn from a view alone, for every viewer and at any time."""

from __future__ import annotations

import copy

import pytest

from games.engine.canonical import canonical
from games.engine.contract import Rules
from games.engine.snapshot import snapshot
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch


@pytest.mark.needs("showing.picture")
def test_the_picture_is_made_from_the_view_alone(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    box = (40.0, 160.0, 1160.0, 400.0)
    for played in matches:
        names = [f"Player {seat}" for seat in range(played.seats)]
        for ply in played.sample(4):
            for eyes in viewers_of(played):
                view = snapshot(rules, ply.state, ply.number, eyes)
                before = canonical(view)
                shown = rules.showing.picture(view, names, box)
                assert shown
                assert canonical(view) == before
                assert rules.showing.picture(copy.deepcopy(view), names, box) == shown
