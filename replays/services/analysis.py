"""Analyse matches in the background: a row is the job, and any process may run its slices.

Every finished match is analysed quickly, for its turning points; more is done when asked. A slice
is short, its work is done by the processes in which bots think, and only while no bot does. Its
findings are stored before the next one begins, so a process may die at any time and another
continues.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.locking import lock_person
from games.engine.codec import encode_event
from games.engine.viewer import OPEN_TABLE
from games.matches.models import Match, Seat, begun_by
from games.matches.services.bot_pool import pool_is_free
from games.matches.services.match_finish import ending_refresh
from games.registry import ruleset_names
from replays.analysis import coach, plan, reckon
from replays.analysis.coach import Trial
from replays.models import AnalysedPly, Analysis
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.timeline import Timeline

logger = logging.getLogger(__name__)

METHOD = 3
SLICE_SECONDS, AT_ONCE_SECONDS = 0.6, 0.2
CLAIM_SECONDS = 90
IDLE_SECONDS = 2.0
"""The pause between slices of analyses that nobody waits for."""
FRESH = timedelta(minutes=1)
MOST_RUNNING = 3
LAST = 10
"""So many of a person's last matches are coached together."""
FRESH_ROW: dict[str, Any] = {"method": METHOD, "spent_ms": 0, "progress": 0}
MOST_TOLD = 3
Kind = Analysis.Kind
THOROUGH = (Kind.ASKED, Kind.TOGETHER)
CLAIM = """
    WITH next AS (
        SELECT job.id, job.due_at
        FROM replays_analysis AS job JOIN matches_match AS match ON match.id = job.match_id
        WHERE job.due_at <= statement_timestamp() AND (job.kind <> %(idle)s OR %(is_idle)s)
          AND match.game || '/' || match.ruleset = ANY(%(rules)s)
        ORDER BY job.kind = %(idle)s, job.kind, job.due_at LIMIT 1
        FOR NO KEY UPDATE OF job SKIP LOCKED
    )
    UPDATE replays_analysis SET due_at = clock_timestamp() + make_interval(secs => %(seconds)s)
    FROM next WHERE replays_analysis.id = next.id
    RETURNING next.id, replays_analysis.due_at, next.due_at
"""
_idle_at = 0.0


class Claim(NamedTuple):
    """A claimed job: until when it is claimed, and since when it was due."""

    pk: int
    until: datetime
    since: datetime


def analysis_queue(match: Match) -> None:
    """Queue a match that has just ended for its turning points.

    Matches of people come first; those of bots alone, and those that lie in the past, last.
    """
    assert match.finished_at is not None
    is_fresh = match.finished_at > timezone.now() - FRESH
    is_told = is_fresh and match.seats.filter(user__isnull=False).exists()
    wanted = {"method": METHOD, "kind": Kind.TOLD if is_told else Kind.IDLE}
    Analysis.objects.get_or_create(match=match, defaults=wanted)


@transaction.atomic
def analysis_ask(*, match: Match, user: Any) -> Analysis:
    """Queue a finished match for thorough analysis; leave an existing one alone.

    It goes on from the playouts of the quick analysis. Raises ReplayRefusal for somebody with too
    many pending.
    """
    known = Analysis.objects.filter(match=match).first()
    is_known = known is not None and known.method == METHOD and known.state != "failed"
    if known is not None and is_known and known.kind == Kind.ASKED:
        return known
    lock_person(user)
    waiting = Analysis.objects.filter(asked_by=user, due_at__isnull=False)
    if waiting.exclude(kind=Kind.TOGETHER).count() >= MOST_RUNNING:
        raise refuse("too_much_analysis")
    if not is_known:
        Analysis.objects.filter(match=match).delete()
    wanted: dict[str, Any] = {
        "kind": Kind.ASKED,
        "asked_by": user,
        "state": "running",
        "due_at": Now(),
    }
    fresh = {**FRESH_ROW, **wanted}
    analysis, _ = Analysis.objects.update_or_create(match=match, defaults=fresh)
    return analysis


@transaction.atomic
def analyses_ask(*, user: Any, game: str) -> int:
    """Queue a person's last matches of a game for the coach; return how many.

    They come after single ones, and take what each of these takes. Raises ReplayRefusal if some of
    theirs still wait, or if all are coached.
    """
    lock_person(user)
    if Analysis.objects.filter(asked_by=user, due_at__isnull=False).exists():
        raise refuse("too_much_analysis")
    own = Seat.objects.filter(begun_by(user), taken_over_after=None).values("match")
    over = Match.objects.filter(
        pk__in=own, game=game, status=Match.Status.FINISHED, deal_open=False, ply__gt=0
    )
    last = [*over.order_by("-finished_at", "-pk")[:LAST]]
    known = Analysis.objects.filter(match__in=last, method=METHOD, kind__in=THOROUGH)
    coached = set(known.exclude(state="failed").values_list("match", flat=True))
    new = [
        match
        for match in last
        if match.pk not in coached and f"{game}/{match.ruleset}" in ruleset_names()
    ]
    if not new:
        raise refuse("all_coached")
    for match in new:
        Analysis.objects.filter(match=match).exclude(method=METHOD, state="done").delete()
        wanted: dict[str, Any] = {"kind": Kind.TOGETHER, "asked_by": user, "state": "running"}
        fresh = {**FRESH_ROW, **wanted, "due_at": Now()}
        Analysis.objects.update_or_create(match=match, defaults=fresh)
    return len(new)


def analysis_slice(seconds: float = SLICE_SECONDS) -> bool:
    """Work on the analysis that comes next; return whether there was one.

    Does nothing while a bot of this process thinks.
    """
    global _idle_at
    is_idle = time.monotonic() >= _idle_at
    if not pool_is_free() or (claim := _claim(is_idle)) is None:
        return False
    analysis = Analysis.objects.select_related("match").get(pk=claim.pk)
    match = analysis.match
    try:
        seats = list(match.seats.select_related("user"))
        people = [seat.number for seat in seats if not seat.bot]
        timeline = match_timeline(match, seats)
        work = Work(analysis, timeline, analysis.plies.defer("choice"), people)
        work.go_on(seconds)
    except BrokenExecutor:
        return True  # its process died: the job is due again when the claim ends
    except Exception:
        logger.exception("analysis failed", extra={"match": match.code})
        Analysis.objects.filter(pk=analysis.pk).update(state=Analysis.State.FAILED, due_at=None)
        return True
    _keep(work, claim)
    if analysis.kind == Kind.IDLE:
        _idle_at = time.monotonic() + IDLE_SECONDS
    return True


def _claim(is_idle: bool) -> Claim | None:
    """Claim the job that comes first; one that nobody waits for only if there is time for it."""
    wanted: dict[str, Any] = {"idle": Kind.IDLE, "is_idle": is_idle, "rules": ruleset_names()}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(CLAIM, {**wanted, "seconds": CLAIM_SECONDS})
        found = cursor.fetchone()
    return None if found is None else Claim(*found)


class Work:
    """One slice of an analysis: the stored results, the new ones, and what comes next."""

    def __init__(
        self,
        analysis: Analysis,
        timeline: Timeline,
        rows: Iterable[AnalysedPly] = (),
        people: Iterable[int] = (),
    ) -> None:
        """Take an analysis with its stored rows, and the seats that people held."""
        self.analysis, self.timeline = analysis, timeline
        is_deep = analysis.kind in THOROUGH
        self.depth = plan.DEEP if is_deep else plan.QUICK
        self.people = set(people)
        self.rows = {row.ply: row for row in rows}
        self.touched: set[int] = set()
        self.spent_ms = analysis.spent_ms
        self.trials = [self._trial(row) for row in self.rows.values() if row.compared is not None]
        for ply in plan.first_points(self.timeline.last, self.depth):
            self._point(ply)
        if not self.rows[self.timeline.last].rollouts:
            self._add(self.timeline.last, [reckon.final_shares(self.timeline)])

    def _row(self, ply: int) -> AnalysedPly:
        """Return the row of a ply, new if there is none."""
        if ply not in self.rows:
            self.rows[ply] = AnalysedPly(analysis=self.analysis, ply=ply, chosen=ply == 0)
        self.touched.add(ply)
        return self.rows[ply]

    def _point(self, ply: int) -> AnalysedPly:
        if ply in self.rows and self.rows[ply].is_point:
            return self.rows[ply]
        row = self._row(ply)
        row.is_point = True
        return row

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is left to do."""
        return self._is_drawn and coach.next_wanted(self.trials) is None

    @property
    def _is_drawn(self) -> bool:
        """Tell whether the curve is good enough, and the better bot has chosen everywhere."""
        return self._unchosen() is None and plan.is_done(self.points(), self.depth, self.spent_ms)

    def _unchosen(self) -> int | None:
        """Return the first ply at which the better bot has still to choose."""
        if self.depth.is_quick:
            return None
        plies = range(1, self.timeline.last + 1)
        return next(
            (ply for ply in plies if ply not in self.rows or not self.rows[ply].chosen), None
        )

    def progress(self) -> int:
        """Return the progress in percent; 100 only when everything is done."""
        drawn = plan.progress(self.points(), self.timeline.last, self.depth, self.spent_ms)
        shares = [drawn] if self.depth.is_quick else [drawn, coach.progress(self.trials)]
        return 100 if self.is_done else min(99, int(100 * sum(shares) / len(shares)))

    def go_on(self, seconds: float) -> None:
        """Work for about `seconds`, less if a bot has to think."""
        end = time.monotonic() + seconds
        while not self.is_done:
            self._step()
            if time.monotonic() >= end or not pool_is_free():
                break

    def _step(self) -> None:
        """Do one unit of work: the coarse curve, the bot's choices, the curve, the comparisons."""
        points, unchosen = self.points(), self._unchosen()
        wanted = plan.next_ply(points, self.depth)
        is_coarse = any(one.rollouts < self.depth.fewest for one in points[:-1])
        if self._is_drawn:
            self._compare()
        elif unchosen is not None and (wanted is None or not is_coarse):
            self._choose(unchosen)
        elif wanted is not None:
            ply, end = wanted
            numbers = range(self._point(ply).rollouts, end)
            code = self.analysis.match.code
            played = reckon.play_on(self.timeline, code, ply, numbers, AT_ONCE_SECONDS)
            self._add(ply, played.shares)
            self.spent_ms += round(1000 * played.seconds)

    def points(self) -> list[plan.Point]:
        """Return the points in order, including those not played out yet."""
        plies = sorted(ply for ply, row in self.rows.items() if row.is_point)
        return [reckon.point_of(self.rows[ply]) for ply in plies]

    def _choose(self, ply: int) -> None:
        row, begun = self._row(ply), time.monotonic()
        choice = reckon.choice_at(self.timeline, self.analysis.match.code, ply)
        row.chosen = True
        if choice is not None:
            row.choice, row.same = choice.events, choice.same
            if not choice.same and self._is_persons(ply):
                row.compared = {"action": choice.action, "samples": {}}
                self.trials.append(self._trial(row))
        self.spent_ms += round(1000 * (time.monotonic() - begun))

    def _is_persons(self, ply: int) -> bool:
        """Tell whether a person chose this action: no bot, no default of an absent player."""
        facts = self.timeline.plies[ply].facts
        return not facts.auto and facts.seat in self.people

    def _trial(self, row: AnalysedPly) -> Trial:
        return coach.trial_of(self.timeline.actors, row.ply, row.compared["samples"])

    def _compare(self) -> None:
        """Play on after the decision that comes next, and after the better bot's."""
        wanted = coach.next_wanted(self.trials)
        assert wanted is not None
        trial, row, code = wanted.trial, self._row(wanted.trial.ply), self.analysis.match.code
        better = row.compared["action"]
        played = reckon.play_pairs(self.timeline, code, wanted, better, AT_ONCE_SECONDS)
        trial.sample(wanted.sample).add(played.shares, round(1000 * played.seconds))
        row.compared = {"action": better, "samples": trial.stored}

    def _add(self, ply: int, found: list[tuple[float, ...]]) -> None:
        row = self._row(ply)
        for shares in found:
            row.rollouts += 1
            row.won = [a + b for a, b in zip(row.won or [0.0] * len(shares), shares, strict=True)]
            squares = row.squares or [0.0] * len(shares)
            row.squares = [a + b * b for a, b in zip(squares, shares, strict=True)]

    def judged(self) -> list[plan.Point]:
        """Return the points but those whose playouts were cut short by the budget."""
        *played, last = self.points()
        return [*(one for one in played if one.rollouts >= self.depth.fewest), last]

    def moments(self) -> dict[str, Any]:
        """Return the turning points and the deepest falls, as `Analysis.moments` holds them."""
        points = self.judged()
        return {
            "turns": [self._turn(swing) for swing in plan.swings(points, plan.TURNS)],
            "falls": {str(swing.seat): swing.before.ply for swing in plan.falls(points)},
        }

    def _turn(self, swing: plan.Swing) -> dict[str, Any]:
        before, after = swing.before, swing.after
        is_exact = after.ply == before.ply + 1
        events = self.timeline.plies[after.ply].facts.events if is_exact else ()
        seen = [event for event in events if event.seen_by(OPEN_TABLE) is not None]
        return {
            "from": before.ply,
            "ply": after.ply,
            "seat": swing.seat,
            "before": round(100 * before.chance(swing.seat)),
            "after": round(100 * after.chance(swing.seat)),
            "events": [encode_event(event) for event in seen[:MOST_TOLD]],
        }


@transaction.atomic
def _keep(work: Work, claim: Claim) -> None:
    """Store a slice, unless it took so long that another process claimed the job.

    The job keeps its place in the queue; pages of the match are told when it is done.
    """
    rows = Analysis.objects.select_for_update(no_key=True)
    analysis = rows.filter(pk=work.analysis.pk, due_at=claim.until).first()
    if analysis is None:
        return
    touched = [work.rows[ply] for ply in sorted(work.touched)]
    new = [row for row in touched if row.pk is None]
    chosen = [row for row in touched if row.pk is not None and "choice" in row.__dict__]
    played = [row for row in touched if row.pk is not None and "choice" not in row.__dict__]
    AnalysedPly.objects.bulk_create(new)
    figures = ["is_point", "rollouts", "won", "squares", "chosen", "compared"]
    AnalysedPly.objects.bulk_update(played, figures)
    AnalysedPly.objects.bulk_update(chosen, [*figures, "choice", "same"])
    analysis.spent_ms, analysis.progress = work.spent_ms, work.progress()
    analysis.due_at = claim.since
    if work.is_done:
        analysis.state, analysis.finished_at, analysis.due_at = Analysis.State.DONE, Now(), None
        analysis.moments = work.moments()
        if analysis.kind == Kind.TOGETHER:
            analysis.kind = Kind.ASKED
        ending_refresh(code=work.analysis.match.code)
    analysis.save()
