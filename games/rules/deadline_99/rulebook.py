"""Provide the rule page's data: cards and their effects, an example, house readings. Pure.

Texts are gettext keys. `tests/rules/deadline_99/test_rulebook.py` plays the
example by the rules.
"""

from __future__ import annotations

from typing import Final

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.deadline_99.display import card_face

CARDS: Final = (
    ("3S 4H 5D 6C 9S", gettext_noop("The count rises by the number.")),
    ("10H", gettext_noop("The count rises or falls by 10, as you choose.")),
    ("QS", gettext_noop("The count rises or falls by 20, as you choose.")),
    ("KD", gettext_noop("The count becomes 99.")),
    ("AC", gettext_noop("You choose whose turn is next; the direction stays.")),
    ("8H", gettext_noop("The direction of play turns round.")),
    (
        "JS",
        gettext_noop("You take a card at random from a player you choose, and draw none."),
    ),
    ("7D", gettext_noop("You swap hands with a player you choose, and draw none.")),
)
JOKERS: Final = (
    ("angel", gettext_noop("You draw two cards instead of one.")),
    ("reaper", gettext_noop("Whoever plays it is out.")),
)

EXAMPLE_COUNT: Final = 84
EXAMPLE: Final = (
    (0, "6H", None, 90, gettext_noop("Ada plays a 6: the count goes from 84 to 90. Ada draws.")),
    (1, "QS", "-", 70, gettext_noop("Bo plays a queen and lowers the count by 20, to 70.")),
    (2, "KD", None, 99, gettext_noop("Chen plays a king: the count is 99 now.")),
    (
        0,
        "8C",
        None,
        99,
        gettext_noop("Ada plays an 8. The count stays, the direction turns round: Chen again."),
    ),
    (
        2,
        "3S",
        None,
        99,
        gettext_noop(
            "Chen holds only cards that raise the count. A 3 would take it to 102: Chen is out, "
            "the hand goes onto the discard pile, and the count stays at 99."
        ),
    ),
)
"""Steps of (seat, card, op, count afterwards, text), among three players."""

READINGS: Final = (
    gettext_noop("Two can play; three or more is better."),
    gettext_noop("With more than six players three packs are usual, else two."),
    gettext_noop(
        "The count never falls below 0: a minus may always be played and stops there. "
        "A table may choose otherwise."
    ),
    gettext_noop(
        "An ace, jack or seven can be aimed at any other player still in, with or without cards, "
        "but not at oneself."
    ),
    gettext_noop("A jack takes nothing from a player who has no cards."),
    gettext_noop(
        "When the draw pile is empty the whole discard pile is shuffled, "
        "the card just played included."
    ),
    gettext_noop(
        "In classic mode the places run backwards through the order in which players went out."
    ),
    gettext_noop(
        "After 200 plays for each player the match ends. In classic mode all who are still in "
        "share the first place; with factions it is a draw."
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
