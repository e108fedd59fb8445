"""An event's stored settings as form values: the inverse of `forms.EventForm`."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from games.engine.contract import Rules
from games.matches.forms import OPTION
from games.registry import current_rules
from games.tournaments.bye_worth import bye_worth, usual_worth
from games.tournaments.config import ELIMINATIONS, Config
from games.tournaments.criteria_order import orders
from games.tournaments.format_form import AS_USUAL, OWN_ORDER, POINTS, SAME, TIE_BREAKS
from games.tournaments.forms import TOLD, EventForm
from games.tournaments.models import Tournament
from games.tournaments.points import VECTORS, Scoring, points_text


def values_of(event: Tournament, config: Config) -> dict[str, Any]:
    """Return the initial values of an event's form."""
    worth, allowed = bye_worth(config), current_rules(event.game).meta.allowed_seats()
    order = config.criteria
    places = [*order, *[""] * (TIE_BREAKS - len(order))] if order else []
    known = next((key for key, one in orders(config).items() if one == order), OWN_ORDER)
    return {
        **{key: getattr(config, key) for key in SAME},
        **{key: getattr(event, key) for key in TOLD},
        **{f"{OPTION}{key}": json.dumps(value) for key, value in event.options.items()},
        **{f"tie_break_{at}": name for at, name in enumerate(places, 1)},
        "bot": event.bot,
        "seats": config.sizes.preferred,
        "fewest": config.sizes.lo,
        "most": config.sizes.hi,
        "variety": config.sizes.variety,
        "forbidden": sorted(config.sizes.forbidden & set(allowed)),
        "points": key_of(config.scoring),
        "bye": AS_USUAL if worth == usual_worth(config.format) else worth,
        "tie_breaks": known if order else AS_USUAL,
    }


def key_of(scoring: Scoring) -> str:
    """Return the form's choice for a scoring."""
    if scoring.preset != "vector":
        return scoring.preset
    vectors = {size: tuple(row) for size, row in scoring.vectors.items()}
    return next((key for key, known in VECTORS.items() if dict(known) == vectors), "share")


def points_label(config: Config) -> str:
    """Return how an event gives points, in the form's words; empty if it gives none."""
    if config.format == "arena":
        return gettext("2 for a win, 1 for a draw; double after two wins in a row")
    return "" if config.format in ELIMINATIONS else str(dict(POINTS)[key_of(config.scoring)])


def weight_lines(rules: Rules, config: Config) -> list[str]:
    """Return the value of a win for each side and table size, if sides are weighed."""
    return [
        gettext("%(side)s, %(size)s players: %(points)s")
        % {"side": gettext(rules.meta.sides[side]), "size": size, "points": points_text(units)}
        for (side, size), units in sorted(config.scoring.weights.items())
        if side in rules.meta.sides
    ]


def drawn_again(asked: QueryDict) -> dict[str, Any]:
    """Return the values of a half-filled form that is to be redrawn for its new choices.

    Browsers do not send an unticked checkbox, so a missing one counts as unticked.
    """
    fields = EventForm.base_fields.items()
    boxes = {name: False for name, field in fields if isinstance(field, forms.BooleanField)}
    several = {
        name: asked.getlist(name)
        for name, field in fields
        if isinstance(field, forms.MultipleChoiceField)
    }
    return {**boxes, **asked.dict(), **several}
