"""What the table's templates say with the engine's words: cards, moments, results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.engine.canonical import canonical
from games.engine.contract import JsonObject, Rules
from games.matches import generic
from games.matches.bots import bot_label
from games.matches.choices import duration_label, option_lines
from games.matches.clock import iso
from games.matches.phrases import card_text, listing
from games.matches.presenters import LogLine, SeatInfo
from games.matches.reasons import reason_label

register = template.Library()

register.simple_tag(duration_label)
register.simple_tag(option_lines)
register.simple_tag(bot_label)
register.filter("end_reason", reason_label)
register.filter("iso", iso)
register.filter("listing", listing)


@register.simple_tag
def card_name(rules: Rules, code: str) -> str:
    """Return a card face's name in the active language."""
    return card_text(code, rules)


@register.filter
def log_items(log: Sequence[LogLine]) -> SafeString:
    """Return the log's lines as list items; there may be hundreds, at every push."""
    return mark_safe("".join([line.item for line in log]))  # noqa: S308 - escaped already


@register.simple_tag
def generic_rows(view: JsonObject, seats: Sequence[SeatInfo], rules: Rules) -> list[generic.Row]:
    """Return any game's view as rows of text."""
    return generic.rows(view["state"], len(seats), rules)


register.simple_tag(generic.choices, name="generic_choices")


register.filter("canonical", canonical)


@register.filter
def at(things: Any, index: Any) -> Any:
    """Return the element at an index or key, or None where there is none."""
    try:
        return things[index]
    except (LookupError, TypeError):
        return None


@register.filter
def by_rank(seats: Sequence[SeatInfo]) -> list[SeatInfo]:
    """Return the seats of a finished match, the winners first."""
    return sorted(seats, key=lambda seat: (seat.rank or 0, seat.number))


@register.filter
def with_minus(points: int) -> str:
    """Return points as a text, a true minus before the negative."""
    return f"−{-points}" if points < 0 else str(points)


@register.filter
def signed(points: int) -> str:
    """Return points with their sign, a true minus for the negative."""
    return f"+{points}" if points > 0 else with_minus(points)
