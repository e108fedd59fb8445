"""The one access check for events: which event, and in what role.

A private club's events do not exist for others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare

from accounts.clubs.access import (
    ClubAccess,
    ClubNotFound,
    access_club,
    membership_of,
    visible_clubs,
)
from accounts.clubs.models import Club, Membership
from accounts.models import User
from accounts.numbers import whole_number
from games.tournaments.addresses import door_key, entrant_key
from games.tournaments.direct.actions import Role
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.state import Entry, State
from games.tournaments.models import Season, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.store import load_state


class TournamentNotFound(Exception):
    """There is no such event, or not for this person: both look the same."""


@dataclass(frozen=True)
class TournamentAccess:
    """An event the user may see, its state, and the user's role in it."""

    tournament: Tournament
    state: State
    user: Any
    club: ClubAccess | None

    @property
    def is_director(self) -> bool:
        """Tell whether this person runs the event: a club's directors, else the site's staff.

        Nobody runs an event imported from a file.
        """
        if self.tournament.imported:
            return False
        if self.club is not None:
            return self.club.is_director
        return bool(self.user.is_authenticated and self.user.is_staff)

    @cached_property
    def judges(self) -> list[User]:
        """Return the judges of the event."""
        return judges_of(self.tournament, self.state)

    @property
    def is_judge(self) -> bool:
        """Tell whether this person may rule without running the event."""
        return self.user.pk in self.state.judges and self.user in self.judges

    @property
    def sees_proposals(self) -> bool:
        """Tell whether unpublished rounds are visible: judges review them first."""
        return self.is_director or self.is_judge

    @property
    def may_enter(self) -> bool:
        """Tell whether the event is open to this person; an address alone makes nobody a member."""
        if not self.user.is_authenticated:
            return False
        return self.takes_strangers or (self.club is not None and self.club.is_member)

    @property
    def takes_strangers(self) -> bool:
        """Tell whether people from outside the club may be entered."""
        members = self.tournament.entry == Tournament.Entry.MEMBERS
        return self.club is None or not (members or self.club.club.is_private)

    @property
    def entry(self) -> Entry | None:
        """Return this person's own entry, if it has not left."""
        if not self.user.is_authenticated:
            return None
        own = [
            one
            for one in self.state.entries.values()
            if self.user.pk in one.players and one.status != "left"
        ]
        return own[-1] if own else None

    @property
    def team(self) -> Entry | None:
        """Return the team this person plays for."""
        return None if self.entry is None else self.state.team_of(self.entry.number)

    def lines_up(self, team: Entry) -> Role | None:
        """Return the role in which this person hands in a team's line-up, None if they may not.

        Its captain, unless disqualified, or else a director, but none who plays for another team.
        """
        if self.entry is not None and self.entry.number == team.captain:
            return "captain" if self.entry.status != "excluded" else None
        is_free = self.team is None or self.team.number == team.number
        return "organiser" if self.is_director and is_free else None

    def forms_team(self, team: Entry) -> Role | None:
        """Return the role in which this person chooses a team's players, None if they may not."""
        if self.is_director:
            return "organiser"
        before_start = self.state.phase in BEFORE_START
        return "officer" if before_start and is_officer(self.user, team) else None

    @property
    def role(self) -> Role:
        """Return the role in which this person acts."""
        if self.is_director:
            return "organiser"
        return "judge" if self.is_judge else "player"


def access_tournament(user: Any, code: str) -> TournamentAccess:
    """Return the event `code` for `user` (anonymous allowed), raising TournamentNotFound.

    A draft event exists for its directors only.
    """
    found = Tournament.objects.filter(code=code).select_related("club", "season", "series").first()
    if found is None:
        raise TournamentNotFound(code)
    club = None if found.club is None else ClubAccess(found.club, membership_of(found.club, user))
    if club is not None and club.club.is_private and not club.is_member:
        raise TournamentNotFound(code)
    access = TournamentAccess(found, load_state(found), user, club)
    if found.phase == Tournament.Phase.DRAFT and not access.is_director:
        raise TournamentNotFound(code)
    return access


@dataclass(frozen=True)
class EntrantAccess(TournamentAccess):
    """An event as the holder of an entrant's private address sees it, whoever is signed in."""

    holder: Entry

    @property
    def is_director(self) -> bool:
        """Tell that an address directs nothing."""
        return False

    @property
    def is_judge(self) -> bool:
        """Tell that an address judges nothing."""
        return False

    @property
    def shows_event(self) -> bool:
        """Tell whether the viewer may see the event itself, too."""
        return self.club is None or self.club.is_member or not self.club.club.is_private

    @property
    def entry(self) -> Entry:
        """Return the entry that the address is about."""
        return self.holder


def access_by_address(user: Any, code: str, key: str) -> EntrantAccess:
    """Return an event for the holder of an entrant's private address; raises TournamentNotFound.

    It needs no membership: who prints an address for somebody lets them in.
    """
    found, state = _known(code)
    number = whole_number(key.partition("-")[0], digits=5)
    entry = None if number is None else state.entries.get(number)
    if entry is None or entry.status == "left" or entry.is_bot or entry.is_team:
        raise TournamentNotFound(code)
    if not constant_time_compare(key, entrant_key(found, entry)):
        raise TournamentNotFound(code)
    club = None if found.club is None else ClubAccess(found.club, membership_of(found.club, user))
    return EntrantAccess(found, state, user, club, entry)


def access_by_door(user: Any, code: str, key: str) -> TournamentAccess:
    """Return an event for whoever holds the address at its door; raises TournamentNotFound."""
    found, state = _known(code)
    if not constant_time_compare(key, door_key(found, state)):
        raise TournamentNotFound(code)
    club = None if found.club is None else ClubAccess(found.club, membership_of(found.club, user))
    return TournamentAccess(found, state, user, club)


def _known(code: str) -> tuple[Tournament, State]:
    """Return an event that has addresses: not one that was imported."""
    found = Tournament.objects.filter(code=code, imported__isnull=True).select_related(
        "club", "season"
    )
    event = found.first()
    if event is None:
        raise TournamentNotFound(code)
    return event, load_state(event)


def access_season(user: Any, pk: int) -> tuple[Season, ClubAccess]:
    """Return a season visible to `user`, and their access to its club; raises ClubNotFound."""
    found = Season.objects.filter(pk=pk).select_related("club").first()
    if found is None:
        raise ClubNotFound(pk)
    return found, access_club(user, found.club.slug)


def access_as_director(user: Any, code: str) -> TournamentAccess:
    """Return the event for somebody who runs it; refuses everybody else who may see it."""
    access = access_tournament(user, code)
    if not access.is_director:
        raise refuse("not_director")
    return access


def access_as_judge(user: Any, code: str) -> TournamentAccess:
    """Return the event for somebody who runs it or rules in it; refuses everybody else."""
    access = access_tournament(user, code)
    if access.role == "player":
        raise refuse("not_director")
    return access


def is_officer(user: Any, team: Entry) -> bool:
    """Tell whether a person directs the club that a team plays for."""
    club = Club.objects.filter(pk=team.led_by).first() if team.led_by else None
    return club is not None and ClubAccess(club, membership_of(club, user)).is_director


def visible_tournaments(user: Any) -> QuerySet[Tournament]:
    """Return the events visible to `user`, without drafts."""
    seen = Q(club=None) | Q(club__in=visible_clubs(user))
    return Tournament.objects.filter(seen).exclude(phase=Tournament.Phase.DRAFT)


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
