"""Read hidden hands: what to ask about them, what counting tells, and what decisions tell. Pure.

Everything here follows from what one seat, the reader, was shown. *Counting* is the hypergeometric
distribution of the unseen cards over the places where they may be. A *bot's read* imagines deals,
and weighs them by how well each opponent's latest decisions fit the hand they get (Bayes' rule).
The policy that says how well is a logit of `Stakes.worths`, as in the collusion report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import exp, log, log2
from typing import Any, NamedTuple

from games.engine.bot import Dice
from games.engine.botplay import observed, remember
from games.engine.collusion import policy_of
from games.engine.contract import Action, Event, Rules
from games.engine.hidden import SHARED, Cards, Hidden, Memory, deal_anew
from games.engine.rollout import shuffled

MOST = 6
"""How many questions are asked about a position."""
OPEN = 0.05
"""Counting leaves each of them at least so far from certain."""
DEALS = 60
"""How many deals a bot imagines."""
LATEST = 3
"""How many of each opponent's decisions it weighs."""
SLIP = 1e-3
"""A hand that doesn't allow a decision is so much less likely than the one that fits it best."""
PRIOR = 10.0
"""How many deals counting itself is worth, so that few deals don't seem to prove much."""
NOBODY = -1
"""A seat that nobody has: whoever sits there remembers what everybody saw."""


class Question(NamedTuple):
    """Whether a statement of the game (a key of `Hiding.statements`) is true of a seat."""

    seat: int
    key: str


class Ply(NamedTuple):
    """An action, the state before it, and what it led to; the deal has no seat."""

    seat: int | None
    action: Action | None
    before: Any
    events: Sequence[Event]


class Decision(NamedTuple):
    """An action to weigh: number `ply + 1`, in the state before it.

    `moves` are the cards that left the seat's hand in sight since (+), or came into it (−).
    """

    ply: int
    seat: int
    action: Action
    before: Any
    moves: tuple[Counter[str], ...]


def score(forecast: float, outcome: bool) -> float:
    """Return the logarithmic score of a forecast, in bits: 0 at best, −1 for 50 %."""
    return log2(forecast if outcome else 1 - forecast)


def questions_of(rules: Rules, hidden: Hidden, memory: Memory) -> dict[Question, float]:
    """Return what to ask a seat about the others, and how likely each is by counting.

    Prefers what is most open, spread over seats and statements; depends on nothing that the seat
    doesn't know.
    """
    open_ones = _open_ones(rules, hidden, memory)
    asked: dict[Question, float] = {}
    while len(asked) < min(MOST, len(open_ones)):
        seats, keys = Counter(one.seat for one in asked), Counter(one.key for one in asked)
        left = [one for one in open_ones if one not in asked]
        best = min(
            left, key=lambda one: (seats[one.seat], keys[one.key], abs(open_ones[one] - 0.5), one)
        )
        asked[best] = open_ones[best]
    return asked


def _open_ones(rules: Rules, hidden: Hidden, memory: Memory) -> dict[Question, float]:
    if rules.hiding is None:
        return {}
    found = {}
    for key, statement in rules.hiding.statements.items():
        for seat in sorted({*hidden.hands, *hidden.secrets}):
            chance = counted(hidden, memory, seat, statement.values)
            if OPEN <= chance <= 1 - OPEN:
                found[Question(seat, key)] = chance
    return found


def counted(hidden: Hidden, memory: Memory, seat: int, values: frozenset[str]) -> float:
    """Return how likely a seat has one of these cards or secrets, by counting the unseen ones.

    0 for a hand of which the rules tell more than cards in sight do.
    """
    if seat in hidden.secrets and values & set(hidden.secrets.values()):
        secrets = Counter(hidden.secrets.values())
        return sum(secrets[one] for one in values) / secrets.total()
    if seat not in hidden.hands or seat in hidden.one_of:
        return 0.0
    if memory.hands[seat].keys() & values:
        return 1.0
    owner = seat if seat in hidden.piles else SHARED
    sure = [memory.hands[other] for other in hidden.owners(owner)]
    sure += [memory.pile] if owner == SHARED else []
    rest = hidden.unseen(owner)
    for cards in sure:
        rest -= cards
    total, hits, without = rest.total(), sum(rest[one] for one in values), 1.0
    for drawn in range(len(hidden.hands[seat]) - memory.hands[seat].total()):
        without *= max(0, total - hits - drawn) / max(1, total - drawn)
    return 1 - without


class _Trace(Memory):
    """What everybody saw come and go, by seat: moves, and the decisions that they follow.

    Forgets a seat's decisions once its hand changed unseen by more than draws.
    """

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.moves: list[list[Counter[str]]] = [[] for _ in range(seats)]
        self.decisions: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        """By seat: the number of a ply, and how many moves there were before."""

    def learn(self, seat: int, cards: Iterable[str]) -> None:
        came = Counter(cards)
        self.moves[seat].append(Counter({card: -count for card, count in came.items()}))

    def lose(self, seat: int, cards: Iterable[str]) -> None:
        self.moves[seat].append(Counter(cards))

    def blur(self, seat: int, count: int = 1) -> None:
        self.decisions[seat].clear()

    def swap(self, one: int, other: int) -> None:
        self.decisions[one].clear()
        self.decisions[other].clear()

    def forget(self, seat: int) -> None:
        self.decisions[seat].clear()

    def forget_all(self) -> None:
        for each in self.decisions:
            each.clear()


def decisions_of(rules: Rules, history: Iterable[Ply], seats: int) -> list[Decision]:
    """Return the latest decisions of each seat that tell something of the hand it holds now."""
    plies, trace = list(history), _Trace(seats)
    for number, ply in enumerate(plies):
        if ply.seat is not None:
            trace.decisions[ply.seat].append((number, len(trace.moves[ply.seat])))
        remember(rules, trace, ply.events, NOBODY)
    return [
        Decision(number - 1, seat, ply.action, ply.before, tuple(trace.moves[seat][moved:]))
        for seat, each in enumerate(trace.decisions)
        for number, moved in each[-LATEST:]
        if (ply := plies[number]).action is not None
    ]


class Situation(NamedTuple):
    """All that a bot's read needs: a state, the reader, what it is sure of, what others decided."""

    state: Any
    seat: int
    memory: Memory
    decisions: list[Decision]


def bots_read(
    rules: Rules, situation: Situation, asked: Mapping[Question, float], dice: Dice
) -> list[float]:
    """Return a bot's forecasts, given those of counting; the same dice give the same ones."""
    hiding = rules.hiding
    assert hiding is not None
    hidden = hiding.hidden(situation.state, situation.seat)
    deals = [
        deal_anew(hidden, situation.memory, lambda cards: shuffled(cards, dice))
        for _ in range(DEALS)
    ]
    weights = {seat: _weights(rules, situation, seat, deals, dice) for seat in hidden.hands}
    found = []
    for one, chance in asked.items():
        statement = hiding.statements[one.key]
        if one.seat in hidden.secrets and statement.values & set(hidden.secrets.values()):
            found.append(_of_secret(rules, situation, hidden, one))
        else:
            fits = [statement.is_true(deal, one.seat) for deal in deals]
            found.append(_corrected(chance, fits, weights[one.seat]))
    return found


def _corrected(chance: float, fits: list[bool], weights: list[float]) -> float:
    """Return counting's forecast with the log odds that the weights add to it."""
    hits = PRIOR * chance
    after = hits + sum(weight for weight, fit in zip(weights, fits, strict=True) if fit)
    before = hits + sum(fits)
    news = _log_odds(after / (PRIOR + sum(weights))) - _log_odds(before / (PRIOR + len(fits)))
    return 1 / (1 + exp(-_log_odds(chance) - news))


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


def _weights(
    rules: Rules, situation: Situation, seat: int, deals: Sequence[Hidden], dice: Dice
) -> list[float]:
    """Return how well each deal fits the seat's decisions; their mean is 1."""
    weights = [1.0] * len(deals)
    decisions = [one for one in situation.decisions if one.seat == seat]
    for decision in decisions if rules.stakes else ():
        likely = [_likelihood(rules, situation.seat, decision, deal, dice) for deal in deals]
        best = max(likely)
        if best > 0:
            weights = [
                weight * max(one, SLIP * best) for weight, one in zip(weights, likely, strict=True)
            ]
    mean = sum(weights) / len(weights)
    return [weight / mean for weight in weights]


def _likelihood(rules: Rules, reader: int, decision: Decision, deal: Hidden, dice: Dice) -> float:
    """Return how likely a decision was with the hand that the seat would have had in a deal.

    0 if it can't have had one that allows it. What the reader couldn't see then is imagined, too.
    """
    hiding, seat = rules.hiding, decision.seat
    assert hiding is not None
    assert rules.stakes is not None
    nothing = Memory(len(decision.before.resigned))
    hidden = hiding.hidden(decision.before, reader)
    size = len(hidden.hands.get(seat, ()))
    hand = _hand_then(deal.hands.get(seat, ()), decision.moves, size, dice)
    if hand is None:
        return 0.0
    then = deal_anew(hidden, nothing, lambda cards: shuffled(cards, dice))
    imagined = Hidden({**then.hands, seat: hand}, then.piles, {**then.secrets, **deal.secrets})
    state = hiding.with_hidden(decision.before, imagined)
    known = observed(rules, state, decision.ply, seat, nothing)
    if decision.action not in known.legal:
        return 0.0
    return policy_of(rules.stakes.worths(known))[known.legal.index(decision.action)]


def _hand_then(now: Cards, moves: Iterable[Counter[str]], size: int, dice: Dice) -> Cards | None:
    """Return a hand of some size that may have become `now`; None if none can have.

    What left it in sight was there; of the rest, any may have been drawn since.
    """
    left, came = Counter[str](), Counter[str]()
    for move in moves:
        back = move & came
        came = came - back + -move
        left += move - back
    kept = shuffled(sorted((Counter(now) - came).elements()), dice)
    wanted = size - left.total()
    return (*left.elements(), *kept[:wanted]) if 0 <= wanted <= len(kept) else None


def _of_secret(rules: Rules, situation: Situation, hidden: Hidden, asked: Question) -> float:
    """Return how likely a statement about a secret is, by what the seat noted of all of them."""
    assert rules.hiding is not None
    values, odds_of = rules.hiding.statements[asked.key].values, rules.hiding.secret_odds
    seats, hits, total = sorted(hidden.secrets), 0.0, 0.0
    for order in set(permutations(hidden.secrets[seat] for seat in seats)):
        secrets = dict(zip(seats, order, strict=True))
        odds = odds_of(situation.state, situation.memory, secrets) if odds_of else 1.0
        total += odds
        hits += odds * (secrets[asked.seat] in values)
    return hits / total
