"""Let bots play a whole match among themselves, without a server. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.bot import Bot, Dice, Observation
from games.engine.chance import Chance
from games.engine.contract import RESIGN, Action, Event, JsonObject, Options, Rules
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match, still_in
from games.engine.practice import PlayedOn
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import Viewer

RESIGNING = 0.01
"""The probability that somebody resigns instead of an action."""


@dataclass(frozen=True)
class Playout:
    """A match played by bots: the record's entries and the final state."""

    entries: tuple[JsonObject, ...]
    state: Any


def observed(rules: Rules, state: Any, ply: int, seat: int, memory: Memory) -> Observation:
    """Return everything that the seat to act knows after `ply` actions."""
    view = {**snapshot(rules, state, ply, Viewer(seat)), "seat": seat}
    return Observation(view, sorted_actions(rules.legal_actions(state, seat)), memory)


def bot_action(
    rules: Rules,
    state: Any,
    ply: int,
    seat: int,
    bot: Bot,
    dice: Dice,
    memory: Memory | None = None,
) -> Action:
    """Return what `bot` does in `seat`, to act after `ply` actions; by default it has forgotten."""
    known = observed(rules, state, ply, seat, memory or Memory(len(state.resigned)))
    return bot.choose(known, dice)


def remember(rules: Rules, memory: Memory, events: Iterable[Event], seat: int) -> None:
    """Update what `seat` remembers with the events it was shown."""
    if rules.hiding is None or rules.hiding.recall is None:
        return
    for event in events:
        if isinstance(event, PlayedOn):
            memory.forget_all()  # any card may lie elsewhere now
        else:
            rules.hiding.recall(memory, event, seat)


def play_out(
    rules: Rules,
    options: Options,
    seed: bytes,
    bots: Sequence[Bot],
    dice: Callable[[int, int], Dice],
    *,
    resigns: Dice | None = None,
) -> Playout:
    """Play a match from `seed` to its end; bots[i] plays seat i.

    `dice(seat, ply)` returns the dice for one action; plies count from 1. With dice in
    `resigns`, now and then some seat resigns instead.
    """
    seats, chance = len(bots), Chance(seed, rules.meta.key)
    memories = [Memory(seats) for _ in bots]
    events, state = start_match(rules, options, seats, chance)
    entries: list[JsonObject] = []
    while (seat := rules.to_act(state)) is not None:
        for number, memory in enumerate(memories):
            remember(rules, memory, events, number)
        if resigns is not None and resigns.random() < RESIGNING:
            seat = resigns.choice([s for s in range(seats) if still_in(rules, state, s)])
            action, auto = dict(RESIGN), ""
        else:
            bot, known = bots[seat], memories[seat]
            own = dice(seat, len(entries) + 1)
            action = bot_action(rules, state, len(entries), seat, bot, own, known)
            auto = bot.auto
        events, state = play_action(rules, state, seat, action, chance)
        entries.append({"seat": seat, "action": action, **({"auto": auto} if auto else {})})
    return Playout(tuple(entries), state)


def _random_action(known: Observation, dice: Dice) -> Action:
    """Play a random kind of action, then a random action of that kind."""
    kind = dice.choice(sorted({action["type"] for action in known.legal}))
    return dict(dice.choice([action for action in known.legal if action["type"] == kind]))


RANDOM_BOT = Bot("random", 0, _random_action)
