"""The decisions that cost a seat most, in words: for its replay, its result and programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.engine.contract import Action
from games.engine.text import Phrase
from games.engine.viewer import Viewer
from games.matches.generic import action_words
from replays.analysis import coach
from replays.analysis.reckon import better_bot
from replays.lines import told
from replays.models import AnalysedPly
from replays.reasons import known_at, reason_of
from replays.timeline import Timeline


@dataclass(frozen=True)
class Decision:
    """A decision that cost its seat much: the trial, and the action made and the better one.

    `line` is what a viewer reads about the first. The second never happened, so `words` say what
    to do and not what would have come of it; `why` is the better bot's reason.
    """

    trial: coach.Trial
    made: Action
    better: Action
    line: SafeString | None
    words: str
    why: Phrase | None

    @property
    def again(self) -> coach.Sample:
        """Return the fresh pairs."""
        return self.trial.sample(coach.AGAIN)


def compared_seats(rows: Iterable[AnalysedPly], timeline: Timeline) -> list[int]:
    """Return the seats with decisions that were compared."""
    seats = {timeline.actors[row.ply] for row in rows if row.compared is not None}
    return sorted(seat for seat in seats if seat is not None)


def decisions_of(
    rows: Iterable[AnalysedPly], timeline: Timeline, seat: int, viewer: Viewer
) -> list[Decision]:
    """Return the decisions to tell of a seat, the most expensive first."""
    compared = {row.ply: row for row in rows if row.compared is not None}
    trials = (
        coach.trial_of(timeline.actors, ply, row.compared["samples"])
        for ply, row in compared.items()
        if timeline.actors[ply] == seat
    )
    return [_decision(one, compared[one.ply], timeline, viewer) for one in coach.told(trials)]


def _decision(trial: coach.Trial, row: AnalysedPly, timeline: Timeline, viewer: Viewer) -> Decision:
    facts, better, rules = timeline.plies[trial.ply].facts, row.compared["action"], timeline.rules
    view = known_at(timeline, trial.ply, trial.seat).view
    assert facts.action is not None
    return Decision(
        trial=trial,
        made=facts.action,
        better=better,
        line=told(timeline, trial.ply, facts.events, viewer, 1),
        words=action_words(rules, view, better, timeline.holders.at(trial.ply)),
        why=reason_of(timeline, trial.ply, trial.seat, better, better_bot(rules)),
    )
