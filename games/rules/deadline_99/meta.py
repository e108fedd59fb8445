"""Describe Deadline 99 for the lobby, the ladders and searches. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Contest, GameMeta, Happening, Option, Options, Side
from games.engine.stocks import OWN_STOCKS
from games.engine.text import gettext_noop
from games.rules.deadline_99.lengths import DURATION
from games.rules.deadline_99.roles import BLACK, FACTION_OF, FREE, RED, SIDES
from games.rules.deadline_99.state import State

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
        help=gettext_noop("How many 48-card packs to shuffle together."),
        values=lambda seats, chosen: (2, 3, 4),
        default=lambda seats, chosen: 3 if seats > 6 else 2,
    ),
    Option(
        key="mode",
        label=gettext_noop("Mode"),
        help=gettext_noop(
            "Classic: everyone for themselves, last player in wins. Factions (4 or more "
            "players): a faction wins when the other king goes out."
        ),
        values=_modes,
        default=lambda seats, chosen: CLASSIC,
        value_labels={CLASSIC: gettext_noop("Classic"), FACTIONS: gettext_noop("Factions")},
    ),
    Option(
        key="free_agents",
        label=gettext_noop("Free agents"),
        help=gettext_noop(
            "Players with no faction. They win if they’re still in when a king goes out."
        ),
        values=_free_agents,
        default=lambda seats, chosen: seats % 2,
    ),
    Option(
        key="angel_reaper",
        label=gettext_noop("Angel and reaper"),
        help=gettext_noop(
            "Adds two jokers: the angel draws two cards, the reaper knocks out anyone who plays it."
        ),
        values=lambda seats, chosen: (False, True),
        default=lambda seats, chosen: False,
    ),
    Option(
        key="allow_negative",
        label=gettext_noop("Negative count"),
        help=gettext_noop("The count can go below 0. Otherwise it stops there."),
        values=lambda seats, chosen: (False, True),
        default=lambda seats, chosen: False,
    ),
    OWN_STOCKS,
)


def contest(state: State) -> Contest:
    """Return the sides of a finished match: a faction is one, a free agent one alone.

    Spec: tournaments 1.4 and 1.5.
    """
    seats = range(len(state.alive))
    if state.roles is None:
        return Contest(SURVIVOR_MODE, tuple(Side((seat,)) for seat in seats))
    faction = [FACTION_OF[role or FREE] for role in state.roles]
    factions = [
        Side(tuple(seat for seat in seats if faction[seat] == colour), colour)
        for colour in (RED, BLACK)
    ]
    free = [Side((seat,), FREE) for seat in seats if faction[seat] is None]
    return Contest(FACTION_MODE, (*factions, *free), grouped=True)


ENDED, OUT = "match_ended", "eliminated"
HAPPENINGS = (
    Happening("king", gettext_noop("A king went out"), ENDED, {"reason": "king_eliminated"}),
    Happening("over", gettext_noop("Someone went over 99"), "card_played_over"),
    Happening("reaper", gettext_noop("Someone played the reaper"), OUT, {"reason": "reaper"}),
    Happening("starved", gettext_noop("Someone ran out of cards"), OUT, {"reason": "empty_hand"}),
    Happening("swap", gettext_noop("Players swapped hands"), "hands_swapped"),
    Happening("reshuffle", gettext_noop("The pile was reshuffled"), "pile_reshuffled"),
    Happening("resigned", gettext_noop("Someone resigned"), "resigned"),
)

META = GameMeta(
    key="deadline_99",
    title=gettext_noop("Deadline 99"),
    tagline=gettext_noop("One shared count, and no one wants to push it past 99."),
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
        "cap": gettext_noop("the play or round limit was reached"),
        "resignation": gettext_noop("resignation"),
    },
    contest=contest,
    happenings=HAPPENINGS,
    duration=DURATION,
)
