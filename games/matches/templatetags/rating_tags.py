"""What a finished match did to ratings, for the page of its result."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.translation import gettext

from games.matches.models import Match
from games.ratings.eligibility import SENTENCES
from games.ratings.selectors import ShownChange, changes_of, why_not_rated

register = template.Library()


@dataclass(frozen=True)
class MatchRating:
    """The changes by player, or the sentence that says why there are none."""

    changes: dict[int, ShownChange]
    why: str


@register.simple_tag
def match_rating(match: Match | None) -> MatchRating | None:
    """Return what a finished match did to ratings; None for a file, or a match that is running."""
    if not isinstance(match, Match) or match.status != Match.Status.FINISHED:
        return None
    changes = {change.player: change for change in changes_of([match.code]).get(match.code, [])}
    reason = "" if changes else why_not_rated(match.code)
    return MatchRating(changes, gettext(SENTENCES[reason]) if reason else "")
