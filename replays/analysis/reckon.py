"""Compute one position's figures: roll-outs from what each seat knew, and the better bot's choice.

Works on a timeline. Like the list of random operations, it calls the rules' `decide`; no position
of a replay comes from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from games.engine.bot import Bot
from games.engine.botplay import observed
from games.engine.chance import Chance
from games.engine.codec import encode_event
from games.engine.contract import Action, Event, Refusal, Rules
from games.engine.match import play_action
from games.engine.rollout import shares
from games.matches.services.bot_pool import bot_ask, playouts_ask
from games.thinking import Pairs, PlayedOut, Playouts, Question
from replays.analysis.coach import TRUTH, Wanted
from replays.analysis.plan import Point
from replays.knowledge import memory_at
from replays.models import AnalysedPly
from replays.timeline import Timeline

Stored = tuple[str, int, dict[str, object]]
LONGEST = 60
"""Seconds after which a process that does not answer is given up."""


@dataclass(frozen=True)
class Choice:
    """The better bot's choice at a ply: its events, and whether the actual ones are the same."""

    action: Action
    events: list[Stored]
    same: bool


def better_bot(rules: Rules) -> Bot:
    """Return the bot whose choices are shown."""
    return rules.bot_at("club")


def play_on(timeline: Timeline, label: str, ply: int, numbers: range, seconds: float) -> PlayedOut:
    """Play a position out in another process: each seat's share of the win, by roll-out.

    Begins roll-outs for `seconds`; each is the same for the same label, ply and number.
    """
    meta, seats = timeline.rules.meta, range(len(timeline.seats))
    memories = tuple(memory_at(timeline, ply, seat) for seat in seats)
    state, first, end = timeline.plies[ply].state, numbers.start, numbers.stop
    asked = Playouts(meta.key, meta.ruleset, label, ply, state, memories, first, end, seconds)
    return playouts_ask(asked).result(LONGEST)


def play_pairs(
    timeline: Timeline, label: str, wanted: Wanted, better: Action, seconds: float
) -> PlayedOut:
    """Play on after the action made at a ply, and after a better one, in another process.

    Begins pairs for `seconds`; each is the same for the same label, sample, ply and number.
    """
    trial, sample, end = wanted
    meta, before, made = timeline.rules.meta, trial.ply - 1, timeline.plies[trial.ply].facts.action
    assert made is not None
    asked = Pairs(
        game=meta.key,
        ruleset=meta.ruleset,
        label=f"{label} {sample}",
        ply=before,
        state=timeline.plies[before].state,
        seat=trial.seat,
        memory=memory_at(timeline, before, trial.seat),
        actions=(made, better),
        is_real=sample == TRUTH,
        first=trial.sample(sample).pairs,
        end=end,
        seconds=seconds,
    )
    return playouts_ask(asked).result(LONGEST)


def final_shares(timeline: Timeline) -> tuple[float, ...]:
    """Return each seat's share of the actual result."""
    return shares(timeline.rules, timeline.plies[-1].state)


def choice_at(timeline: Timeline, label: str, ply: int) -> Choice | None:
    """Return the better bot's choice in place of the action of `ply`.

    The bot gets that seat's view and legal actions, as at a table. None for the deal and for an
    action out of turn (resigning).
    """
    rules, facts = timeline.rules, timeline.plies[ply].facts
    if facts.seat is None or facts.action is None:
        return None
    state = timeline.plies[ply - 1].state
    if facts.seat != rules.to_act(state):
        return None
    chosen = _chosen(timeline, label, ply, facts.seat)
    events = _events(timeline, label, ply, chosen)
    try:
        made = _events(timeline, label, ply, facts.action)
    except Refusal:
        return None
    return Choice(chosen, [encode_event(event) for event in events], made == events)


def _chosen(timeline: Timeline, label: str, ply: int, seat: int) -> Action:
    rules, state = timeline.rules, timeline.plies[ply - 1].state
    known = observed(rules, state, ply - 1, seat, memory_at(timeline, ply - 1, seat))
    seed, level = sha256(label.encode()).digest(), better_bot(rules).level
    asked = Question(rules.meta.key, rules.meta.ruleset, level, seat, ply, seed, known)
    return bot_ask(asked).result(LONGEST)


def _events(timeline: Timeline, label: str, ply: int, action: Action) -> list[Event]:
    """Return the events an action would cause at `ply`, with separate randomness."""
    rules, seat = timeline.rules, timeline.plies[ply].facts.seat
    assert seat is not None
    seed = sha256(f"{label} {ply}".encode()).digest()
    state, chance = timeline.plies[ply - 1].state, Chance(seed, rules.meta.key)
    return play_action(rules, state, seat, action, chance)[0]


def points_of(rows: list[AnalysedPly]) -> list[Point]:
    """Return the curve's points that have been played out, in order."""
    played = (row for row in rows if row.is_point and row.rollouts)
    return [point_of(row) for row in sorted(played, key=lambda row: row.ply)]


def point_of(row: AnalysedPly) -> Point:
    """Return a row's estimate."""
    return Point(row.ply, row.rollouts, tuple(row.won), tuple(row.squares))
