"""Get a match's rows to change: locked, or as a snapshot whose write checks that nothing changed.

Most services lock the match's row first. What plays an action takes a snapshot: it then needs no
transaction, so the database is asked twice, once to read and once to write.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection, models

from accounts.people.sessions import VALID_LOGINS, Login, SessionEnded, login_values, valid_among
from accounts.statements import Prepared, send_together
from games.engine.plain import read_plain
from games.matches.access import MatchNotFound
from games.matches.models import Match, MatchAction, Seat
from games.matches.refusals import refuse
from games.matches.services.outage import in_force
from games.matches.store import MatchChanged

M = TypeVar("M", bound=models.Model)
P = ParamSpec("P")
R = TypeVar("R")
Row = dict[str, Any]

LOCK = "SELECT * FROM matches_match WHERE code = %(code)s FOR NO KEY UPDATE"
READ = Prepared(
    "read_match",
    """
    SELECT json_build_object(
        'match', match,
        'xmin', match.xmin::text,
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
class Snapshot:
    """A match's rows at one moment, and what is needed to judge an action.

    `xmin` tells versions of the match's row apart: Postgres changes it with every update. `known`
    is the accepted action with the requested id, if there is one.
    """

    match: Match
    xmin: str
    seats: list[Seat]
    known: MatchAction | None
    clock: tuple[datetime, datetime | None]

    def now(self) -> datetime:
        """Return the database's time as of reading; raises ClocksStand."""
        return in_force(*self.clock)


def read_match(code: str, action_id: str = "", login: Login | None = None) -> Snapshot:
    """Return a match, its seats, the action of that id and the time, as one statement sees them.

    Raises MatchNotFound, and SessionEnded if the login's session is no longer valid.
    """
    asked = [READ]
    values: dict[str, Any] = {"code": code, "action_id": action_id}
    if login is not None:
        asked, values = [VALID_LOGINS, READ], values | login_values([login])
    *stands, read = send_together(asked, values)
    if login is not None and not valid_among([login], *stands):
        raise SessionEnded
    if not read:
        raise MatchNotFound(code)
    return _snapshot(**read_plain(read[0][0]))


def _snapshot(
    match: Row, xmin: str, seats: list[Row], known: Row | None, now: str, beat: str | None
) -> Snapshot:
    read = _made(Match, match)
    action = MatchAction(match=read, **known) if known else None
    clock = datetime.fromisoformat(now), datetime.fromisoformat(beat) if beat else None
    places = [_made(Seat, seat) for seat in seats]
    for place in places:
        place.match = read  # spares a query for the game of a bot's name
    return Snapshot(read, xmin, places, action, clock)


def repeated_on_change(service: Callable[P, R]) -> Callable[P, R]:
    """Repeat a service whose match was changed between its read and its write."""

    @wraps(service)
    def repeated(*args: P.args, **kwargs: P.kwargs) -> R:
        while True:
            with suppress(MatchChanged):
                return service(*args, **kwargs)

    return repeated


def lock_unchanged(snapshot: Snapshot) -> None:
    """Lock the match of a snapshot until the transaction ends; raises MatchChanged."""
    same = "SELECT 1 FROM matches_match WHERE id = %s AND xmin = %s::xid FOR NO KEY UPDATE"
    with connection.cursor() as cursor:
        cursor.execute(same, [snapshot.match.pk, snapshot.xmin])
        if cursor.fetchone() is None:
            raise MatchChanged


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
    for match in Match.objects.raw(LOCK, {"code": code}):
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
    taken_over = any(seat.starter_id == user.pk for seat in seats)
    raise refuse("taken_over" if taken_over else "not_seated")


def touch(match: Match, *fields: str) -> None:
    """Save `fields` of a locked match and raise its revision."""
    match.revision += 1
    match.save(update_fields=["revision", *fields])
