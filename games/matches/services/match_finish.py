"""End a match: set the result, reveal the secret, rate it, send the one signal."""

from __future__ import annotations

from datetime import datetime

from games.engine.contract import Contest, Result
from games.matches.models import Match, MatchSecret, Seat
from games.matches.services.match_rate import match_rate
from games.matches.signals import match_finished


def match_finish(
    match: Match, seats: list[Seat], result: Result, contest: Contest, now: datetime
) -> None:
    """Set the result on a locked match and its seats, and rate it; the caller saves the match."""
    match.status = Match.Status.FINISHED
    match.finished_at = now
    match.result = result.as_json()
    match.to_act = match.deadline_at = match.bot_due_at = None
    for seat in seats:
        seat.rank = result.ranks[seat.number]
        seat.score = result.scores[seat.number] if result.scores is not None else None
        seat.is_away = seat.user_id is not None  # drops the seat from the index `seat_looked_for`
    Seat.objects.bulk_update(seats, ["rank", "score", "is_away"])
    MatchSecret.objects.filter(match=match, commitment=match.commitment).update(revealed_at=now)
    match_rate(match, seats, contest)
    match_finished.send(sender=Match, match=match)
