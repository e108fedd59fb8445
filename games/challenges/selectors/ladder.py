"""Read a challenge ladder: who may challenge whom, and why not, as of this moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format

from accounts.people.selectors import kept_from
from games.challenges.models import Challenge, ChallengeLadder, Rung
from games.challenges.refusals import ChallengeRefusal, refuse

Status = Challenge.Status
LIVE = (Status.OPEN, Status.ACCEPTED)
NOT_PLAYED = (Status.DECLINED, Status.EXPIRED)
DECLINES_COUNT_FOR = timedelta(days=30)
AWAY_AGAIN_AFTER = timedelta(days=28)
"""How long after an absence the next one can begin: a place is held, but not forever."""


@dataclass(frozen=True)
class LadderView:
    """A ladder as it stands: its rungs in order, its live challenges, and those just over."""

    ladder: ChallengeLadder
    rungs: list[Rung]
    live: list[Challenge]
    recent: list[Challenge]
    today: date

    @cached_property
    def by_user(self) -> dict[int, Rung]:
        """Return everybody's rung by user."""
        return {rung.user_id: rung for rung in self.rungs}

    def rung_of(self, user: Any) -> Rung | None:
        """Return somebody's rung (anonymous allowed), None for those not on the ladder."""
        return self.by_user.get(user.pk)

    def live_of(self, user: Any) -> list[Challenge]:
        """Return the challenges somebody has open or accepted, made and received."""
        return [one for one in self.live if user.pk in (one.challenger_id, one.challenged_id)]

    def is_away(self, rung: Rung) -> bool:
        """Tell whether somebody is away today."""
        return rung.away_until is not None and rung.away_until >= self.today

    def last_between(self, one: int, other: int) -> Challenge | None:
        """Return the last challenge of two people that makes them wait before the next."""
        pair = {one, other}
        over = (c for c in self.recent if {c.challenger_id, c.challenged_id} == pair)
        return next(over, None)


def ladder_view(ladder: ChallengeLadder) -> LadderView:
    """Return a ladder as it stands now."""
    challenges = ladder.challenges.select_related("challenger", "challenged", "match")
    since = timezone.now() - timedelta(days=ladder.repeat_days + 1)
    recent = challenges.filter(ended_at__gt=since).exclude(status__in=(*LIVE, Status.VOID))
    return LadderView(
        ladder=ladder,
        rungs=list(ladder.rungs.select_related("user").order_by("place")),
        live=list(challenges.filter(status__in=LIVE)),
        recent=list(recent.order_by("-ended_at")),
        today=timezone.localdate(),
    )


def why_not(
    view: LadderView, me: Rung | None, other: Rung, kept: Iterable[int]
) -> ChallengeRefusal | None:
    """Return why `me` cannot challenge `other` now, or None; `kept` are those a block keeps apart.

    The first reason that holds: place, people, absence, time, then what is open.
    """
    ladder = view.ladder
    if not ladder.is_open:
        return refuse("closed")
    if me is None:
        return refuse("not_on_ladder")
    if other.place >= me.place:
        return refuse("yourself" if other is me else "below")
    if me.place - other.place > ladder.reach:
        return refuse("too_far", n=ladder.reach)
    if not other.user.is_active:
        return refuse("cannot_sign_in")
    if other.user_id in kept:
        return refuse("blocked")
    return _why_not_now(view, me, other)


def _why_not_now(view: LadderView, me: Rung, other: Rung) -> ChallengeRefusal | None:
    """Return why somebody within reach cannot be challenged at this moment."""
    pair = {me.user_id, other.user_id}
    if any({one.challenger_id, one.challenged_id} == pair for one in view.live):
        return refuse("pair_open")
    if view.is_away(me):
        return refuse("you_away")
    if view.is_away(other):
        return refuse("away", date=day_label(other.away_until))
    last = view.last_between(*pair)
    if last is not None and last.ended_at is not None:
        ended = timezone.localdate(last.ended_at)
        again = ended + timedelta(days=view.ladder.repeat_days)
        if again > view.today:
            return refuse("too_soon", date=day_label(ended), again=day_label(again))
    most = view.ladder.most_open
    if (made := sum(one.challenger_id == me.user_id for one in view.live)) >= most:
        return refuse("you_have_open", n=made)
    if (received := sum(one.challenged_id == other.user_id for one in view.live)) >= most:
        return refuse("has_open", n=received)
    return None


def can_challenge(view: LadderView, user: Any) -> list[Rung]:
    """Return whom somebody can challenge now, highest first."""
    me, kept = view.rung_of(user), kept_from(user)
    return [rung for rung in view.rungs if why_not(view, me, rung, kept) is None]


def declines_left(ladder: ChallengeLadder, user: Any) -> int:
    """Return how many challenges somebody can still decline without losing a place."""
    since = timezone.now() - DECLINES_COUNT_FOR
    used = ladder.challenges.filter(
        challenged=user, status__in=NOT_PLAYED, costs_place=False, ended_at__gt=since
    )
    return max(0, ladder.free_declines - used.count())


def away_from(rung: Rung, today: date) -> date:
    """Return the first day on which somebody's next absence can begin."""
    if rung.away_until is None or rung.away_until >= today:
        return today
    return max(today, rung.away_until + AWAY_AGAIN_AFTER)


def away_last(ladder: ChallengeLadder, rung: Rung, today: date) -> date:
    """Return the last day of an absence that begins today, or of the one that is under way."""
    under_way = rung.away_until is not None and rung.away_until >= today
    since = rung.away_since if under_way and rung.away_since else today
    return since + timedelta(weeks=ladder.away_weeks)


def is_idle(ladder: ChallengeLadder, rung: Rung, now: datetime) -> bool:
    """Tell whether somebody has been without a match for too long; absence does not count."""
    if not ladder.idle_days:
        return False
    today = timezone.localdate(now)
    back = rung.away_until + timedelta(days=1) if rung.away_until else None
    if back is not None and back > today:
        return False
    active = timezone.localdate(rung.active_at)
    return today - max(active, back or active) > timedelta(days=ladder.idle_days)


def day_label(day: date | None) -> str:
    """Return a day in words, in the active language: “3 December”."""
    return date_format(day, "MONTH_DAY_FORMAT") if day else ""
