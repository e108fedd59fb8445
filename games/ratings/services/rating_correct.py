"""Correct the log: void a match, or change its result.

The log is append-only: a correction is a new row, and the ladders are replayed from that match on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from games.ratings.algorithm import ALGORITHM_VERSION
from games.ratings.log import Team
from games.ratings.models import RatingLog
from games.ratings.services.ladders import ladders_lock, ladders_replay
from games.ratings.services.rating_apply import logged_teams


class NotLogged(Exception):
    """The log has no such match."""


class WrongRanks(Exception):
    """The ranks are not one number of 1 or more per team; carries the number of teams."""


@transaction.atomic
def rating_void(*, match: str, note: str) -> RatingLog:
    """Remove a match from all ladders, noting why; raises NotLogged."""
    return _correct(match, void=True, note=note)


@transaction.atomic
def rating_replace(*, match: str, teams: tuple[Team, ...], note: str, why: str = "") -> RatingLog:
    """Change a match's result (or the reason why it is unrated); raises NotLogged."""
    return _correct(match, **logged_teams(teams), why=why, note=note)


@transaction.atomic
def rating_rerank(*, match: str, ranks: Sequence[int], note: str) -> RatingLog:
    """Set the ranks of a match's teams (1 best, equal is tied), in the log's team order.

    The match counts from now on, even if it did not before. Raises NotLogged, WrongRanks.
    """
    teams = _current(match).row.teams
    if len(ranks) != len(teams) or min(ranks) < 1:
        raise WrongRanks(len(teams))
    changed = tuple(replace(team, rank=rank) for team, rank in zip(teams, ranks, strict=True))
    return rating_replace(match=match, teams=changed, note=note)


def _correct(match: str, **changes: Any) -> RatingLog:
    """Append a row that supersedes the match's current one, and replay."""
    first = RatingLog.objects.filter(match=match, supersedes=None).first()
    if first is None:
        raise NotLogged(match)
    keys = first.row.ladders
    ladders_lock(keys)  # Serialises concurrent corrections of one match
    held = _current(match)
    kept = ("match", "game", "mode", "finished_at", "kind", "teams", "players", "ladders", "why")
    fields = {name: getattr(held, name) for name in kept}
    line = RatingLog.objects.create(
        **fields | {"version": ALGORITHM_VERSION, "supersedes": held} | changes
    )
    ladders_replay(keys, line.row)
    return line


def _current(match: str) -> RatingLog:
    """Return a match's current row; raises NotLogged."""
    held = RatingLog.objects.filter(match=match, superseded_by=None).first()
    if held is None:
        raise NotLogged(match)
    return held
