"""The challenge behind a match, for the page of the match."""

from __future__ import annotations

from typing import Any

from django import template

from games.challenges.receivers import challenge_seen
from games.matches.models import Match

register = template.Library()


@register.inclusion_tag("challenges/_of_match.html")
def challenge_of(match: Match, user: Any) -> dict[str, Any]:
    """Return a match's challenge if the viewer may see its ladder."""
    return {"challenge": challenge_seen(user, match)}
