"""The first hand of Deadline 99: three players, most kinds of card, to the end. Pure."""

from __future__ import annotations

from typing import Any

from games.engine.lesson import Lesson, Step, Try
from games.engine.text import Phrase, gettext_noop

YOU, BO, CHEN = 0, 1, 2
HANDS = (
    ("9S", "10D", "8C", "AH", "7C"),
    ("KS", "KD", "AS", "QC", "9C"),
    ("10C", "QH", "6C", "4H", "9H"),
)
DRAWN = ("5H", "3C", "6H", "6D", "9D", "8H", "JD", "5C", "QD", "4S", "10S", "JC")


def play(seat: int, card: str, **choice: Any) -> tuple[int, dict[str, Any]]:
    """Return a move: a seat plays a card."""
    return seat, {"type": "play", "card": card, **choice}


STEPS = (
    Step(
        gettext_noop(
            "Everyone adds to one shared count. Take it over 99 and you’re out; the last "
            "one in wins. You hold five cards and play against Bo and Chen."
        ),
    ),
    Step(
        gettext_noop(
            "The count is 0, so you’re safe for now. 3, 4, 5, 6 and 9 add their number. "
            "Get rid of a high one while it’s harmless: play the 9."
        ),
        gettext_noop("Choose the 9 of spades in your hand."),
        (play(YOU, "9S"),),
        (
            Try(
                Phrase(gettext_noop("Play a card you don’t have")),
                {"type": "play", "card": "KH"},
            ),
        ),
    ),
    Step(
        gettext_noop(
            "The count is 9, and you’ve drawn a new card, as you do after most plays. Play "
            "goes clockwise, so now it’s Bo’s turn."
        ),
        moves=(play(BO, "KS"),),
    ),
    Step(
        gettext_noop(
            "A king sets the count to 99, whatever it was. From here, any card that adds "
            "is deadly. How will Chen get out of this?"
        ),
        moves=(play(CHEN, "10C", op="-"),),
    ),
    Step(
        gettext_noop(
            "A 10 adds or subtracts 10, as its player chooses: the count is 89. Your 8 "
            "doesn’t change the count. It reverses the direction of play, so Chen has to "
            "go again. Play it."
        ),
        gettext_noop("Choose the 8 of clubs. There’s nothing else to choose."),
        (play(YOU, "8C"),),
    ),
    Step(
        gettext_noop("The arrow now points the other way: Chen is next, then Bo."),
        moves=(play(CHEN, "QH", op="-"), play(BO, "KD")),
    ),
    Step(
        gettext_noop(
            "Chen took off 20 with a queen, and Bo’s second king put the count back to 99. "
            "Now you need a way down: play the 10 and choose minus."
        ),
        gettext_noop("Choose the 10 of diamonds, then minus."),
        (play(YOU, "10D", op="-"),),
    ),
    Step(
        gettext_noop("89. Chen has only low cards left; Bo has something better."),
        moves=(play(CHEN, "6H"), play(BO, "AS", target=YOU)),
    ),
    Step(
        gettext_noop(
            "95, and Bo’s ace picks who goes next: you. Your 5 and your 6 would take you "
            "over 99; the page warns you before you play a card like that. But you have an "
            "ace, too: send the turn back to Bo."
        ),
        gettext_noop("Choose the ace of hearts, then Bo."),
        (play(YOU, "AH", target=BO),),
        (
            Try(
                Phrase(gettext_noop("Play the ace and choose yourself")),
                {"type": "play", "card": "AH", "target": YOU},
            ),
        ),
    ),
    Step(
        gettext_noop("The direction stays the same. Bo has one low card left."),
        moves=(play(BO, "3C"),),
    ),
    Step(
        gettext_noop(
            "98. A jack doesn’t change the count either: you take a random card from "
            "another player’s hand and don’t draw. Take one from Chen."
        ),
        gettext_noop("Choose the jack of diamonds, then Chen."),
        (play(YOU, "JD", target=CHEN),),
    ),
    Step(
        gettext_noop(
            "You took a 9; only you and Chen know that. Look at the number beside Chen’s "
            "name: four cards, and all of them add."
        ),
        moves=(play(CHEN, "4H"),),
    ),
    Step(
        gettext_noop(
            "Chen is out, and the count stays at 98. The rest of Chen’s hand went onto the "
            "discard pile for all to see. Two players are left."
        ),
        moves=(play(BO, "8H"),),
    ),
    Step(
        gettext_noop(
            "Your turn, and you’re in trouble: any number in your hand would put you out. "
            "But a 7 swaps your whole hand with another player’s. Give your trouble to Bo."
        ),
        gettext_noop("Choose the 7 of clubs. Bo is the only player left to swap with."),
        (play(YOU, "7C", target=BO),),
        (
            Try(
                Phrase(gettext_noop("Swap hands with Chen, who is out")),
                {"type": "play", "card": "7C", "target": CHEN},
            ),
        ),
    ),
    Step(
        gettext_noop("Now you have Bo’s queens, and Bo has your numbers. You can play any card…"),
        moves=(play(BO, "4S"),),
    ),
    Step(
        gettext_noop(
            "…even one that goes over 99: that’s how players go out. You’re the last one "
            "in, so you win! With four or more players there are factions, too, with kings "
            "and secret ministers: see the rules. Next, try a table against bots."
        ),
    ),
)


def _dealt() -> tuple[str, ...]:
    """Return the cards in the order they leave the pile: one each in turn, then the draws."""
    return (*(hand[at] for at in range(5) for hand in HANDS), *DRAWN)


LESSON = Lesson(
    options={"decks": 2, "mode": "classic", "angel_reaper": False, "allow_negative": False},
    seat=YOU,
    names=("", "Bo", "Chen"),
    deals=(_dealt(),),
    picks=(3,),
    steps=STEPS,
)
