"""Judging an action: the frame of a turn, around the verbs.

Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, Event, Options
from games.engine.text import CardRef, gettext_noop
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.events import MatchEnded, MatchStarted, SeatResigned, TurnBegan
from games.rules.zombie_rummy.rounds import advance, deal, end_round, end_turn
from games.rules.zombie_rummy.scoring import ranks
from games.rules.zombie_rummy.state import DRAW, LAY, State
from games.rules.zombie_rummy.verbs import discard, draw
from games.rules.zombie_rummy.verbs.common import check, refuse
from games.rules.zombie_rummy.verbs.laying import LAYING

UNKNOWN_TYPE: Final = ("unknown_type", gettext_noop("This game has no such action."))
ALREADY_DRAWN: Final = ("already_drawn", gettext_noop("You have drawn already."))
DRAW_FIRST: Final = ("draw_first", gettext_noop("Draw first, from the draw pile or the discards."))
MUST_MELD: Final = (
    "must_meld",
    gettext_noop("You took several discards: lay a set with %(card)s first."),
)
HAS_RESIGNED: Final = ("has_resigned", gettext_noop("You have resigned already."))


def start(options: Options, seats: int, chance: Chance) -> list[Event]:
    """Return the events that open a match: seat 0 deals round 1."""
    began = MatchStarted(seats, options["end"], options["target"])
    return [began, *deal(apply(None, began), 1, 0, chance)]


def decide(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Return everything the action causes, raising IllegalAction if it is not legal."""
    kind = action["type"]
    if kind == "resign":
        return _resign(state, seat, action)
    if kind == "draw":
        return _draw(state, seat, action, chance)
    if kind != "discard" and kind not in LAYING:
        raise refuse(UNKNOWN_TYPE)
    check(DRAW_FIRST if state.phase != LAY else None)
    if state.must_meld is not None and kind != "meld":
        raise refuse(MUST_MELD, card=CardRef(state.must_meld))
    if kind == "discard":
        thrown = discard.decide(state, seat, action)
        return end_turn(state, thrown, seat, chance, discarded=True)
    return _lay(state, seat, action, chance)


def _draw(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Draw; the draw pile's last card ends the round."""
    check(ALREADY_DRAWN if state.phase != DRAW else None)
    events = draw.decide(state, seat, action)
    if len(state.draw_pile) > 1:
        return events
    after = advance(state, events)
    return events if after.draw_pile else events + end_round(after, "deck", None, chance)


def _lay(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Lay; an emptied hand ends the turn."""
    events = LAYING[action["type"]][1](state, seat, action)
    if advance(state, events).hands[seat]:
        return events
    return end_turn(state, events, seat, chance, discarded=False)


def _resign(state: State, seat: int, action: Action) -> list[Event]:
    """Leave the match; it is over when one seat is left."""
    require_keys(action, [])
    check(HAS_RESIGNED if state.resigned[seat] else None)
    events: list[Event] = [SeatResigned(seat, state.table_cards(seat), state.hands[seat])]
    after = advance(state, events)
    if len(after.playing()) == 1:
        return [*events, MatchEnded("resignation", ranks(after), after.totals)]
    return [*events, TurnBegan(after.next_seat(seat))] if seat == state.turn else events
