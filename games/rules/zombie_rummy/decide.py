"""Judge an action: the frame of a turn around the verbs.

Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, Event, Options
from games.engine.stocks import has_own_stocks
from games.engine.text import CardRef, gettext_noop
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.events import MatchEnded, MatchStarted, SeatResigned, TurnBegan
from games.rules.zombie_rummy.rounds import deal, deal_apart, end_round, end_turn
from games.rules.zombie_rummy.scoring import ranks
from games.rules.zombie_rummy.state import DRAW, LAY, State
from games.rules.zombie_rummy.verbs import discard, draw
from games.rules.zombie_rummy.verbs.common import check, refuse
from games.rules.zombie_rummy.verbs.laying import LAYING

UNKNOWN_TYPE: Final = ("unknown_type", gettext_noop("This game has no such action."))
ALREADY_DRAWN: Final = ("already_drawn", gettext_noop("You’ve already drawn."))
DRAW_FIRST: Final = (
    "draw_first",
    gettext_noop("Draw first, from the draw pile or the discard pile."),
)
MUST_MELD: Final = (
    "must_meld",
    gettext_noop("You took several discards. Lay a set with %(card)s first."),
)
HAS_RESIGNED: Final = ("has_resigned", gettext_noop("You’ve already resigned."))


def start(options: Options, seats: int, chance: Chance) -> list[Event]:
    """Return the events that open a match: seat 0 deals round 1."""
    began = MatchStarted(seats, options["end"], options["target"])
    state = apply(None, [began])
    return [began, *(deal_apart if has_own_stocks(options) else deal)(state, 1, 0, chance)]


def decide(state: State, seat: int, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the events the action causes and the state after them, or raise IllegalAction.

    First judges and folds the action itself, then derives what follows from the resulting state.
    """
    events = _judge(state, seat, action)
    after = apply(state, events)
    following = _following(after, seat, action["type"], chance)
    return events + following, apply(after, following)


def _judge(state: State, seat: int, action: Action) -> list[Event]:
    """Return the action's own events, raising IllegalAction if it is not legal."""
    kind = action["type"]
    if kind == "resign":
        require_keys(action, [])
        check(HAS_RESIGNED if state.resigned[seat] else None)
        return [SeatResigned(seat, state.table_cards(seat), state.hands[seat])]
    if kind == "draw":
        check(ALREADY_DRAWN if state.phase != DRAW else None)
        return draw.decide(state, seat, action)
    if kind != "discard" and kind not in LAYING:
        raise refuse(UNKNOWN_TYPE)
    check(DRAW_FIRST if state.phase != LAY else None)
    if state.must_meld is not None and kind != "meld":
        raise refuse(MUST_MELD, card=CardRef(state.must_meld))
    if kind == "discard":
        return discard.decide(state, seat, action)
    return LAYING[kind][1](state, seat, action)


def _following(after: State, seat: int, kind: str, chance: Chance) -> list[Event]:
    """Return the events that follow an action of `kind`."""
    if kind == "resign":
        return _without(after, seat)
    if kind == "draw":
        return [] if after.drawable(seat) else end_round(after, "deck", None, chance)
    if kind == "discard":
        return end_turn(after, seat, chance, discarded=True)
    return [] if after.hands[seat] else end_turn(after, seat, chance, discarded=False)


def _without(after: State, seat: int) -> list[Event]:
    """Return the events that follow a seat's leaving; the match ends when one seat is left."""
    if len(after.playing()) == 1:
        return [MatchEnded("resignation", ranks(after), after.totals)]
    return [TurnBegan(after.next_seat(seat))] if seat == after.turn else []
