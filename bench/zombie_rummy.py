"""How long a hand's sets and a bot's thought take. Run: python bench/zombie_rummy.py [matches].

The legal list of a hand is asked for at every action, and by a bot that looks
ahead some hundred times a turn, so it has to be fast even for a hand that holds
half the pack.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from timeit import timeit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.bot import Bot, BotDice, Dice, Observation
from games.engine.botplay import bot_action, play_out
from games.engine.contract import Action
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.cards import PACK, in_order
from games.rules.zombie_rummy.sets import all_sets
from games.rules.zombie_rummy.state import LAY, Stack, State


def laying(cards: int, dice: random.Random) -> State:
    """Return a position whose seat in turn holds `cards` cards and has six open zombies."""
    pack = list(PACK)
    dice.shuffle(pack)
    zombies = tuple(Stack(number, zombie=True, gang=number % 2 == 0) for number in range(1, 7))
    return State(
        seats=2,
        end="rounds",
        target=1,
        resigned=(False, False),
        turn=0,
        phase=LAY,
        hands=(in_order(pack[:cards]), ()),
        tables=(zombies, ()),
        has_melded=(True, False),
        totals=(0, 0),
        round_wins=(0, 0),
    )


def milliseconds(call: Callable[[], object], times: int = 200) -> float:
    """Return what one of several calls takes."""
    return timeit(call, number=times) / times * 1e3


def time_sets() -> None:
    """Print, for growing hands, how many sets and actions there are and what listing them takes."""
    dice = random.Random(1)
    for cards in (8, 12, 20, 40, 60, 108):
        state = laying(cards, dice)
        sets, actions = partial(all_sets, state.hands[0]), partial(RULES.legal_actions, state, 0)
        print(
            f"{cards:3} cards: {len(sets()):3} sets in {milliseconds(sets):.3f} ms,"
            f" {len(actions()):4} actions in {milliseconds(actions):.3f} ms,"
            f" the club bot thinks {milliseconds(partial(think_once, state), 3):.0f} ms"
        )


def think_once(state: State) -> Action:
    """Return what the club bot does in the position."""
    return bot_action(RULES, state, 0, 0, RULES.bots["club"], random.Random(1))


def timed(bot: Bot, times: list[float]) -> Bot:
    """Return the bot with its thinking time written down."""

    def think(known: Observation, dice: Dice) -> Action:
        began = perf_counter()
        action = bot.choose(known, dice)
        times.append(perf_counter() - began)
        return action

    return replace(bot, choose=think)


def time_bots(matches: int) -> None:
    """Print how long each bot thinks, at tables of two, four and six."""
    for seats in (2, 4, 6):
        for name, bot in RULES.bots.items():
            times: list[float] = []
            for number in range(matches):
                players = [timed(bot, times)] * seats
                options, seed = {"end": "rounds", "target": 2}, number.to_bytes(32, "big")
                dice = partial(BotDice, seed, "zombie_rummy")
                play_out(RULES, options, seed, players, dice)
            times.sort()
            median, late = times[len(times) // 2], times[len(times) * 99 // 100]
            print(
                f"{name}, {seats} seats: median {median * 1e3:.2f} ms,"
                f" 99 of 100 below {late * 1e3:.1f} ms, longest {times[-1] * 1e3:.0f} ms"
            )


def main() -> None:
    """Print both tables."""
    time_sets()
    time_bots(int(sys.argv[1]) if len(sys.argv) > 1 else 10)


if __name__ == "__main__":
    main()
