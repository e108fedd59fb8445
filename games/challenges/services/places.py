"""Moves on a ladder. Every change of places goes through `place_move`, which writes the history.

Locks are taken in one order: the club (for its directors), the ladder, a match.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.clubs.access import ClubNotFound, membership_of
from accounts.clubs.refusals import refuse as club_refuse
from accounts.clubs.services.membership import club_hold_as_director
from games.challenges.models import Challenge, ChallengeLadder, PlaceMove, Rung
from games.challenges.order import moved
from games.challenges.refusals import refuse
from games.challenges.selectors.ladder import LIVE, away_from, away_last, day_label

Kind = PlaceMove.Kind
LONGEST_REASON = 300


def ladder_hold(ladder: ChallengeLadder) -> ChallengeLadder:
    """Lock a ladder until the transaction ends, and return it as it is now."""
    rows = ChallengeLadder.objects.select_for_update(of=("self",), no_key=True)
    held = rows.select_related("club").filter(pk=ladder.pk).first()
    if held is None:
        raise ClubNotFound(ladder.pk)
    return held


def ladder_hold_open(ladder: ChallengeLadder) -> ChallengeLadder:
    """Lock a ladder; refuse one that is closed."""
    held = ladder_hold(ladder)
    if not held.is_open:
        raise refuse("closed")
    return held


def ladder_hold_as_director(ladder: ChallengeLadder, actor: Any) -> ChallengeLadder:
    """Lock a ladder for one of its club's directors."""
    club_hold_as_director(ladder.club, actor)
    return ladder_hold(ladder)


def place_move(
    ladder: ChallengeLadder,
    user_id: int,
    to: int | None,
    kind: PlaceMove.Kind,
    *,
    challenge: Challenge | None = None,
    actor: Any = None,
    reason: str = "",
) -> None:
    """Move somebody on a locked ladder to a place, onto it or off it, and write that down."""
    rungs = {rung.user_id: rung for rung in ladder.rungs.all()}
    before = sorted(rungs, key=lambda one: rungs[one].place)
    old = rungs.get(user_id)
    last = ladder.moves.order_by("-no").values_list("no", flat=True).first()
    PlaceMove.objects.create(
        ladder=ladder,
        no=(last or 0) + 1,
        user_id=user_id,
        kind=kind,
        from_place=None if old is None else old.place,
        to_place=to,
        challenge=challenge,
        actor=actor,
        reason=reason,
    )
    if to is None and old is not None:
        rungs.pop(user_id).delete()
    elif old is None and to is not None:
        rungs[user_id] = Rung(ladder=ladder, user_id=user_id, place=to, active_at=timezone.now())
        rungs[user_id].save()
    changed = []
    for place, one in enumerate(moved(before, user_id, to), 1):
        if rungs[one].place != place:
            rungs[one].place = place
            changed.append(rungs[one])
    Rung.objects.bulk_update(changed, ["place"])


@transaction.atomic
def ladder_join(*, ladder: ChallengeLadder, user: Any) -> None:
    """Give a member of the club the last place; refuses everybody else."""
    held = ladder_hold_open(ladder)
    if membership_of(held.club, user) is None:
        raise club_refuse("not_member")
    if held.rungs.filter(user=user).exists():
        raise refuse("already_on_ladder")
    place_move(held, user.pk, held.rungs.count() + 1, Kind.JOINED)


def rung_held(ladder: ChallengeLadder, user: Any) -> Rung:
    """Return somebody's rung on a locked ladder; refuse who has none."""
    rung = ladder.rungs.filter(user=user).first()
    if rung is None:
        raise refuse("not_on_ladder")
    return rung


@transaction.atomic
def rung_place(
    *, ladder: ChallengeLadder, actor: Any, user_id: int, place: int | None, reason: str
) -> bool:
    """Correct somebody's place as a director, with a reason; return whether that moved them."""
    held = ladder_hold_as_director(ladder, actor)
    rung = held.rungs.filter(user=user_id).first()
    if rung is None:
        raise refuse("no_such_rung")
    if place is None or not 1 <= place <= held.rungs.count():
        raise refuse("bad_place")
    if not reason.strip():
        raise refuse("no_reason")
    if place == rung.place:
        return False
    told = reason.strip()[:LONGEST_REASON]
    place_move(held, user_id, place, Kind.CORRECTED, actor=actor, reason=told)
    return True


@transaction.atomic
def rung_away(*, ladder: ChallengeLadder, user: Any, until: date | None) -> None:
    """Say that one is away until a day, or (None) back; no challenge may be open.

    The place is held, for `away_weeks` at a time, and the next absence begins four weeks after the
    last one ended at the earliest.
    """
    held = ladder_hold_open(ladder)
    rung, today = rung_held(held, user), timezone.localdate()
    if until is None:
        _come_back(rung, today)
        return
    _check_absence(held, rung, today, until)
    if rung.away_until is None or rung.away_until < today:
        rung.away_since = today
    rung.away_until = until
    rung.save(update_fields=["away_since", "away_until"])


def _come_back(rung: Rung, today: date) -> None:
    """End an absence; one that has lasted no day is forgotten."""
    if rung.away_until is None or rung.away_until < today:
        return
    if rung.away_since == today:
        rung.away_since = rung.away_until = None
    else:
        rung.away_until = today - timedelta(days=1)
    rung.save(update_fields=["away_since", "away_until"])


def _check_absence(ladder: ChallengeLadder, rung: Rung, today: date, until: date) -> None:
    if not ladder.away_weeks:
        raise refuse("no_absence")
    if until < today:
        raise refuse("bad_date")
    if (first := away_from(rung, today)) > today:
        raise refuse("away_again", date=day_label(first))
    if until > (last := away_last(ladder, rung, today)):
        raise refuse("away_too_long", date=day_label(last))
    live = ladder.challenges.filter(status__in=LIVE)
    if (
        live.filter(challenger=rung.user_id).exists()
        or live.filter(challenged=rung.user_id).exists()
    ):
        raise refuse("away_with_open")
