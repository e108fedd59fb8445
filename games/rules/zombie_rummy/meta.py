"""Describe Zombie Rummy for the lobby, with its options.

Source: rules, "Options" and "Match end". Imports only `games.engine`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.contract import GameMeta, Happening, Option, Options
from games.engine.stocks import OWN_STOCKS
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.lengths import DURATION

KEY: Final = "zombie_rummy"
TARGETS: Final = {"score": range(20, 501), "rounds": range(1, 10), "wins": range(1, 6)}
USUAL_TARGETS: Final = {"score": 100, "rounds": 5, "wins": 3}


def _targets(seats: int, chosen: Options) -> Sequence[int]:
    return tuple(TARGETS[chosen["end"]])


def _usual_target(seats: int, chosen: Options) -> int:
    return USUAL_TARGETS[chosen["end"]]


END = Option(
    key="end",
    label=gettext_noop("The match ends"),
    help=gettext_noop("Decides when the match is over."),
    values=lambda seats, chosen: tuple(TARGETS),
    default=lambda seats, chosen: "score",
    value_labels={
        "score": gettext_noop("when a total reaches the target"),
        "rounds": gettext_noop("after a number of rounds"),
        "wins": gettext_noop("after a number of rounds won"),
    },
)
TARGET = Option(
    key="target",
    label=gettext_noop("Target"),
    help=gettext_noop("Points (20–500, above or below zero), rounds (1–9), or rounds won (1–5)."),
    values=_targets,
    default=_usual_target,
)

HAPPENINGS = (
    Happening("nuke", gettext_noop("Nuke dropped"), "seat_nuked"),
    Happening("brain", gettext_noop("Brain stolen"), "brain_stolen"),
    Happening("horde", gettext_noop("Horde formed"), "horde_formed"),
    Happening("device", gettext_noop("Device broken"), "device_broken"),
    Happening("deck", gettext_noop("Draw pile ran out"), "round_ended", {"reason": "deck"}),
    Happening("resigned", gettext_noop("Someone resigned"), "seat_resigned"),
)

META = GameMeta(
    key=KEY,
    title=gettext_noop("Zombie Rummy"),
    tagline=gettext_noop("Lay sets, lock up your brains, and leave the zombies to everyone else."),
    min_seats=2,
    max_seats=6,
    ruleset=1,
    options=(END, TARGET, OWN_STOCKS),
    end_reasons={
        "score": gettext_noop("a total reached the limit"),
        "rounds": gettext_noop("all rounds were played"),
        "wins": gettext_noop("enough rounds were won"),
        "cap": gettext_noop("the play or round limit was reached"),
        "resignation": gettext_noop("resignation"),
    },
    scores="signed",
    happenings=HAPPENINGS,
    duration=DURATION,
)
