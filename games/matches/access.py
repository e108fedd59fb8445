"""Access control for live play: which matches a person may see, and as which viewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.db.models.functions import Now

from accounts.clubs.access import membership_of
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.matches.match_cache import rows_get, rows_put
from games.matches.models import Match, Seat


class MatchNotFound(Exception):
    """There is no such match, or this person may not see it: both look the same."""


class DealOpen(MatchNotFound):
    """Other tables still play this match's deal, so nobody but its players may see it."""


@dataclass(frozen=True)
class Access:
    """A match that somebody may see; `seat` is theirs, or None for a spectator."""

    match: Match
    seats: list[Seat]
    seat: Seat | None
    user: Any

    @property
    def viewer(self) -> Viewer:
        """Return the viewer as which this person sees the match now."""
        if self.match.deal_open:
            return Viewer(self.seat.number if self.seat else None, stays_closed=True)
        if self.match.status == Match.Status.FINISHED and (
            self.seat or not self.match.is_held_back
        ):
            return OPEN_TABLE
        return Viewer(self.seat.number) if self.seat else PUBLIC

    @property
    def everybody(self) -> Viewer:
        """Return the viewer who sees what all that may see the match now see of it."""
        viewer = self.viewer
        return viewer if viewer.sees_all else viewer._replace(seat=None)

    @property
    def has_left(self) -> bool:
        """Tell whether a substitute holds this person's seat: they watch, but know its hand."""
        return _began(self.user, self.seats)


def access_match(user: Any, code: str, revision: int | None = None) -> Access:
    """Return the match `code` for `user` (anonymous allowed), raising MatchNotFound.

    A private match exists only for its owner, its seats and those invited; one of a private club
    only for its seats and the club's members. One whose deal is still played exists only for its
    seats, from the deal on (DealOpen). With `revision`, cached rows of a started match that
    are at least as new are not read again.
    """
    known = rows_get(code, revision) if revision is not None else None
    match, seats = known or _read(code)
    seat = _seat_of(user, seats)
    if match.is_private and not (_may_see(user, match, seat) or _began(user, seats)):
        raise MatchNotFound(code)
    if match.deal_open and match.version and seat is None:
        raise DealOpen(code)
    return Access(match, seats, seat, user)


def access_known(user: Any, code: str, revision: int) -> Access | None:
    """Return what `access_match` would, if that takes no query."""
    known = rows_get(code, revision)
    if known is None or known[0].is_private or known[0].deal_open:
        return None
    match, seats = known
    return Access(match, seats, _seat_of(user, seats), user)


def _seat_of(user: Any, seats: list[Seat]) -> Seat | None:
    if not user.is_authenticated:
        return None
    key = user.pk  # resolve the lazy user once, not once per seat
    return next((seat for seat in seats if seat.user_id == key), None)


def _began(user: Any, seats: list[Seat]) -> bool:
    """Tell whether a substitute holds the seat in which `user` began."""
    return user.is_authenticated and any(seat.starter_id == user.pk for seat in seats)


def _read(code: str) -> tuple[Match, list[Seat]]:
    match = Match.objects.filter(code=code).select_related("owner", "club").first()
    if match is None:
        raise MatchNotFound(code)
    seats = list(match.seats.select_related("user"))
    if match.version:
        rows_put(match, seats)
    return match, seats


def _may_see(user: Any, match: Match, seat: Seat | None) -> bool:
    """Tell whether a private match exists for this person."""
    if not user.is_authenticated:
        return False
    if seat is not None or match.owner_id == user.pk:
        return True
    if match.club is not None:
        return membership_of(match.club, user) is not None
    return match.invitations.filter(user=user).exists()


def in_the_open() -> Q:
    """Return a filter for the matches that lists show to everybody."""
    of_no_private_club = Q(club=None) | Q(club__is_private=False)
    return Q(visibility=Match.Visibility.PUBLIC, deal_open=False) & of_no_private_club


def shown_again() -> Q:
    """Return a filter for the matches that anybody may replay: public, and under no embargo."""
    return in_the_open() & (Q(embargo_until=None) | Q(embargo_until__lte=Now()))
