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
            "Weapons and brains on your table count for you, zombies on it against you, and so "
            "do all cards left in your hand when the round ends. Bo has dealt, so you begin."
        ),
    ),
    Step(
        gettext_noop(
            "A turn has three parts: draw, lay what you like, discard one card. Draw the top "
            "card of the draw pile first."
        ),
        gettext_noop("Use the button that says “Draw a card”, or choose the draw pile."),
        (move(YOU, "draw", **{"from": "deck"}),),
        (
            attempt(
                gettext_noop("Lay the three chainsaws before you have drawn"),
                "meld",
                cards=["chainsaw-3", "chainsaw-4", "chainsaw-5"],
                stack=None,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "Three or more weapons of one kind in a row are a set, and so are three of one "
            "number. Lay your chainsaws 3, 4 and 5 on your own table: each is worth 2 points "
            "there."
        ),
        gettext_noop("Select the three chainsaws, then the button that lays them on your table."),
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
                gettext_noop("Lay only the shotguns 7 and 8"),
                "meld",
                cards=["shotgun-7", "shotgun-8"],
                stack=None,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "A zombie costs 5 points wherever it stands. Send yours to Bo: it will cost Bo 5, "
            "until Bo lays a set on it."
        ),
        gettext_noop("Select the zombie, then the button that sends it at Bo."),
        (move(YOU, "attack", seat=BO),),
        (attempt(gettext_noop("Send the zombie at yourself"), "attack", seat=YOU),),
    ),
    Step(
        gettext_noop(
            "Discard one card to end your turn. The chair 9 fits nothing you hold. Remember "
            "where it goes: discards may come back."
        ),
        gettext_noop("Select the chair 9, then the button that discards it."),
        (move(YOU, "discard", card="chair-9"),),
    ),
    Step(
        gettext_noop("Now it is Bo’s turn."),
        moves=(
            move(BO, "draw", **{"from": "deck"}),
            move(BO, "attack", seat=YOU),
            move(BO, "discard", card="chainsaw-6"),
        ),
    ),
    Step(
        gettext_noop(
            "Bo sent a zombie at you and threw a chainsaw 6 away. Deep in the discards lies the "
            "shotgun 9 that your 7 and 8 wait for. You may take several discards if you lay a "
            "set with the deepest of them at once: take all three."
        ),
        gettext_noop("Use “Take several discards”, and choose the shotgun 9."),
        (move(YOU, "draw", **{"from": "discard"}, count=3),),
        (
            attempt(
                gettext_noop("Take the two newest discards"),
                "draw",
                **{"from": "discard"},
                count=2,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "The shotgun 9 has to be laid now, before anything else. Lay 7, 8 and 9 on the "
            "zombie in front of you: a set on it eliminates it, and it costs you nothing any "
            "more."
        ),
        gettext_noop("Select the three shotguns, then the button that lays them on the zombie."),
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
            "Once you have laid weapons yourself, you may add single weapons to any set of "
            "weapons on any table. Bo’s chainsaw 6 goes on with your run."
        ),
        gettext_noop("Select the chainsaw 6, then the button that adds it to the run."),
        (move(YOU, "layoff", card="chainsaw-6", stack=RUN),),
        (
            attempt(
                gettext_noop("Add the chair 9 to the chainsaws"),
                "layoff",
                card="chair-9",
                stack=RUN,
            ),
        ),
    ),
    Step(
        gettext_noop(
            "A brain on your table is worth 5 points; in your hand it would cost you 5. Put it "
            "down."
        ),
        gettext_noop("Select the brain, then the button that places it on your table."),
        (move(YOU, "place", card="brain"),),
    ),
    Step(
        gettext_noop("End your turn: the chair 9 can go once more."),
        gettext_noop("Select the chair 9, then the button that discards it."),
        (move(YOU, "discard", card="chair-9"),),
    ),
    Step(
        gettext_noop(
            "You hold one card. But your brain lies open: no zombie of yours guards it. Bo has "
            "one zombie left …"
        ),
        moves=(
            move(BO, "draw", **{"from": "deck"}),
            move(BO, "steal", stack=BRAIN),
            move(BO, "discard", card="chair-10"),
        ),
    ),
    Step(
        gettext_noop(
            "Stolen! A zombie played on your own brain would have locked it; a barricade keeps "
            "all zombies away from your table. Draw, and look for revenge."
        ),
        gettext_noop("Use the button that says “Draw a card”."),
        (move(YOU, "draw", **{"from": "deck"}),),
    ),
    Step(
        gettext_noop(
            "A zombie gang! It turns an open zombie into a horde: 5 points more against its "
            "holder, and only four weapons or a set of equipment eliminate it. Play it on the "
            "zombie that you sent to Bo first."
        ),
        gettext_noop("Select the gang, then the button for the zombie in front of Bo."),
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
            "One card is left. Whoever discards their last card ends the round at once, and "
            "everybody counts. Discard the truck and go out."
        ),
        gettext_noop("Select the truck, then the button that discards it."),
        (move(YOU, "discard", card="truck"),),
    ),
    Step(
        gettext_noop(
            "You are out, and the round is over: 14 points for you, and Bo is deep below zero. A "
            "match goes on to 100 points as a rule. There are nukes, radios and equipment too: "
            "the rules tell of them. Try a table against bots next."
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
