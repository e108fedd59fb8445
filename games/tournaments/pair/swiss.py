"""Swiss pairing of tables of two: an exact minimum-cost perfect matching.

Spec: tournaments 3.4. One integer weight per pair ranks the rules strictly:
forbidden pairs, who may have the bye, repeated meetings, the bye's score,
score differences, the bye's unplayed rounds, half against half. Pure: imports
no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from games.tournaments.pair.contenders import Contender, Meetings, score_steps
from games.tournaments.pair.matching import Edge, cheapest_pairs

MOST_STEPS = 10**6
"""The steps into which scores are told apart at most."""


class NoPairingError(Exception):
    """Forbidden pairs make it impossible to pair everybody; `blocked` are left over.

    They are as few as possible: two of them could be paired if they were allowed to meet.
    """

    def __init__(self, blocked: Sequence[int]) -> None:
        self.blocked = tuple(blocked)
        super().__init__(f"no pairing for {self.blocked}")


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """The pairs, best table first (higher in the standings first), and the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class _Scale:
    """The weights' levels: a level outweighs everything below it."""

    fold: int
    difference: int
    bye_score: int
    repeat: int
    second_bye: int


class Quality(NamedTuple):
    """How good a pairing is by each rule, the first one first: lower is better.

    byes        the byes that the taker of the bye had
    repeats     the squared earlier meetings of all pairs
    score       the steps of the bye's score
    difference  the squared score differences of all pairs, in steps
    unplayed    the unplayed rounds of the taker of the bye
    fold        how far pairs are from half against half, and the bye from the last place
    """

    byes: int
    repeats: int
    score: int
    difference: int
    unplayed: int
    fold: int


def pair_swiss(contenders: Sequence[Contender], meetings: Meetings, rounds: int) -> SwissPairing:
    """Return the best pairing of `contenders`, given in order of the standings.

    `rounds` is the number of rounds of the event. Raises NoPairingError if forbidden pairs leave
    somebody without an opponent.
    """
    count = len(contenders)
    nodes = count + count % 2  # the last one is the bye
    pairs = cheapest_pairs(nodes, weighed_pairs(contenders, meetings, rounds))
    if 2 * len(pairs) < nodes:
        paired = {index for pair in pairs for index in pair}
        raise NoPairingError(
            [one.entry for index, one in enumerate(contenders) if index not in paired]
        )
    byes = [contenders[one].entry for one, other in pairs if other == count]
    return SwissPairing(
        tuple(
            (contenders[one].entry, contenders[other].entry)
            for one, other in pairs
            if other != count
        ),
        byes[0] if byes else None,
    )


def quality(contenders: Sequence[Contender], meetings: Meetings, made: SwissPairing) -> Quality:
    """Return how good a pairing of `contenders` is."""
    index = {one.entry: at for at, one in enumerate(contenders)}
    steps = score_steps(contenders)
    pairs = [(index[one], index[other]) for one, other in made.pairs]
    fold = 0
    for one, other in pairs:
        if steps[one] == steps[other]:
            fold += abs(abs(one - other) - half_of(steps.count(steps[one])))
    rests = None if made.bye is None else index[made.bye]
    return Quality(
        0 if rests is None else contenders[rests].byes,
        sum([meetings.times(*pair) ** 2 for pair in made.pairs]),
        0 if rests is None else steps[rests],
        sum([(steps[one] - steps[other]) ** 2 for one, other in pairs]),
        0 if rests is None else contenders[rests].unplayed,
        fold if rests is None else fold + len(contenders) - 1 - rests,
    )


def half_of(count: int) -> int:
    """Return how far apart the two of a pair are if half of a score group meets the other half."""
    return max(1, (count + 1) // 2)


def weighed_pairs(
    contenders: Sequence[Contender], meetings: Meetings, rounds: int
) -> Iterator[Edge]:
    """Yield the possible pairs by index, in order of the standings, with their weights.

    For an odd number, the bye is one more index.
    """
    count = len(contenders)
    if not count:
        return
    steps = _coarse(score_steps(contenders))
    scale = _scale(contenders, steps, max(rounds, *meetings.met.values(), 0))
    halves = {step: half_of(times) for step, times in Counter(steps).items()}
    met, forbidden = meetings.met, meetings.forbidden
    entries = [one.entry for one in contenders]
    for one, other in combinations(range(count), 2):
        first, second = entries[one], entries[other]
        pair = (first, second) if first < second else (second, first)
        if pair in forbidden:
            continue
        gap = steps[one] - steps[other]
        fold = 0 if gap else abs(other - one - halves[steps[one]])
        again = met.get(pair, 0) ** 2 * scale.repeat
        yield one, other, again + gap * gap * scale.difference + fold
    if count % 2:
        weights = _bye_weights(contenders, steps, scale)
        yield from ((index, count, weight) for index, weight in enumerate(weights))


def _coarse(steps: Sequence[int]) -> list[int]:
    """Return the scores in at most a million steps, so that weights keep to a matching's bits."""
    wide = max(steps) // MOST_STEPS + 1
    return [step // wide for step in steps]


def _scale(contenders: Sequence[Contender], steps: Sequence[int], rounds: int) -> _Scale:
    """Return the levels B0 to B3 of the spec, and the one above them for second byes."""
    count, spread = len(contenders), max(steps)
    rounds = max(rounds, *(one.unplayed for one in contenders))
    fold = 4 * count * count + 4
    difference = fold * (rounds + 2)
    bye_score = difference * (count * (spread * spread + 1) + 1)
    repeat = bye_score * (spread + 2)
    return _Scale(fold, difference, bye_score, repeat, count * rounds * rounds * repeat)


def _bye_weights(contenders: Sequence[Contender], steps: Sequence[int], scale: _Scale) -> list[int]:
    """Return weight(a, bye) for every entry."""
    fewest = min(one.byes for one in contenders)
    last = len(contenders) - 1
    return [
        (one.byes - fewest) ** 2 * scale.second_bye
        + steps[index] * scale.bye_score
        + one.unplayed * scale.fold
        + last
        - index
        for index, one in enumerate(contenders)
    ]
