"""Lock ladders, append matches to them, and replay them.

Spec: tournaments 1.6. A ladder's row is its lock. Results follow the order of the log, not the
order in which transactions arrive.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Q

from games.ratings.log import ALL_TIME, LadderKey, LogRow
from games.ratings.models import Ladder, LadderSnapshot
from games.ratings.replay import NotNewestError, append, replay
from games.ratings.services import cache
from games.ratings.state import SNAPSHOT_EVERY, LadderState, dump_state, load_state

KEPT_SNAPSHOTS = 10
"""How many a ladder keeps; an older correction replays from the beginning (1.6)."""


def ladders_lock(keys: Iterable[LadderKey]) -> dict[LadderKey, Ladder]:
    """Lock and return these ladders and the seasons after them, creating missing ones.

    Always locks in key order, so that two matches never deadlock.
    """
    ordered = sorted(keys)
    if not ordered:
        return {}
    Ladder.objects.bulk_create((Ladder(**key._asdict()) for key in ordered), ignore_conflicts=True)
    wanted = reduce(or_, (_and_later(key) for key in ordered))
    rows = Ladder.objects.select_for_update().filter(wanted)
    return {row.key: row for row in rows.order_by("owner", "game", "mode", "season")}


def _and_later(key: LadderKey) -> Q:
    """Return the query for a ladder and, if it is a season's, the seasons after it."""
    same = Q(owner=key.owner, game=key.game, mode=key.mode)
    if key.season == ALL_TIME:
        return same & Q(season=ALL_TIME)
    return same & Q(season__gte=key.season) & ~Q(season=ALL_TIME)


def ladders_append(keys: Iterable[LadderKey], row: LogRow) -> None:
    """Rate a match in its ladders."""
    wanted = set(keys)
    for key, ladder in ladders_lock(wanted).items():
        if key in wanted:
            _append(ladder, row)
        else:
            ladder_replay(ladder)


def ladders_replay(rows: Iterable[LogRow]) -> None:
    """Recompute every ladder of these corrected matches, from its earliest on.

    A season after the first of them has another start, so it is recomputed whole.
    """
    earliest: dict[LadderKey, tuple[float, str]] = {}
    for row in rows:
        for key in row.ladders:
            earliest[key] = min(row.order, earliest.get(key, row.order))
    started: set[tuple[str, str, str, bool]] = set()
    for key, ladder in ladders_lock(earliest).items():
        course = (*key[:3], key.season == ALL_TIME)
        ladder_replay(ladder, None if course in started else earliest.get(key))
        started.add(course)


def _append(ladder: Ladder, row: LogRow) -> None:
    """Rate the match on the cached state if it is the newest, else replay from it on."""
    is_new = ladder.last_at is None
    state = cache.start_of(ladder) if is_new else cache.load_state(ladder, row)
    try:
        done = append(state, row)
    except NotNewestError:
        ladder_replay(ladder, row.order)
        return
    concerned = {entry.member for entry in done.entries}
    members, pairs = done.state.members.items(), done.state.pairs.items()
    cache.write_members(ladder, (one for one in members if is_new or one[0] in concerned))
    cache.write_pairs(ladder, (one for one in pairs if is_new or concerned.issuperset(one[0])))
    cache.write_changes(ladder, ((entry, row.finished_at) for entry in done.entries))
    cache.write_last(ladder, done.state.last, ladder.matches + 1)
    if ladder.matches % SNAPSHOT_EVERY == 0:
        _snapshot(ladder, cache.load_state(ladder))


def ladder_replay(ladder: Ladder, order: tuple[float, str] | None = None) -> None:
    """Rebuild a locked ladder from the last snapshot before `order`, or from the beginning."""
    snapshot = cache.snapshot_before(ladder, order)
    cache.forget_after(ladder, snapshot)
    state = cache.start_of(ladder) if snapshot is None else load_state(snapshot.data)
    rows = cache.logged_rows(ladder)
    done = sum(state.last is not None and row.order <= state.last for row in rows)
    for number in range(done, len(rows), SNAPSHOT_EVERY):
        part = rows[number : number + SNAPSHOT_EVERY]
        state = _replay_part(ladder, state, part)
    cache.write_members(ladder, state.members.items())
    cache.write_pairs(ladder, state.pairs.items())
    cache.write_last(ladder, state.last, len(rows))


def _replay_part(ladder: Ladder, state: LadderState, part: list[LogRow]) -> LadderState:
    """Replay at most SNAPSHOT_EVERY matches; a full part ends with a snapshot."""
    result = replay(part, start=state)
    ends = {row.match: row.finished_at for row in part}
    cache.write_changes(ladder, ((entry, ends[entry.match]) for entry in result.entries))
    if len(part) == SNAPSHOT_EVERY:
        _snapshot(ladder, result.state)
    return result.state


def _snapshot(ladder: Ladder, state: LadderState) -> None:
    """Store a whole state as a starting point for later replays."""
    assert state.last is not None
    LadderSnapshot.objects.create(
        ladder=ladder,
        last_at=cache.moment(state.last[0]),
        last_match=state.last[1],
        data=dump_state(state),
    )
    newest = ladder.snapshots.order_by("-last_at", "-last_match")[:KEPT_SNAPSHOTS]
    ladder.snapshots.exclude(pk__in=list(newest.values_list("pk", flat=True))).delete()
