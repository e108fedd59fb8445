"""Describe Death Frontline for the lobby, the ladders and searches. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.contract import Contest, GameMeta, Happening, Option, Options, Side
from games.engine.stocks import OWN_STOCKS
from games.engine.text import gettext_noop
from games.rules.death_frontline.catalogue import CATALOGUE, SIDES
from games.rules.death_frontline.ending import seats_of
from games.rules.death_frontline.lengths import DURATION
from games.rules.death_frontline.state import State

DUEL = 2
TEAMS = 4
DUEL_MODE = "duel"
TEAM_MODE = "teams"
ROUNDS = range(5, 61)
DEFAULT_ROUNDS = 30


def _decks(side: str) -> list[str]:
    return [deck.key for deck in CATALOGUE.decks.values() if deck.side == side]


def _deck_option(key: str, label: str, default: str) -> Option:
    """Return the option for a side's deck: only two players choose, four play all decks."""

    def values(seats: int, chosen: Options) -> Sequence[Any]:
        return _decks(key) if seats == DUEL else [None]

    return Option(
        key=key,
        label=label,
        help=gettext_noop(
            "With four players, every deck is in play, so there’s nothing to choose."
        ),
        values=values,
        default=lambda seats, chosen: default if seats == DUEL else None,
        value_labels={deck.key: deck.name for deck in CATALOGUE.decks.values()}
        | {None: gettext_noop("Both decks")},
    )


END_ON = Option(
    key="end_on",
    label=gettext_noop("Out of cards"),
    help=gettext_noop("When running out of cards ends the battle."),
    values=lambda seats, chosen: ("out_of_cards", "empty_hand"),
    default=lambda seats, chosen: "out_of_cards",
    value_labels={
        "out_of_cards": gettext_noop("Hand and draw pile are empty"),
        "empty_hand": gettext_noop("Hand is empty"),
    },
)

MAX_ROUNDS = Option(
    key="max_rounds",
    label=gettext_noop("Maximum rounds"),
    help=gettext_noop("After this round, the side holding more enemy territory wins."),
    values=lambda seats, chosen: ROUNDS,
    default=lambda seats, chosen: DEFAULT_ROUNDS,
)


def contest(state: State) -> Contest:
    """Return the two sides, each of one player or of two. Spec: tournaments 1.5."""
    mode = DUEL_MODE if len(state.seats) == DUEL else TEAM_MODE
    return Contest(mode, tuple(Side(tuple(seats_of(state, side))) for side in SIDES))


ENDED, BROKE_THROUGH = "match_ended", "broke_through"
HAPPENINGS = (
    Happening("breakthrough", gettext_noop("A breakthrough"), BROKE_THROUGH),
    Happening(
        "early",
        gettext_noop("A breakthrough before round 6"),
        BROKE_THROUGH,
        without=("round_began", {"round": 6}),
    ),
    Happening("razed", gettext_noop("An annihilation"), ENDED, {"reason": "annihilation"}),
    Happening("draw", gettext_noop("A draw"), ENDED, {"winner": None}),
    Happening("mulligan", gettext_noop("A mulligan"), "mulliganed"),
    Happening("resigned", gettext_noop("Someone resigned"), "resigned"),
)

META = GameMeta(
    key="death_frontline",
    title=gettext_noop("Death Frontline: Blitzkrieg"),
    tagline=gettext_noop("A card battle across a front line, for two players or two teams of two."),
    min_seats=DUEL,
    max_seats=TEAMS,
    ruleset=2,
    options=(
        _deck_option("allies", gettext_noop("Allied deck"), "us"),
        _deck_option("axis", gettext_noop("Axis deck"), "wehrmacht"),
        END_ON,
        MAX_ROUNDS,
        OWN_STOCKS,
    ),
    seat_counts=(DUEL, TEAMS),
    modes={DUEL_MODE: gettext_noop("Duel"), TEAM_MODE: gettext_noop("Two vs. two")},
    sided_modes=frozenset({TEAM_MODE}),
    usual_seats=DUEL,
    end_reasons={
        "breakthrough": gettext_noop("breakthrough"),
        "annihilation": gettext_noop("annihilation"),
        "out_of_cards": gettext_noop("out of cards"),
        "no_action": gettext_noop("no one could act"),
        "max_rounds": gettext_noop("the last round ended"),
        "agreement": gettext_noop("agreement"),
        "resignation": gettext_noop("resignation"),
    },
    contest=contest,
    happenings=HAPPENINGS,
    duration=DURATION,
)
