"""Open a shared deal: the matches that played it become as visible as any other."""

from __future__ import annotations

from collections.abc import Sequence

from games.matches.clock import database_now
from games.matches.models import Match
from games.matches.notify import announce
from games.matches.services.secret import secret_reveal
from games.matches.webhooks import match_tell


def deal_open_up(matches: Sequence[Match]) -> None:
    """Open the deal of these locked matches, which nobody plays any more; reveal its secret."""
    now = database_now()
    for match in matches:
        match.deal_open = False
        match.revision += 1
        match.save(update_fields=["deal_open", "revision"])
        secret_reveal(match, now)
        announce(match, lobby=True)
        if match.status == Match.Status.FINISHED:
            match_tell(match)
