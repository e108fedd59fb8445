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
            "Everybody adds to one common count. Whoever would take it over 99 is out, and the "
            "last one in wins. You hold five cards; Bo and Chen play against you."
        ),
    ),
    Step(
        gettext_noop(
            "The count is 0, so nothing can happen yet. 3, 4, 5, 6 and 9 add what they say. Get "
            "rid of a high one while it is harmless: play the 9."
        ),
        gettext_noop("Choose the 9 of spades in your hand."),
        (play(YOU, "9S"),),
        (
            Try(
                Phrase(gettext_noop("Play a card that you do not hold")),
                {"type": "play", "card": "KH"},
            ),
        ),
    ),
    Step(
        gettext_noop(
            "The count is 9, and you have drawn a new card: after most cards you draw one. Now "
            "it is Bo’s turn, clockwise."
        ),
        moves=(play(BO, "KS"),),
    ),
    Step(
        gettext_noop(
            "A king makes the count 99, whatever it was. From here every card that adds is "
            "deadly. How will Chen get out of this?"
        ),
        moves=(play(CHEN, "10C", op="-"),),
    ),
    Step(
        gettext_noop(
            "A 10 adds or takes away 10, as its player likes: the count is 89. Your 8 does not "
            "touch the count; it turns the direction of play round, so that Chen has to go "
            "again. Play it."
        ),
        gettext_noop("Choose the 8 of clubs. Nothing has to be chosen with it."),
        (play(YOU, "8C"),),
    ),
    Step(
        gettext_noop("The arrow points the other way now: Chen is next, after Chen comes Bo."),
        moves=(play(CHEN, "QH", op="-"), play(BO, "KD")),
    ),
    Step(
        gettext_noop(
            "Chen took 20 away with a queen, and Bo’s second king made it 99 again. Now you need "
            "a way down yourself: play the 10, and choose minus."
        ),
        gettext_noop("Choose the 10 of diamonds, then the choice with the minus."),
        (play(YOU, "10D", op="-"),),
    ),
    Step(
        gettext_noop("89. Chen has only small cards left, Bo holds something better."),
        moves=(play(CHEN, "6H"), play(BO, "AS", target=YOU)),
    ),
    Step(
        gettext_noop(
            "95, and Bo’s ace says whose turn is next: yours. Your 5 and your 6 would take you "
            "over 99. The page would ask you before you play such a card. You hold an ace too: "
            "send the turn back to Bo."
        ),
        gettext_noop("Choose the ace of hearts, then Bo."),
        (play(YOU, "AH", target=BO),),
        (
            Try(
                Phrase(gettext_noop("Play the ace and name yourself")),
                {"type": "play", "card": "AH", "target": YOU},
            ),
        ),
    ),
    Step(
        gettext_noop("The direction stays as it was. Bo has one small card left."),
        moves=(play(BO, "3C"),),
    ),
    Step(
        gettext_noop(
            "98. A jack does not touch the count either: you take a card at random out of the "
            "hand of somebody you choose, and draw none. Take one from Chen."
        ),
        gettext_noop("Choose the jack of diamonds, then Chen."),
        (play(YOU, "JD", target=CHEN),),
    ),
    Step(
        gettext_noop(
            "You took a 9; only you and Chen know that. Look at the number beside Chen’s name: "
            "four cards, and every one of them adds."
        ),
        moves=(play(CHEN, "4H"),),
    ),
    Step(
        gettext_noop(
            "Chen is out, and the count stays at 98. The rest of the hand went onto the "
            "discards, for all to see. Two players are left."
        ),
        moves=(play(BO, "8H"),),
    ),
    Step(
        gettext_noop(
            "Your turn, and nothing but trouble: every number in your hand would put you out. "
            "But a 7 swaps your whole hand with somebody’s. Give your trouble to Bo."
        ),
        gettext_noop("Choose the 7 of clubs. Bo is the only one left to swap with."),
        (play(YOU, "7C", target=BO),),
        (
            Try(
                Phrase(gettext_noop("Swap hands with Chen, who is out")),
                {"type": "play", "card": "7C", "target": CHEN},
            ),
        ),
    ),
    Step(
        gettext_noop(
            "You hold Bo’s queens now, and Bo holds your numbers. Any card may be played …"
        ),
        moves=(play(BO, "4S"),),
    ),
    Step(
        gettext_noop(
            "… also one that goes over: that is how a player goes out. You are the last one in, "
            "and you have won. With four or more players there are factions too, with kings and "
            "secret ministers: the rules tell of them. Try a table against bots next."
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
