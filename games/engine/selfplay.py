"""Play bots against bots over many matches, with confidence intervals. Pure.

Each deal is played once with each bot in seat 0 (twice for two bots), so that
neither has the better cards. A bot scores its share of the first places in each
match; its result is the mean over the deals, with a 95 % interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from math import sqrt

from games.engine.bot import Bot, Dice
from games.engine.botplay import play_out
from games.engine.contract import Options, Rules

NORMAL_95 = 1.96


@dataclass(frozen=True)
class Deal:
    """One deal played from each side: each bot's `shares` of first places and outright `wins`."""

    shares: tuple[float, ...]
    wins: tuple[int, ...]
    plies: int


@dataclass(frozen=True)
class Standing:
    """One bot's result: its mean share of first places, and that figure's margin (±)."""

    bot: str
    wins: int
    share: float
    margin: float


def play_deals(
    rules: Rules,
    options: Options,
    seats: int,
    names: Sequence[str],
    *,
    deals: int,
    dice_of: Callable[[str], Dice],
    first: int = 0,
) -> Iterator[Deal]:
    """Yield `deals` deals among the named bots, seated in turn round the table.

    `dice_of(text)` makes the dice for a bot's own decisions. The same text must
    always give the same dice, so that the same call plays the same matches.
    """
    bots = [rules.bots[name] for name in names]
    for number in range(first, first + deals):
        yield _play_deal(rules, options, seats, bots, f"{rules.meta.key} {number}", dice_of)


def _play_deal(
    rules: Rules,
    options: Options,
    seats: int,
    bots: Sequence[Bot],
    label: str,
    dice_of: Callable[[str], Dice],
) -> Deal:
    """Play one deal once per bot, rotating the seats so that each starts in seat 0."""
    shares, wins, plies = [0.0] * len(bots), [0] * len(bots), 0
    for turn in range(len(bots)):
        who = [(seat + turn) % len(bots) for seat in range(seats)]
        dice = [dice_of(f"{label} {turn} {seat}") for seat in range(seats)]
        seed = sha256(label.encode()).digest()
        seated = [bots[bot] for bot in who]
        played = play_out(rules, options, seed, seated, partial(_own, dice))
        result = rules.result(played.state)
        assert result is not None
        firsts = [who[seat] for seat, rank in enumerate(result.ranks) if rank == 1]
        for bot in range(len(bots)):
            shares[bot] += firsts.count(bot) / len(firsts) / len(bots)
            wins[bot] += set(firsts) == {bot}
        plies += len(played.entries)
    return Deal(tuple(shares), tuple(wins), plies)


def _own(dice: Sequence[Dice], seat: int, ply: int) -> Dice:
    """Return a seat's dice, the same at every ply."""
    return dice[seat]


def standings(names: Sequence[str], deals: Sequence[Deal]) -> list[Standing]:
    """Return each bot's standing over all deals."""
    found = []
    for index, name in enumerate(names):
        shares = [deal.shares[index] for deal in deals]
        mean = sum(shares) / len(shares)
        spread = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
        margin = NORMAL_95 * sqrt(spread / len(shares))
        found.append(Standing(name, sum(deal.wins[index] for deal in deals), mean, margin))
    return found
