"""Make, answer and take back a challenge. Every service locks the ladder first.

So of two requests at once the second sees what the first did: a challenge is answered once, and
nobody has more of them open than the ladder allows.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.people.selectors import is_blocked, kept_from
from games.challenges.models import Challenge, ChallengeLadder
from games.challenges.refusals import refuse
from games.challenges.selectors.ladder import LIVE, ladder_view, why_not
from games.challenges.services.notices import CHALLENGED, challenge_tell, challenge_untell
from games.challenges.services.places import ladder_hold_as_director, ladder_hold_open
from games.challenges.services.settle import (
    lose_by_default,
    match_not_begun,
    not_played,
    settle_void,
    withdraw,
)
from games.matches.invitations import event_table_tell
from games.matches.models import Match
from games.matches.services.locking import seats_of
from games.matches.services.table_create import table_create
from games.matches.services.table_seats import seat_give_user
from games.registry import current_rules

Status = Challenge.Status
ACCEPT, DECLINE = "accept", "decline"


@transaction.atomic
def challenge_make(*, ladder: ChallengeLadder, user: Any, other_id: int) -> Challenge:
    """Challenge somebody above; refused with the reason the page gives."""
    held = ladder_hold_open(ladder)
    view = ladder_view(held)
    other = view.by_user.get(other_id)
    if other is None:
        raise refuse("no_such_rung")
    if (reason := why_not(view, view.rung_of(user), other, kept_from(user))) is not None:
        raise reason
    challenge = Challenge.objects.create(
        ladder=held,
        challenger=user,
        challenged=other.user,
        answer_by=timezone.now() + timedelta(days=held.answer_days),
    )
    challenge_tell(challenge, CHALLENGED, to=other.user)
    return challenge


@transaction.atomic
def challenge_answer(*, ladder: ChallengeLadder, user: Any, pk: int, answer: str) -> Challenge:
    """Accept a challenge, which opens its table, or decline it, at the ladder's price.

    An answer counts until the sweep has found the challenge overdue.
    """
    challenge = challenge_held(ladder_hold_open(ladder), pk)
    if challenge.challenged_id != user.pk:
        raise refuse("not_yours")
    if challenge.status != Status.OPEN:
        raise refuse("answered")
    if answer not in (ACCEPT, DECLINE):
        raise refuse("bad_answer")
    if answer == DECLINE:
        not_played(challenge, Status.DECLINED)
        return challenge
    if challenge.challenger is None or is_blocked(user, challenge.challenger):
        raise refuse("blocked")
    _accept(challenge)
    return challenge


def _accept(challenge: Challenge) -> None:
    """Open the table of an accepted challenge, the challenger in the first seat."""
    challenge.status = Status.ACCEPTED
    challenge.play_by = timezone.now() + timedelta(days=challenge.ladder.play_days)
    challenge.match = _table(challenge.ladder)
    challenge.save(update_fields=["status", "play_by", "match"])
    challenge_untell(challenge)
    people = (challenge.challenger, challenge.challenged)
    for seat, person in zip(seats_of(challenge.match), people, strict=True):
        seat_give_user(seat, person)
        event_table_tell(challenge.match, to=person, event=challenge.ladder.name, round_number=None)


def _table(ladder: ChallengeLadder) -> Match:
    """Open the table; raises UnknownGame if the site no longer has the game."""
    current_rules(ladder.game)
    private = ladder.club.is_private
    return table_create(
        owner=None,
        game=ladder.game,
        seats=2,
        options={},
        length=ladder.length,
        visibility=Match.Visibility.PRIVATE if private else Match.Visibility.PUBLIC,
        turn_seconds=ladder.turn_seconds,
        reserve_seconds=ladder.reserve_seconds,
        rated=ladder.rated,
        club=ladder.club,
        arranged=True,
    )


@transaction.atomic
def challenge_give_up(*, ladder: ChallengeLadder, user: Any, pk: int) -> Challenge:
    """Withdraw a challenge before the answer, or, before the match begins, lose it by default."""
    challenge = challenge_held(ladder_hold_open(ladder), pk)
    if user.pk not in (challenge.challenger_id, challenge.challenged_id):
        raise refuse("not_yours")
    if challenge.status == Status.OPEN and challenge.challenger_id == user.pk:
        withdraw(challenge)
    elif challenge.status == Status.ACCEPTED:
        if match_not_begun(challenge) is None:
            raise refuse("match_begun")
        lose_by_default(challenge, user)
    else:
        raise refuse("answered")
    return challenge


@transaction.atomic
def challenge_void(*, ladder: ChallengeLadder, actor: Any, pk: int) -> None:
    """Cancel a live challenge as a director; its match, even a running one, gets no result."""
    challenge = challenge_held(ladder_hold_as_director(ladder, actor), pk)
    if challenge.status not in LIVE:
        raise refuse("answered")
    settle_void(challenge)


def challenge_held(ladder: ChallengeLadder, pk: int) -> Challenge:
    """Return a challenge of a locked ladder; refuse one that is not there."""
    rows = ladder.challenges.select_related("challenger", "challenged", "match")
    challenge = rows.filter(pk=pk).first()
    if challenge is None:
        raise refuse("no_such_challenge")
    challenge.ladder = ladder
    return challenge
