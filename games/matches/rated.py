"""What a finished match did to ratings, for the page of its result."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.matches.models import Match
from games.ratings.eligibility import SENTENCES
from games.ratings.selectors import ShownChange, changes_of, rated_ranks, why_not_rated

LEAVERS = _("For the ratings, whoever left ranks behind all who stayed.")


@dataclass(frozen=True)
class MatchRating:
    """The changes by player, and a sentence if there are none or if they do not fit the ranks."""

    changes: dict[int, ShownChange]
    why: str


def match_rating(match: Match | None) -> MatchRating | None:
    """Return a finished match's effect on ratings; None for a file or a running match."""
    if not isinstance(match, Match) or match.status != Match.Status.FINISHED:
        return None
    changes = {change.player: change for change in changes_of([match.code]).get(match.code, [])}
    why = _why_not_as_ranked(match, bool(changes))
    return MatchRating(changes, gettext(why) if why else "")


def _why_not_as_ranked(match: Match, is_rated: bool) -> str:
    if not is_rated:
        reason = why_not_rated(match.code)
        return SENTENCES[reason] if reason else ""
    rated = rated_ranks(match.code)
    places = match.seats.values_list("user_id", "rank")
    return LEAVERS if any(rated.get(user or 0, 0) > (rank or 0) for user, rank in places) else ""
