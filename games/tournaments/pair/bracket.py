"""Single and double elimination of duels: who meets whom; `bracket_places.py` has the places.

Spec: tournaments 3.7, and 3.5 (top cut). A bracket is a value derived from the results; only those
are stored. A single elimination is the winners' bracket of a double one, perhaps with a match for
third place.

Double elimination: after one loss an entry plays in the losers' bracket, after two it is out. A
winners' bracket of 2^k slots has rounds 1 to k, the losers' bracket 2(k - 1): its round 1 pairs the
losers of winners' round 1, odd rounds pair the survivors, and round 2j brings in the losers of
winners' round j + 1, last first and for even j with the halves exchanged. Then nobody can meet
again before losers' round min(k, 6), whoever wins. The winners of both brackets meet in the grand
final, and a second time if its loser had not lost before: 2n - 2 or 2n - 1 matches.

Event rounds, whose matches can all be played at once:

    1                  winners' round 1
    2j     (j < k)     winners' round j + 1 and losers' round 2j - 1
    2j + 1 (j < k)     losers' round 2j
    2k                 the grand final
    2k + 1             the second one, if it is needed

Every losers' round waits for the one before it, so fewer rounds are impossible; and no winners'
round is played before its losers are needed, so nobody who lost has to wait, and winners wait for
only one round at a time.

If byes leave no match in losers' round 1, it is omitted: with at most three quarters of the slots
taken. A slot is empty (None) if nobody comes: next to a bye, after a double no-show, or because
somebody left. An entry without an opponent advances alone, in either bracket.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["single", "double"]
Side = Literal["winners", "losers", "final", "third"]
Slot = int | Literal["open"] | None
OPEN: Final = "open"
"""A slot that waits for a match, and the winner of an undecided match."""


def slots(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom; `size` is a power of two.

    8 gives 1 8 4 5 2 7 3 6.
    """
    if size < 1 or size & (size - 1):
        raise ValueError("a bracket has a power of two of slots")
    if size == 1:
        return [1]
    return [seed for one in slots(size // 2) for seed in (one, size + 1 - one)]


def bracket_size(count: int) -> int:
    """Return the smallest power of two that holds `count` entries."""
    return 1 << bracket_rounds(count)


def bracket_rounds(count: int) -> int:
    """Return how many rounds the winners' bracket of `count` entries has."""
    return max(0, count - 1).bit_length()


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of an event round: who was present, and the winner of each pair that met.

    The winner None stands for a match that nobody came to.
    """

    present: frozenset[int]
    winners: Mapping[frozenset[int], int | None]


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two slots; `gone` are those who would have played but left before."""

    one: Slot
    other: Slot
    winner: Slot
    gone: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries known to play in it."""
        return tuple(slot for slot in (self.one, self.other) if isinstance(slot, int))

    @property
    def loser(self) -> Slot:
        """The entry bound for the losers' bracket or out; nobody after a bye or double no-show."""
        if self.winner == OPEN:
            return None if None in (self.one, self.other) else OPEN
        return next((one for one in self.entries if self.winner not in (None, one)), None)

    @property
    def out(self) -> tuple[int, ...]:
        """The entries that left, and both if nobody came."""
        return self.gone + (self.entries if self.winner is None else ())


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One round of one bracket, from top to bottom, and the event round in which it is played."""

    side: Side
    number: int
    event_round: int
    matches: tuple[Match, ...]

    @property
    def known(self) -> bool:
        """Whether all of its players are known."""
        return all(OPEN not in (match.one, match.other) for match in self.matches)

    @property
    def decided(self) -> bool:
        """Whether all of its winners are known."""
        return all(match.winner != OPEN for match in self.matches)


def event_rounds(count: int, kind: Kind = "double") -> int:
    """Return how many event rounds `count` entries need, without a second grand final."""
    return bracket_rounds(count) * (2 if kind == "double" else 1)


def has_first_losers_round(count: int) -> bool:
    """Say whether losers' round 1 has any match."""
    return 4 * count > 3 * bracket_size(count)


def _schedule(count: int, kind: Kind, *, third_place: bool) -> Iterator[tuple[int, Side, int]]:
    """Yield the event round, side and number of every bracket round, in order of play."""
    rounds = bracket_rounds(count)
    if kind == "single":
        for number in range(1, rounds + 1):
            yield number, "winners", number
        if third_place and rounds > 1:
            yield rounds, "third", 1
        return
    yield 1, "winners", 1
    for at in range(1, rounds):
        yield 2 * at, "winners", at + 1
        if at > 1 or has_first_losers_round(count):
            yield 2 * at, "losers", 2 * at - 1
        yield 2 * at + 1, "losers", 2 * at
    yield 2 * rounds, "final", 1
    yield 2 * rounds + 1, "final", 2


def bracket(
    seeds: Sequence[int],
    played: Sequence[Played],
    registered: Collection[int],
    kind: Kind = "double",
    *,
    third_place: bool = False,
) -> tuple[BracketRound, ...]:
    """Return the whole bracket as far as the event rounds `played` determine it.

    `seeds` are entries, best first; `registered` are those able to play in future rounds. A second
    grand final that is not needed has no match. Only a single elimination has a `third_place`.
    """
    ahead = Played(frozenset(registered), {})
    made: dict[tuple[Side, int], BracketRound] = {}
    for event_round, side, number in _schedule(len(seeds), kind, third_place=third_place):
        known = played[event_round - 1] if event_round <= len(played) else ahead
        if (side, number) == ("final", 2):
            matches = _second_final(made["final", 1].matches[0], known)
        else:
            pairs = _pairs(made, seeds, side, number)
            matches = tuple(_match(one, other, known) for one, other in pairs)
        made[side, number] = BracketRound(side, number, event_round, matches)
    return tuple(made.values())


def _pairs(
    made: Mapping[tuple[Side, int], BracketRound], seeds: Sequence[int], side: Side, number: int
) -> list[tuple[Slot, Slot]]:
    """Return the pairs that meet in a round of a bracket, given all rounds before it."""
    if side == "third":
        one, other = _losers(made["winners", bracket_rounds(len(seeds)) - 1])
        return [(one, other)]
    if side == "final":
        return [(_winners(made["winners", bracket_rounds(len(seeds))])[0], _survivor(made))]
    if side == "winners":
        if number > 1:
            return _neighbours(_winners(made["winners", number - 1]))
        order = slots(bracket_size(len(seeds)))
        return _neighbours([seeds[slot - 1] if slot <= len(seeds) else None for slot in order])
    if number == 1:
        return _neighbours(_losers(made["winners", 1]))
    survivors = _survivors(made, number)
    if number % 2:
        return _neighbours(survivors)
    half = number // 2
    return list(zip(survivors, _crossed(_losers(made["winners", half + 1]), half), strict=True))


def _neighbours(order: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    """Return neighbours paired from top to bottom."""
    return list(zip(order[::2], order[1::2], strict=True))


def _crossed(losers: Sequence[Slot], at: int) -> list[Slot]:
    """Return losers as they drop down for the `at`th time: last first, halves exchanged."""
    order = list(reversed(losers))
    half = len(order) // 2
    return order if at % 2 else order[half:] + order[:half]


def _winners(drawn: BracketRound) -> list[Slot]:
    """Return the entries that advance from a round, from top to bottom."""
    return [match.winner for match in drawn.matches]


def _losers(drawn: BracketRound) -> list[Slot]:
    """Return the losers of a round, from top to bottom."""
    return [match.loser for match in drawn.matches]


def _survivors(made: Mapping[tuple[Side, int], BracketRound], number: int) -> list[Slot]:
    """Return the survivors entering a losers' round; those of an omitted round had a bye."""
    if ("losers", number - 1) in made:
        return _winners(made["losers", number - 1])
    pairs = _neighbours(_losers(made["winners", 1]))
    return [other if one is None else one for one, other in pairs]


def _survivor(made: Mapping[tuple[Side, int], BracketRound]) -> Slot:
    """Return the winner of the losers' bracket; with two entries, the loser of their only match."""
    last = max((number for side, number in made if side == "losers"), default=None)
    return _losers(made["winners", 1])[0] if last is None else _winners(made["losers", last])[0]


def _match(one: Slot, other: Slot, known: Played) -> Match:
    """Return a match with its winner, without entries that left before its round was made."""
    both = (one, other)
    gone = tuple(one for one in both if isinstance(one, int) and one not in known.present)
    one, other = (None if slot in gone else slot for slot in both)
    if OPEN in (one, other):
        return Match(one, other, OPEN, gone)
    there = frozenset(slot for slot in (one, other) if isinstance(slot, int))
    alone = next(iter(there), None)
    return Match(one, other, known.winners.get(there, OPEN) if len(there) == 2 else alone, gone)


def _second_final(first: Match, known: Played) -> tuple[Match, ...]:
    """Return the second grand final if the winner of the first had lost before; else nothing.

    If one of the two has left meanwhile, the other has won.
    """
    if first.winner == OPEN:
        return (Match(OPEN, OPEN, OPEN),)
    if len(first.entries) < 2 or first.winner != first.other:
        return ()
    again = _match(first.one, first.other, known)
    return (again,) if again.entries else ()


def last_round(rounds: Sequence[BracketRound]) -> int:
    """Return the last event round as far as known: a second grand final only if needed."""
    needed = any(len(match.entries) == 2 for match in rounds[-1].matches)
    return rounds[-1 if needed or rounds[-1].side != "final" else -2].event_round
