"""Weigh a decision for collusion: how much likelier is it if two seats play as one? Pure.

Four policies choose among a seat's legal actions by a logit rule, P(a) ∝ exp(worth(a)), mixed with
a tenth of pure chance. They differ in what the seat A knows and wants, B being another seat:

* alone: A's own worth, given what A knows;
* helping: A's worth and B's together, given what A knows;
* team: A's worth and B's together, given both hands;
* peeking: A's worth alone, given both hands. B is a rival: its gains are A's losses.

A decision's *help* is log P(helping) − log P(alone) of the action taken, its *team* log P(team) −
log P(alone), and its *peek* log P(peeking) − log P(alone). Each is compared with the mean of the
same figure for the other seats still in, so that a careless, timid or spiteful player who treats
everybody alike scores nothing, and centred on its expectation under the first policy. Under that
policy the sum over decisions is a martingale. Divided by the root of its variance, or of the sum of
its squares if that is greater, it is the pair's score: about normal for honest pairs, and never
taken for exactly so, since `bench/collusion.py` finds by simulation how often they reach it.

The test of a log-likelihood ratio is Neyman and Pearson's (1933). Comparing values for oneself and
for another follows J. Mazrooei, C. Archibald and M. Bowling, "Automating collusion detection in
sequential games" (AAAI 2013), and asking which knowledge explains an action J. Yan, "Collusion
detection in online bridge" (AAAI 2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from games.engine.bot import Dice, Observation
from games.engine.contract import Action, Rules
from games.engine.hidden import Cards
from games.engine.rollout import imagine

CHANCE = 0.1
"""The part of each policy that is pure chance: bounds what one odd action can weigh."""
IMAGINED = 3
"""How many hands of the other seat are imagined from what the acting seat knows."""
TINY = 1e-9
LEAST_OTHERS = 2
"""With fewer other seats still in, there is nobody to compare with."""


class Weight(NamedTuple):
    """What one decision, or a sum of them, says about its seat and another one.

    `team`, `help` and `peek` are in nats, compared and centred as the module says. Of two of them,
    `…_var` is the variance under the policy of playing alone, and `…_squares` the sum of squares.
    """

    decisions: int = 0
    team: float = 0.0
    help: float = 0.0
    peek: float = 0.0
    team_var: float = 0.0
    team_squares: float = 0.0
    peek_var: float = 0.0
    peek_squares: float = 0.0

    def plus(self, other: Weight) -> Weight:
        """Return the sum of both."""
        return Weight._make(one + more for one, more in zip(self, other, strict=True))

    @property
    def team_score(self) -> float:
        """Return by how many standard deviations the seat plays for both."""
        return _score(self.team, self.team_var, self.team_squares)

    @property
    def peek_score(self) -> float:
        """Return by how many it plays against the other as if that hand lay open."""
        return _score(self.peek, self.peek_var, self.peek_squares)


def _score(total: float, variance: float, squares: float) -> float:
    spread = max(variance, squares)
    return total / sqrt(spread) if spread else 0.0


@dataclass(frozen=True)
class _Ratios:
    """The log-likelihood ratios of every legal action, against playing alone."""

    team: list[float]
    help: list[float]
    peek: list[float]


def weigh(
    rules: Rules, known: Observation, action: Action, hands: Mapping[int, Cards], dice: Dice
) -> dict[int, Weight]:
    """Return what `action` says about its seat and each other seat.

    `hands` are the true hands of the other seats still in. Nothing is said by a forced action, one
    out of turn, or one with fewer than two others still in.
    """
    stakes = rules.stakes
    if stakes is None or len(hands) < LEAST_OTHERS or len(known.legal) < 2:
        return {}
    if action not in known.legal:
        return {}
    seen = {seat: stakes.gains(known, seat, [hand])[0] for seat, hand in hands.items()}
    if all(max(each) - min(each) < TINY for each in seen.values()):
        return {}
    deals = [_imagined(rules, known, dice) for _ in range(IMAGINED)]
    own = stakes.worths(known)
    ratios = {}
    for seat, hand in hands.items():
        both = stakes.worths(_with_hand(known, seat, hand)) if stakes.knows_hands else own
        guesses = stakes.gains(known, seat, [deal[seat] for deal in deals])
        guessed = [fmean(each) for each in zip(*guesses, strict=True)]
        ratios[seat] = _ratios(own, both, seen[seat], guessed, len(hands))
    alone, taken = policy_of(own), known.legal.index(action)
    return {seat: _weight(ratios, seat, alone, taken) for seat in hands}


def hands_of(state: Any, seat: int) -> dict[int, Cards]:
    """Return the hands of the other seats that still hold cards, as `weigh` takes them."""
    resigned = state.resigned
    return {
        other: hand
        for other, hand in enumerate(state.hands)
        if other != seat and hand and not resigned[other]
    }


def fair_contest(rules: Rules, state: Any, seats: int) -> bool:
    """Tell whether nobody at a table may play for anybody else: three or more, each alone.

    Where seats share a side, or sides win in groups (hidden factions, whose free agents may take
    either side), helping is part of the game.
    """
    contest = rules.meta.contest(state)
    alone = all(len(side.seats) == 1 for side in contest.sides)
    return seats > LEAST_OTHERS and alone and not contest.grouped


def _ratios(
    own: Sequence[float],
    both: Sequence[float],
    seen: Sequence[float],
    guessed: Sequence[float],
    rivals: int,
) -> _Ratios:
    """Return the ratios of every legal action, for one other seat.

    Takes what each action is worth to the acting seat alone and with both hands known, and to the
    other if its hand is seen and guessed.
    """
    alone = policy_of(own)
    team = policy_of(_sums(both, seen, 1))
    helping = policy_of(_sums(own, guessed, 1))
    news = _sums(seen, guessed, -1)
    peeking = policy_of(_sums(both, news, -1 / rivals))
    return _Ratios(*(_log_ratio(policy, alone) for policy in (team, helping, peeking)))


def _sums(one: Sequence[float], other: Sequence[float], part: float) -> list[float]:
    return [x + part * y for x, y in zip(one, other, strict=True)]


def _weight(ratios: Mapping[int, _Ratios], seat: int, alone: Sequence[float], taken: int) -> Weight:
    """Return the weight of the action taken for one other seat, compared with the rest."""
    rest = [ratio for other, ratio in ratios.items() if other != seat]
    team = _compared(ratios[seat].team, [one.team for one in rest], alone)
    helped = _compared(ratios[seat].help, [one.help for one in rest], alone)
    peek = _compared(ratios[seat].peek, [one.peek for one in rest], alone)
    return Weight(
        decisions=1,
        team=team[taken],
        help=helped[taken],
        peek=peek[taken],
        team_var=_variance(team, alone),
        team_squares=team[taken] ** 2,
        peek_var=_variance(peek, alone),
        peek_squares=peek[taken] ** 2,
    )


def _compared(
    one: Sequence[float], rest: Sequence[Sequence[float]], alone: Sequence[float]
) -> list[float]:
    """Return a figure less its mean over the other seats, centred under the policy `alone`."""
    apart = [own - fmean(others) for own, *others in zip(one, *rest, strict=True)]
    mean = sum(p * x for p, x in zip(alone, apart, strict=True))
    return [x - mean for x in apart]


def _variance(centred: Sequence[float], alone: Sequence[float]) -> float:
    return sum(p * x * x for p, x in zip(alone, centred, strict=True))


def policy_of(worths: Sequence[float]) -> list[float]:
    """Return the probability of each action by the logit rule, with a part of pure chance."""
    best = max(worths)
    odds = [exp(worth - best) for worth in worths]
    total = sum(odds)
    return [(1 - CHANCE) * one / total + CHANCE / len(odds) for one in odds]


def _log_ratio(policy: Sequence[float], alone: Sequence[float]) -> list[float]:
    return [log(p / q) for p, q in zip(policy, alone, strict=True)]


def _with_hand(known: Observation, seat: int, hand: Cards) -> Observation:
    """Return what the seat would know if it had seen the other's hand."""
    memory = deepcopy(known.memory)
    memory.hands[seat] = Counter(hand)
    return replace(known, memory=memory)


def _imagined(rules: Rules, known: Observation, dice: Dice) -> Sequence[Cards]:
    """Return every hand in a random deal that the seat can't tell from the true one."""
    hiding = rules.hiding
    assert hiding is not None
    assert hiding.from_view is not None
    state = hiding.from_view(known.view)
    hands: Sequence[Cards] = imagine(rules, state, known.view["seat"], known.memory, dice).hands
    return hands
