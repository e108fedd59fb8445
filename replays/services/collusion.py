"""Read finished matches for the collusion report, in the background: a row is the job.

The work is done in the processes in which bots think. Nothing is read unless a moderator asks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.engine.botplay import remember
from games.engine.codec import encode_event
from games.engine.collusion import Weight, fair_contest
from games.engine.hidden import Memory
from games.engine.viewer import OPEN_TABLE
from games.matches.services.bot_pool import pool_is_free, weights_ask
from games.matches.services.jobs import job_slice
from games.registry import ruleset_names
from games.thinking import Decision, Weighing
from replays.models import Analysis, TableReading
from replays.pairs import METHOD, matches_of, sat_alone
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.timeline import Timeline

SLICE_SECONDS, AT_ONCE_SECONDS = 0.4, 0.2
MOST_AT_ONCE = 40
"""Decisions sent to another process at a time."""
LONGEST = 60
MOST_MATCHES, MOST_WAITING = 40, 400
MOST_PLIES, MOST_EVENTS = 5, 3
"""Of a pair in a match, so many of the weightiest decisions are kept, each with some events."""


def pairs_ask(*, one: User, other: User | None = None) -> int:
    """Queue the latest matches of a person, or of two, that are not read yet; return how many.

    Raises ReplayRefusal if there is nothing to read, or too much waits.
    """
    if one == other:
        raise refuse("same_person")
    if TableReading.objects.filter(due_at__isnull=False).count() >= MOST_WAITING:
        raise refuse("too_many_readings")
    found = list(matches_of(one, other)[:MOST_MATCHES])
    if not found:
        raise refuse("no_tables")
    old = ~Q(method=METHOD) | Q(state=Analysis.State.FAILED)
    TableReading.objects.filter(old, match__in=found).delete()
    known = set(TableReading.objects.filter(match__in=found).values_list("match_id", flat=True))
    new = [TableReading(match=one, method=METHOD) for one in found if one.pk not in known]
    TableReading.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def reading_slice(seconds: float = SLICE_SECONDS) -> bool:
    """Read on in the match that comes next; return whether there was one."""
    return job_slice(TableReading.objects.order_by("due_at", "pk"), _read_on, seconds)


def _read_on(reading: TableReading, until: float) -> bool:
    """Weigh decisions until the time is up or a bot has to think; return whether all is read.

    So it is if the match can't be read any more: its rules are gone.
    """
    match = reading.match
    seats = list(match.seats.select_related("user"))
    if f"{match.game}/{match.ruleset}" not in ruleset_names():
        return True
    timeline = match_timeline(match, seats)
    people = {seat.number for seat in seats if sat_alone(seat)}
    if not fair_contest(timeline.rules, timeline.plies[-1].state, len(seats)):
        people = set()
    while (following := _weigh_some(reading, timeline, people, reading.plies + 1)) is not None:
        reading.plies = following - 1
        if time.monotonic() >= until or not pool_is_free():
            break
    return following is None


def _weigh_some(
    reading: TableReading, timeline: Timeline, people: set[int], first: int
) -> int | None:
    """Weigh some decisions from ply `first` on; return where to go on, None at the end."""
    decisions = list(islice(decisions_of(timeline, people, first), MOST_AT_ONCE))
    if not decisions:
        return None
    meta, label = timeline.rules.meta, reading.match.code
    asked = Weighing(meta.key, meta.ruleset, label, decisions, AT_ONCE_SECONDS)
    weighed = weights_ask(asked).result(LONGEST)
    for decision, weights in zip(decisions, weighed.weights, strict=False):
        for other, weight in weights.items():
            if other in people:
                _add(reading.pairs, timeline, decision, other, weight)
    reading.spent_ms += round(1000 * weighed.seconds)
    return decisions[len(weighed.weights) - 1].ply + 1


def decisions_of(timeline: Timeline, people: set[int], first: int) -> Iterator[Decision]:
    """Yield the decisions that people's seats made themselves, from ply `first` on."""
    memories = {seat: Memory(len(timeline.seats)) for seat in people}
    for ply, after in enumerate(timeline.plies[1:], start=1):
        before, facts = timeline.plies[ply - 1], after.facts
        for seat, memory in memories.items():
            remember(timeline.rules, memory, before.facts.events, seat)
        if ply < first or facts.seat not in people or facts.action is None or facts.auto:
            continue
        memory = deepcopy(memories[facts.seat])
        yield Decision(ply, before.state, facts.seat, memory, facts.action)


def _add(
    pairs: dict[str, Any], timeline: Timeline, decision: Decision, other: int, weight: Weight
) -> None:
    """Add a decision to its pair, and keep it if it is among the weightiest."""
    pair = pairs.setdefault(f"{decision.seat}-{other}", {"sum": [*Weight()], "plies": []})
    pair["sum"] = [*Weight(*pair["sum"]).plus(weight)]
    if weight.team <= 0:
        return
    events = timeline.plies[decision.ply].facts.events
    seen = [encode_event(event) for event in events if event.seen_by(OPEN_TABLE) is not None]
    plies = [*pair["plies"], [decision.ply, round(weight.team, 2), seen[:MOST_EVENTS]]]
    pair["plies"] = sorted(plies, key=lambda one: -one[1])[:MOST_PLIES]
