"""Tell a match: its chapters, the play that ended it, and its ending in a line or two. Pure.

Everything here is public: it comes from events that every viewer is shown with their faces. A play
was forced if every card of the hand, which lies open once its owner is out, would have put them
out.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Event, JsonObject
from games.engine.text import CardRef, Phrase, SeatRef, gettext_noop
from games.rules.deadline_99.cards import LIMIT, RANK_OF, REAPER, RISES
from games.rules.deadline_99.events import (
    CardPlayed,
    CardPlayedOver,
    Eliminated,
    MatchEnded,
    Resigned,
)
from games.rules.deadline_99.roles import BLACK, RED
from games.rules.deadline_99.state import State

OUT = gettext_noop("%(seat)s is out")
HAD_TO = gettext_noop("%(seat)s had to play %(card)s on %(count)s and went out.")
PLAYED = gettext_noop("%(seat)s played %(card)s on %(count)s and went out.")
EMPTY = gettext_noop("%(seat)s ran out of cards and went out.")
RESIGNED = gettext_noop("%(seat)s resigned.")
WINS = gettext_noop("%(seat)s wins.")
FACTION_WINS = {
    RED: gettext_noop("The black king is out: the red faction wins."),
    BLACK: gettext_noop("The red king is out: the black faction wins."),
}
CAPPED = gettext_noop("The limit of %(plays)s plays is reached: everyone still in shares the win.")


def chapter(event: Event) -> Phrase | None:
    """Return the title of the chapter that begins with an event: somebody goes out."""
    match event:
        case Eliminated(seat=seat) | Resigned(seat=seat):
            return Phrase(OUT, {"seat": SeatRef(seat)})
    return None


def recap(events: Sequence[Event]) -> JsonObject:
    """Return the play with which the latest player went out, as `fatal`; None before any.

    It is {"seat", "card", "op", "before", "total", "forced"}. Going out without a play (no cards,
    resigned) leaves no such play.
    """
    for at in range(len(events) - 1, 0, -1):
        match events[at]:
            case Eliminated(reason="empty_hand") | Resigned():
                break
            case Eliminated(hand=hand):
                return {"fatal": _fatal(events[at - 1], hand)}
    return {"fatal": None}


def _fatal(play: Event, hand: Sequence[str]) -> JsonObject:
    assert isinstance(play, (CardPlayed, CardPlayedOver))
    return {
        "seat": play.seat,
        "card": play.card,
        "op": play.op,
        "before": play.before,
        "total": play.total if isinstance(play, CardPlayedOver) else play.count,
        "forced": all(_is_deadly(card, play.before) for card in (play.card, *hand)),
    }


def _is_deadly(card: str, count: int) -> bool:
    """Tell whether a card puts its player out however it is played."""
    rank = RANK_OF[card]
    return rank == REAPER or count + RISES.get(rank, 0) > LIMIT


def story(state: State, events: Sequence[Event]) -> tuple[Phrase, ...]:
    """Return how a finished match ended: the cause, and who wins by it."""
    ended = next(event for event in reversed(events) if isinstance(event, MatchEnded))
    if ended.reason == "cap":
        return (Phrase(CAPPED, {"plays": state.cap}),)
    return _cause(events), _outcome(ended)


def _cause(events: Sequence[Event]) -> Phrase:
    out = next(event for event in reversed(events) if isinstance(event, (Eliminated, Resigned)))
    fatal = recap(events)["fatal"]
    if fatal is None:
        return Phrase(RESIGNED if isinstance(out, Resigned) else EMPTY, {"seat": SeatRef(out.seat)})
    told = {"seat": SeatRef(out.seat), "card": CardRef(fatal["card"]), "count": fatal["before"]}
    return Phrase(HAD_TO if fatal["forced"] else PLAYED, told)


def _outcome(ended: MatchEnded) -> Phrase:
    if ended.faction is not None:
        return Phrase(FACTION_WINS[ended.faction])
    return Phrase(WINS, {"seat": SeatRef(ended.ranks.index(1))})
