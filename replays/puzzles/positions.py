"""Rebuild the positions of puzzles as timelines: the only module that reads their records.

What the seat cannot see is dealt anew at the decision, always the same way, so that not even the
state behind a page holds the cards as they lay. Like any timeline, pass it only to presenters.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from django.utils.translation import gettext

from games.engine.contract import Action, IllegalAction
from games.engine.holders import Holders
from games.engine.rollout import imagine
from games.engine.snapshot import sorted_actions
from games.engine.teaching import refusal_of
from games.engine.text import gettext_noop
from games.engine.verify import replay_record
from games.matches.recent import Recent
from replays.knowledge import memory_at
from replays.puzzles.mine import cut_record
from replays.puzzles.models import Puzzle
from replays.timeline import PlyFacts, Timeline, fold_timeline

KEPT = 128
NOT_HERE = gettext_noop("That’s no answer here: choose one of the moves on the table.")
TIMELINES: Recent[Timeline] = Recent(KEPT)
"""The timelines used last, by puzzle and the seats' names."""


def timeline_of(puzzle: Puzzle) -> Timeline:
    """Return a puzzle's match up to its decision, with neutral names; raises UnknownRules."""
    names = tuple(gettext("Seat %d") % (seat + 1) for seat in range(puzzle.cut["seats"]))
    return TIMELINES.get_or_make((puzzle.digest, names), lambda: _load(puzzle, names))


def solver_seat(timeline: Timeline) -> int:
    """Return the seat whose decision it is."""
    seat = timeline.rules.to_act(timeline.plies[-1].state)
    assert seat is not None
    return seat


def legal_answer(timeline: Timeline, action: Any) -> Action:
    """Return an answer in its normal form; raises IllegalAction unless it is a legal action."""
    rules, state, seat = timeline.rules, timeline.plies[-1].state, solver_seat(timeline)
    refusal = refusal_of(rules, state, seat, action)
    if refusal is not None:
        raise IllegalAction("illegal", refusal)
    normal = rules.normal(action)
    if normal not in sorted_actions(rules.legal_actions(state, seat)):
        raise IllegalAction("not_here", NOT_HERE)
    return normal


def _load(puzzle: Puzzle, names: tuple[str, ...]) -> Timeline:
    record = cut_record(puzzle.cut)
    entries = [{"seat": None, "action": None}, *record.entries]
    facts = (
        PlyFacts(entry["seat"], entry["action"], "", None, "", ply.events)
        for entry, ply in zip(entries, replay_record(record), strict=True)
    )
    dealt = fold_timeline(record.rules, record.options, Holders(names), facts)
    seat, last = solver_seat(dealt), dealt.plies[-1]
    memory = memory_at(dealt, dealt.last, seat)
    imagined = imagine(dealt.rules, last.state, seat, memory, Random(puzzle.digest))
    return replace(dealt, plies=(*dealt.plies[:-1], last._replace(state=imagined)))
