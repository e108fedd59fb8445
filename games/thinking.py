"""Let bots choose and play on, in the process that asks or in one that does nothing else.

What is asked holds all the other process needs, and nothing else of a match reaches it; it imports
the rules alone. Of a running match that is what the bot's seat knows, and the seed of its dice; a
position is played out once its match is over or a broadcast shows it; decisions are weighed and
hands read only once their match is over.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from contextlib import suppress
from hashlib import sha256
from threading import Thread
from time import monotonic, process_time
from typing import Any, NamedTuple

from games.engine.bot import BotDice, Observation
from games.engine.botplay import observed
from games.engine.chance import Chance
from games.engine.collusion import Weight, hands_of, weigh
from games.engine.contract import Action, Options
from games.engine.hidden import Memory
from games.engine.luck import Step, first_step, step_of
from games.engine.match import play_action
from games.engine.reading import Question as Asked
from games.engine.reading import Situation, bots_read
from games.engine.rollout import imagine, roll_out
from games.registry import rules_of

NICENESS = 10
"""A tenth of the weight of a server process: bots still move on a machine that is full."""


class Question(NamedTuple):
    """What to do: asked of a game's bot of some level, in the `seat` that plays action `ply`."""

    game: str
    ruleset: int
    level: str
    seat: int
    ply: int
    seed: bytes
    known: Observation


def choose(question: Question) -> dict[str, Any]:
    """Return the bot's action; raises KeyError for a level that the ruleset lacks."""
    bot = rules_of(question.game, question.ruleset).bots[question.level]
    dice = BotDice(question.seed, question.game, question.seat, question.ply)
    return bot.choose(question.known, dice)


class Playouts(NamedTuple):
    """How a match might have gone on: playouts of the position after `ply` actions.

    `memories` holds what each seat was sure of. The playouts asked for are those numbered from
    `first` up to, but not including, `end`; those begun within `seconds` are made, at least one.
    """

    game: str
    ruleset: int
    label: str
    ply: int
    state: Any
    memories: tuple[Memory, ...]
    first: int
    end: int
    seconds: float


class PlayedOut(NamedTuple):
    """By playout each seat's share of the win, each in a deal as it could imagine; CPU seconds."""

    shares: list[tuple[float, ...]]
    seconds: float


class Pairs(NamedTuple):
    """How a finished match might have gone on after each of two or more actions of a seat.

    `ply` actions had been played; `memory` holds what the seat was sure of. In pair n all actions
    meet the same deal: one that the seat could imagine, or the real one. Numbers and `seconds` are
    as in `Playouts`; so is the answer, with the seat's shares after each action. `level` names the
    bot that plays on, by default the game's own choice for it.
    """

    game: str
    ruleset: int
    label: str
    ply: int
    state: Any
    seat: int
    memory: Memory
    actions: tuple[dict[str, Any], ...]
    is_real: bool
    first: int
    end: int
    seconds: float
    level: str = ""


def play_on(asked: Playouts | Pairs) -> PlayedOut:
    """Play a position out; the same label, ply and number give the same result."""
    until, begun = monotonic() + asked.seconds, process_time()
    found: list[tuple[float, ...]] = []
    for number in range(asked.first, asked.end):
        found.append(_pair(asked, number) if isinstance(asked, Pairs) else _shares(asked, number))
        if monotonic() >= until:
            break
    return PlayedOut(found, process_time() - begun)


def _shares(asked: Playouts, number: int) -> tuple[float, ...]:
    return tuple(_share(asked, seat, number) for seat in range(len(asked.memories)))


def _share(asked: Playouts, seat: int, number: int) -> float:
    """Return a seat's share of the win if the position is dealt anew as that seat knew it."""
    rules = rules_of(asked.game, asked.ruleset)
    dice, chance = _luck(asked, seat, number)
    imagined = imagine(rules, asked.state, seat, asked.memories[seat], dice)
    return roll_out(rules, imagined, asked.ply, rules.playout_bot, chance, dice)[seat]


class Decision(NamedTuple):
    """An action of a finished match: number `ply`, in this state, by a seat with this memory."""

    ply: int
    state: Any
    seat: int
    memory: Memory
    action: Action


class Weighing(NamedTuple):
    """Decisions of a finished match to weigh: as many as `seconds` allow, at least one."""

    game: str
    ruleset: int
    label: str
    decisions: list[Decision]
    seconds: float


class Weighed(NamedTuple):
    """What the first decisions say about their seat and each other one; CPU seconds."""

    weights: list[dict[int, Weight]]
    seconds: float


def weigh_some(asked: Weighing) -> Weighed:
    """Weigh decisions; the same label and decision give the same weights."""
    until, begun, rules = monotonic() + asked.seconds, process_time(), rules_of(*asked[:2])
    found: list[dict[int, Weight]] = []
    for ply, state, seat, memory, action in asked.decisions:
        known = observed(rules, state, ply - 1, seat, memory)
        dice = random.Random(f"{asked.label} {ply}")
        found.append(weigh(rules, known, action, hands_of(state, seat), dice))
        if monotonic() >= until:
            break
    return Weighed(found, process_time() - begun)


class Played(NamedTuple):
    """A ply of a finished match: its number, the states around it, who did what; ply 0 deals."""

    ply: int
    before: Any
    seat: int | None
    action: Action | None
    after: Any


class Splitting(NamedTuple):
    """Plies of a finished match to split into luck and decisions: as many as `seconds` allow.

    Chance is imagined anew so many `times` at each.
    """

    game: str
    ruleset: int
    label: str
    options: Options
    seats: int
    plies: list[Played]
    times: int
    seconds: float


class Split(NamedTuple):
    """The steps of the first plies, at least one; each seat's chance before the deal; CPU seconds.

    `begin` is empty unless ply 0 is among them.
    """

    steps: list[Step]
    begin: tuple[float, ...]
    seconds: float


def split_some(asked: Splitting) -> Split:
    """Split plies; the same label and ply give the same step."""
    until, begun, rules = monotonic() + asked.seconds, process_time(), rules_of(*asked[:2])
    found: list[Step] = []
    begin: tuple[float, ...] = ()
    for ply, before, seat, action, after in asked.plies:
        label = f"{asked.label} {ply}"

        def imagined(number: int, label: str = label) -> tuple[random.Random, Chance]:
            return _luck_of(asked.game, f"{label} {number}")

        if seat is None or action is None:
            begin, step = first_step(
                rules, asked.options, asked.seats, after, lambda number: imagined(number)[1]
            )
        else:
            step = step_of(rules, before, seat, action, after, imagined, asked.times)
        found.append(step)
        if monotonic() >= until:
            break
    return Split(found, begin, process_time() - begun)


class Reading(NamedTuple):
    """Hidden hands of a finished match to read: a situation, and counting's forecasts."""

    game: str
    ruleset: int
    label: str
    situation: Situation
    asked: dict[Asked, float]


def read_hands(reading: Reading) -> list[float]:
    """Return a bot's forecasts; the same label and situation give the same ones."""
    dice = random.Random(reading.label)
    return bots_read(rules_of(*reading[:2]), reading.situation, reading.asked, dice)


def _pair(asked: Pairs, number: int) -> tuple[float, ...]:
    """Return the seat's share of the win after each of the actions."""
    rules, seat, found = rules_of(asked.game, asked.ruleset), asked.seat, []
    bot = rules.bot_at(asked.level) if asked.level else rules.playout_bot
    for action in asked.actions:
        dice, chance = _luck(asked, seat, number)
        state = asked.state
        if not asked.is_real:
            state = imagine(rules, state, seat, asked.memory, dice)
        _, state = play_action(rules, state, seat, action, chance)
        found.append(roll_out(rules, state, asked.ply + 1, bot, chance, dice)[seat])
    return tuple(found)


def _luck(asked: Playouts | Pairs, seat: int, number: int) -> tuple[random.Random, Chance]:
    """Return the dice and the randomness of one playout."""
    return _luck_of(asked.game, f"{asked.label} {asked.ply} {seat} {number}")


def _luck_of(game: str, label: str) -> tuple[random.Random, Chance]:
    return random.Random(label), Chance(sha256(label.encode()).digest(), game)


def _give_way() -> None:
    """Weigh less than the server, and preempt nobody: a thought may wait, a page may not."""
    os.nice(NICENESS)
    with suppress(AttributeError, PermissionError):  # no Linux, or a container that forbids it
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def begin_worker() -> None:
    """Leave signals to the server, give way to it, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    Thread(target=follow, daemon=True).start()
