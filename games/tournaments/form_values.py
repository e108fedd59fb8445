"""An event's stored settings as its form draws them: the way back from `forms.EventForm`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.engine.contract import Rules
from games.matches.forms import OPTION
from games.tournaments.bye_worth import bye_worth
from games.tournaments.config import ELIMINATIONS, Config
from games.tournaments.format_form import POINTS
from games.tournaments.forms import EventForm
from games.tournaments.models import Tournament
from games.tournaments.points import VECTORS, Scoring, points_text


def values_of(event: Tournament, config: Config) -> dict[str, Any]:
    """Return what the form of an event shows before anybody has changed it."""
    same = (
        "format", "rounds", "team_size", "capacity", "check_in", "late_entry", "first_round",
        "fixed_schedule", "short_in_turn", "cycles", "third_place", "knockout_kind",
        "knockout_tie", "cut", "advance", "minutes",
    )  # fmt: skip
    told = (
        "name", "about", "starts_at", "embargo_until", "entry", "rated", "turn_seconds",
        "reserve_seconds", "bot",
    )  # fmt: skip
    return {
        **{key: getattr(config, key) for key in same},
        **{key: getattr(event, key) for key in told},
        **{f"{OPTION}{key}": json.dumps(value) for key, value in event.options.items()},
        "seats": config.sizes.preferred,
        "fewest": config.sizes.lo,
        "most": config.sizes.hi,
        "variety": config.sizes.variety,
        "last_by_standings": config.last_round_by_standings,
        "points": key_of(config.scoring),
        "bye": bye_worth(config),
        "season": event.season_id,
    }


def key_of(scoring: Scoring) -> str:
    """Return the form's choice that stands for a scoring."""
    if scoring.preset != "vector":
        return scoring.preset
    vectors = {size: tuple(row) for size, row in scoring.vectors.items()}
    return next((key for key, known in VECTORS.items() if dict(known) == vectors), "share")


def points_label(config: Config) -> str:
    """Return how an event gives points, in the form's words; nothing where none are given."""
    if config.format == "arena":
        return gettext("2 for a win, 1 for a draw; double after two wins in a row")
    return "" if config.format in ELIMINATIONS else str(dict(POINTS)[key_of(config.scoring)])


def weight_lines(rules: Rules, config: Config) -> list[str]:
    """Return what a win is worth for each side and size of table, where sides are weighed."""
    return [
        gettext("%(side)s, %(size)s players: %(points)s")
        % {"side": gettext(rules.meta.sides[side]), "size": size, "points": points_text(units)}
        for (side, size), units in sorted(config.scoring.weights.items())
        if side in rules.meta.sides
    ]


def drawn_again(asked: Mapping[str, str]) -> dict[str, Any]:
    """Return what a half-filled form holds, which asks to be drawn for what was chosen.

    An empty box is not sent, so it is one that was not ticked.
    """
    boxes = {
        name: False
        for name, field in EventForm.base_fields.items()
        if isinstance(field, forms.BooleanField)
    }
    return {**boxes, **asked}
