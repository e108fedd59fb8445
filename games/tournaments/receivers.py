"""The signal receiver for matches whose seats somebody wants to change."""

from __future__ import annotations

from typing import Any

from games.matches.models import Match
from games.tournaments.models import TournamentTable
from games.tournaments.refusals import refuse
from games.tournaments.store import load_state


def seats_keep(sender: Any, match: Match, **kwargs: Any) -> None:
    """Refuse seat changes at an event's table; a player may retake their own seat."""
    link = TournamentTable.objects.filter(match=match).select_related("tournament").first()
    if link is None:
        return
    user, number = kwargs.get("user"), kwargs.get("number")
    if kwargs["verb"] == "sit" and number is not None and _is_own(link, user, number):
        return
    raise refuse("seats_given")


def _is_own(link: TournamentTable, user: Any, number: int) -> bool:
    """Tell whether a seat of the match is the one assigned to `user`."""
    if not 0 <= number < len(link.chairs):
        return False
    entry = load_state(link.tournament).entries.get(link.chairs[number])
    if entry is None or user.pk not in entry.players:
        return False
    first = link.chairs.index(link.chairs[number]) == number
    return bool(entry.players[0 if first else -1] == user.pk)
