"""Taking a match's row lock, always first and always the same way.

What an action is judged by is read with statements that are written out and sent together: the ORM
puts its own together anew each time, which costs more than the database takes to answer, and every
answer that is waited for costs a switch between threads.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

from games.matches.access import MatchNotFound
from games.matches.models import Match, MatchAction, Seat
from games.matches.refusals import refuse
from games.matches.services.outage import JUDGED, in_force

M = TypeVar("M", bound=models.Model)

LOCK = "SELECT {match} FROM matches_match WHERE code = %(code)s FOR NO KEY UPDATE"
SEATS = """
    SELECT {seat} FROM matches_seat
    WHERE match_id = (SELECT id FROM matches_match WHERE code = %(code)s) ORDER BY number
"""
KNOWN = """
    SELECT jsonb_build_object('ply', a.ply, 'seat', a.seat, 'action', a.action,
                              'version', a.version, 'head', a.head)::text
    FROM matches_matchaction a JOIN matches_match m ON m.id = a.match_id
    WHERE m.code = %(code)s AND a.action_id = %(action_id)s
"""


@dataclass(frozen=True)
class Locked:
    """A match whose row is locked until the transaction ends, and what it is judged by.

    `known` is the accepted action that carried the asked id, if there is one.
    """

    match: Match
    seats: list[Seat]
    known: MatchAction | None
    clock: tuple[datetime, datetime | None]

    def now(self) -> datetime:
        """Return the database's time after the lock was taken; raises ClocksStand."""
        return in_force(*self.clock)


def lock_whole(code: str, action_id: str = "") -> Locked:
    """Lock a match and read its seats, the action of that id, and the time, in one go.

    Each statement sees what was committed before it began, so all after the first see the match
    as it was locked. Raises MatchNotFound. Call inside `transaction.atomic()`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_lock_whole(), {"code": code, "action_id": action_id})
        rows, seats, known, clock = _answers(cursor)
    if not rows:
        raise MatchNotFound(code)
    match = _made(Match, rows[0])
    action = MatchAction(match=match, **json.loads(known[0][0])) if known else None
    return Locked(match, [_made(Seat, row) for row in seats], action, clock[0])


@cache
def _lock_whole() -> str:
    columns = {"match": _columns(Match), "seat": _columns(Seat)}
    return ";".join([LOCK.format(**columns), SEATS.format(**columns), KNOWN, JUDGED])


def _answers(cursor: Any) -> list[list[Any]]:
    """Return the rows of each of the statements that were sent together."""
    answers = [cursor.fetchall()]
    while cursor.nextset():
        answers.append(cursor.fetchall())
    return answers


def _columns(model: type[models.Model]) -> str:
    return ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)


@cache
def _attributes(model: type[models.Model]) -> tuple[list[str], list[int]]:
    """Return a model's attributes in the order of its columns, and the places of its JSON."""
    fields = model._meta.concrete_fields
    json_at = [n for n, field in enumerate(fields) if isinstance(field, models.JSONField)]
    return [field.attname for field in fields], json_at


def _made(model: type[M], row: Sequence[Any]) -> M:
    """Return the instance that a row of all a model's columns stands for."""
    names, json_at = _attributes(model)
    values = list(row)
    for n in json_at:
        values[n] = None if values[n] is None else json.loads(values[n])
    return model.from_db(connection.alias, names, values)


def lock_match(code: str) -> Match:
    """Return the match with its row locked until the transaction ends.

    Raises MatchNotFound if there is none. Call inside `transaction.atomic()`.
    """
    for match in Match.objects.raw(LOCK.format(match="*"), {"code": code}):
        return match
    raise MatchNotFound(code)


def seats_of(match: Match) -> list[Seat]:
    """Return the match's seats by number."""
    return list(match.seats.order_by("number"))


def seat_of(seats: list[Seat], user: Any) -> Seat:
    """Return the seat of `user`, refusing somebody who does not sit here."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise refuse("not_seated")


def touch(match: Match, *fields: str) -> None:
    """Save `fields` of a locked match and raise its revision."""
    match.revision += 1
    match.save(update_fields=["revision", *fields])
