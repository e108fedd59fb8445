"""A person's own coach: one match's decisions, and each game's habits, for their page and API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from games.engine.contract import Action
from games.matches.history import game_title
from games.matches.models import Match, Seat, begun_by
from games.matches.phrases import phrase_text
from games.registry import all_rules
from replays.address import seat_eyes
from replays.analysis import coach
from replays.analysis.reckon import better_bot
from replays.habits import ENOUGH_MATCHES, Coached, Habit, coached_of
from replays.models import Analysis
from replays.moments import address_of
from replays.reasons import reason_of
from replays.selectors import match_timeline
from replays.services.analysis import LAST, THOROUGH
from replays.timeline import Timeline


@dataclass(frozen=True)
class Decision:
    """A decision that cost its seat most: the trial, both actions, and why the other is better."""

    trial: coach.Trial
    made: Action
    better: Action
    why: str

    @property
    def again(self) -> coach.Sample:
        """Return the fresh pairs."""
        return self.trial.sample(coach.AGAIN)


@dataclass(frozen=True)
class Advice:
    """What the coach says of a seat once the analysis is done.

    `state` is the analysis's, None if nobody asked for one.
    """

    state: str | None
    decisions: Sequence[Decision] = ()


def coach_of(match: Match, seats: list[Seat], seat: int) -> Advice:
    """Return what the coach says of a seat of a finished match, the most expensive first."""
    analysis = Analysis.objects.filter(match=match, kind__in=THOROUGH).first()
    if analysis is None:
        return Advice(None)
    if analysis.state != Analysis.State.DONE:  # comparisons that go on aren't figures to tell
        return Advice(analysis.state)
    timeline = match_timeline(match, seats)
    rows = {row.ply: row for row in analysis.plies.filter(compared__isnull=False)}
    trials = (
        coach.trial_of(timeline.actors, ply, row.compared["samples"]) for ply, row in rows.items()
    )
    found = coach.told(one for one in trials if one.seat == seat)
    return Advice(
        analysis.state,
        [_decision(timeline, one, rows[one.ply].compared["action"]) for one in found],
    )


def _decision(timeline: Timeline, trial: coach.Trial, better: Action) -> Decision:
    made = timeline.plies[trial.ply].facts.action
    assert made is not None
    rules, names = timeline.rules, timeline.holders.at(trial.ply)
    why = reason_of(timeline, trial.ply, trial.seat, better, better_bot(rules))
    return Decision(trial, made, better, "" if why is None else phrase_text(why, rules, names))


def waiting_of(person: Any) -> int:
    """Return how many matches wait for the coach because a person asked."""
    return Analysis.objects.filter(asked_by=person, due_at__isnull=False).count()


def coached_context(person: Any) -> dict[str, Any]:
    """Return the context of the page."""
    known = {one.game: one for one in coached_of(person)}
    return {
        "waiting": waiting_of(person),
        "last": LAST,
        "enough": ENOUGH_MATCHES,
        "games": [
            {
                "key": game,
                "title": game_title(game),
                "coached": known.get(game, Coached(game, 0)),
                "habits": [_habit(one) for one in known[game].habits] if game in known else [],
            }
            for game in _played(person)
        ],
    }


def _played(person: Any) -> list[str]:
    """Return the games here in which a person has finished matches, the most played first."""
    own = Seat.objects.filter(begun_by(person), taken_over_after=None).values("match")
    over = Match.objects.filter(
        pk__in=own, status=Match.Status.FINISHED, game__in=[*all_rules()], deal_open=False
    )
    counts = over.order_by().values_list("game").annotate(number=Count("pk"))
    return [game for game, _ in sorted(counts, key=lambda one: (-one[1], one[0]))]


def _habit(habit: Habit) -> dict[str, Any]:
    """Return a habit with its figures, and the address of the decision that cost most."""
    worst = habit.worst
    return {
        "kind": habit.kind,
        "matches": habit.matches,
        "cost": habit.percent,
        "url": address_of(worst.match, worst.ply - 1, seat_eyes(worst.seat).key),
    }
