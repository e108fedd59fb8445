"""Model what a seat cannot see, what it can infer, and redeal the rest. Pure.

Used to continue a position (practice, roll-outs) and to show what a seat
could know. Imports only the standard library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Cards = tuple[str, ...]
Shuffle = Callable[[Sequence[str]], list[str]]
SHARED = -1
"""The owner of a draw pile that everybody draws from."""


@dataclass(frozen=True)
class Hidden:
    """Everything that one seat cannot see.

    `hands` by seat; `piles` by owner (a seat, or SHARED), the last card on top;
    `secrets` by seat (a role, say), with `words`, the gettext key of each.
    `one_of`, by seat: the rules have established that the hand holds every card
    of one of these lots. Public information is enough to deduce it.
    """

    hands: Mapping[int, Cards]
    piles: Mapping[int, Cards]
    secrets: Mapping[int, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    one_of: Mapping[int, Sequence[Cards]] = field(default_factory=dict)

    def owners(self, owner: int) -> list[int]:
        """Return the seats whose hidden hands hold cards from that owner's pile."""
        return [seat for seat in sorted(self.hands) if owner in (SHARED, seat)]

    def unseen(self, owner: int) -> Counter[str]:
        """Count the hidden faces in a pile and the hands it feeds.

        The total over all hidden places leaks nothing: a player who knows the
        pack and counts the visible cards gets the same.
        """
        cards = Counter(self.piles[owner])
        for seat in self.owners(owner):
            cards.update(self.hands[seat])
        return cards


@dataclass(frozen=True)
class Statement:
    """Something that is true of a seat or not: it has one of these cards or secrets.

    `words` is a gettext key that names it as %(seat)s.
    """

    words: str
    values: frozenset[str]

    def is_true(self, hidden: Hidden, seat: int) -> bool:
        """Tell whether it is true of a seat."""
        return bool(self.values & {*hidden.hands.get(seat, ()), hidden.secrets.get(seat, "")})


class Memory:
    """The cards a seat knows for certain to be in others' hands or the shared draw pile.

    An unseen move can only remove certainty, never add it.
    """

    def __init__(self, seats: int) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.pile: Counter[str] = Counter()
        self.notes: list[Any] = []
        """Whatever else the game's `recall` keeps for its bots, oldest first."""

    def learn(self, seat: int, cards: Iterable[str]) -> None:
        """Note that these cards are now certainly in that hand."""
        self.hands[seat].update(cards)

    def lose(self, seat: int, cards: Iterable[str]) -> None:
        """Note that these cards have left that hand face up."""
        self.hands[seat] -= Counter(cards)

    def blur(self, seat: int, count: int = 1) -> None:
        """Note that `count` cards have left that hand unseen; any may be a known one."""
        self.hands[seat] = _less_of_each(self.hands[seat], count)

    def swap(self, one: int, other: int) -> None:
        """Note that two hands have changed places."""
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]

    def forget(self, seat: int) -> None:
        """Note that the hand is gone."""
        self.hands[seat] = Counter()

    def forget_all(self) -> None:
        """Note that everything has been redealt."""
        self.hands = [Counter() for _ in self.hands]
        self.pile = Counter()
        self.notes = []

    def drawn(self, cards: Iterable[str]) -> None:
        """Note that these cards have left the shared pile in sight."""
        self.pile -= Counter(cards)

    def drawn_unseen(self, count: int) -> None:
        """Note that `count` cards have left the shared pile unseen."""
        self.pile = _less_of_each(self.pile, count)


def _less_of_each(cards: Counter[str], count: int) -> Counter[str]:
    return Counter({card: held - count for card, held in cards.items() if held > count})


def deal_anew(hidden: Hidden, memory: Memory, shuffle: Shuffle) -> Hidden:
    """Return the same hidden places with their cards redealt.

    Cards the seat is sure of go where it knows them. Everything else depends only
    on which faces are hidden and on `shuffle`, never on where they are: the places
    may be those of a state made from a view. A hand with a `one_of` gets one of its lots.
    """
    hands: dict[int, Cards] = {}
    piles: dict[int, Cards] = {}
    for owner in sorted(hidden.piles):
        _deal_group(hidden, memory, shuffle, owner, hands, piles)
    values = shuffle(sorted(hidden.secrets.values()))
    secrets = dict(zip(sorted(hidden.secrets), values, strict=True))
    return Hidden(hands, piles, secrets, hidden.words, hidden.one_of)


def _deal_group(
    hidden: Hidden,
    memory: Memory,
    shuffle: Shuffle,
    owner: int,
    hands: dict[int, Cards],
    piles: dict[int, Cards],
) -> None:
    """Redeal a pile and the hands it feeds into `hands` and `piles`."""
    rest = hidden.unseen(owner)
    pile_sure = memory.pile & rest if owner == SHARED else Counter[str]()
    rest -= pile_sure
    sure = {}
    for seat in hidden.owners(owner):
        sure[seat] = memory.hands[seat] & rest
        rest -= sure[seat]
    cards = shuffle(sorted(rest.elements()))
    for seat in sorted(sure, key=lambda one: one not in hidden.one_of):
        known = sure[seat]
        wanted = len(hidden.hands[seat]) - known.total()
        if seat in hidden.one_of:
            cards = _lot_first(cards, [Counter(lot) - known for lot in hidden.one_of[seat]], wanted)
        hands[seat] = (*sorted(known.elements()), *cards[:wanted])
        cards = cards[wanted:]
    piles[owner] = tuple(shuffle(sorted([*cards, *pile_sure.elements()])))


def _lot_first(cards: list[str], lots: Iterable[Counter[str]], room: int) -> list[str]:
    """Return the cards with one whole lot among the first `room`.

    Picks the lot that the shuffled cards complete first: likely lots then come up
    often, and cards that already have one there stay as they are.
    """
    places: dict[str, list[int]] = {}
    for place, card in enumerate(cards):
        places.setdefault(card, []).append(place)
    found = [
        sorted(place for card, count in lot.items() for place in places[card][:count])
        for lot in lots
        if lot.total() <= room and all(len(places.get(c, ())) >= n for c, n in lot.items())
    ]
    first = min(found, key=lambda lot: lot[-1:])
    rest = [place for place in range(len(cards)) if place not in first]
    kept = sorted([*first, *rest[: room - len(first)]])
    return [cards[place] for place in [*kept, *rest[room - len(first) :]]]
