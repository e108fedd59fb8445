"""Which formats ask for which fields of an event's form, and in which part of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.tournaments.direct.config import (
    DUEL_FORMATS,
    GROUP_FORMATS,
    PAIRED,
    RANKED,
    SIZED_FORMATS,
    TEAM_FORMATS,
    Config,
)

FORMATS = {
    "pods": _("Pods: tables of three or more"),
    "swiss": _("Swiss: tables of two"),
    "round_robin": _("Round robin: everyone plays everyone"),
    "knockout": _("Knockout: lose and you’re out"),
    "table_knockout": _("Table knockout: the best at each table advance"),
    "partners": _("Rotating partners: two against two"),
    "arena": _("Arena: duels for a fixed time, with a new opponent whenever you’re free"),
}
PLANNED = tuple(one for one in FORMATS if one != "arena")
DUELS_END = ("knockout", "swiss", "round_robin")


class FieldUse(NamedTuple):
    """The part of the form a field belongs to, and the formats that ask for it."""

    part: str
    formats: Collection[str] = FORMATS


FIELD_USES = {
    "minutes": FieldUse("top", ("arena",)),
    "rounds": FieldUse("course", PAIRED),
    "cycles": FieldUse("course", ("round_robin",)),
    "advance": FieldUse("course", ("table_knockout",)),
    "groups": FieldUse("course", GROUP_FORMATS),
    "cut": FieldUse("course", ("swiss", "pods", "round_robin")),
    "knockout_kind": FieldUse("course", DUELS_END),
    "duplicate": FieldUse("course", PAIRED),
    "points": FieldUse("rare", RANKED),
    "bye": FieldUse("rare", PAIRED),
    "half_byes": FieldUse("rare", PAIRED),
    "first_round": FieldUse("rare", PLANNED),
    "knockout_tie": FieldUse("rare", DUELS_END),
    "tie_breaks": FieldUse("rare", RANKED),
    "forbidden": FieldUse("rare", SIZED_FORMATS),
    "variety": FieldUse("rare", ("pods",)),
    "last_round_by_standings": FieldUse("rare", ("pods",)),
    "fixed_schedule": FieldUse("rare", ("pods",)),
    "short_in_turn": FieldUse("rare", ("pods",)),
    "clubs_apart": FieldUse("rare", ("pods", "partners")),
    "third_place": FieldUse("rare", DUELS_END),
    "fewest": FieldUse("table", SIZED_FORMATS),
    "most": FieldUse("table", SIZED_FORMATS),
    "entry": FieldUse("entry"),
    "team_size": FieldUse("entry", DUEL_FORMATS),
    "boards": FieldUse("entry", TEAM_FORMATS),
    "capacity": FieldUse("entry"),
    "check_in": FieldUse("entry", PLANNED),
    "late_entry": FieldUse("entry", PAIRED),
    "rated": FieldUse("entry"),
    "bots_rank": FieldUse("entry"),
    "about": FieldUse("told"),
    "prizes": FieldUse("told"),
    "season": FieldUse("told"),
    "series": FieldUse("told"),
    "embargo_until": FieldUse("told"),
}
"""Every field of an event's form except name, start and its game's; in order within a part."""

NOT_DUPLICATE = frozenset({
    "points", "cut", "third_place", "knockout_kind", "knockout_tie", "fewest", "most", "variety",
    "forbidden", "rated", "boards", "groups",
})  # fmt: skip
"""Fields that a duplicate event decides by itself."""

SAME = tuple(one.name for one in fields(Config) if one.name in {"format", *FIELD_USES})
"""Fields that have the same name and meaning in the settings."""
