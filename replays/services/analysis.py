"""Analyse matches in the background: a row is the job, and any process may run its slices.

Every finished match is analysed quickly, for its turning points, and those that people have just
played are coached too, while few of them wait; more is done when asked. A slice is short, and its
work is done by the processes in which bots think, and only while no bot does.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat, Now
from django.db.models.lookups import IsNull
from django.utils import timezone

from accounts.locking import lock_person
from games.matches.models import Match, Seat, begun_by
from games.matches.services.jobs import job_slice
from games.matches.services.match_finish import ending_refresh
from games.registry import ruleset_names
from replays.models import Analysis
from replays.refusals import refuse
from replays.services.analysis_work import Work, work_of

METHOD = 3
SLICE_SECONDS = 0.6
IDLE_SECONDS = 2.0
"""The pause between slices of analyses that nobody waits for."""
FRESH = timedelta(minutes=1)
MOST_COACHED = 5
"""While so many matches wait for the coach without being asked, others have to ask."""
MOST_RUNNING = 3
LAST = 10
"""So many of a person's last matches are coached together."""
Kind = Analysis.Kind
_idle_at = 0.0


def analysis_queue(match: Match) -> None:
    """Queue a match that has just ended for its turning points, and for the coach if it has time.

    Matches of people come first; those of bots alone, and those that lie in the past, last.
    """
    assert match.finished_at is not None
    is_fresh = match.finished_at > timezone.now() - FRESH
    is_told = is_fresh and match.seats.filter(user__isnull=False).exists()
    waiting = Analysis.objects.filter(due_at__isnull=False, kind=Kind.TOLD, is_coached=True)
    wanted = {
        "method": METHOD,
        "kind": Kind.TOLD if is_told else Kind.IDLE,
        "is_coached": is_told and waiting.count() < MOST_COACHED,
    }
    Analysis.objects.get_or_create(match=match, defaults=wanted)


@transaction.atomic
def analysis_ask(*, match: Match, user: Any, kind: int = Kind.ASKED) -> Analysis:
    """Queue a finished match for thorough analysis, or as TOLD for the coach alone.

    It leaves an analysis that has as much alone, and goes on from one that has less. Raises
    ReplayRefusal for somebody with too many pending.
    """
    known = _known().filter(match=match, is_coached=True, kind__in=(kind, Kind.ASKED)).first()
    if known is not None:
        return known
    lock_person(user)
    waiting = Analysis.objects.filter(asked_by=user, due_at__isnull=False)
    if waiting.exclude(kind=Kind.TOGETHER).count() >= MOST_RUNNING:
        raise refuse("too_much_analysis")
    analysis = _ask(match, user, kind)
    ending_refresh(code=match.code)
    return analysis


@transaction.atomic
def analyses_ask(*, user: Any, game: str) -> int:
    """Queue a person's last matches of a game for the coach; return how many.

    They come after all others. Raises ReplayRefusal if some of theirs still wait, or if all are
    coached.
    """
    lock_person(user)
    if Analysis.objects.filter(asked_by=user, due_at__isnull=False).exists():
        raise refuse("too_much_analysis")
    own = Seat.objects.filter(begun_by(user), taken_over_after=None).values("match")
    over = Match.objects.filter(
        pk__in=own, game=game, status=Match.Status.FINISHED, deal_open=False, ply__gt=0
    )
    last = [*over.order_by("-finished_at", "-pk")[:LAST]]
    coached = {*_known().filter(match__in=last, is_coached=True).values_list("match", flat=True)}
    new = [
        match
        for match in last
        if match.pk not in coached and f"{game}/{match.ruleset}" in ruleset_names()
    ]
    if not new:
        raise refuse("all_coached")
    for match in new:
        _ask(match, user, Kind.TOGETHER)
    return len(new)


def _known() -> QuerySet[Analysis]:
    """Return the analyses that need not begin again."""
    return Analysis.objects.filter(method=METHOD).exclude(state=Analysis.State.FAILED)


def _ask(match: Match, user: Any, kind: int) -> Analysis:
    """Queue a match for the coach; a thorough analysis has a time of its own.

    Where somebody had a thorough one made, which all may read, it is made anew. Turning points that
    people wait for keep their place.
    """
    if Analysis.objects.filter(match=match, kind=Kind.ASKED).exists():
        kind = Kind.ASKED
    told = Analysis.objects.filter(match=match, kind=Kind.TOLD)
    awaited = told.filter(moments__isnull=True, due_at__isnull=False)
    if kind == Kind.TOGETHER and awaited.exists():
        kind = Kind.TOLD
    outdated = ~Q(method=METHOD) | Q(state=Analysis.State.FAILED)
    Analysis.objects.filter(outdated, match=match).delete()
    wanted: dict[str, Any] = {
        "kind": kind,
        "is_coached": True,
        "asked_by": user,
        "state": Analysis.State.RUNNING,
        "due_at": Now(),
    }
    if kind == Kind.ASKED:
        wanted |= {"spent_ms": 0, "progress": 0}
    create = {**wanted, "method": METHOD}
    analysis, _ = Analysis.objects.update_or_create(
        match=match, defaults=wanted, create_defaults=create
    )
    return analysis


def analysis_slice(seconds: float = SLICE_SECONDS) -> bool:
    """Work on the analysis that comes next; return whether there was one."""
    global _idle_at
    works: list[Work] = []

    def go_on(analysis: Analysis, until: float) -> bool:
        works.append(work_of(analysis))
        works[0].go_on(until)
        return works[0].is_done

    def keep(analysis: Analysis, is_done: bool) -> None:
        works[0].keep(is_done=is_done)

    def failed(analysis: Analysis) -> None:
        ending_refresh(code=analysis.match.code)

    is_there = job_slice(_queue(time.monotonic() >= _idle_at), go_on, seconds, keep, failed)
    if works and works[0].analysis.kind == Kind.IDLE:
        _idle_at = time.monotonic() + IDLE_SECONDS
    return is_there


def _queue(is_idle: bool) -> QuerySet[Analysis]:
    """Return the analyses in order: those people wait for, turning points before the coach.

    One that nobody waits for is among them only if there is time.
    """
    rules = Concat("match__game", Value("/"), Cast("match__ruleset", CharField()))
    found = Analysis.objects.alias(rules=rules).filter(rules__in=ruleset_names())
    if not is_idle:
        found = found.exclude(kind=Kind.IDLE)
    return found.order_by("kind", IsNull(F("moments"), False), "due_at", "pk")
