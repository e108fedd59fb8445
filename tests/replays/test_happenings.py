"""Finding matches by what happened in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from games.engine.codec import encode_event
from games.engine.contract import Happening
from games.engine.verify import Ply
from games.registry import all_rules
from replays.forms import ReplayFilter
from tests.replays.factories import codes, sample, stored_match

pytestmark = pytest.mark.django_db
GAMES = [key for key, rules in all_rules().items() if rules.meta.happenings]


def has(plies: list[Ply], name: str, data: Mapping[str, Any]) -> bool:
    """Look for an event the long way."""
    stored = [encode_event(event) for ply in plies for event in ply.events]
    return any(
        one[0] == name and all(one[2].get(key) == value for key, value in data.items())
        for one in stored
    )


def happened(one: Happening, plies: list[Ply]) -> bool:
    return has(plies, one.event, one.data) and not (one.without and has(plies, *one.without))


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_the_matches_in_which_it_happened(game: str, client: Client) -> None:
    plies = {}
    for number in range(7):
        stored_match(game, number, code=f"m{number}")
        plies[f"m{number}"] = sample(game, number)[1]
    seen = 0
    happenings = all_rules()[game].meta.happenings
    for one in happenings:
        wanted = {code for code, log in plies.items() if happened(one, log)}
        assert set(codes(client, f"happened={game}:{one.key}")) == wanted
        seen += bool(wanted)
    assert seen >= len(happenings) // 2


def test_a_running_match_is_not_found_by_what_happened(client: Client) -> None:
    match = stored_match("deadline_99", 0)
    assert codes(client, "happened=deadline_99:over")
    match.status = "running"
    match.save()
    assert codes(client, "happened=deadline_99:over") == []


@pytest.mark.parametrize("wanted", ["x", "chess:mate", "deadline_99:nuke", "deadline_99:", ":"])
def test_what_cannot_happen_is_said_to_be_no_choice(wanted: str) -> None:
    assert "happened" in ReplayFilter({"happened": wanted}).errors


def test_matches_are_found_by_their_length(client: Client) -> None:
    match = stored_match()
    assert codes(client, f"longest={match.ply}") == [match.code]
    assert codes(client, f"longest={match.ply - 1}") == []
