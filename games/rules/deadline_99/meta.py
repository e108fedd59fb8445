"""Describe Deadline 99 for the lobby: titles, seats, options with help. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import GameMeta, Option, Options
from games.engine.text import gettext_noop
from games.rules.deadline_99.roles import SIDES

CLASSIC = "classic"
FACTIONS = "factions"
LEAST_FOR_FACTIONS = 4
SURVIVOR_MODE = "survivor"
FACTION_MODE = "factions"


def _modes(seats: int, chosen: Options) -> Sequence[str]:
    return (CLASSIC, FACTIONS) if seats >= LEAST_FOR_FACTIONS else (CLASSIC,)


def _free_agents(seats: int, chosen: Options) -> Sequence[int] | None:
    """Two seats are kings; those left after the free agents must split evenly."""
    if chosen["mode"] != FACTIONS:
        return None
    return tuple(free for free in range(seats - 1) if (seats - 2 - free) % 2 == 0)


OPTIONS = (
    Option(
        key="decks",
        label=gettext_noop("Packs"),
        help=gettext_noop("How many packs of 48 cards are shuffled together."),
        values=lambda seats, chosen: (2, 3, 4),
        default=lambda seats, chosen: 3 if seats > 6 else 2,
    ),
    Option(
        key="mode",
        label=gettext_noop("Mode"),
        help=gettext_noop(
            "Classic: everybody for themselves, the last player in wins. "
            "Factions (4 or more players): a faction wins when the other king goes out."
        ),
        values=_modes,
        default=lambda seats, chosen: CLASSIC,
        value_labels={CLASSIC: gettext_noop("Classic"), FACTIONS: gettext_noop("Factions")},
    ),
    Option(
        key="free_agents",
        label=gettext_noop("Free agents"),
        help=gettext_noop("Players of no faction, who win by being still in when a king goes out."),
        values=_free_agents,
        default=lambda seats, chosen: seats % 2,
    ),
    Option(
        key="angel_reaper",
        label=gettext_noop("Angel and reaper"),
        help=gettext_noop(
            "Adds two jokers: the angel draws two cards, the reaper eliminates whoever plays it."
        ),
        values=lambda seats, chosen: (False, True),
        default=lambda seats, chosen: False,
    ),
    Option(
        key="allow_negative",
        label=gettext_noop("Negative count"),
        help=gettext_noop("The count may fall below 0; otherwise it stops there."),
        values=lambda seats, chosen: (False, True),
        default=lambda seats, chosen: False,
    ),
)

META = GameMeta(
    key="deadline_99",
    title=gettext_noop("Deadline 99"),
    tagline=gettext_noop("One count for all, and nobody wants to be the one who takes it past 99."),
    min_seats=2,
    max_seats=10,
    ruleset=1,
    options=OPTIONS,
    modes={
        SURVIVOR_MODE: gettext_noop("Last survivor"),
        FACTION_MODE: gettext_noop("Factions"),
    },
    sided_modes=frozenset({FACTION_MODE}),
    sides=SIDES,
    end_reasons={
        "last_survivor": gettext_noop("one player was left"),
        "king_eliminated": gettext_noop("a king went out"),
        "cap": gettext_noop("the limit of plays or rounds was reached"),
        "resignation": gettext_noop("resignation"),
    },
)
