"""The table page is drawn from a view alone, as plain data, for every viewer and at any time."""

from __future__ import annotations

import copy

import pytest

from games.engine.canonical import canonical
from games.engine.contract import Rules
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import OPEN_TABLE, Viewer
from tests.contract.faces import viewers_of
from tests.contract.matches import PlayedMatch, Ply


def looks_of(played: PlayedMatch, ply: Ply) -> list[tuple[Viewer, Viewer]]:
    """Return (whose eyes, from which seat) as pages show a position, an open replay included."""
    seated = [(viewer, viewer) for viewer in viewers_of(played)]
    return [*seated, (OPEN_TABLE, OPEN_TABLE), (OPEN_TABLE, Viewer(0, sees_all=True))]


def test_the_display_is_plain_data_made_from_the_view_alone(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.sample(8):
            for eyes, place in looks_of(played, ply):
                view = snapshot(rules, ply.state, ply.number, eyes)
                legal = []
                if place.seat in rules.to_act(ply.state):
                    legal = sorted_actions(rules.legal_actions(ply.state, place.seat))
                before = canonical(view)
                shown = rules.display(view, place, legal)
                assert canonical(shown)
                assert canonical(view) == before
                assert rules.display(copy.deepcopy(view), place, legal) == shown


@pytest.mark.needs("picture")
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
                shown = rules.picture(view, names, box)
                assert shown
                assert canonical(view) == before
                assert rules.picture(copy.deepcopy(view), names, box) == shown
