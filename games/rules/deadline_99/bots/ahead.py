"""Describe the position right after a play, as its player knows it. Pure.

Terms: cards in hand whose face is known, cards still unknown (to be drawn, taken by a jack, or
in a hand that a seven brings), and *escapes*: cards that cannot take the count over 99.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.bot import Observation
from games.engine.contract import Action
from games.rules.deadline_99.bots.worth import count_after
from games.rules.deadline_99.cards import ANGEL, LIMIT, RANK_OF, RANKS, REAPER, RISES

FACES = (*RANKS, ANGEL, REAPER)
"""What a card is worth depends on these alone, never on its suit."""
PLACE = {face: place for place, face in enumerate(FACES)}
_PLACE_OF = {card: PLACE[face] for card, face in RANK_OF.items()}
ESCAPES = [place for place, face in enumerate(FACES) if face not in RISES and face != REAPER]
_RISES = [(PLACE[face], rise) for face, rise in RISES.items()]

ZONES = (59, 79, 89, 90, 93, 94, 95, 96)
"""Counts up to which the same cards fit: the last zone begins above 96."""
WIDE_ZONES = (59, 79, 89, 94)


@dataclass(frozen=True)
class Ahead:
    """The position after a play that keeps its player in.

    `held` counts the known cards by place in FACES, `sizes` are the hands' sizes by seat
    after the play, `others` the other seats still in, and `order` those of them to play
    before the player's next turn. `starved` are the seats that go out at once, with empty hands.
    """

    seat: int
    held: list[int]
    unknown: int
    sizes: list[int]
    count: int
    others: list[int]
    order: list[int]
    starved: list[int]

    @property
    def next(self) -> int:
        """Return the seat to play next: the player's own if nobody is left before it."""
        return self.order[0] if self.order else self.seat

    @property
    def second(self) -> int | None:
        """Return the seat to play after the next one, or None if that is the player."""
        return self.order[1] if len(self.order) > 1 else None

    @property
    def size(self) -> int:
        """Return the size that the player's hand will have."""
        return self.sizes[self.seat]

    @property
    def zone(self) -> int:
        """Return the number of the count's zone, 0 to 8."""
        return bisect_left(ZONES, self.count)

    @property
    def wide_zone(self) -> int:
        """Return the number of the count's wide zone, 0 to 4."""
        return bisect_left(WIDE_ZONES, self.count)

    def escapes(self) -> int:
        """Count the known escapes in hand."""
        return sum(self.held[place] for place in ESCAPES)

    def fitting(self) -> int:
        """Count the known numbers in hand that fit below the limit."""
        return sum(self.held[place] for place, rise in _RISES if self.count + rise <= LIMIT)

    def cards(self) -> Iterable[int]:
        """Yield a row of the table of cards for each face held: by zone, face, and number held."""
        zone = self.wide_zone * len(FACES)
        for place, held in enumerate(self.held):
            if held:
                yield (zone + place) * 3 + min(held, 3) - 1


def look_ahead(known: Observation, action: Action) -> Ahead:
    """Return the position after a legal play that keeps its player in."""
    seat, state = known.view["seat"], known.view["state"]
    rank, target = RANK_OF[action["card"]], action.get("target", seat)
    sizes = [hand["count"] if isinstance(hand, dict) else len(hand) for hand in state["hands"]]
    held = counted(state["hands"][seat])
    held[PLACE[rank]] -= 1
    unknown = 2 if rank == ANGEL else 1
    if rank == "J":
        unknown = min(1, sizes[target])
        sizes[target] -= unknown
    elif rank == "7":
        sizes[seat], sizes[target] = sizes[target], sizes[seat] - 1
        held = counted(known.memory.hands[target].elements())
        unknown = sizes[seat] - sum(held)
    order, starved = _order(known, action), []
    while order and not sizes[order[0]]:
        starved.append(order.pop(0))
    others = [
        other
        for other, alive in enumerate(state["alive"])
        if alive and other != seat and other not in starved
    ]
    count = count_after(state["count"], action)
    sizes[seat] = sum(held) + unknown
    return Ahead(seat, held, unknown, sizes, count, others, order, starved)


def counted(cards: Iterable[str]) -> list[int]:
    """Return the number of cards of each face, by place in FACES."""
    held = [0] * len(FACES)
    for card in cards:
        held[_PLACE_OF[card]] += 1
    return held


def _order(known: Observation, action: Action) -> list[int]:
    """Return the seats to play after this play, in order, until its player is to play again."""
    seat, state = known.view["seat"], known.view["state"]
    alive, step = state["alive"], state["direction"]
    rank = RANK_OF[action["card"]]
    if rank == "8":
        step = -step
    at = action["target"] if rank == "A" else (seat + step) % len(alive)
    order = []
    while at != seat:
        if alive[at]:
            order.append(at)
        at = (at + step) % len(alive)
    return order
