"""Analyse matches in the background: a row is the job, and any process may run its slices.

A slice is short enough to keep the server responsive. Its findings are stored before the next one
begins, so a process may die at any time and another continues.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now

from accounts.locking import lock_person
from games.matches.models import Match
from replays.analysis import plan, reckon
from replays.models import AnalysedPly, Analysis
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.timeline import Timeline

logger = logging.getLogger(__name__)

METHOD = 1
SLICE_SECONDS = 0.3
CLAIM_SECONDS = 60
MOST_RUNNING = 3
FIRST_LOOK = 4
CLAIM = """
    UPDATE replays_analysis SET due_at = clock_timestamp() + make_interval(secs => %s)
    WHERE id = (
        SELECT id FROM replays_analysis WHERE due_at <= statement_timestamp()
        ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id, due_at
"""


@transaction.atomic
def analysis_ask(*, match: Match, user: Any) -> Analysis:
    """Queue a finished match for analysis; leave an existing analysis alone.

    Raises ReplayRefusal for somebody with too many pending.
    """
    known = Analysis.objects.filter(match=match).first()
    if known is not None and known.method == METHOD and known.state != Analysis.State.FAILED:
        return known
    lock_person(user)
    if Analysis.objects.filter(asked_by=user, due_at__isnull=False).count() >= MOST_RUNNING:
        raise refuse("too_much_analysis")
    Analysis.objects.filter(match=match).exclude(method=METHOD, state="running").delete()
    analysis, _ = Analysis.objects.get_or_create(
        match=match, defaults={"asked_by": user, "method": METHOD}
    )
    return analysis


def analysis_slice(seconds: float = SLICE_SECONDS) -> bool:
    """Work on the analysis that has waited longest; return whether there was one."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(CLAIM, [CLAIM_SECONDS])
        claimed = cursor.fetchone()
    if claimed is None:
        return False
    analysis = Analysis.objects.select_related("match").get(pk=claimed[0])
    try:
        work = Work(analysis)
        work.go_on(seconds)
    except Exception:
        logger.exception("analysis failed", extra={"match": analysis.match.code})
        Analysis.objects.filter(pk=analysis.pk).update(state=Analysis.State.FAILED, due_at=None)
        return True
    _keep(work, claimed[1])
    return True


class Work:
    """One slice of an analysis: the stored results, the new ones, and what comes next."""

    def __init__(self, analysis: Analysis) -> None:
        match = analysis.match
        self.analysis = analysis
        self.timeline: Timeline = match_timeline(match, list(match.seats.select_related("user")))
        self.rows = {row.ply: row for row in analysis.plies.defer("choice")}
        self.played: set[int] = set()
        self.chosen: set[int] = set()
        self.spent_ms = analysis.spent_ms
        if not self.rows:
            self._begin()

    def _begin(self) -> None:
        """Create a row for every ply, choose the curve's first points, and record the result."""
        points = set(plan.first_points(self.timeline.last))
        for ply in range(self.timeline.last + 1):
            self.rows[ply] = AnalysedPly(
                analysis=self.analysis, ply=ply, is_point=ply in points, chosen=ply == 0
            )
        self._add(self.timeline.last, reckon.final_shares(self.timeline))

    @property
    def counts(self) -> dict[int, int]:
        """Return the number of roll-outs of each point."""
        return {ply: row.rollouts for ply, row in self.rows.items() if row.is_point}

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is left to do."""
        chosen = all(row.chosen for row in self.rows.values())
        return chosen and plan.is_done(self.counts, self.timeline.last, self.spent_ms)

    def progress(self) -> int:
        """Return the progress in percent; 100 only when everything is done."""
        share = plan.progress(self.counts, self.timeline.last, self.spent_ms)
        return 100 if self.is_done else min(99, int(100 * share))

    def go_on(self, seconds: float) -> None:
        """Work for about `seconds`."""
        end, worked = time.monotonic() + seconds, time.thread_time()
        before = self.spent_ms
        while not self.is_done and time.monotonic() < end:
            self._step()
            self.spent_ms = before + int((time.thread_time() - worked) * 1000)

    def _step(self) -> None:
        """Do one unit of work: first the coarse curve, then the bot's choices, then the rest."""
        counts = self.counts
        ply = plan.next_ply(counts, self.timeline.last)
        unchosen = next((row for row in self.rows.values() if not row.chosen), None)
        if unchosen is not None and (ply is None or counts[ply] >= FIRST_LOOK):
            self._choose(unchosen)
        elif (middle := plan.next_point(self.points())) is not None:
            self.rows[middle].is_point = True
            self.played.add(middle)
        elif ply is not None:
            label = self.analysis.match.code
            self._add(ply, reckon.one_round(self.timeline, label, ply, counts[ply]))

    def points(self) -> list[plan.Point]:
        """Return the points, including those not played out yet."""
        return [reckon.point_of(row) for row in self.rows.values() if row.is_point]

    def _choose(self, row: AnalysedPly) -> None:
        choice = reckon.choice_at(self.timeline, self.analysis.match.code, row.ply)
        row.chosen = True
        if choice is not None:
            row.choice, row.same = choice.events, choice.same
        self.chosen.add(row.ply)

    def _add(self, ply: int, shares: tuple[float, ...]) -> None:
        row = self.rows[ply]
        row.is_point = True
        row.rollouts += 1
        row.won = [a + b for a, b in zip(row.won or [0.0] * len(shares), shares, strict=True)]
        squares = row.squares or [0.0] * len(shares)
        row.squares = [a + b * b for a, b in zip(squares, shares, strict=True)]
        self.played.add(ply)


@transaction.atomic
def _keep(work: Work, claim: datetime) -> None:
    """Store a slice, unless it took so long that another process claimed the job."""
    rows = Analysis.objects.select_for_update(no_key=True)
    analysis = rows.filter(pk=work.analysis.pk, due_at=claim).first()
    if analysis is None:
        return
    AnalysedPly.objects.bulk_create([row for row in work.rows.values() if row.pk is None])
    _update(work, work.played, ["is_point", "rollouts", "won", "squares"])
    _update(work, work.chosen, ["chosen", "choice", "same"])
    analysis.spent_ms, analysis.progress = work.spent_ms, work.progress()
    due: Any = Now()
    if work.is_done:
        analysis.state, analysis.finished_at, due = Analysis.State.DONE, Now(), None
    analysis.due_at = due
    analysis.save()


def _update(work: Work, plies: set[int], fields: list[str]) -> None:
    if plies:
        AnalysedPly.objects.bulk_update([work.rows[ply] for ply in sorted(plies)], fields)
