"""Define the cards of Deadline 99: codes, the pack, the canonical order. Pure.

A code is the rank then the suit ("10D"), or "angel", or "reaper". Spec:
deadline_99, "Cards". May import only the engine and the standard library.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from functools import cache

from games.engine.text import Phrase, Term, gettext_noop

RANKS = ("A", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
ANGEL = "angel"
REAPER = "reaper"

CARDS = (*(rank + suit for rank in RANKS for suit in SUITS), ANGEL, REAPER)
"""Every face, in canonical order."""

ORDER = {card: place for place, card in enumerate(CARDS)}
_place_of = ORDER.__getitem__
RANK_OF = {card: card[:-1] if card[:-1] in RANKS else card for card in CARDS}

RISES = {"3": 3, "4": 4, "5": 5, "6": 6, "9": 9}
"""Ranks that only raise the count, and by how much."""

SWINGS = {"10": 10, "Q": 20}
"""Ranks that raise or lower the count, at the player's choice."""

TARGETED = frozenset({"A", "J", "7"})
LIMIT = 99

_RANK_NAMES = {
    "A": Term(gettext_noop("Ace")),
    "J": Term(gettext_noop("Jack")),
    "Q": Term(gettext_noop("Queen")),
    "K": Term(gettext_noop("King")),
}
_SUIT_NAMES = {
    "S": Term(gettext_noop("spades")),
    "H": Term(gettext_noop("hearts")),
    "D": Term(gettext_noop("diamonds")),
    "C": Term(gettext_noop("clubs")),
}
_JOKER_NAMES = {ANGEL: gettext_noop("Angel"), REAPER: gettext_noop("Reaper")}
CARD_NAME = gettext_noop("%(rank)s of %(suit)s")

Hand = tuple[str, ...]


@cache
def unshuffled_pack(decks: int, angel_reaper: bool) -> tuple[str, ...]:
    """Return the whole pack in its order before the first shuffle."""
    pack = tuple(rank + suit for _ in range(decks) for suit in SUITS for rank in RANKS)
    return (*pack, ANGEL, REAPER) if angel_reaper else pack


def sorted_hand(cards: Iterable[str]) -> Hand:
    """Return the cards in canonical order."""
    return tuple(sorted(cards, key=_place_of))


def without_card(hand: Hand, card: str) -> Hand:
    """Return the hand without one copy of `card`."""
    cards = list(hand)
    cards.remove(card)
    return tuple(cards)


def with_card(hand: Hand, card: str) -> Hand:
    """Return the sorted hand with `card` added in order."""
    cards = list(hand)
    insort(cards, card, key=_place_of)
    return tuple(cards)


def card_name(code: str) -> Phrase:
    """Return a face's spoken name: “10 of diamonds”, “Angel”."""
    if code in _JOKER_NAMES:
        return Phrase(_JOKER_NAMES[code])
    rank, suit = code[:-1], code[-1]
    return Phrase(CARD_NAME, {"rank": _RANK_NAMES.get(rank, rank), "suit": _SUIT_NAMES[suit]})
