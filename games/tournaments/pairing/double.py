"""Double elimination: after one loss an entry plays in the losers' bracket, after two it is out.

Spec: tournaments 3.7. A winners' bracket of 2^k slots has rounds 1 to k, the losers' bracket 2(k -
1): its round 1 pairs the losers of winners' round 1, odd rounds pair the survivors, and round 2j
brings in the losers of winners' round j + 1, last first and for even j with the halves exchanged.
Then nobody can meet again before losers' round min(k, 6), whoever wins. The winners of both
brackets meet in the grand final, and a second time if its loser had not lost before: 2n - 2 or 2n -
1 matches.

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

from games.tournaments.pairing.bracket import bracket_rounds, bracket_size, slots

Side = Literal["winners", "losers", "final"]
Slot = int | Literal["open"] | None
OPEN: Final = "open"
"""A slot that waits for a match, and the winner of an undecided match."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is known of an event round: who was present, and the winner of each pair that met.

    The winner None stands for a match that nobody came to.
    """

    there: frozenset[int]
    winners: Mapping[frozenset[int], int | None]


@dataclass(frozen=True, slots=True)
class Duel:
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
class Part:
    """One round of one bracket, from top to bottom, and the event round in which it is played."""

    side: Side
    number: int
    event_round: int
    duels: tuple[Duel, ...]

    @property
    def known(self) -> bool:
        """Whether all of its players are known."""
        return all(OPEN not in (duel.one, duel.other) for duel in self.duels)


def event_rounds(count: int) -> int:
    """Return how many event rounds `count` entries need, without a second grand final."""
    return 2 * bracket_rounds(count)


def has_first_losers_round(count: int) -> bool:
    """Say whether losers' round 1 has any match."""
    return 4 * count > 3 * bracket_size(count)


def plan(count: int) -> Iterator[tuple[int, Side, int]]:
    """Yield the event round, side and number of every part, in order of play."""
    rounds = bracket_rounds(count)
    yield 1, "winners", 1
    for at in range(1, rounds):
        yield 2 * at, "winners", at + 1
        if at > 1 or has_first_losers_round(count):
            yield 2 * at, "losers", 2 * at - 1
        yield 2 * at + 1, "losers", 2 * at
    yield 2 * rounds, "final", 1
    yield 2 * rounds + 1, "final", 2


def double_bracket(
    seeds: Sequence[int], held: Sequence[Held], registered: Collection[int]
) -> tuple[Part, ...]:
    """Return both brackets and the finals as far as the event rounds `held` determine them.

    `seeds` are entries, best first; `registered` are those able to play in future rounds. A second
    grand final that is not needed has no match.
    """
    ahead = Held(frozenset(registered), {})
    made: dict[tuple[Side, int], Part] = {}
    for event_round, side, number in plan(len(seeds)):
        known = held[event_round - 1] if event_round <= len(held) else ahead
        if (side, number) == ("final", 2):
            duels = _second_final(made["final", 1].duels[0], known)
        else:
            pairs = _pairs(made, seeds, side, number)
            duels = tuple(_duel(one, other, known) for one, other in pairs)
        made[side, number] = Part(side, number, event_round, duels)
    return tuple(made.values())


def _pairs(
    made: Mapping[tuple[Side, int], Part], seeds: Sequence[int], side: Side, number: int
) -> list[tuple[Slot, Slot]]:
    """Return the pairs that meet in a part, given all parts before it."""
    if side == "final":
        return [(_winners(made["winners", bracket_rounds(len(seeds))])[0], _survivor(made))]
    if side == "winners":
        before = _first(seeds) if number == 1 else _winners(made["winners", number - 1])
        return _neighbours(before)
    if number == 1:
        return _neighbours(_losers(made["winners", 1]))
    survivors = _survivors(made, number)
    if number % 2:
        return _neighbours(survivors)
    half = number // 2
    return list(zip(survivors, _crossed(_losers(made["winners", half + 1]), half), strict=True))


def _first(seeds: Sequence[int]) -> list[Slot]:
    """Return the slots of winners' round 1."""
    order = slots(bracket_size(len(seeds)))
    return [seeds[slot - 1] if slot <= len(seeds) else None for slot in order]


def _neighbours(order: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    """Return neighbours paired from top to bottom."""
    return list(zip(order[::2], order[1::2], strict=True))


def _crossed(losers: Sequence[Slot], at: int) -> list[Slot]:
    """Return losers as they drop down for the `at`th time: last first, halves exchanged."""
    order = list(reversed(losers))
    half = len(order) // 2
    return order if at % 2 else order[half:] + order[:half]


def _winners(part: Part) -> list[Slot]:
    """Return the entries that advance from a part, from top to bottom."""
    return [duel.winner for duel in part.duels]


def _losers(part: Part) -> list[Slot]:
    """Return the losers of a part, from top to bottom."""
    return [duel.loser for duel in part.duels]


def _survivors(made: Mapping[tuple[Side, int], Part], number: int) -> list[Slot]:
    """Return the survivors entering a losers' round; those of an omitted round had a bye."""
    if ("losers", number - 1) in made:
        return _winners(made["losers", number - 1])
    pairs = _neighbours(_losers(made["winners", 1]))
    return [other if one is None else one for one, other in pairs]


def _survivor(made: Mapping[tuple[Side, int], Part]) -> Slot:
    """Return the winner of the losers' bracket; with two entries, the loser of their only match."""
    last = max((number for side, number in made if side == "losers"), default=None)
    return _losers(made["winners", 1])[0] if last is None else _winners(made["losers", last])[0]


def _duel(one: Slot, other: Slot, known: Held) -> Duel:
    """Return a match with its winner, without entries that left before its round was made."""
    gone = tuple(slot for slot in (one, other) if isinstance(slot, int) and slot not in known.there)
    one, other = (None if slot in gone else slot for slot in (one, other))
    if OPEN in (one, other):
        return Duel(one, other, OPEN, gone)
    there = frozenset(slot for slot in (one, other) if isinstance(slot, int))
    alone = next(iter(there), None)
    return Duel(one, other, known.winners.get(there, OPEN) if len(there) == 2 else alone, gone)


def _second_final(first: Duel, known: Held) -> tuple[Duel, ...]:
    """Return the second grand final if the winner of the first had lost before; else nothing.

    If one of the two has left meanwhile, the other has won.
    """
    if first.winner == OPEN:
        return (Duel(OPEN, OPEN, OPEN),)
    if len(first.entries) < 2 or first.winner != first.other:
        return ()
    again = _duel(first.one, first.other, known)
    return (again,) if again.entries else ()


def last_round(parts: Sequence[Part]) -> int:
    """Return the last event round as far as known: the second grand final only if needed."""
    needed = any(len(duel.entries) == 2 for duel in parts[-1].duels)
    return parts[-1].event_round if needed else parts[-2].event_round


def double_places(parts: Sequence[Part]) -> dict[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end.

    Entries eliminated in the same losers' round share a place below all that advanced; one that
    left, or did not come when its opponent did not either, is out where its next loss would have
    led.
    """
    known = {(part.side, part.number): part for part in parts}
    everybody = [one for duel in known["winners", 1].duels for one in (*duel.entries, *duel.gone)]
    found: dict[int, int] = {}
    behind = len(everybody)
    for part in parts:
        if part.side != "losers":
            continue
        if not part.known:
            return found
        out = [*_left(known, part), *(one for one in _losers(part) if isinstance(one, int))]
        behind -= len(out) + sum(duel.loser == OPEN for duel in part.duels)
        found |= dict.fromkeys(out, max(2, behind + 1))
    rest = [one for one in everybody if one not in found]
    return found | _final_places(known["final", 1].duels + known["final", 2].duels, rest)


def _left(known: Mapping[tuple[Side, int], Part], part: Part) -> Iterator[int]:
    """Yield entries that left in a losers' round, or in the winners' rounds that feed it."""
    parts = [part]
    if part.number == 1 or part.number % 2 == 0:
        parts.append(known["winners", part.number // 2 + 1])
    if part.number == 2 and ("losers", 1) not in known:
        parts.append(known["winners", 1])
    yield from (one for part in parts for duel in part.duels for one in duel.out)


def _final_places(finals: Sequence[Duel], rest: Sequence[int]) -> dict[int, int]:
    """Return the places of the entries left for the grand final."""
    winner = finals[-1].winner
    if winner == OPEN:
        return dict.fromkeys(finals[0].gone, 2)
    return {one: 1 if one == winner else 2 for one in rest}
