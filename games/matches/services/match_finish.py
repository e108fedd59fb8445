"""End a match: set the result, reveal the secret, rate it, call `match_finished`.

Who counts for the ratings: specification of tournaments, 1.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.registry import Hook
from games.engine.contract import RESIGN, Contest, Result
from games.matches.invitations import offers_withdraw
from games.matches.models import Match, MatchAction, Seat
from games.matches.notify import announce
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.secret import secret_reveal
from games.ratings.eligibility import MatchFacts, ranks_with_leavers, unrated_reason
from games.ratings.log import Team, club_owner
from games.ratings.services.rating_apply import FinishedMatch, rating_apply

match_finished: Hook[[Match], None] = Hook()
"""Called inside the transaction that ends a match; functions must only write rows."""


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
    secret_reveal(match, now)
    if any(seat.offered_at for seat in seats):
        offers_withdraw(match)
    match_rate(match, seats, contest)
    match_finished(match)


@transaction.atomic
def ending_refresh(*, code: str) -> None:
    """Make the pages of a finished match show what is new about its end."""
    match = lock_match(code)
    match.revision += 1
    match.save(update_fields=["revision"])
    announce(match)


def match_rate(match: Match, seats: Sequence[Seat], contest: Contest) -> None:
    """Log a match with at least two people, and rate it if it counts."""
    people = [seat for seat in seats if seat.began_id is not None]
    if len(people) < 2:
        return
    assert match.finished_at is not None
    ranks = _side_ranks(match, seats, contest)
    rating_apply(
        FinishedMatch(
            match=match.code,
            game=match.game,
            mode=contest.mode,
            finished_at=match.finished_at,
            kind="group" if contest.grouped else "ffa",
            teams=_teams(seats, contest, ranks),
            why=unrated_reason(_facts(match, seats, contest, ranks)),
            club=club_owner(match.club_id) if match.club_id else None,
            club_season=match.club_season or None,
        )
    )


def ranks_counted(match: Match, contest: Contest) -> list[int]:
    """Return the ranks of a finished match by seat, as ratings and events count them.

    These are the result's ranks, except that leavers rank behind all who stayed (1.4, 3.2).
    """
    seats = seats_of(match)
    by_side = zip(contest.sides, _side_ranks(match, seats, contest), strict=True)
    ranks = {seat: rank for side, rank in by_side for seat in side.seats}
    return [ranks[seat.number] for seat in seats]


def _teams(seats: Sequence[Seat], contest: Contest, ranks: Sequence[int]) -> tuple[Team, ...]:
    """Return the sides as teams of people, leaving out sides of bots only."""
    members = [
        tuple(user for seat in side.seats if (user := seats[seat].began_id) is not None)
        for side in contest.sides
    ]
    return tuple(
        Team(people, rank, side.code)
        for side, people, rank in zip(contest.sides, members, ranks, strict=True)
        if people
    )


def _facts(
    match: Match, seats: Sequence[Seat], contest: Contest, ranks: Sequence[int]
) -> MatchFacts:
    """Return the facts that decide whether the match is rated."""
    turns = MatchAction.objects.filter(match=match, auto="").exclude(action=RESIGN)
    bots = sum(bool(seat.bot) for seat in seats)
    return MatchFacts(
        kind="group" if contest.grouped else "ffa",
        ranks=tuple(ranks),
        bots=bots,
        guests=sum(seat.began_id is None for seat in seats) - bots,
        first_turn_taken=turns.exists(),
        casual=not match.rated and not bots,
    )


def _side_ranks(match: Match, seats: Sequence[Seat], contest: Contest) -> list[int]:
    """Return each side's rank. If everybody plays for themselves, leavers rank last.

    In a grouped contest the side's result applies to everybody on it.
    """
    ranks = [seats[side.seats[0]].rank or 0 for side in contest.sides]
    if contest.grouped:
        return ranks
    left = _left_at(match, seats)
    return ranks_with_leavers(ranks, [_side_left(side.seats, left) for side in contest.sides])


def _side_left(seats: Sequence[int], left: dict[int, int]) -> float | None:
    """Return the ply at which the last member of a side left, or None if anyone stayed."""
    plies = [left.get(seat) for seat in seats]
    gone = [ply for ply in plies if ply is not None]
    return max(gone) if len(gone) == len(plies) else None


def _left_at(match: Match, seats: Sequence[Seat]) -> dict[int, int]:
    """Return the ply at which who began in a seat left: resigned, or was replaced.

    Taking the seat back from a stand-in bot later does not undo having left (see the rules that
    the site shows).
    """
    left = {seat.number: match.ply for seat in seats if seat.stood_in}
    left |= {one.number: one.taken_over_after for one in seats if one.taken_over_after is not None}
    people = [seat.number for seat in seats if not seat.bot]
    gone = MatchAction.objects.filter(match=match, seat__in=people)
    stood_in = gone.filter(auto__startswith="bot:") | gone.filter(auto="abandoned")
    for action in stood_in | gone.filter(action=RESIGN):
        left[action.seat] = min(action.ply, left.get(action.seat, action.ply))
    return left
