"""Read about an event's people: no-shows, and hints that two entrants may be one person.

The wait after a no-show is lichess's for its Swiss events: a day, doubled each time, at most 30
days, until they play (spec 3.2, [19]). Counted over the events of one club; the site's own events
bar nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.formats import date_format

from accounts.clubs.models import Club, Membership
from accounts.models import User
from accounts.moderation.selectors import Link, linked
from accounts.people.selectors import kept_from
from games.tournaments.access import TournamentAccess
from games.tournaments.direct.fold import KINDS
from games.tournaments.models import Attendance, DirectorAction, Tournament

FIRST_WAIT = timedelta(days=1)
LONGEST_WAIT = timedelta(days=30)
MOST_DOUBLED = 5
"""Enough doublings to exceed the longest wait."""


@dataclass(frozen=True)
class NoShows:
    """How many tables a person missed since they last played, and when the last was recorded."""

    count: int
    last: datetime

    @property
    def until(self) -> datetime:
        """Return when the wait ends, in a club that imposes one."""
        return self.last + wait_after(self.count)

    @property
    def is_waiting(self) -> bool:
        """Tell whether the wait is not over yet."""
        return self.until > timezone.now()


def wait_after(count: int) -> timedelta:
    """Return the wait after that many no-shows in a row."""
    return min(LONGEST_WAIT, FIRST_WAIT * (1 << min(count - 1, MOST_DOUBLED)))


def no_shows_of(club: Club | None, players: Iterable[int]) -> dict[int, NoShows]:
    """Return the no-shows of the players who have any, by player.

    Rounds count in order of publication, no matter when a result was corrected.
    """
    if club is None:
        return {}
    rows = Attendance.objects.filter(tournament__club=club)
    last_played = (
        rows.filter(user=OuterRef("user"), came=True)
        .order_by()
        .values("user")
        .annotate(last=Max("began_at"))
        .values("last")
    )
    missed = (
        rows.filter(user__in=list(players), came=False)
        .alias(played=Subquery(last_played))
        .filter(Q(played=None) | Q(began_at__gt=F("played")))
    )
    counted = missed.order_by().values("user").annotate(count=Count("pk"), last=Max("at"))
    return {row["user"]: NoShows(row["count"], row["last"]) for row in counted}


def own_no_shows(club: Club | None, user: Any) -> NoShows | None:
    """Return the viewer's no-shows, if any."""
    return no_shows_of(club, [user.pk]).get(user.pk) if user.is_authenticated else None


def waits(club: Club | None, players: Iterable[int]) -> dict[int, datetime]:
    """Return when the club's wait ends for players who have not come, by player."""
    if club is None or not club.bars_no_shows:
        return {}
    return {player: one.until for player, one in no_shows_of(club, players).items()}


def said(moment: datetime) -> str:
    """Return a moment in the form used in sentences."""
    return f"{date_format(timezone.localtime(moment), 'DATETIME_FORMAT')} UTC"


MOST_SUGGESTED = 8
LEAST_TYPED = 2
"""How many letters of a stranger's name a director has to type; members are found by one."""


def suggested(access: TournamentAccess, typed: str) -> list[str]:
    """Return names that a director may be typing: members first, then others, none entered yet."""
    if not typed or "\0" in typed:
        return []
    members = User.objects.filter(memberships__club=access.tournament.club_id)
    found = _names(access, members.filter(username__icontains=typed))
    if access.takes_strangers and len(typed) >= LEAST_TYPED:
        named = User.objects.alias(lower=Lower("username"))
        others = named.filter(lower__startswith=typed.lower()).exclude(username__in=found)
        found += _names(access, others)
    return found[:MOST_SUGGESTED]


def members_to_enter(access: TournamentAccess) -> list[str]:
    """Return the names of the club's members who are not entered, as far as they may be."""
    if access.tournament.club_id is None or access.state.config.team_size > 1:
        return []
    members = User.objects.filter(memberships__club=access.tournament.club_id)
    return _names(access, members, most=None)


def _names(
    access: TournamentAccess, people: QuerySet[User], most: int | None = MOST_SUGGESTED
) -> list[str]:
    """Return the names of those who can be entered: no block lies between, and none is in."""
    entered = {
        player
        for entry in access.state.entries.values()
        if entry.status != "left"
        for player in entry.players
    }
    there = people.filter(is_active=True, is_guest=False)
    rest = there.exclude(pk__in=entered | kept_from(access.user))
    return list(rest.order_by("username").values_list("username", flat=True)[:most])


ON = (Tournament.Phase.REGISTRATION, Tournament.Phase.CHECK_IN, Tournament.Phase.RUNNING)


def hints(access: TournamentAccess) -> list[Link]:
    """Return the pairs of entrants who share a network now; callers have checked for a director.

    A director may enter anybody by name, and must not learn about strangers by doing so: hints
    cover only those who entered on their own or belong to the club, while the event is on.
    """
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
    enters = [kind.name for kind in KINDS.values() if kind.enters]
    came = DirectorAction.objects.filter(tournament=event, kind__in=enters, actor__in=entered)
    members = Membership.objects.filter(club=event.club_id, user__in=entered)
    return {*came.values_list("actor_id", flat=True), *members.values_list("user_id", flat=True)}
