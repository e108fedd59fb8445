"""Compute one position's figures: roll-outs from what each seat knew, and the better bot's choice.

Works on a timeline. Like the list of random operations, it calls the rules' `decide`; no position
of a replay comes from it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from hashlib import sha256

from games.engine.bot import Bot
from games.engine.botplay import bot_action
from games.engine.chance import Chance
from games.engine.codec import encode_event
from games.engine.contract import Action, Event, Refusal, Rules
from games.engine.match import play_action
from games.engine.rollout import imagine, roll_out, shares
from replays.analysis.plan import Point
from replays.knowledge import memory_at
from replays.models import AnalysedPly
from replays.timeline import Timeline

Stored = tuple[str, int, dict[str, object]]


@dataclass(frozen=True)
class Choice:
    """The better bot's choice at a ply: its events, and whether the actual ones are the same."""

    events: list[Stored]
    same: bool


def quick_bot(rules: Rules) -> Bot:
    """Return the bot used for roll-outs."""
    return rules.bot_at("casual")


def better_bot(rules: Rules) -> Bot:
    """Return the bot whose choices are shown."""
    return rules.bot_at("club")


def one_round(timeline: Timeline, label: str, ply: int, number: int) -> tuple[float, ...]:
    """Return every seat's share in its own roll-out, the `number`th at this ply.

    Deterministic for the same label, ply and number.
    """
    return tuple(
        _share(timeline, f"{label} {ply} {seat} {number}", ply, seat)
        for seat in range(len(timeline.seats))
    )


def _share(timeline: Timeline, label: str, ply: int, seat: int) -> float:
    rules, state = timeline.rules, timeline.plies[ply].state
    dice, chance = random.Random(label), _chance(rules, label)
    imagined = imagine(rules, state, seat, memory_at(timeline, ply, seat), dice)
    return roll_out(rules, imagined, ply, quick_bot(rules), chance, dice)[seat]


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
    dice = random.Random(f"{label} {ply}")
    memory = memory_at(timeline, ply - 1, facts.seat)
    chosen = bot_action(rules, state, ply - 1, facts.seat, better_bot(rules), dice, memory)
    events = _events(timeline, label, ply, chosen)
    try:
        made = _events(timeline, label, ply, facts.action)
    except Refusal:
        return None
    return Choice([encode_event(event) for event in events], made == events)


def _events(timeline: Timeline, label: str, ply: int, action: Action) -> list[Event]:
    """Return the events an action would cause at `ply`, with separate randomness."""
    rules, seat = timeline.rules, timeline.plies[ply].facts.seat
    assert seat is not None
    state, chance = timeline.plies[ply - 1].state, _chance(rules, f"{label} {ply}")
    return play_action(rules, state, seat, action, chance)[0]


def _chance(rules: Rules, label: str) -> Chance:
    return Chance(sha256(label.encode()).digest(), rules.meta.key)


def points_of(rows: list[AnalysedPly]) -> list[Point]:
    """Return the curve's points that have been played out, in order."""
    played = (row for row in rows if row.is_point and row.rollouts)
    return [point_of(row) for row in sorted(played, key=lambda row: row.ply)]


def point_of(row: AnalysedPly) -> Point:
    """Return a row's estimate."""
    return Point(row.ply, row.rollouts, tuple(row.won), tuple(row.squares))
