"""Corrections: a match that does not count after all, or that ended otherwise.

The log is never edited: a correction is a new row, and the ladders are replayed from that match on.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.ratings.algorithm import ALGORITHM_VERSION
from games.ratings.log import Team
from games.ratings.models import RatingLog
from games.ratings.rows import row_of, teams_json
from games.ratings.services.ladders import ladders_lock, ladders_replay


class NotLogged(Exception):
    """The log has no such match."""


@transaction.atomic
def rating_void(*, match: str, note: str) -> RatingLog:
    """Take a match out of all ladders, saying why; raises NotLogged."""
    return _correct(match, void=True, note=note)


@transaction.atomic
def rating_replace(*, match: str, teams: tuple[Team, ...], note: str, why: str = "") -> RatingLog:
    """Give a match another result (or another reason why it is not rated); raises NotLogged."""
    players = sorted(player for team in teams for player in team.members)
    return _correct(match, teams=teams_json(teams), players=players, why=why, note=note)


def _correct(match: str, **changes: Any) -> RatingLog:
    """Append a row that supersedes the match's current one, and replay."""
    first = RatingLog.objects.filter(match=match, supersedes=None).first()
    if first is None:
        raise NotLogged(match)
    keys = row_of(first).ladders
    ladders_lock(keys)  # two corrections of one match wait here for each other
    held = RatingLog.objects.get(match=match, superseded_by=None)
    kept = ("match", "game", "mode", "finished_at", "kind", "teams", "players", "ladders", "why")
    fields = {name: getattr(held, name) for name in kept}
    line = RatingLog.objects.create(
        **fields | {"version": ALGORITHM_VERSION, "supersedes": held} | changes
    )
    ladders_replay(keys, row_of(line))
    return line
