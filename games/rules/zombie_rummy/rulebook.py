"""Provide the rule book's data: cards, actions, examples, house readings. Pure.

The examples are positions from the golden records (`tests/golden/zombie_rummy`), drawn as on the
table. Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Final

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.display.boards import stack_picture
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.sets import kind_of
from games.rules.zombie_rummy.state import LaidSet, Stack

KINDS: Final = (
    (
        "chainsaw-7 shotgun-7 chair-7",
        gettext_noop("Weapons: chainsaw, shotgun and chair, numbered 1 to 10, two of each"),
        "+2",
        "−2",
    ),
    ("zombie", gettext_noop("Zombie: 18 cards"), "−5", "−5"),
    ("gang", gettext_noop("Zombie gang: 6 cards"), "−5", "−5"),
    ("brain", gettext_noop("Brain: 6 cards"), "+5", "−5"),
    (
        "truck key gas",
        gettext_noop("Equipment with a dot: truck, key and gas, two of each"),
        "+1, +2, +4",
        "−2",
    ),
    (
        "lighter serum book",
        gettext_noop("Equipment with a diamond: lighter, serum and book, two of each"),
        "+1, +2, +4",
        "−2",
    ),
    ("nuke", gettext_noop("Nuke: 2 cards"), "–", "−2"),
    ("radio", gettext_noop("Radio: 2 cards"), "+2", "−2"),
    ("barricade", gettext_noop("Barricade: 2 cards"), "+2", "−2"),
)
VERBS: Final = (
    (
        "brain",
        gettext_noop("Place a brain, radio or barricade"),
        gettext_noop("It starts a new stack in front of you."),
    ),
    (
        "zombie",
        gettext_noop("Attack"),
        gettext_noop(
            "Your zombie goes in front of another player: −5 for them until they lay a set on it."
        ),
    ),
    (
        "zombie",
        gettext_noop("Lock one of your brains"),
        gettext_noop(
            "Your zombie goes on top of your brain. No one can steal it any more, but the "
            "zombie still counts −5."
        ),
    ),
    (
        "zombie",
        gettext_noop("Steal a brain"),
        gettext_noop(
            "Your zombie goes on another player’s unlocked brain, and both move to your table."
        ),
    ),
    (
        "zombie",
        gettext_noop("Break a radio or barricade"),
        gettext_noop("Your zombie and another player’s device are both removed from the round."),
    ),
    (
        "gang",
        gettext_noop("Make a horde"),
        gettext_noop(
            "Your gang goes on an open zombie on any table. Together they count −10, and "
            "only four weapons or an equipment set can eliminate them."
        ),
    ),
    (
        "chair-3",
        gettext_noop("Lay a set"),
        gettext_noop(
            "On the bare table in front of you, or on one of your open zombies or hordes. "
            "The set eliminates it, so it no longer costs you points."
        ),
    ),
    (
        "shotgun-6",
        gettext_noop("Add a card to a set"),
        gettext_noop(
            "Once you’ve laid a weapon set this round, add one weapon to any weapon set on "
            "any table."
        ),
    ),
    (
        "nuke",
        gettext_noop("Nuke a player"),
        gettext_noop(
            "All of that player’s cards, on the table and in hand, are removed from the "
            "round. You can nuke yourself. You can’t nuke a player who has a radio or an "
            "eliminated zombie."
        ),
    ),
)
READINGS: Final = (
    gettext_noop(
        "The equipment groups are truck, key and gas; and lighter, serum and book. A set "
        "is exactly one of each card in a group."
    ),
    gettext_noop("Seat 1 deals round 1. The deal passes to the next seat every round."),
    gettext_noop(
        "If you take two or more discards, lay the set with the deepest card in front of "
        "you: on the bare table, or on one of your own zombies or hordes."
    ),
    gettext_noop("A radio can’t be broken while its holder has a barricade."),
    gettext_noop(
        "You can add to sets only after laying a weapon set yourself this round. An "
        "equipment set doesn’t count."
    ),
    gettext_noop("An added card scores for the player whose table it’s on."),
    gettext_noop(
        "A player with no zombies in front of them can be nuked, even with no cards at all."
    ),
    gettext_noop(
        "For the nuke, a horde is open while there’s no set on it. The gang on its zombie "
        "doesn’t matter."
    ),
    gettext_noop(
        "A zombie that locks a brain is still an open zombie: it counts −5, can become a "
        "horde, and can be eliminated by its holder."
    ),
    gettext_noop(
        "On a horde, the set needs at least four weapons when you lay it. You can’t lay "
        "three and add the fourth later."
    ),
    gettext_noop("An eliminated zombie or horde counts 0."),
    gettext_noop(
        "A nuked player plays on, and can still add to sets if they had already laid a weapon set."
    ),
    gettext_noop(
        "A round also ends after 60 turns per seat. Otherwise it could go on forever while "
        "everyone keeps taking discards."
    ),
    gettext_noop(
        "A match to a target also ends when a total reaches minus the target or lower, and "
        "always after 30 rounds."
    ),
    gettext_noop(
        "Every player with the highest score in a round wins that round, unless they’ve resigned."
    ),
)


def _set(words: str) -> LaidSet:
    cards = tuple(words.split())
    return LaidSet(str(kind_of(cards)), cards)


DEEP_PILE: Final = ("chair-1", "shotgun-4", "chainsaw-1", "shotgun-3")
DEEP_SET: Final = Stack(20, set=_set("chainsaw-1 chainsaw-1 chair-1"))
WINNER: Final = (
    Stack(1, brain=True, zombie=True, set=_set("shotgun-3 chair-3 chair-3")),
    Stack(2, set=_set("chainsaw-7 shotgun-7 chair-7")),
)
WINNER_HAND: Final = ("shotgun-6", "shotgun-10", "chair-5", "chair-10", "key", "key")
LOSER: Final = (
    Stack(3, zombie=True, set=_set("chainsaw-1 shotgun-1 chair-1 chair-1")),
    Stack(4, zombie=True, gang=True),
    Stack(5, zombie=True, gang=True),
    Stack(6, zombie=True),
    Stack(7, brain=True, zombie=True, gang=True),
    Stack(8, zombie=True),
)
SETS: Final = (
    Stack(9, set=_set("shotgun-8 shotgun-9 shotgun-10")),
    Stack(10, set=_set("chainsaw-7 shotgun-7 chair-7")),
    Stack(11, set=_set("truck key gas")),
    Stack(12, set=_set("lighter serum book")),
)
ZOMBIES: Final = (
    Stack(13, zombie=True),
    Stack(14, zombie=True, gang=True),
    Stack(15, brain=True),
    Stack(16, brain=True, zombie=True),
    Stack(17, zombie=True, set=_set("shotgun-8 shotgun-9 shotgun-10")),
    Stack(18, zombie=True, gang=True, set=_set("lighter serum book")),
)


def rulebook() -> JsonObject:
    """Return the data for `templates/games/zombie_rummy/rules.html`."""
    return {
        "kinds": [
            {"faces": _faces(codes.split()), "text": text, "table": table, "hand": hand}
            for codes, text, table, hand in KINDS
        ],
        "verbs": [{"face": face(code), "name": name, "text": text} for code, name, text in VERBS],
        "deep_pile": _faces(DEEP_PILE),
        "deep_set": _stacks((DEEP_SET,)),
        "sets": _stacks(SETS),
        "zombies": _stacks(ZOMBIES),
        "winner": _stacks(WINNER),
        "winner_hand": _faces(WINNER_HAND),
        "loser": _stacks(LOSER),
        "readings": list(READINGS),
    }


def _faces(codes: tuple[str, ...] | list[str]) -> list[JsonObject]:
    return [face(code) for code in codes]


def _stacks(stacks: tuple[Stack, ...]) -> list[JsonObject]:
    return [stack_picture(stack) for stack in stacks]
