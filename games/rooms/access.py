"""Access control for the rooms of clubs and events, and when one is closed to a player.

A room is for its club's members, or its event's entrants and officers; for anybody else it does not
exist. While a match of somebody's runs that an event or a challenge ladder arranged, they read
nothing that was written in that event's room, its club's, or those of the club's other events since
it began, and they write nothing: whoever watches may write there, and the rules of table talk hold
for players. So they do for one whose seat a substitute holds: they know its hand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts.clubs.access import ClubNotFound, access_club
from accounts.clubs.models import Club, Membership
from accounts.models import User
from games.matches.models import Match, Seat, held_by
from games.matches.talk.models import Room
from games.tournaments.access import (
    TournamentAccess,
    TournamentNotFound,
    access_tournament,
)
from games.tournaments.models import Tournament

CLUB, EVENT = Room.Kind.CLUB.value, Room.Kind.EVENT.value
OFFICERS = (Membership.Role.OWNER, Membership.Role.DIRECTOR)
READING = ("registered", "waiting", "withdrawn")
"""The entries whose players may read an event's room."""


class RoomNotFound(Exception):
    """The room does not exist or is not for this person: both look the same."""


@dataclass(frozen=True)
class RoomAccess:
    """A room that somebody may read. `club`: the room's own, or that of its event, if any.

    `hidden_since`: when the match began because of which the room is closed to them now.
    """

    user: Any
    club: Club | None
    event: TournamentAccess | None
    is_officer: bool
    hidden_since: datetime | None = None

    @property
    def kind(self) -> str:
        """Return the room's kind."""
        return CLUB if self.event is None else EVENT

    @property
    def of(self) -> dict[str, Any]:
        """Return the fields by which the room is found."""
        if self.event is None:
            return {"kind": CLUB, "club": self.club}
        return {"kind": EVENT, "event": self.event.tournament}

    @property
    def place(self) -> str:
        """Return the room's name in addresses, `club/<slug>` or `event/<code>`."""
        return place_of(self.of)

    @property
    def title(self) -> str:
        """Return the name of the club or event."""
        return str(self.of[self.kind])

    @property
    def url(self) -> str:
        """Return the address of the room's page."""
        return reverse("rooms:room", args=[self.place])

    @property
    def is_closed(self) -> bool:
        """Tell whether nobody writes here any more: the event is archived."""
        return self.event is not None and self.event.state.phase == "archived"

    def readers(self) -> QuerySet[User]:
        """Return the people who may read here, except banned ones."""
        return User.objects.filter(self._readers(), is_active=True).distinct()

    def officers(self) -> QuerySet[User]:
        """Return the people who moderate here, except banned ones."""
        return User.objects.filter(self._officers(), is_active=True).distinct()

    def _readers(self) -> Q:
        if self.event is None:
            return Q(memberships__club=self.club)
        entries = [one for one in self.event.state.entries.values() if one.status in READING]
        return Q(pk__in=[player for one in entries for player in one.players]) | self._officers()

    def _officers(self) -> Q:
        if self.club is None:
            directors = Q(is_staff=True)
        else:
            running = Membership.objects.filter(club=self.club, role__in=OFFICERS)
            directors = Q(pk__in=running.values("user"))
        judges = [] if self.event is None else [one.pk for one in self.event.judges]
        return directors | Q(pk__in=judges)


def place_of(of: dict[str, Any]) -> str:
    """Return the name in addresses of the room `of` a club or event."""
    return f"club/{of['club'].slug}" if of["kind"] == CLUB else f"event/{of['event'].code}"


def access_room(user: Any, place: str) -> RoomAccess:
    """Return the room at `place` for `user` (anonymous allowed), raising RoomNotFound."""
    kind, _, name = place.partition("/")
    if not user.is_authenticated or user.is_guest:
        raise RoomNotFound(place)
    try:
        return _of_club(user, name) if kind == CLUB else _of_event(user, name)
    except (ClubNotFound, TournamentNotFound):
        raise RoomNotFound(place) from None


def _of_club(user: Any, slug: str) -> RoomAccess:
    access = access_club(user, slug)
    if not access.is_member:
        raise RoomNotFound(slug)
    hidden = _hidden_since(user, Q(club=access.club))
    return RoomAccess(user, access.club, None, access.is_director, hidden)


def has_room(access: TournamentAccess) -> bool:
    """Tell whether somebody who sees an event may read its room, too."""
    if access.tournament.imported or not access.user.is_authenticated or access.user.is_guest:
        return False
    enters = access.entry is not None and access.entry.status in READING
    return enters or access.is_director or access.is_judge


def _of_event(user: Any, code: str) -> RoomAccess:
    access = access_tournament(user, code)
    if not has_room(access):
        raise RoomNotFound(code)
    club = access.tournament.club
    about = Q(tournament_table__tournament=access.tournament)
    hidden = _hidden_since(user, about | Q(club=club) if club else about)
    return RoomAccess(user, club, access, access.is_director or access.is_judge, hidden)


def _hidden_since(user: Any, about: Q) -> datetime | None:
    """Return when the first of a person's running arranged matches began, None without one."""
    found = Match.objects.filter(about, pk__in=_arranged().filter(held_by(user)).values("match"))
    began = Min(Coalesce("started_at", "created_at"))
    first: datetime | None = found.aggregate(first=began)["first"]
    return first


def sitting(people: Collection[int]) -> dict[int, frozenset[int]]:
    """Return the running arranged matches of each of these people, in one statement."""
    seats = _arranged().filter(Q(user__in=people) | Q(starter__in=people))
    found: dict[int, set[int]] = {person: set() for person in people}
    for match, *holders in seats.values_list("match_id", "user_id", "starter_id"):
        for person in found.keys() & set(holders):
            found[person].add(match)
    return {person: frozenset(matches) for person, matches in found.items()}


def _arranged() -> QuerySet[Seat]:
    """Return the seats of the running matches of events and challenge ladders.

    Where a deal is played at several tables, also of those that have yet to begin.
    """
    running = Q(match__status=Match.Status.RUNNING)
    waiting = Q(match__deal_open=True, match__status__in=[Match.Status.OPEN, Match.Status.STARTING])
    return Seat.objects.filter(running | waiting, match__arranged=True)


def rooms_of_club(club: Club) -> list[str]:
    """Return the places of a club's room and its events' rooms, those that have been used."""
    rooms = Room.objects.filter(Q(club=club) | Q(event__in=Tournament.objects.filter(club=club)))
    found = rooms.select_related("club", "event")
    return [place_of({"kind": one.kind, "club": one.club, "event": one.event}) for one in found]
