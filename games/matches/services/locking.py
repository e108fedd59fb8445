"""Take a match's row lock: always first, always the same way.

Everything needed to validate an action is read as one JSON text right after the lock
(`accounts/statements.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

from accounts.people.standing import STANDING, Claim, SessionEnded, standing_among, standing_asked
from accounts.statements import Prepared, send_together
from games.engine.plain import read_plain
from games.matches.access import MatchNotFound
from games.matches.models import Match, MatchAction, Seat
from games.matches.refusals import refuse
from games.matches.services.outage import in_force

M = TypeVar("M", bound=models.Model)
Row = dict[str, Any]

LOCK = "SELECT {columns} FROM matches_match WHERE code = %(code)s FOR NO KEY UPDATE"
LOCK_ROW = Prepared("lock_row", LOCK.format(columns="1"))
READ = Prepared(
    "read_whole",
    """
    SELECT json_build_object(
        'match', match,
        'seats', (SELECT json_agg(seat ORDER BY number) FROM matches_seat AS seat
                  WHERE match_id = match.id),
        'known', (SELECT json_build_object('ply', ply, 'seat', seat, 'action', action,
                                           'version', version, 'head', head)
                  FROM matches_matchaction
                  WHERE match_id = match.id AND action_id = %(action_id)s),
        'now', clock_timestamp(),
        'beat', (SELECT at FROM matches_heartbeat WHERE id = 1)
    )::text
    FROM matches_match AS match WHERE code = %(code)s
    """,
)


@dataclass(frozen=True)
class Locked:
    """A match locked until the transaction ends, and what is needed to validate an action.

    `known` is the accepted action with the requested id, if there is one.
    """

    match: Match
    seats: list[Seat]
    known: MatchAction | None
    clock: tuple[datetime, datetime | None]

    def now(self) -> datetime:
        """Return the database's time as of taking the lock; raises ClocksStand."""
        return in_force(*self.clock)


def lock_whole(code: str, action_id: str = "", claim: Claim | None = None) -> Locked:
    """Lock a match, and read its seats, the action of that id and the time in one round trip.

    The rows read are current as of the lock, because each statement sees everything committed
    before it began. Raises MatchNotFound, and SessionEnded if the claim's session is no longer
    valid. Call inside `transaction.atomic()`.
    """
    asked = [LOCK_ROW, READ]
    values: dict[str, Any] = {"code": code, "action_id": action_id}
    if claim is not None:
        asked, values = [STANDING, *asked], values | standing_asked([claim])
    *stands, _, read = send_together(asked, values)
    if claim is not None and not standing_among([claim], *stands):
        raise SessionEnded
    if not read:
        raise MatchNotFound(code)
    return _locked(**read_plain(read[0][0]))


def _locked(match: Row, seats: list[Row], known: Row | None, now: str, beat: str | None) -> Locked:
    locked = _made(Match, match)
    action = MatchAction(match=locked, **known) if known else None
    clock = datetime.fromisoformat(now), datetime.fromisoformat(beat) if beat else None
    return Locked(locked, [_made(Seat, seat) for seat in seats], action, clock)


@cache
def _fields(model: type[models.Model]) -> list[tuple[str, bool]]:
    """Return a model's attributes, named as its columns, and whether each is a time."""
    fields = model._meta.concrete_fields
    return [(field.attname, field.get_internal_type() == "DateTimeField") for field in fields]


def _made(model: type[M], row: Row) -> M:
    """Build a model instance from a row in JSON form."""
    values = [
        datetime.fromisoformat(row[name]) if is_time and row[name] else row[name]
        for name, is_time in _fields(model)
    ]
    return model.from_db(connection.alias, [], values)


def lock_match(code: str) -> Match:
    """Lock a match's row until the transaction ends, and return the match.

    Raises MatchNotFound if there is none. Call inside `transaction.atomic()`.
    """
    for match in Match.objects.raw(LOCK.format(columns="*"), {"code": code}):
        return match
    raise MatchNotFound(code)


def seats_of(match: Match) -> list[Seat]:
    """Return the match's seats by number."""
    return list(match.seats.order_by("number"))


def seat_of(seats: list[Seat], user: Any) -> Seat:
    """Return the seat of `user`, refusing anyone not seated here."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise refuse("not_seated")


def touch(match: Match, *fields: str) -> None:
    """Save `fields` of a locked match and raise its revision."""
    match.revision += 1
    match.save(update_fields=["revision", *fields])
