"""One slice of an analysis: what it plays out next, and what it finds.

First the curve, for the turning points; then the better bot's choices; then the decisions that it
would have made otherwise are compared, for the coach. A thorough analysis wants a choice at every
ply, another only at those of people.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from django.db.models.functions import Now

from games.engine.codec import encode_event
from games.engine.viewer import OPEN_TABLE
from games.matches.services.bot_pool import pool_is_free
from games.matches.services.match_finish import ending_refresh
from replays.analysis import coach, plan, reckon
from replays.analysis.coach import Trial
from replays.models import AnalysedPly, Analysis
from replays.selectors import match_timeline
from replays.timeline import Timeline

AT_ONCE_SECONDS = 0.2
MOST_TOLD = 3


def work_of(analysis: Analysis) -> Work:
    """Return the work on an analysis as it is stored."""
    seats = list(analysis.match.seats.select_related("user"))
    people = [seat.number for seat in seats if not seat.bot]
    timeline = match_timeline(analysis.match, seats)
    return Work(analysis, timeline, analysis.plies.defer("choice"), people)


class Work:
    """The stored results, the new ones, and what comes next."""

    def __init__(
        self,
        analysis: Analysis,
        timeline: Timeline,
        rows: Iterable[AnalysedPly] = (),
        people: Iterable[int] = (),
    ) -> None:
        """Take an analysis with its stored rows, and the seats that people held."""
        self.analysis, self.timeline = analysis, timeline
        self.depth = plan.DEEP if analysis.kind == Analysis.Kind.ASKED else plan.QUICK
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
        is_compared = self._unchosen() is None and coach.next_wanted(self.trials) is None
        return self.is_drawn and is_compared

    @property
    def is_drawn(self) -> bool:
        """Tell whether the curve is good enough."""
        return plan.is_done(self.points(), self.depth, self.spent_ms)

    def _unchosen(self) -> int | None:
        """Return the first ply at which the better bot has still to choose."""
        if not self.analysis.is_coached:
            return None
        left = (
            ply
            for ply in range(1, self.timeline.last + 1)
            if not (ply in self.rows and self.rows[ply].chosen)
            and (self._is_persons(ply) or not self.depth.is_quick)
        )
        return next(left, None)

    def progress(self) -> int:
        """Return the progress in percent; 100 only when everything is done."""
        drawn = plan.progress(self.points(), self.timeline.last, self.depth, self.spent_ms)
        shares = [drawn, coach.progress(self.trials)] if self.analysis.is_coached else [drawn]
        return 100 if self.is_done else min(99, int(100 * sum(shares) / len(shares)))

    def go_on(self, until: float) -> None:
        """Work until a time of the monotonic clock, less if a bot has to think."""
        while not self.is_done:
            self._step()
            if time.monotonic() >= until or not pool_is_free():
                break

    def _step(self) -> None:
        """Do one unit of work."""
        points, unchosen = self.points(), self._unchosen()
        wanted = None if self.is_drawn else plan.next_ply(points, self.depth)
        is_coarse = any(one.rollouts < self.depth.fewest for one in points[:-1])
        choose_first = wanted is None or not (self.depth.is_quick or is_coarse)
        if unchosen is not None and choose_first:
            self._choose(unchosen)
        elif wanted is not None:
            self._play_on(*wanted)
        else:
            self._compare()

    def _play_on(self, ply: int, end: int) -> None:
        """Play a point of the curve out, up to so many times."""
        numbers, code = range(self._point(ply).rollouts, end), self.analysis.match.code
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

    def keep(self, *, is_done: bool) -> None:
        """Write the rows and change the analysis; tell the match's pages of what is new.

        They are told of the turning points as soon as these are known, and of the end.
        """
        touched = [self.rows[ply] for ply in sorted(self.touched)]
        new = [row for row in touched if row.pk is None]
        chosen = [row for row in touched if row.pk is not None and "choice" in row.__dict__]
        played = [row for row in touched if row.pk is not None and "choice" not in row.__dict__]
        AnalysedPly.objects.bulk_create(new)
        figures = ["is_point", "rollouts", "won", "squares", "chosen", "compared"]
        AnalysedPly.objects.bulk_update(played, figures)
        AnalysedPly.objects.bulk_update(chosen, [*figures, "choice", "same"])
        analysis = self.analysis
        analysis.spent_ms, analysis.progress = self.spent_ms, self.progress()
        if is_done or (analysis.moments is None and self.is_drawn):
            analysis.moments = self.moments()
            ending_refresh(code=analysis.match.code)
        if is_done:
            analysis.finished_at = Now()
