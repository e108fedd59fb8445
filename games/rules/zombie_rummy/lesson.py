"""The first hand of Zombie Rummy: one round against one player, won by going out. Pure."""

from __future__ import annotations

from typing import Any

from games.engine.lesson import Lesson, Step, Try
from games.engine.text import Phrase, gettext_noop

BO, YOU = 0, 1
OWN = (
    "chainsaw-3",
    "chainsaw-4",
    "chainsaw-5",
    "zombie",
    "brain",
    "shotgun-7",
    "shotgun-8",
    "truck",
)
OTHERS = ("zombie", "zombie", "chainsaw-6", "chair-1", "shotgun-2", "key", "chair-10", "book")
TURNED_UP = "shotgun-9"
DRAWN = ("chair-9", "lighter", "chair-2", "gang")
RUN, SENT, RECEIVED, BRAIN = 1, 2, 3, 4  # Stack ids, in order of creation


def move(who: int, kind: str, /, **rest: Any) -> tuple[int, dict[str, Any]]:
    """Return a move of a seat."""
    return who, {"type": kind, **rest}


def attempt(label: str, kind: str, **rest: Any) -> Try:
    """Return an action worth trying because the rules refuse it."""
    return Try(Phrase(label), {"type": kind, **rest})


STEPS = (
    Step(
        gettext_noop(
            "Weapons and brains on your table score points. Zombies there cost you points, "
            "and so does every card left in your hand when the round ends. Bo dealt, so "
            "you go first."
        ),
    ),
    Step(
        gettext_noop(
            "A turn has three parts: draw, lay whatever you like, discard one card. Start "
            "by drawing the top card of the draw pile."
        ),
        gettext_noop("Press “Draw a card”, or choose the draw pile."),
        (move(YOU, "draw", **{"from": "deck"}),),
        (
            attempt(
                gettext_noop("Lay the three chainsaws before drawing"),
                "meld",
                cards=["chainsaw-3", "chainsaw-4", "chainsaw-5"],
                stack=None,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "Three or more of one weapon in a row make a set, and so do three or more of "
            "the same number. Lay chainsaws 3, 4 and 5 on your own table, where each is "
            "worth 2 points."
        ),
        gettext_noop(
            "Select the three chainsaws, then press the button to lay them on your table."
        ),
        (
            move(
                YOU,
                "meld",
                cards=["chainsaw-3", "chainsaw-4", "chainsaw-5"],
                stack=None,
            ),
        ),
        (
            attempt(
                gettext_noop("Lay only shotguns 7 and 8"),
                "meld",
                cards=["shotgun-7", "shotgun-8"],
                stack=None,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "A zombie costs 5 points, no matter whose table it’s on. Send yours at Bo: it "
            "costs Bo 5 points until Bo lays a set on it."
        ),
        gettext_noop("Select the zombie, then press “Attack Bo”."),
        (move(YOU, "attack", seat=BO),),
        (attempt(gettext_noop("Send the zombie at yourself"), "attack", seat=YOU),),
    ),
    Step(
        gettext_noop(
            "Discard one card to end your turn. Chair 9 doesn’t fit anything in your hand. "
            "Remember where it is: discards can come back."
        ),
        gettext_noop("Select chair 9, then press the button to discard it."),
        (move(YOU, "discard", card="chair-9"),),
    ),
    Step(
        gettext_noop("Now it’s Bo’s turn."),
        moves=(
            move(BO, "draw", **{"from": "deck"}),
            move(BO, "attack", seat=YOU),
            move(BO, "discard", card="chainsaw-6"),
        ),
    ),
    Step(
        gettext_noop(
            "Bo sent a zombie at you and discarded chainsaw 6. Deep in the discard pile is "
            "shotgun 9, just what your 7 and 8 need. You can take several discards if you "
            "lay a set with the deepest one right away. Take all three."
        ),
        gettext_noop("Press “Take more”, then choose shotgun 9."),
        (move(YOU, "draw", **{"from": "discard"}, count=3),),
        (
            attempt(
                gettext_noop("Take just the two newest discards"),
                "draw",
                **{"from": "discard"},
                count=2,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "You have to lay shotgun 9 now, before anything else. Lay 7, 8 and 9 on the "
            "zombie in front of you: the set eliminates it, so it no longer costs you "
            "points."
        ),
        gettext_noop("Select the three shotguns, then press the button to lay them on the zombie."),
        (
            move(
                YOU,
                "meld",
                cards=["shotgun-7", "shotgun-8", "shotgun-9"],
                stack=RECEIVED,
            ),
        ),
        (attempt(gettext_noop("Discard the truck instead"), "discard", card="truck"),),
    ),
    Step(
        gettext_noop(
            "Once you’ve laid a set of weapons, you can add single weapons to any weapon "
            "set on any table. Bo’s chainsaw 6 extends your run."
        ),
        gettext_noop("Select chainsaw 6, then press the button to add it to the run."),
        (move(YOU, "layoff", card="chainsaw-6", stack=RUN),),
        (
            attempt(
                gettext_noop("Add chair 9 to the chainsaws"),
                "layoff",
                card="chair-9",
                stack=RUN,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "A brain is worth 5 points on your table but costs you 5 in your hand. Place it."
        ),
        gettext_noop("Select the brain, then press the button to place it on your table."),
        (move(YOU, "place", card="brain"),),
    ),
    Step(
        gettext_noop("End your turn by discarding chair 9 again."),
        gettext_noop("Select chair 9, then press the button to discard it."),
        (move(YOU, "discard", card="chair-9"),),
    ),
    Step(
        gettext_noop(
            "You have one card left. But your brain is exposed: no zombie locks it, and Bo "
            "has one zombie left …"
        ),
        moves=(
            move(BO, "draw", **{"from": "deck"}),
            move(BO, "steal", stack=BRAIN),
            move(BO, "discard", card="chair-10"),
        ),
    ),
    Step(
        gettext_noop(
            "Stolen! A zombie on your own brain would have locked it, and a barricade "
            "keeps all zombies off your table. Draw, and get your revenge."
        ),
        gettext_noop("Press “Draw a card”."),
        (move(YOU, "draw", **{"from": "deck"}),),
    ),
    Step(
        gettext_noop(
            "A zombie gang! It turns an open zombie into a horde: another −5 for its "
            "holder, and only four weapons or an equipment set can eliminate it. Play it "
            "on the zombie you sent at Bo."
        ),
        gettext_noop("Select the gang, then press the button for the zombie in front of Bo."),
        (move(YOU, "gang", stack=SENT),),
        (
            attempt(
                gettext_noop("Play the gang on the zombie under your own shotguns"),
                "gang",
                stack=RECEIVED,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "One card left. Discarding your last card ends the round right away, and "
            "everyone scores. Discard the truck to go out."
        ),
        gettext_noop("Select the truck, then press the button to discard it."),
        (move(YOU, "discard", card="truck"),),
    ),
    Step(
        gettext_noop(
            "You went out and ended the round with 14 points. Bo is far below zero. A "
            "match usually runs to 100 points. There are also nukes, radios and equipment: "
            "see the rules. Next, try a table against bots."
        ),
    ),
)


def _dealt() -> tuple[str, ...]:
    """Return the cards in the order they leave the pile: from the dealer's left, one at a time."""
    hands = zip(OWN, OTHERS, strict=True)
    return (*(card for pair in hands for card in pair), TURNED_UP, *DRAWN)


LESSON = Lesson(
    options={"end": "rounds", "target": 1},
    seat=YOU,
    names=("Bo", ""),
    deals=(_dealt(),),
    steps=STEPS,
)
