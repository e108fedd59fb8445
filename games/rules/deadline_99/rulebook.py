"""Provide the rule page's data: cards and their effects, an example, house readings. Pure.

Texts are gettext keys. `tests/rules/deadline_99/test_rulebook.py` plays the
example by the rules.
"""

from __future__ import annotations

from typing import Final

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.deadline_99.display.faces import card_face

CARDS: Final = (
    ("3S 4H 5D 6C 9S", gettext_noop("Add the card’s number to the count.")),
    ("10H", gettext_noop("Add or subtract 10, your choice.")),
    ("QS", gettext_noop("Add or subtract 20, your choice.")),
    ("KD", gettext_noop("Set the count to 99.")),
    ("AC", gettext_noop("Choose who goes next. The direction stays the same.")),
    ("8H", gettext_noop("Reverse the direction of play.")),
    (
        "JS",
        gettext_noop("Take a random card from a player of your choice. You don’t draw."),
    ),
    ("7D", gettext_noop("Swap hands with a player of your choice. You don’t draw.")),
)
JOKERS: Final = (
    ("angel", gettext_noop("Draw two cards instead of one.")),
    ("reaper", gettext_noop("You’re out as soon as you play it.")),
)

EXAMPLE_COUNT: Final = 84
EXAMPLE: Final = (
    (0, "6H", None, 90, gettext_noop("Ada plays a 6: the count goes from 84 to 90. Ada draws.")),
    (1, "QS", "-", 70, gettext_noop("Bo plays a queen and lowers the count by 20, to 70.")),
    (2, "KD", None, 99, gettext_noop("Chen plays a king: the count is now 99.")),
    (
        0,
        "8C",
        None,
        99,
        gettext_noop("Ada plays an 8. The count stays, the direction reverses: Chen’s turn again."),
    ),
    (
        2,
        "3S",
        None,
        99,
        gettext_noop(
            "Chen has only cards that raise the count. A 3 would take it to 102: Chen is "
            "out, the hand goes onto the discard pile, and the count stays at 99."
        ),
    ),
)
"""Steps of (seat, card, op, count afterwards, text), among three players."""

READINGS: Final = (
    gettext_noop("Two can play; three or more is better."),
    gettext_noop("Two packs are usual; with more than six players, three."),
    gettext_noop(
        "The count never goes below 0: you can always play a minus, and the count stops at "
        "0. A table can choose otherwise."
    ),
    gettext_noop(
        "An ace, jack or seven can target any other player still in, with or without "
        "cards, but not yourself."
    ),
    gettext_noop("A jack takes nothing from a player who has no cards."),
    gettext_noop(
        "When the draw pile is empty, the whole discard pile is shuffled, including the "
        "card just played."
    ),
    gettext_noop("In classic mode, players rank in the reverse order they went out."),
    gettext_noop(
        "The match ends after 200 plays per player. In classic mode, everyone still in "
        "shares first place; with factions, it’s a draw."
    ),
)


def rulebook() -> JsonObject:
    """Return the data for `templates/games/deadline_99/rules.html`."""
    return {
        "cards": _explained(CARDS),
        "jokers": _explained(JOKERS),
        "example": [
            {"face": card_face(card), "count": count, "text": text}
            for _, card, _, count, text in EXAMPLE
        ],
        "readings": list(READINGS),
    }


def _explained(cards: tuple[tuple[str, str], ...]) -> list[JsonObject]:
    """Return faces, each with the sentence explaining it."""
    return [
        {"faces": [card_face(code) for code in codes.split()], "text": text}
        for codes, text in cards
    ]
