"""Find the decisions of a match that make sound puzzles. Imports no Django.

Screening is cheap: sequential halving picks the best action and its strongest rivals. What it saw
is then forgotten, and only a sample of a size fixed in advance, in fresh deals, accepts: there the
action must beat each rival clearly, in the same deals imagined from what the seat knew, under each
of two playout bots (decision 0040).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import ceil, inf, sqrt
from random import Random
from typing import Any, NamedTuple

from games.engine.bot import BotDice
from games.engine.botplay import observed, remember
from games.engine.chance import Chance
from games.engine.contract import Action, JsonObject, Rules
from games.engine.hidden import Memory
from games.engine.match import play_action, still_in
from games.engine.record import Record
from games.engine.rollout import imagine, shares
from games.engine.verify import replay_record
from games.thinking import Pairs, play_on

PLAYOUT_BOTS = ("casual", "club")
LEVELS, STRONG = ("novice", "casual", "club", "expert"), ("club", "expert")
LATE: Mapping[str, float] = {"death_frontline": 0.85}
USUALLY_LATE = 0.5
"""The part of a match, by game, before which decisions are left out: they rarely decide it alone,
and take longest to play on."""
GLANCE, DUEL = 8, 6
"""Deals in which the bots' choices meet, played on by the weakest bot, which is quick, then by a
playout bot, before any other action is tried; in all of a duel's deals an action must lose at once
to be no rival."""
ROUNDS = (3, 8, 20)
"""Deals played on in screening, after each of its rounds; each round drops half of the actions."""
RIVALS = 2
"""How many rivals the accepting sample compares with: more than the second, as screening errs."""
LEAST, PROMISING = 0.05, 0.1
"""The lead over the second, in shares of a win, below which a puzzle would be a quibble; that which
screening asks for, as it exaggerates."""
ERRORS = 3.0
SPARE = 2.0
"""How many times the errors demanded the accepting sample is planned for."""
FEWEST_DEALS, MOST_DEALS, STEP = 32, 384, 16
"""The accepting sample's size, and how often to look whether it is hopeless: then it is given up,
but none is accepted before its end."""
MOST_ACTIONS, MOST_OF_MATCH = 40, 4
Shares = Sequence[tuple[float, ...]]


@dataclass(frozen=True)
class Decision:
    """A seat's turn to act: after `ply` actions, with what the seat was sure of."""

    rules: Rules
    state: Any
    ply: int
    seat: int
    memory: Memory

    def choice(self, level: str, label: str) -> Action:
        """Return what a bot of that level would do."""
        known = observed(self.rules, self.state, self.ply, self.seat, self.memory)
        seed = sha256(label.encode()).digest()
        dice = BotDice(seed, self.rules.meta.key, self.seat, self.ply + 1)
        return self.rules.bot_at(level).choose(known, dice)

    def actions(self) -> list[Action]:
        """Return the legal actions that don't lose at once, one of those that are alike."""
        legal = self.rules.legal_actions(self.state, self.seat)
        different = {self.rules.alike(action): action for action in legal}
        return [action for action in different.values() if not self._loses(action)]

    def _loses(self, action: Action) -> bool:
        """Tell whether an action puts the seat out at once, whatever it can't see: in each deal."""
        rules, seat = self.rules, self.seat
        for number in range(DUEL):
            dealt = imagine(rules, self.state, seat, self.memory, Random(number))
            _, state = play_action(rules, dealt, seat, action, Chance(bytes(32), rules.meta.key))
            won = rules.result(state) is not None and shares(rules, state)[seat] > 0
            if won or still_in(rules, state, seat):
                return False
        return True

    def play_on(
        self, label: str, level: str, actions: Sequence[Action], numbers: range
    ) -> list[tuple[float, ...]]:
        """Return the seat's share of the win after each action, deal by deal."""
        meta = self.rules.meta
        asked = Pairs(
            game=meta.key,
            ruleset=meta.ruleset,
            label=f"{label} {level}",
            ply=self.ply,
            state=self.state,
            seat=self.seat,
            memory=self.memory,
            actions=tuple(actions),
            is_real=False,
            first=numbers.start,
            end=numbers.stop,
            seconds=inf,
            level=level,
        )
        return play_on(asked).shares


def decisions(record: Record) -> Iterator[Decision]:
    """Yield every decision of a record, in order."""
    rules = record.rules
    memories = [Memory(len(record.seats)) for _ in record.seats]
    for number, ply in enumerate(replay_record(record)):
        for seat, memory in enumerate(memories):
            remember(rules, memory, ply.events, seat)
        actor = rules.to_act(ply.state)
        if actor is not None:
            yield Decision(rules, ply.state, number, actor, memories[actor])


def found_in(record: Record, label: str) -> Iterator[JsonObject]:
    """Yield the first puzzles of a match, at most one of each turn, as `puzzle_at` has them."""
    last, found = None, 0
    first = LATE.get(record.rules.meta.key, USUALLY_LATE) * len(record.entries)
    for decision in decisions(record):
        turn = decision.seat, decision.ply
        if found == MOST_OF_MATCH:
            return
        if decision.ply < first:
            continue
        if last != (decision.seat, decision.ply - 1):
            puzzle = puzzle_at(decision, label)
            if puzzle is None:
                continue
            found += 1
            yield puzzle
        last = turn


def puzzle_at(decision: Decision, label: str) -> JsonObject | None:
    """Return the puzzle that a decision makes, or None.

    It has the "ply", the "options" (the answer first, then its rivals, each an "action" with its
    "chances" under each playout bot, as mean and standard error), how many "deals" each was
    played on in, and the levels of bots that "miss" it.
    """
    actions, alike = decision.actions(), decision.rules.alike
    if not 2 <= len(actions) <= MOST_ACTIONS:
        return None
    chosen = _choices(decision, label)
    if not chosen or not _is_promising(decision, f"{label} duel", chosen):
        return None
    screened = _screened(decision, f"{label} screening", actions)
    if screened is None:
        return None
    best = alike(screened.actions[0])
    missing = [level for level, action in chosen.items() if alike(action) != best]
    if not missing or set(missing).issuperset(STRONG):
        return None
    deals = screened.deals
    options = _accepted(decision, f"{label} accepting", screened.actions, deals)
    if options is None:
        return None
    return {"ply": decision.ply, "options": options, "deals": deals, "miss": missing}


def lead_of(sample: Shares, place: int) -> tuple[float, float]:
    """Return by how much the first action beats the one at `place`, and the standard error.

    The error is never quite 0: at least as if one more deal had differed.
    """
    return _mean([row[0] - row[place] for row in sample])


def is_sound(sample: Shares) -> bool:
    """Tell whether the first action beats each other one by more than three standard errors."""
    leads = [lead_of(sample, place) for place in range(1, len(sample[0]))]
    return all(lead > max(LEAST, ERRORS * error) for lead, error in leads)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return mean, max(sqrt(spread / count), 1 / (count + 2))


def _choices(decision: Decision, label: str) -> dict[str, Action]:
    """Return what the bots of all levels would do; nothing where little depends on it.

    Where all but the strongest agree, or their choices seem about as good when the weakest bot
    plays on, the strongest isn't asked: it thinks longest.
    """
    *quick, slow = LEVELS
    chosen = {level: decision.choice(level, label) for level in quick}
    if not _lead(decision, f"{label} glance", chosen, LEVELS[0], GLANCE):
        return {}
    return {**chosen, slow: decision.choice(slow, label)}


def _is_promising(decision: Decision, label: str, chosen: Mapping[str, Action]) -> bool:
    """Tell whether in a few deals a strong bot's choice beats the other bots' by enough."""
    alike = decision.rules.alike
    best = _lead(decision, label, chosen, PLAYOUT_BOTS[0], DUEL)
    return best is not None and alike(best) in {alike(chosen[level]) for level in STRONG}


def _lead(
    decision: Decision, label: str, chosen: Mapping[str, Action], level: str, deals: int
) -> Action | None:
    """Return the choice that beats the others by enough in so many deals, if one does."""
    alike = decision.rules.alike
    actions = [*{alike(action): action for action in chosen.values()}.values()]
    if len(actions) < 2:
        return None
    played = decision.play_on(label, level, actions, range(deals))
    won = [sum(one[place] for one in played) for place in range(len(actions))]
    best, second = sorted(range(len(actions)), key=lambda place: -won[place])[:2]
    return actions[best] if won[best] - won[second] >= PROMISING * deals else None


class Screened(NamedTuple):
    """The best action and its rivals, and how many deals the accepting sample needs."""

    actions: list[Action]
    deals: int


def _screened(decision: Decision, label: str, actions: list[Action]) -> Screened | None:
    """Return what to accept, or None if no action seems to beat all others by enough."""
    done, rows = 0, [list[float]() for _ in actions]
    for end in ROUNDS:
        played = decision.play_on(label, PLAYOUT_BOTS[0], actions, range(done, end))
        for place, row in enumerate(rows):
            row += [one[place] for one in played]
        best = sorted(range(len(actions)), key=lambda place: -sum(rows[place]))
        if sum(rows[best[0]]) - sum(rows[best[1]]) < PROMISING * end:
            return None
        left = best[: max(1 + RIVALS, len(best) // 2)]
        actions, rows, done = [actions[one] for one in left], [rows[one] for one in left], end
    lead, error = _mean([a - b for a, b in zip(rows[0], rows[1], strict=True)])
    deals = max(FEWEST_DEALS, ceil(done * (SPARE * ERRORS * error / lead) ** 2))
    return Screened(actions[: 1 + RIVALS], deals) if deals <= MOST_DEALS else None


def _accepted(
    decision: Decision, label: str, actions: list[Action], deals: int
) -> list[JsonObject] | None:
    """Return the options with their chances if both playout bots find the first one best."""
    samples = []
    for level in PLAYOUT_BOTS:
        sample: list[tuple[float, ...]] = []
        for first in range(0, deals, STEP):
            numbers = range(first, min(deals, first + STEP))
            sample += decision.play_on(label, level, actions, numbers)
            if lead_of(sample, 1)[0] < LEAST:
                return None
        if not is_sound(sample):
            return None
        samples.append(sample)
    return [
        {
            "action": action,
            "chances": [
                [round(figure, 3) for figure in _mean([row[place] for row in sample])]
                for sample in samples
            ],
        }
        for place, action in enumerate(actions)
    ]
