"""Tells a club's webhooks of its events' rounds."""

from __future__ import annotations

from accounts.clubs.services.webhook import webhooks_tell
from games.tournaments.direct.actions import Action
from games.tournaments.models import Tournament

ROUND_PUBLISHED = "round.published"


def round_tell(tournament: Tournament, action: Action) -> None:
    """Queue a round if the action has published it."""
    if action.kind == "publish_round" and tournament.club_id is not None:
        subject = f"{tournament.code}/{action.payload['round']}"
        webhooks_tell(club_id=tournament.club_id, kind=ROUND_PUBLISHED, subject=subject)
