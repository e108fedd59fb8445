"""Single elimination: slots, pairings, and the places at the end.

Spec: tournaments 3.7 (single, with an optional match for third place) and 3.5 (top cut of tables).
The bracket is a value derived from the results; only those are stored. Pure: imports no Django,
random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


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
    return 1 << max(0, count - 1).bit_length()


def bracket_rounds(count: int) -> int:
    """Return how many rounds a bracket of `count` entries has."""
    return max(0, count - 1).bit_length()


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a bracket: its two slots, None for nobody.

    `third` marks the match for third place.
    """

    one: int | None
    other: int | None
    third: bool = False

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries that play in it."""
        return tuple(entry for entry in (self.one, self.other) if entry is not None)


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """One round's matches from top to bottom, before or after it was played."""

    matches: tuple[Match, ...]


def first_round(seeds: Sequence[int]) -> KnockoutRound:
    """Return round 1 of a bracket; `seeds` are entries, best first."""
    order = [
        seeds[slot - 1] if slot <= len(seeds) else None for slot in slots(bracket_size(len(seeds)))
    ]
    return KnockoutRound(_paired(order))


def next_round(
    played: KnockoutRound,
    winners: Mapping[int, int | None],
    *,
    third_place: bool = False,
) -> KnockoutRound:
    """Return the round after `played`.

    `winners` gives the winner by the match's position from the top; None if nobody was left (a
    double no-show: the next opponent advances alone). After the semi-finals the losers meet for
    third place if requested.
    """
    decided = [match for match in played.matches if not match.third]
    through = [winners[at] for at in range(len(decided))]
    matches = _paired(through)
    if third_place and len(decided) == 2:
        losers = [_loser(match, winner) for match, winner in zip(decided, through, strict=True)]
        matches = (*matches, Match(losers[0], losers[1], third=True))
    return KnockoutRound(matches)


def _paired(order: Sequence[int | None]) -> tuple[Match, ...]:
    """Return neighbours paired from top to bottom."""
    return tuple(Match(order[at], order[at + 1]) for at in range(0, len(order), 2))


def _loser(match: Match, winner: int | None) -> int | None:
    """Return the loser of a match, or None if no loser remains to play on."""
    if winner is None:
        return None
    return next((entry for entry in match.entries if entry != winner), None)


def places(
    rounds: Sequence[tuple[KnockoutRound, Mapping[int, int | None]]],
) -> dict[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end.

    `rounds` are the rounds with the winners of the decided matches by position. Losers of one round
    share a place below all who advanced; the match for third place separates the losers of the
    semi-finals, if anybody came.
    """
    found: dict[int, int] = {}
    for played, winners in rounds:
        main = [match for match in played.matches if not match.third]
        alive = len(main)
        for at, match in enumerate(played.matches):
            if at not in winners:
                continue
            ahead = alive if not match.third else 2 if winners[at] is None else 3
            for entry in match.entries:
                if entry != winners[at]:
                    found[entry] = ahead + 1
        _settle_winners(found, played, winners, final=alive == 1)
    return found


def _settle_winners(
    found: dict[int, int],
    played: KnockoutRound,
    winners: Mapping[int, int | None],
    *,
    final: bool,
) -> None:
    """Set the places of the winners of the final and of the match for third place."""
    for at, match in enumerate(played.matches):
        winner = winners.get(at)
        if winner is not None and (match.third or final):
            found[winner] = 3 if match.third else 1
