"""Define the events that end a round, a seat's match, or the match. Imports only `games.engine`."""

from __future__ import annotations

from typing import ClassVar

from games.engine.contract import Event
from games.engine.text import CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

WENT_OUT = gettext_noop("%(seat)s goes out and ends round %(round)s.")
DECK_EXHAUSTED = gettext_noop("The draw pile runs out. Round %(round)s is over.")
TURN_LIMIT = gettext_noop("Round %(round)s ends after %(turns)s turns.")
SCORED = gettext_noop(
    "%(seat)s scores %(points)s: weapons %(weapons)s, equipment %(equipment)s, brains %(brains)s,"
    " devices %(devices)s, zombies %(zombies)s, hand %(hand)s. Total: %(total)s."
)
WON = gettext_noop("%(seat)s wins round %(round)s with the most points.")
RESIGNED = gettext_noop("%(seat)s resigns; %(cards)s are removed.")
RESIGNED_EMPTY = gettext_noop("%(seat)s resigns.")
MATCH_ENDED = {
    "score": gettext_noop("A total reached the target. The match is over."),
    "rounds": gettext_noop("All rounds have been played. The match is over."),
    "wins": gettext_noop("Enough rounds have been won. The match is over."),
    "cap": gettext_noop("30 rounds have been played. The match is over."),
    "resignation": gettext_noop("Only one player is left. The match is over."),
}


def signed(points: int) -> str:
    """Return points with their sign, using a true minus for negatives."""
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


@value
class RoundEnded(Event):
    """A round ended; `reason` is out, deck or turns, `seat` went out, `scores` are by seat."""

    name: ClassVar[str] = "round_ended"
    round: int
    reason: str
    seat: int | None
    turns: int
    scores: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees why."""
        if self.seat is not None:
            return Phrase(WENT_OUT, {"seat": SeatRef(self.seat), "round": self.round})
        if self.reason == "deck":
            return Phrase(DECK_EXHAUSTED, {"round": self.round})
        return Phrase(TURN_LIMIT, {"round": self.round, "turns": self.turns})


@value
class SeatScored(Event):
    """One seat's score for a round, part by part; `total` is the new total."""

    name: ClassVar[str] = "seat_scored"
    seat: int
    weapons: int
    equipment: int
    brains: int
    devices: int
    zombies: int
    hand: int
    points: int
    total: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees the points (the hand's too, never its cards)."""
        return Phrase(
            SCORED,
            {
                "seat": SeatRef(self.seat),
                "points": signed(self.points),
                "weapons": signed(self.weapons),
                "equipment": signed(self.equipment),
                "brains": signed(self.brains),
                "devices": signed(self.devices),
                "zombies": signed(self.zombies),
                "hand": signed(self.hand),
                "total": signed(self.total),
            },
        )


@value
class RoundWon(Event):
    """A seat had the round's highest score (several may)."""

    name: ClassVar[str] = "round_won"
    seat: int
    round: int

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(WON, {"seat": SeatRef(self.seat), "round": self.round})


@value
class SeatResigned(Event):
    """A seat left the match; its table and hand left the round."""

    name: ClassVar[str] = "seat_resigned"
    seat: int
    table: tuple[str, ...]
    hand: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it: removed cards are public."""
        if not self.table + self.hand:
            return Phrase(RESIGNED_EMPTY, {"seat": SeatRef(self.seat)})
        cards = CardRefs(self.table + self.hand)
        return Phrase(RESIGNED, {"seat": SeatRef(self.seat), "cards": cards})


@value
class MatchEnded(Event):
    """The match ended."""

    name: ClassVar[str] = "match_ended"
    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Phrase | None:
        """Everybody sees it."""
        return Phrase(MATCH_ENDED[self.reason])
