"""Corrections: a match that does not count after all, or that ended otherwise.

The log is never edited: a correction is a new row, and the ladders are replayed from that match on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from games.ratings.algorithm import ALGORITHM_VERSION
from games.ratings.log import Team
from games.ratings.models import RatingLog
from games.ratings.rows import row_of, teams_json
from games.ratings.services.ladders import ladders_lock, ladders_replay


class NotLogged(Exception):
    """The log has no such match."""


class WrongRanks(Exception):
    """There is not one rank, 1 or more, for each team of the match; tells how many there are."""


@transaction.atomic
def rating_void(*, match: str, note: str) -> RatingLog:
    """Take a match out of all ladders, saying why; raises NotLogged."""
    return _correct(match, void=True, note=note)


@transaction.atomic
def rating_replace(*, match: str, teams: tuple[Team, ...], note: str, why: str = "") -> RatingLog:
    """Give a match another result (or another reason why it is not rated); raises NotLogged."""
    players = sorted(player for team in teams for player in team.members)
    return _correct(match, teams=teams_json(teams), players=players, why=why, note=note)


@transaction.atomic
def rating_rerank(*, match: str, ranks: Sequence[int], note: str) -> RatingLog:
    """Give a match's teams these ranks (1 best, equal is tied), in the order of the log.

    It counts from now on, also if it did not before. Raises NotLogged, WrongRanks.
    """
    teams = row_of(_current(match)).teams
    if len(ranks) != len(teams) or min(ranks) < 1:
        raise WrongRanks(len(teams))
    changed = tuple(replace(team, rank=rank) for team, rank in zip(teams, ranks, strict=True))
    return rating_replace(match=match, teams=changed, note=note)


def _correct(match: str, **changes: Any) -> RatingLog:
    """Append a row that supersedes the match's current one, and replay."""
    first = RatingLog.objects.filter(match=match, supersedes=None).first()
    if first is None:
        raise NotLogged(match)
    keys = row_of(first).ladders
    ladders_lock(keys)  # two corrections of one match wait here for each other
    held = _current(match)
    kept = ("match", "game", "mode", "finished_at", "kind", "teams", "players", "ladders", "why")
    fields = {name: getattr(held, name) for name in kept}
    line = RatingLog.objects.create(
        **fields | {"version": ALGORITHM_VERSION, "supersedes": held} | changes
    )
    ladders_replay(keys, row_of(line))
    return line


def _current(match: str) -> RatingLog:
    """Return the row of a match that counts; raises NotLogged."""
    held = RatingLog.objects.filter(match=match, superseded_by=None).first()
    if held is None:
        raise NotLogged(match)
    return held
