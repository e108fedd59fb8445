"""Access control for broadcasts: all who may see the event, but for those who play in it.

Nobody who plays a match of the event, nor anybody they could ask, is let in while it goes on: the
others of their entry and team, whoever sits with one of them at any table that isn't over, and
whoever has been offered such a seat. Spectators have a talk of their own, and the rooms of club and
event are closed to players (`games/rooms/access.py`), so these are no way round it. What players do
without their account, the delay must bear.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.people.selectors import unheard_by
from games.broadcasts.cut import Cut, cut_of
from games.broadcasts.models import Broadcast, Show
from games.broadcasts.refusals import refuse
from games.matches.models import Match, Seat, held_by
from games.tournaments.access import TournamentAccess, TournamentNotFound, access_tournament
from replays.access import ReplayNotFound

UNDER_WAY = Q(status__in=["open", "starting", "running"]) | Q(deal_open=True)


class BroadcastNotFound(ReplayNotFound):
    """There is no such broadcast, or not for this person: both look the same."""


@dataclass(frozen=True)
class BroadcastAccess:
    """A broadcast that somebody may watch now."""

    broadcast: Broadcast
    event: TournamentAccess
    user: Any

    @cached_property
    def commentators(self) -> list[User]:
        """Return the commentators, in the order they were named."""
        return [one.user for one in self.broadcast.commentators.select_related("user")]

    @cached_property
    def heard(self) -> list[User]:
        """Return the commentators but those this person muted or is separated from by a block."""
        unheard = unheard_by(self.user) if self.commentators else ()
        return [one for one in self.commentators if one.pk not in unheard]

    @property
    def comments(self) -> bool:
        """Tell whether this person is a commentator."""
        return self.user.is_authenticated and self.user in self.commentators


@dataclass(frozen=True)
class ShowAccess(BroadcastAccess):
    """One of its matches, of which something is on show."""

    show: Show

    @cached_property
    def cut(self) -> Cut:
        """Return what is on show of it."""
        return cut_of(self.show)


def access_broadcast(user: Any, code: str) -> BroadcastAccess:
    """Return a broadcast for `user` (anonymous allowed).

    Raises BroadcastNotFound, and BroadcastRefusal while they play or are in touch with a player.
    """
    found = Broadcast.objects.filter(code=code).select_related("tournament").first()
    if found is None:
        raise BroadcastNotFound(code)
    return BroadcastAccess(found, _event_for(user, found), user)


def access_show(user: Any, code: str, match: str) -> ShowAccess:
    """Return what a broadcast shows of a match; raises what `access_broadcast` raises.

    BroadcastNotFound also while nothing of the match is on show.
    """
    shows = Show.objects.select_related("broadcast__tournament", "match__club")
    show = shows.filter(broadcast__code=code, match__code=match, ply__isnull=False).first()
    if show is None or show.match.is_held_back:
        raise BroadcastNotFound(match)
    return ShowAccess(show.broadcast, _event_for(user, show.broadcast), user, show)


def _event_for(user: Any, broadcast: Broadcast) -> TournamentAccess:
    try:
        event = access_tournament(user, broadcast.tournament.code)
    except TournamentNotFound:
        raise BroadcastNotFound(broadcast.code) from None
    if is_kept_out(event):
        raise refuse("playing")
    return event


def is_kept_out(event: TournamentAccess) -> bool:
    """Tell whether this person plays in the event now, or is in touch with somebody who does."""
    user = event.user
    if not user.is_authenticated:
        return False
    under_way = Match.objects.filter(UNDER_WAY, tournament_table__tournament=event.tournament)
    seats = Seat.objects.filter(match__in=under_way)
    rows = seats.values_list("user_id", "starter_id", "offered_to_id")
    playing = {person for row in rows for person in row if person is not None}
    if not playing or playing & {user.pk, *_partners(event)}:
        return bool(playing)
    with_them = Match.objects.filter(UNDER_WAY, seats__user__in=playing)
    return Seat.objects.filter(held_by(user), match__in=with_them).exists()


def _partners(event: TournamentAccess) -> set[int]:
    """Return the people of this person's own entry and team."""
    if event.entry is None:
        return set()
    numbers = {event.entry.number, *(event.team.members if event.team is not None else ())}
    return {player for one in numbers for player in event.state.entries[one].players}
