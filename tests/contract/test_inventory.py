"""Nothing is lost and nothing comes from nowhere: each card of the match lies in one place."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.engine.contract import Rules
from tests.contract.faces import faces_of, strings_in, true_keys_in
from tests.contract.matches import PlayedMatch


def cards_in(position: Any, faces: frozenset[str]) -> Counter[str]:
    """Return every card in a snapshot: by its code, or as a flag (`{"zombie": true}`).

    A code that stands by itself at the top (“must_meld”) only mentions a card.
    """
    places = [value for value in position.values() if isinstance(value, list | dict)]
    found = [card for place in places for card in (*strings_in(place), *true_keys_in(place))]
    return Counter(card for card in found if card in faces)


def test_every_card_of_the_match_lies_in_one_place_in_every_position(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        faces = faces_of(played)
        pack = cards_in(rules.snapshot(played.plies[0].state), faces)
        assert sum(pack.values()) > played.seats
        for ply in played.plies:
            assert cards_in(rules.snapshot(ply.state), faces) == pack, (ply.number, ply.action)
