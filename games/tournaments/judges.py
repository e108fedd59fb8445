"""The judges of an event who hold office now. Actions record appointments; people leave."""

from __future__ import annotations

from accounts.clubs.models import Membership
from accounts.models import User
from games.tournaments.director.state import State
from games.tournaments.models import Tournament


def judges_of(tournament: Tournament, state: State) -> list[User]:
    """Return an event's judges by name.

    A judge named as a member of the club loses the office on leaving it or being removed, even
    after rejoining; one named from outside loses it once the club is private. A person barred from
    the site is no judge for as long as the ban lasts.
    """
    if not state.judges:
        return []
    members = members_of(tournament, list(state.judges))
    private = tournament.club is not None and tournament.club.is_private
    holding = [
        player
        for player, named_as in state.judges.items()
        if (named_as is None and not private) or (player in members and named_as == members[player])
    ]
    found = User.objects.filter(pk__in=holding, is_active=True)
    return list(found.order_by("username"))


def members_of(tournament: Tournament, players: list[int]) -> dict[int, int]:
    """Return the numbers of people's memberships of the event's club, if they have one."""
    if tournament.club_id is None:
        return {}
    rows = Membership.objects.filter(club=tournament.club_id, user__in=players)
    return dict(rows.values_list("user_id", "pk"))
