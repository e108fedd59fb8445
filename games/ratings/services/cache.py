"""Read the log of a ladder; read and write its cached state, for one match or for a replay.

Callers must hold the lock on the ladder's row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q

from games.ratings.bound import Couple, Pair
from games.ratings.log import ALL_TIME, LogRow, current_rows
from games.ratings.models import (
    Ladder,
    LadderSnapshot,
    PairStanding,
    RatingChange,
    RatingLog,
    SideStanding,
    Standing,
)
from games.ratings.replay import Entry
from games.ratings.state import LadderState, Member, PlayerState, SideMember, season_start

BATCH = 2000
STRENGTH = ["mu", "sigma", "matches", "last_at"]


def moment(seconds: float) -> datetime:
    """Convert UTC seconds to a datetime; the inverse of `datetime.timestamp`."""
    return datetime.fromtimestamp(seconds, UTC)


def logged_rows(ladder: Ladder) -> list[LogRow]:
    """Return the rows that count in a ladder, in order, each as last corrected."""
    lines = RatingLog.objects.filter(ladders__contains=[str(ladder.key)]).order_by("pk")
    rows = current_rows(line.row for line in lines.iterator())
    return [replace(row, supersedes=None) for row in rows]


def load_state(ladder: Ladder, row: LogRow | None = None) -> LadderState:
    """Return the cached state of everybody, or only of the members in `row`."""
    standings, sides, pairs = ladder.standings.all(), ladder.sides.all(), ladder.pairs.all()
    if row is not None:
        players = [player for team in row.teams for player in team.members]
        standings, sides = standings.filter(player__in=players), sides.filter(players=len(players))
        pairs = pairs.filter(first__in=players, second__in=players)
    members: dict[Member, PlayerState] = {one.player_id: one.state for one in standings}
    members |= {SideMember(one.side, one.players): one.state for one in sides}
    at = ladder.last_at
    last = None if at is None else (at.timestamp(), ladder.last_match)
    return LadderState(members, last, {(one.first, one.second): one.pair for one in pairs})


def start_of(ladder: Ladder) -> LadderState:
    """Return a ladder's initial state; a season starts from what the previous one left.

    The previous season is the latest one before it in which this ladder has matches that count.
    """
    if ladder.season == ALL_TIME:
        return LadderState()
    same = Ladder.objects.filter(owner=ladder.owner, game=ladder.game, mode=ladder.mode)
    earlier = same.filter(season__lt=ladder.season, matches__gt=0).exclude(season=ALL_TIME)
    previous = earlier.order_by("-season").first()
    return LadderState() if previous is None else season_start(load_state(previous))


def write_members(ladder: Ladder, members: Iterable[tuple[Member, PlayerState]]) -> None:
    """Insert or update the standings of these members."""
    players: list[Standing] = []
    sides: list[SideStanding] = []
    for member, state in members:
        fields = {
            "ladder": ladder,
            "mu": state.mu,
            "sigma": state.sigma,
            "matches": state.matches,
            "last_at": None if state.last_match is None else moment(state.last_match),
        }
        if isinstance(member, SideMember):
            sides.append(SideStanding(side=member.side, players=member.players, **fields))
        else:
            players.append(Standing(player_id=member, **fields))
    upsert: dict[str, Any] = {
        "batch_size": BATCH,
        "update_conflicts": True,
        "update_fields": STRENGTH,
    }
    Standing.objects.bulk_create(players, unique_fields=["ladder", "player"], **upsert)
    SideStanding.objects.bulk_create(sides, unique_fields=["ladder", "side", "players"], **upsert)


def write_pairs(ladder: Ladder, pairs: Iterable[tuple[Couple, Pair]]) -> None:
    """Insert or update what these opponents have brought each other."""
    PairStanding.objects.bulk_create(
        (
            PairStanding(
                ladder=ladder,
                first=first,
                second=second,
                to_first=pair.to_first,
                to_second=pair.to_second,
                at=moment(pair.at),
            )
            for (first, second), pair in pairs
        ),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["ladder", "first", "second"],
        update_fields=["to_first", "to_second", "at"],
    )


def write_changes(ladder: Ladder, entries: Iterable[tuple[Entry, float]]) -> None:
    """Insert the rating changes of matches; `entries` come with the matches' end times."""
    RatingChange.objects.bulk_create(
        (
            RatingChange(
                ladder=ladder,
                match=entry.match,
                player_id=entry.member,
                finished_at=moment(finished_at),
                mu_before=entry.before.mu,
                sigma_before=entry.before.sigma,
                mu_after=entry.after.mu,
                sigma_after=entry.after.sigma,
            )
            for entry, finished_at in entries
            if not isinstance(entry.member, SideMember)
        ),
        BATCH,
    )


def write_last(ladder: Ladder, last: tuple[float, str] | None, matches: int) -> None:
    """Set the ladder's newest match and match count."""
    ladder.last_at, ladder.last_match = (None, "") if last is None else (moment(last[0]), last[1])
    ladder.matches = matches
    ladder.save(update_fields=["last_at", "last_match", "matches"])


def snapshot_before(ladder: Ladder, order: tuple[float, str] | None) -> LadderSnapshot | None:
    """Return the newest snapshot older than the match at `order`; None if `order` is None."""
    if order is None:
        return None
    at = moment(order[0])
    older = Q(last_at__lt=at) | Q(last_at=at, last_match__lt=order[1])
    return ladder.snapshots.filter(older).order_by("-last_at", "-last_match").first()


def forget_after(ladder: Ladder, snapshot: LadderSnapshot | None) -> None:
    """Delete cached data of matches newer than a snapshot, or all of it without one."""
    changes, snapshots = ladder.changes.all(), ladder.snapshots.all()
    if snapshot is not None:
        at, match = snapshot.last_at, snapshot.last_match
        changes = changes.filter(Q(finished_at__gt=at) | Q(finished_at=at, match__gt=match))
        snapshots = snapshots.filter(Q(last_at__gt=at) | Q(last_at=at, last_match__gt=match))
    changes.delete()
    snapshots.delete()
    ladder.standings.all().delete()
    ladder.sides.all().delete()
    ladder.pairs.all().delete()
