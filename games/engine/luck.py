"""Split a match into what chance gave and what decisions gave. Pure.

A game's `chances` say how likely each seat is to win with all hands open and the draw piles
unknown. Where a ply draws, shuffles or picks, the same action is played again with that chance
imagined anew: the mean of `chances` after it is what the action was worth (the decision's step),
and what came instead of the mean is luck. Steps add up exactly to the result, and the expected
luck is 0 whatever `chances` says: a better estimate only takes more of the chance out (advantage
sums: Zinkevich et al., "Optimal unbiased estimators for evaluating agent performance", AAAI 2006).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp
from typing import Any, NamedTuple

from games.engine.bot import Dice
from games.engine.chance import Chance
from games.engine.contract import Action, Options, Rules
from games.engine.match import play_action, start_match
from games.engine.rollout import shares, shuffled

Shares = tuple[float, ...]
DEALS = 128
"""How often the first deal is imagined."""


class Party(NamedTuple):
    """Seats that win together, and the terms by which their position is judged."""

    seats: tuple[int, ...]
    terms: Mapping[str, float]


class Step(NamedTuple):
    """By seat: what a ply's decision gave, what its luck gave, and the variance of the estimate.

    The variance is that of both, in opposite directions: their sum is exact. The deal has no
    decision; its error is that of the chance before it.
    """

    deed: Shares
    luck: Shares
    variance: Shares


def win_chances(parties: Sequence[Party], weights: Mapping[str, float], seats: int) -> Shares:
    """Return each seat's chance by a multinomial logit over parties; 0 for a seat in none."""
    scores = [sum(weights.get(name, 0.0) * one for name, one in p.terms.items()) for p in parties]
    most = max(scores)
    odds = [exp(score - most) for score in scores]
    found = [0.0] * seats
    for party, one in zip(parties, odds, strict=True):
        for seat in party.seats:
            found[seat] = one / sum(odds)
    return tuple(found)


def chances_at(rules: Rules, state: Any) -> Shares:
    """Return each seat's chance to win, or its share once the match is over."""
    if rules.result(state) is not None:
        return shares(rules, state)
    assert rules.chances is not None
    return rules.chances(state)


def first_step(
    rules: Rules, options: Options, seats: int, state: Any, chance_of: Callable[[int], Chance]
) -> tuple[Shares, Step]:
    """Return each seat's chance before the deal, and the deal as a step of luck alone.

    `chance_of(number)` returns the randomness of an imagined deal.
    """
    deals = [start_match(rules, options, seats, chance_of(n))[1] for n in range(DEALS)]
    begin, variance = _mean([chances_at(rules, deal) for deal in deals])
    return begin, Step((0.0,) * seats, _less(chances_at(rules, state), begin), variance)


def step_of(
    rules: Rules,
    before: Any,
    seat: int,
    action: Action,
    after: Any,
    imagined: Callable[[int], tuple[Dice, Chance]],
    times: int,
) -> Step:
    """Return the step of a ply from one state to the next.

    `imagined(number)` returns the dice and the randomness with which to play it again, so many
    `times`: the part 1 / times of the luck's variance is the error's.
    """
    worth, known = chances_at(rules, after), chances_at(rules, before)
    if not _has_chance(rules, before, seat, action, after, imagined(0)):
        still = (0.0,) * len(worth)
        return Step(_less(worth, known), still, still)
    outcomes = (_again(rules, before, seat, action, *imagined(n))[0] for n in range(times))
    mean, variance = _mean([chances_at(rules, one) for one in outcomes])
    return Step(_less(mean, known), _less(worth, mean), variance)


def _has_chance(
    rules: Rules, before: Any, seat: int, action: Action, after: Any, luck: tuple[Dice, Chance]
) -> bool:
    """Tell whether a ply took a card from a pile, or asked for chance."""
    if rules.hiding is not None:
        piles = (rules.hiding.hidden(state, seat).piles for state in (before, after))
        if next(piles) != next(piles):
            return True
    return _again(rules, before, seat, action, *luck)[1]


def _again(
    rules: Rules, state: Any, seat: int, action: Action, dice: Dice, chance: Chance
) -> tuple[Any, bool]:
    """Return the state after an action with chance imagined anew; whether the rules asked for it.

    All hands stay as they are. Nobody knows the order of a pile, so any is as likely.
    """
    if rules.hiding is not None:
        hidden = rules.hiding.hidden(state, seat)
        piles = {owner: tuple(shuffled(cards, dice)) for owner, cards in hidden.piles.items()}
        state = rules.hiding.with_hidden(state, replace(hidden, piles=piles))
    begun = chance.operation
    _, state = play_action(rules, state, seat, action, chance)
    return state, chance.operation > begun


def _mean(found: Sequence[Shares]) -> tuple[Shares, Shares]:
    """Return the means by seat, and their variances."""
    count, by_seat = len(found), [*zip(*found, strict=True)]
    means = [sum(one) / count for one in by_seat]
    spreads = [
        sum((value - mean) ** 2 for value in one) for one, mean in zip(by_seat, means, strict=True)
    ]
    return tuple(means), tuple(spread / (count - 1) / count for spread in spreads)


def _less(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def total(steps: Iterable[Shares], seats: int) -> Shares:
    """Return the sums by seat."""
    return tuple(map(sum, zip((0.0,) * seats, *steps, strict=True)))
