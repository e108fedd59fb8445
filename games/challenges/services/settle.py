"""End a challenge of a locked ladder: by a result, by default, by declining, or without any.

A match's row is locked before the challenge's is written, as where a match ends (`result_note`).
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.people.selectors import is_blocked
from games.challenges.models import Challenge, ChallengeLadder, PlaceMove
from games.challenges.order import place_won
from games.challenges.selectors.ladder import LIVE, declines_left
from games.challenges.services import notices
from games.challenges.services.notices import challenge_tell, challenge_untell
from games.challenges.services.places import place_move
from games.matches.models import Match
from games.matches.services.locking import lock_match
from games.matches.services.table_free import match_call_off_for_good

Status = Challenge.Status
Side = Challenge.Side
Kind = PlaceMove.Kind
ENDED = ("status", "won_by", "costs_place", "ended_at", "result_due")
DECLINED_TEXTS = {
    (Status.DECLINED, False): notices.DECLINED,
    (Status.DECLINED, True): notices.DECLINED_AT_A_PRICE,
    (Status.EXPIRED, False): notices.EXPIRED,
    (Status.EXPIRED, True): notices.EXPIRED_AT_A_PRICE,
}


def match_not_begun(challenge: Challenge) -> Match | None:
    """Lock and return the match of an accepted challenge, None if it has begun or is gone."""
    if challenge.match is None:
        return None
    match = lock_match(challenge.match.code)
    return match if match.is_table else None


def end(challenge: Challenge, status: Challenge.Status, won_by: str = "") -> None:
    """Write down how a challenge ended; the winner takes the loser's place if it is higher."""
    challenge.status, challenge.won_by = status, won_by
    challenge.ended_at, challenge.result_due = timezone.now(), False
    challenge.save(update_fields=ENDED)
    winner = challenge.winner
    if winner is None:
        return
    rungs = {rung.user_id: rung.place for rung in challenge.ladder.rungs.all()}
    loser = challenge.other(winner)
    to = place_won(rungs.get(winner.pk), loser and rungs.get(loser.pk))
    if to is not None:
        kind = Kind.WON if status == Status.PLAYED else Kind.DEFAULT
        place_move(challenge.ladder, winner.pk, to, kind, challenge=challenge)


def not_played(challenge: Challenge, status: Challenge.Status) -> None:
    """End an unanswered challenge as declined or expired, at the price that this has.

    After the free ones it counts as a lost match. A block between the two makes it void, so that
    it brings neither of them anything.
    """
    challenger, challenged = challenge.challenger, challenge.challenged
    if challenger is None or challenged is None or is_blocked(challenger, challenged):
        settle_void(challenge)
        return
    challenge.costs_place = declines_left(challenge.ladder, challenged) == 0
    end(challenge, status, Side.CHALLENGER if challenge.costs_place else "")
    challenge_untell(challenge)
    challenge_tell(challenge, DECLINED_TEXTS[status, challenge.costs_place], to=challenger)


def withdraw(challenge: Challenge) -> None:
    """Take an unanswered challenge back."""
    end(challenge, Status.WITHDRAWN)
    challenge_untell(challenge)
    challenge_tell(challenge, notices.WITHDRAWN, to=challenge.challenged)


def lose_by_default(challenge: Challenge, loser: Any) -> None:
    """End an accepted challenge whose match has not begun as lost for one of the two."""
    _call_off(challenge)
    is_challenger = challenge.challenger == loser
    end(challenge, Status.FORFEITED, Side.CHALLENGED if is_challenger else Side.CHALLENGER)
    challenge_tell(challenge, notices.WON_BY_DEFAULT, to=challenge.winner)
    challenge_tell(challenge, notices.LOST_BY_DEFAULT, to=loser)


def settle_void(challenge: Challenge) -> None:
    """End a challenge without a result; the two may challenge each other again at once."""
    _call_off(challenge)
    end(challenge, Status.VOID)
    for person in (challenge.challenger, challenge.challenged):
        challenge_tell(challenge, notices.VOID, to=person)


def _call_off(challenge: Challenge) -> None:
    if challenge.match is not None:
        match_call_off_for_good(code=challenge.match.code)


def rung_drop(
    ladder: ChallengeLadder, user: Any, kind: PlaceMove.Kind, *, actor: Any = None, reason: str = ""
) -> None:
    """Take somebody off a locked ladder, and end their challenges whose match has not begun.

    A match that has begun is played on as any other; it moves nobody any more.
    """
    challenges_end(ladder, user)
    if ladder.rungs.filter(user=user).exists():
        place_move(ladder, user.pk, None, kind, actor=actor, reason=reason)


def challenges_end(ladder: ChallengeLadder, user: Any) -> None:
    """End the challenges of somebody who cannot play now, except matches that have begun."""
    live = ladder.challenges.filter(status__in=LIVE)
    own = live.filter(challenger=user) | live.filter(challenged=user)
    for challenge in own.select_related("challenger", "challenged", "match"):
        challenge.ladder = ladder
        if challenge.match is None or match_not_begun(challenge) is not None:
            settle_void(challenge)
