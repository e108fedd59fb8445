"""Tells a club's webhooks of its finished matches."""

from __future__ import annotations

from typing import Any

from accounts.clubs.models import Club
from accounts.clubs.services.webhook import webhooks_tell
from accounts.clubs.webhook_events import link_to
from games.matches.api_answers import match_told
from games.matches.models import Match

MATCH_FINISHED = "match.finished"


def match_tell(match: Match) -> None:
    """Queue a club's match that has finished, except practice, or while others play its deal."""
    if match.club_id is not None and not match.practice and not match.deal_open:
        webhooks_tell(club_id=match.club_id, kind=MATCH_FINISHED, subject=match.code)


def match_body(club: Club, subject: str) -> dict[str, Any] | None:
    """Return a match as the API does: its result, never a move, so an embargo holds nothing back.

    None if the match isn't listed for visitors, or for plain members of a private club.
    """
    finished = club.matches.filter(status=Match.Status.FINISHED, deal_open=False)
    match = finished.filter(code=subject).first()
    if match is None or not _is_listed(match, club):
        return None
    return {**match_told(match), "club": club.name, "url": link_to("matches:match", match.code)}


def _is_listed(match: Match, club: Club) -> bool:
    if match.visibility == Match.Visibility.PRIVATE:
        return club.is_private
    return match.visibility == Match.Visibility.PUBLIC
