"""What one seat cannot see of a position, what it can still be sure of, and dealing it anew. Pure.

Used where a position is played on (practice, roll-outs) and to show what a
seat could know. Imports only the standard library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Cards = tuple[str, ...]
Shuffle = Callable[[Sequence[str]], list[str]]
SHARED = -1
"""The owner of a draw pile from which everybody draws."""


@dataclass(frozen=True)
class Hidden:
    """Everything that one seat cannot see.

    `hands` by seat; `piles` by owner (a seat, or SHARED), the last card on top;
    `secrets` by seat (a role, say), with `words`, the gettext key of each.
    `one_of`, by seat: the hand is known to hold all cards of one of these lots,
    because the rules have found that it does. It follows from what lies open.
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
        """Return how many of each face are hidden among a pile and the hands it feeds.

        A sum over all hidden places: whoever knows the pack and counts the
        cards in sight finds the same.
        """
        cards = Counter(self.piles[owner])
        for seat in self.owners(owner):
            cards.update(self.hands[seat])
        return cards


class Memory:
    """The cards that a seat is sure lie in others' hands, or in the shared draw pile.

    Whatever it does not see move takes certainty away, never adds any.
    """

    def __init__(self, seats: int) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.pile: Counter[str] = Counter()

    def learn(self, seat: int, cards: Iterable[str]) -> None:
        """These cards are now in that hand for certain."""
        self.hands[seat].update(cards)

    def lose(self, seat: int, cards: Iterable[str]) -> None:
        """These cards have left that hand, face up."""
        self.hands[seat] -= Counter(cards)

    def blur(self, seat: int, count: int = 1) -> None:
        """So many cards have left that hand unseen: any of them may be a known one."""
        self.hands[seat] = _less_of_each(self.hands[seat], count)

    def swap(self, one: int, other: int) -> None:
        """Two hands have changed places."""
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]

    def forget(self, seat: int) -> None:
        """That hand is gone."""
        self.hands[seat] = Counter()

    def forget_all(self) -> None:
        """Everything has been dealt anew."""
        self.hands = [Counter() for _ in self.hands]
        self.pile = Counter()

    def drawn(self, cards: Iterable[str]) -> None:
        """These cards have left the shared pile, seen."""
        self.pile -= Counter(cards)

    def drawn_unseen(self, count: int) -> None:
        """So many cards have left the shared pile unseen."""
        self.pile = _less_of_each(self.pile, count)


def _less_of_each(cards: Counter[str], count: int) -> Counter[str]:
    return Counter({card: held - count for card, held in cards.items() if held > count})


def deal_anew(hidden: Hidden, memory: Memory, shuffle: Shuffle) -> Hidden:
    """Return the same hidden places with their cards dealt anew.

    What the seat is sure of stays where it is; all else follows from the
    faces that are hidden and from `shuffle`, not from where they were. A hand
    that must hold one of some lots holds one.
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
    """Deal a pile and the hands it feeds anew, into `hands` and `piles`."""
    pile_sure = memory.pile & Counter(hidden.piles[owner]) if owner == SHARED else Counter[str]()
    sure = {seat: memory.hands[seat] & Counter(hidden.hands[seat]) for seat in hidden.owners(owner)}
    rest = hidden.unseen(owner) - pile_sure
    for known in sure.values():
        rest -= known
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
    """Return the cards with one whole lot among the first `room`: that which they complete first.

    So a likely lot comes often, and cards that hold one there already stay as they are.
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
