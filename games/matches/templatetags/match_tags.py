"""What the table's templates say with the engine's words: cards, moments, results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import template

from games.engine.contract import Rules
from games.matches.forms import bot_label, duration_label, option_lines
from games.matches.phrases import card_text
from games.matches.presenters import SeatInfo
from games.matches.reasons import reason_label

register = template.Library()

register.simple_tag(duration_label)
register.simple_tag(option_lines)
register.simple_tag(bot_label)
register.filter("end_reason", reason_label)


@register.simple_tag
def card_name(rules: Rules, code: str) -> str:
    """Return a card face's name in the active language."""
    return card_text(code, rules)


@register.filter
def iso(moment: datetime | None) -> str:
    """Return a moment as browsers read it, to the millisecond; nothing for no moment."""
    return moment.isoformat(timespec="milliseconds") if moment else ""


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
