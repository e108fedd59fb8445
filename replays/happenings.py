"""What can have happened in a match, for the search: data only.

Each is a kind of stored event, perhaps with some of its data, and perhaps with
another event that must not have come. A game without entries is found by its
other filters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.engine.text import gettext_noop


@dataclass(frozen=True)
class Happening:
    """One thing to search for. `without` is an event that the match must not have."""

    key: str
    label: str
    event: str
    data: dict[str, Any] = field(default_factory=dict)
    without: tuple[str, dict[str, Any]] | None = None


ENDED, OUT = "match_ended", "eliminated"
BREAKTHROUGH = gettext_noop("A breakthrough")
EARLY_BREAKTHROUGH = gettext_noop("A breakthrough before round 6")
HAPPENINGS: dict[str, tuple[Happening, ...]] = {
    "deadline_99": (
        Happening("king", gettext_noop("A king fell"), ENDED, {"reason": "king_eliminated"}),
        Happening("over", gettext_noop("Somebody went over 99"), "card_played_over"),
        Happening("reaper", gettext_noop("Somebody met the reaper"), OUT, {"reason": "reaper"}),
        Happening("starved", gettext_noop("A hand ran empty"), OUT, {"reason": "empty_hand"}),
        Happening("swap", gettext_noop("Hands were swapped"), "hands_swapped"),
        Happening("reshuffle", gettext_noop("The pile was shuffled anew"), "pile_reshuffled"),
        Happening("resigned", gettext_noop("Somebody resigned"), "resigned"),
    ),
    "zombie_rummy": (
        Happening("nuke", gettext_noop("A nuke"), "seat_nuked"),
        Happening("brain", gettext_noop("A brain was stolen"), "brain_stolen"),
        Happening("horde", gettext_noop("A zombie horde"), "horde_formed"),
        Happening("device", gettext_noop("A device was broken"), "device_broken"),
        Happening("deck", gettext_noop("The draw pile ran out"), "round_ended", {"reason": "deck"}),
        Happening("resigned", gettext_noop("Somebody resigned"), "seat_resigned"),
    ),
    "death_frontline": (
        Happening("breakthrough", BREAKTHROUGH, "broke_through"),
        Happening("early", EARLY_BREAKTHROUGH, "broke_through", {}, ("round_began", {"round": 6})),
        Happening("razed", gettext_noop("An annihilation"), ENDED, {"reason": "annihilation"}),
        Happening("draw", gettext_noop("A draw"), ENDED, {"winner": None}),
        Happening("mulligan", gettext_noop("A mulligan"), "mulliganed"),
        Happening("resigned", gettext_noop("Somebody resigned"), "resigned"),
    ),
}  # fmt: skip


def happening(game: str, key: str) -> Happening | None:
    """Return what `key` stands for in a game, or None."""
    return next((one for one in HAPPENINGS.get(game, ()) if one.key == key), None)
