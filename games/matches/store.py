"""The event log: the only reader of stored events, the only appender, and the position cache.

A match's state is the fold of its events. States and events are immutable, so a process caches
the most recently used positions and reads only newer events.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from accounts.statements import Prepared, send_together
from games.engine.codec import decode_event, encode_event
from games.engine.contract import Action, Event
from games.engine.plain import plain_text, read_plain
from games.engine.replay import fold
from games.matches.models import Match, MatchAction, MatchEvent, Seat
from games.matches.models.match import Progress
from games.matches.recent import Recent

BATCH = 1000


class MatchChanged(Exception):
    """Somebody else changed the match since it was read; nothing was written."""


class LoggedEvent(NamedTuple):
    """An event with the ply it belongs to."""

    ply: int
    event: Event


class LoggedAction(NamedTuple):
    """An accepted action, read from its row."""

    ply: int
    seat: int
    action: Action
    auto: str
    at_ms: int
    head: str


class LoggedPly(NamedTuple):
    """One ply as it was stored: the action (None at ply 0) and its events."""

    ply: int
    action: LoggedAction | None
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Position:
    """A match at `version`: its state, and the whole log up to it."""

    version: int
    state: Any
    log: tuple[LoggedEvent, ...]


NOTHING = Position(0, None, ())
POSITIONS: Recent[Position] = Recent(settings.MATCH_CACHE_SIZE, lambda known: known.version)
"""The newest committed position of each recently used match."""


def load_position(match: Match) -> Position:
    """Return the position of a started match at `match.version`.

    Reads no events beyond that version, so that version and state always agree.
    """
    known = POSITIONS.get(match.pk) or NOTHING
    if known.version > match.version:
        known = NOTHING
    if known.version < match.version:
        new = _read_events(match, after=known.version)
        state = fold(match.rules, (logged.event for logged in new), known.state)
        known = Position(match.version, state, (*known.log, *new))
        POSITIONS.put(match.pk, known)
    return known


def known_position(match: Match) -> Position | None:
    """Return the cached position of a match at `match.version`, if there is one."""
    known = POSITIONS.get(match.pk)
    return known if known is not None and known.version == match.version else None


def extend_position(
    before: Position, match: Match, events: Iterable[Event], state: Any
) -> Position:
    """Return the position after `events` of ply `match.ply`; cache it only after the commit."""
    new = tuple(LoggedEvent(match.ply, event) for event in events)
    return Position(match.version, state, (*before.log, *new))


READ_EVENTS = """
    SELECT json_agg(json_build_array(ply, name, v, data) ORDER BY seq)::text
    FROM matches_matchevent WHERE match_id = %s AND seq > %s AND seq <= %s
"""


def _read_events(match: Match, *, after: int) -> list[LoggedEvent]:
    """Return the decoded events with `after` < seq <= the match's version, in order."""
    rules = match.rules
    rows = _read_rows(READ_EVENTS, [match.pk, after, match.version])
    return [LoggedEvent(ply, decode_event(rules, name, v, data)) for ply, name, v, data in rows]


def read_plies(match: Match, *, first: int = 0, after: int = 0) -> list[LoggedPly]:
    """Return the log of a match, ply by ply, from ply `first` on.

    `after` is the version before that ply.
    """
    actions = {action.ply: action for action in read_actions(match, first)}
    by_ply: dict[int, list[Event]] = {ply: [] for ply in range(first, match.ply + 1)}
    for logged in _read_events(match, after=after):
        by_ply[logged.ply].append(logged.event)
    return [LoggedPly(ply, actions.get(ply), tuple(events)) for ply, events in by_ply.items()]


READ_ACTIONS = """
    SELECT json_agg(json_build_array(ply, seat, action, auto, at_ms, head) ORDER BY ply)::text
    FROM matches_matchaction WHERE match_id = %s AND ply >= %s AND ply <= %s
"""


def read_actions(match: Match, first: int = 0) -> list[LoggedAction]:
    """Return the accepted actions of a match in order, from ply `first` on."""
    return [LoggedAction(*row) for row in _read_rows(READ_ACTIONS, [match.pk, first, match.ply])]


def actions_at(places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], LoggedAction]:
    """Return the actions of some plies, by match and ply."""
    matches, plies = ([place[at] for place in places] for at in (0, 1))
    rows = MatchAction.objects.filter(match__in=matches, ply__in=plies).values_list(
        "match_id", *LoggedAction._fields
    )
    wanted = set(places)
    return {
        (match, ply): LoggedAction(ply, *rest)
        for match, ply, *rest in rows
        if (match, ply) in wanted
    }


REACHED = """
    WITH last AS (
        SELECT coalesce(max(ply), 0) AS ply FROM matches_matchaction
        WHERE match_id = %s AND at_ms <= %s
    )
    SELECT last.ply, max(seq) FROM last, matches_matchevent AS event
    WHERE event.match_id = %s AND event.ply <= last.ply GROUP BY last.ply
"""


def reached(match: Match, at_ms: int) -> tuple[int, int]:
    """Return which ply a started match had reached so long after its start, and its version."""
    with connection.cursor() as cursor:
        cursor.execute(REACHED, [match.pk, at_ms, match.pk])
        ply, version = cursor.fetchone()
    return ply, version


def _read_rows(statement: str, values: Sequence[int]) -> list[list[Any]]:
    """Return the rows that a statement aggregates into one JSON text.

    Fetching and decoding them one by one would cost more than folding them.
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[list[Any]] = read_plain(cursor.fetchone()[0] or "[]")
    return rows


def having_event(
    matches: QuerySet[Match], name: str, data: Mapping[str, Any], *, exclude: bool = False
) -> QuerySet[Match]:
    """Return the matches with (or without) an event of this name and data.

    Use it for finished matches only: for a running one the answer could leak a secret.
    """
    found = Exists(
        MatchEvent.objects.filter(match=OuterRef("pk"), name=name, data__contains=dict(data))
    )
    finished = matches.filter(status=Match.Status.FINISHED)
    return finished.exclude(found) if exclude else finished.filter(found)


CHANGED = tuple(column.attname for column in Progress._meta.local_fields)
"""The match columns that a ply may change."""

APPEND_PLY = Prepared(
    "append_ply",
    f"""
    WITH match AS (
        UPDATE matches_match SET {", ".join(f"{name} = %({name})s" for name in CHANGED)}
        WHERE id = %(id)s AND xmin = %(xmin)s::xid RETURNING id
    ), events AS (
        INSERT INTO matches_matchevent (match_id, seq, ply, name, v, data)
        SELECT match.id, %(before)s + one.place, %(ply)s, one.name, one.v, one.data
        FROM match, unnest(%(names)s::text[], %(vs)s::int[], %(datas)s::jsonb[]) WITH ORDINALITY
            AS one (name, v, data, place)
    ), action AS (
        INSERT INTO matches_matchaction
            (match_id, ply, seat, action, action_id, auto, at_ms, version, head)
        SELECT match.id, %(ply)s::int, %(number)s::int, %(action)s::jsonb, %(action_id)s::text,
            %(auto)s::text, %(at_ms)s::bigint, %(version)s::int, %(head)s::text
        FROM match
    ), seat AS (
        UPDATE matches_seat SET reserve_ms = %(reserve_ms)s, timeouts_in_row = %(timeouts)s,
            agrees_to_void = %(agrees_to_void)s FROM match
        WHERE matches_seat.id = %(seat)s AND (reserve_ms, timeouts_in_row, agrees_to_void)
            IS DISTINCT FROM (%(reserve_ms)s, %(timeouts)s, %(agrees_to_void)s)
    )
    SELECT id FROM match
    """,  # noqa: S608
)


def append_ply(
    match: Match, events: Sequence[Event], row: MatchAction, seat: Seat, *, xmin: str
) -> None:
    """Append an action and its events; save the changed columns of its seat and match.

    It is one statement, so outside a transaction it commits by itself. Raises MatchChanged and
    writes nothing unless the match's row is still the one with this `xmin`. `match.version` must
    already count the events.
    """
    encoded = [encode_event(event) for event in events]
    values = {
        **{name: getattr(match, name) for name in CHANGED},
        "id": match.pk,
        "xmin": xmin,
        "before": match.version - len(events),
        "names": [name for name, _, _ in encoded],
        "vs": [v for _, v, _ in encoded],
        "datas": [plain_text(data) for _, _, data in encoded],
        "number": row.seat,
        "action": json.dumps(row.action),
        "action_id": row.action_id,
        "auto": row.auto,
        "at_ms": row.at_ms,
        "seat": seat.pk,
        "reserve_ms": seat.reserve_ms,
        "timeouts": seat.timeouts_in_row,
        "agrees_to_void": seat.agrees_to_void,
    }
    (written,) = send_together([APPEND_PLY], values)
    if not written:
        raise MatchChanged


def append_events(match: Match, events: Iterable[Event]) -> None:
    """Append events of ply `match.ply` and raise `match.version` accordingly.

    The caller holds the match's row lock; the unique (match, seq) turns any lost race into an
    error instead of a fork.
    """
    MatchEvent.objects.bulk_create(_event_rows(match, events))


def append_plies(
    match: Match, plies: Iterable[Sequence[Event]], actions: Sequence[MatchAction]
) -> None:
    """Append a whole log: the events of each ply, from ply 0, and the actions.

    The actions are unsaved rows, from ply 1. Sets `match.version`, `match.ply` and the actions'
    versions. Raises ValueError unless every ply after the deal has an action.
    """
    rows: list[MatchEvent] = []
    for (match.ply, events), action in zip(enumerate(plies), [None, *actions], strict=True):
        rows.extend(_event_rows(match, events))
        if action is not None:
            action.version = match.version
    MatchEvent.objects.bulk_create(rows, BATCH)
    MatchAction.objects.bulk_create(actions, BATCH)


def _event_rows(match: Match, events: Iterable[Event]) -> list[MatchEvent]:
    rows = []
    for event in events:
        match.version += 1
        name, v, data = encode_event(event)
        rows.append(
            MatchEvent(match=match, seq=match.version, ply=match.ply, name=name, v=v, data=data)
        )
    return rows
