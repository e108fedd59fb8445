"""Access control for replays: which matches may be replayed, and from which viewpoints.

A finished match is open: anybody who may see it can choose any seat's viewpoint, all hands, or the
public's, unless its event has it under an embargo. While it is running, a player may look back from
their own seat's viewpoint, and nobody else sees a replay at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format

from games.engine.contract import Refusal
from games.engine.text import Phrase, gettext_noop
from games.matches.access import MatchNotFound, access_match
from games.matches.models import Match, Seat
from replays.address import EVERYBODY, Eyes, EyesRefused, all_eyes, read_eyes, seat_eyes

DEAL_OPEN = gettext_noop(
    "Other tables still play this deal. The replay opens once all of them have finished."
)
EMBARGO = gettext_noop("The replay of this match is hidden until %(date)s.")
OWN_SEAT_ONLY = gettext_noop("Until the match is over, you can only watch from your own seat.")


class Embargoed(Refusal):
    """The match's event holds its replays back for now."""


class ReplayNotFound(Exception):
    """There is no such replay, or this person may not see it: both look the same."""


@dataclass(frozen=True)
class ReplayAccess:
    """A match that somebody may replay; `seat` is theirs, or None."""

    match: Match
    seats: list[Seat]
    seat: Seat | None

    @property
    def is_over(self) -> bool:
        """Tell whether everything may be shown."""
        return self.match.status == Match.Status.FINISHED and not self.match.deal_open

    @property
    def is_for_all(self) -> bool:
        """Tell whether anybody may see this replay from now on, so that a proxy may cache it.

        Never true for a club's match, whose audience can change while the match does not.
        """
        hidden = self.match.is_private or self.match.is_held_back
        return self.is_over and not hidden and self.match.club_id is None

    def choices(self) -> list[Eyes]:
        """Return the viewpoints this person may choose from."""
        if self.is_over:
            return all_eyes(len(self.seats))
        return [self.default_eyes()]

    def default_eyes(self) -> Eyes:
        """Return the viewpoint for an address that names none."""
        return EVERYBODY if self.seat is None else seat_eyes(self.seat.number)

    def eyes(self, key: str) -> Eyes:
        """Return the viewpoint `key` (empty: the default); raises EyesRefused."""
        if not key:
            return self.default_eyes()
        eyes = read_eyes(key, len(self.seats))
        if eyes not in self.choices():
            raise EyesRefused("own_seat_only", OWN_SEAT_ONLY)
        return eyes


def access_replay(user: Any, code: str) -> ReplayAccess:
    """Return the replay of match `code` for `user`, raising ReplayNotFound."""
    try:
        access = access_match(user, code)
    except MatchNotFound:
        raise ReplayNotFound(code) from None
    replay = ReplayAccess(access.match, access.seats, access.seat)
    if access.match.version == 0 or not (replay.is_over or replay.seat is not None):
        raise ReplayNotFound(code)
    _check_embargo(replay)
    return replay


def _check_embargo(replay: ReplayAccess) -> None:
    """Refuse a finished match to everybody but its players until the embargo's date.

    While others play its deal, refuse it to the players too, who would see all hands.
    """
    if replay.match.deal_open and replay.match.status != Match.Status.RUNNING:
        raise Embargoed("embargo", Phrase(DEAL_OPEN))
    until = replay.match.embargo_until
    if until and replay.is_over and replay.seat is None and replay.match.is_held_back:
        date = f"{date_format(timezone.localtime(until), 'DATETIME_FORMAT')} UTC"
        raise Embargoed("embargo", Phrase(EMBARGO, {"date": date}))


def access_finished(user: Any, code: str) -> ReplayAccess:
    """Return the replay of a finished match, raising ReplayNotFound for any other."""
    replay = access_replay(user, code)
    if not replay.is_over:
        raise ReplayNotFound(code)
    return replay
