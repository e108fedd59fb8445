"""Tell a battle: its chapters, its breakthrough, and its ending in a line or two. Pure.

Everything here is public: moves on the field, hand sizes, cells held.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Event, JsonObject
from games.engine.text import CardRef, Phrase, SeatRef, Term, gettext_noop
from games.rules.death_frontline.catalogue import SIDES
from games.rules.death_frontline.ending import is_out_of_cards
from games.rules.death_frontline.events import ENDS, SIDE_NAMES, MatchEnded, Resigned, RoundBegan
from games.rules.death_frontline.field_events import BrokeThrough, cell_name
from games.rules.death_frontline.state import State

ROUND = gettext_noop("Round %(round)s")
LEFT = gettext_noop("%(seat)s resigns")
THROUGH = gettext_noop("%(seat)s breaks through")
BROKE_THROUGH = gettext_noop("%(seat)s broke through at %(cell)s with %(card)s.")
NO_TROOPS = gettext_noop("%(side)s had no troops left, on the field or in their cards.")
RESIGNED = gettext_noop("%(seat)s resigned.")
OUT_OF_CARDS = gettext_noop("%(seat)s ran out of cards.")
LAST_ROUND = gettext_noop("Round %(round)s was the last.")
AREAS = gettext_noop("Enemy cells held: Allies %(allies)s, Axis %(axis)s.")
SEAT_WINS = gettext_noop("%(seat)s wins.")
SIDE_WINS = gettext_noop("%(side)s win.")
DRAW = gettext_noop("A draw.")
DUEL = 2


def chapter(event: Event) -> Phrase | None:
    """Return the title of the chapter that begins with an event."""
    match event:
        case RoundBegan(round=number):
            return Phrase(ROUND, {"round": number})
        case Resigned(seat=seat):
            return Phrase(LEFT, {"seat": SeatRef(seat)})
        case BrokeThrough(seat=seat):
            return Phrase(THROUGH, {"seat": SeatRef(seat)})
    return None


def recap(events: Sequence[Event]) -> JsonObject:
    """Return the unit that broke through, as `through`: {"seat", "card", "cell"}, or None."""
    match events[-2:]:
        case [BrokeThrough(seat=seat, card=card, cell=cell), MatchEnded()]:
            return {"through": {"seat": seat, "card": card, "cell": [*cell]}}
    return {"through": None}


def story(state: State, events: Sequence[Event]) -> tuple[Phrase, ...]:
    """Return how a finished battle ended: the cause, the cells if they decided, who wins."""
    ended = next(event for event in reversed(events) if isinstance(event, MatchEnded))
    told = [_cause(state, events, ended)]
    if ended.areas is not None:
        told.append(Phrase(AREAS, {"allies": ended.areas[0], "axis": ended.areas[1]}))
    return (*told, _outcome(state, ended))


def _cause(state: State, events: Sequence[Event], ended: MatchEnded) -> Phrase:
    match ended.reason:
        case "breakthrough":
            last = next(e for e in reversed(events) if isinstance(e, BrokeThrough))
            cell, card = cell_name(last.cell), CardRef(last.card)
            return Phrase(BROKE_THROUGH, {"seat": SeatRef(last.seat), "cell": cell, "card": card})
        case "annihilation":
            loser = next(side for side in SIDES if side != ended.winner)
            return Phrase(NO_TROOPS, {"side": Term(SIDE_NAMES[loser])})
        case "resignation":
            left = next(e.seat for e in reversed(events) if isinstance(e, Resigned))
            return Phrase(RESIGNED, {"seat": SeatRef(left)})
        case "out_of_cards":
            return Phrase(OUT_OF_CARDS, {"seat": SeatRef(_out_of_cards(state))})
        case "max_rounds":
            return Phrase(LAST_ROUND, {"round": state.round})
    return Phrase(ENDS[ended.reason])


def _out_of_cards(state: State) -> int:
    """Return the seat, of those still in, whose lack of cards ended the battle."""
    return next(seat for seat in state.in_order() if is_out_of_cards(state, seat))


def _outcome(state: State, ended: MatchEnded) -> Phrase:
    if ended.winner is None:
        return Phrase(DRAW)
    if len(state.seats) == DUEL:
        return Phrase(SEAT_WINS, {"seat": SeatRef(SIDES.index(ended.winner))})
    return Phrase(SIDE_WINS, {"side": Term(SIDE_NAMES[ended.winner])})
