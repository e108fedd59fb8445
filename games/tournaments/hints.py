"""Hints to directors that two entrants may be one person; nothing here decides or writes.

A director may enter anybody by name, and must not learn about strangers by doing so: hints cover
only those who entered on their own or belong to the event's club, and only while the event is on.
"""

from __future__ import annotations

from accounts.clubs.models import Membership
from accounts.models import User
from accounts.moderation.linked import Link, linked
from games.tournaments.access import TournamentAccess
from games.tournaments.director.actions import ENTERS
from games.tournaments.models import DirectorAction, Tournament

ON = (Tournament.Phase.REGISTRATION, Tournament.Phase.CHECK_IN, Tournament.Phase.RUNNING)


def hints(access: TournamentAccess) -> list[Link]:
    """Return the pairs of entrants who share a network now; callers have checked for a director."""
    if access.state.phase not in ON:
        return []
    return linked(User.objects.filter(pk__in=_own_will(access), is_active=True))


def _own_will(access: TournamentAccess) -> set[int]:
    """Return the entrants who are here by choice, not because somebody typed a name."""
    entered = {
        player
        for entry in access.state.entries.values()
        if entry.status != "left"
        for player in entry.players
    }
    event = access.tournament
    came = DirectorAction.objects.filter(tournament=event, kind__in=ENTERS, actor__in=entered)
    members = Membership.objects.filter(club=event.club_id, user__in=entered)
    return {*came.values_list("actor_id", flat=True), *members.values_list("user_id", flat=True)}
