"""Estimate how a position ends: redeal what a seat cannot see, then let bots play. Pure.

Works for every game; one without `hiding` is played out with its cards where
they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.bot import Bot, Dice
from games.engine.botplay import bot_action
from games.engine.chance import Chance
from games.engine.contract import Rules
from games.engine.hidden import Memory, deal_anew
from games.engine.match import play_action

MOST_PLIES = 4000


def shares(rules: Rules, state: Any) -> tuple[float, ...]:
    """Return each seat's share of the win: 1 for a sole winner, a fraction for a shared win.

    Seats of one side win together, and so do the winners of a grouped contest;
    sides tied for first place share one win. A match without a result (bots
    that never finish) is worth the same to every seat.
    """
    seats, result = len(state.resigned), rules.result(state)
    if result is None:
        return (1 / seats,) * seats
    contest, best = rules.meta.contest(state), min(result.ranks)
    first = [s for s in contest.sides if any(result.ranks[seat] == best for seat in s.seats)]
    share = 1.0 if contest.grouped else 1 / len(first)
    winners = {seat for side in first for seat in side.seats}
    return tuple(share if seat in winners else 0.0 for seat in range(seats))


def imagine(rules: Rules, state: Any, seat: int, memory: Memory, dice: Dice) -> Any:
    """Return a random position that `seat` cannot tell apart from `state`."""
    if rules.hiding is None:
        return state

    hidden = rules.hiding.hidden(state, seat)
    dealt = deal_anew(hidden, memory, lambda cards: shuffled(cards, dice))
    return rules.hiding.with_hidden(state, dealt)


def shuffled(cards: Sequence[str], dice: Dice) -> list[str]:
    """Return the cards in a random order."""
    mixed = list(cards)
    dice.shuffle(mixed)
    return mixed


def roll_out(
    rules: Rules, state: Any, ply: int, bot: Bot, chance: Chance, dice: Dice
) -> tuple[float, ...]:
    """Let `bot`, without its memory, play every seat to the end; return each seat's share."""
    for number in range(ply, ply + MOST_PLIES):
        seat = rules.to_act(state)
        if seat is None:
            break
        action = bot_action(rules, state, number, seat, bot, dice)
        _, state = play_action(rules, state, seat, action, chance)
    return shares(rules, state)
