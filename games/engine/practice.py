"""Continue a match from a position of another one. Pure.

The new match's first rows are the other's events, followed by one engine event
that redeals what one seat could not see. Games need no code for it beyond
their `hiding`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from games.engine.contract import Event, Rules
from games.engine.hidden import Hidden
from games.engine.text import Argument, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

PLAYED_ON = gettext_noop("Practice from here: everything %(seat)s couldn’t see is re-dealt.")
PLAYED_ON_HAND = gettext_noop(
    "Practice from here: everything %(seat)s couldn’t see is re-dealt; %(owner)s now holds "
    "%(cards)s."
)

Placed = tuple[tuple[int, tuple[str, ...]], ...]


@value
class PlayedOn(Event):
    """Hands, draw piles and secrets that `seat` could not see were redealt, by seat or owner."""

    name: ClassVar[str] = "played_on"
    seat: int
    hands: Placed
    piles: Placed
    secrets: tuple[tuple[int, str], ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        """Tell everybody about the redeal, and each seat with a new hand its cards."""
        for owner, cards in self.hands:
            if viewer.seat == owner and not viewer.sees_all and cards:
                args: dict[str, Argument] = {
                    "seat": SeatRef(self.seat),
                    "owner": SeatRef(owner),
                    "cards": CardRefs(cards),
                }
                return Phrase(PLAYED_ON_HAND, args)
        return Phrase(PLAYED_ON, {"seat": SeatRef(self.seat)})

    def hidden(self) -> Hidden:
        """Return the redealt cards and secrets."""
        return Hidden(dict(self.hands), dict(self.piles), dict(self.secrets))


def played_on(seat: int, dealt: Hidden) -> PlayedOn:
    """Return the event that puts `dealt` in the places `seat` cannot see."""
    return PlayedOn(
        seat,
        tuple(sorted((owner, tuple(cards)) for owner, cards in dealt.hands.items())),
        tuple(sorted((owner, tuple(cards)) for owner, cards in dealt.piles.items())),
        tuple(sorted(dealt.secrets.items())),
    )


def apply_played_on(rules: Rules, state: Any, event: PlayedOn) -> Any:
    """Return the state with the redealt cards in place."""
    if rules.hiding is None:
        raise ValueError(f"{rules.meta.key} cannot be played on")
    return rules.hiding.with_hidden(state, event.hidden())
