"""High Card, the smallest game there can be: the example of docs/add-a-game.md.

Nine cards are shuffled, and three dealt to each seat. In turn everybody lays one down; when all
are laid, the highest card wins; the best of each is its score. Whoever resigns comes last. Pure:
imports the engine alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, ClassVar

from games.engine.bot import Bot, Dice, Observation, by_level
from games.engine.chance import Chance
from games.engine.contract import (
    RESIGN,
    Action,
    Event,
    GameMeta,
    IllegalAction,
    JsonObject,
    Options,
    Result,
    Rules,
    Showing,
)
from games.engine.text import CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.engine.values import value
from games.engine.viewer import Viewer

CARDS = tuple("123456789")
HAND = 3
NOT_YOURS = gettext_noop("You do not hold that card.")
META = GameMeta(
    key="high_card",
    title=gettext_noop("High Card"),
    tagline=gettext_noop("Everybody lays three cards; the highest wins."),
    min_seats=2,
    max_seats=3,
    ruleset=1,
    options=(),
    end_reasons={
        "all_laid": gettext_noop("all cards were laid"),
        "resignation": gettext_noop("resignation"),
    },
    scores="non_negative",
)


# --- what can happen --------------------------------------------------------------------


@value
class Dealt(Event):
    """One seat's hand."""

    name: ClassVar[str] = "dealt"
    seat: int
    cards: tuple[str, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        if viewer.is_seat(self.seat):
            key = gettext_noop("%(seat)s is dealt %(cards)s.")
            return Phrase(key, {"seat": SeatRef(self.seat), "cards": CardRefs(self.cards)})
        return Phrase(gettext_noop("%(seat)s is dealt a hand."), {"seat": SeatRef(self.seat)})


@value
class Laid(Event):
    """A card laid open; `turn` is who comes next, None at the end."""

    name: ClassVar[str] = "laid"
    seat: int
    card: str
    turn: int | None

    def seen_by(self, viewer: Viewer) -> Phrase:
        key = gettext_noop("%(seat)s lays %(card)s.")
        return Phrase(key, {"seat": SeatRef(self.seat), "card": CardRef(self.card)})


@value
class Ended(Event):
    """How it ended."""

    name: ClassVar[str] = "ended"
    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(gettext_noop("The match is over."))


@value
class GaveUp(Event):
    """A seat resigned."""

    name: ClassVar[str] = "gave_up"
    seat: int

    def seen_by(self, viewer: Viewer) -> Phrase:
        return Phrase(gettext_noop("%(seat)s resigns."), {"seat": SeatRef(self.seat)})


# --- the state, and what moves it -------------------------------------------------------


@dataclass(frozen=True)
class State:
    """Everything, secret: hands, what lies open, whose turn it is."""

    hands: tuple[tuple[str, ...], ...] = ()
    laid: tuple[tuple[str, ...], ...] = ()
    resigned: tuple[bool, ...] = ()
    turn: int | None = 0
    result: Result | None = None


def apply(state: State | None, events: Iterable[Event]) -> State:
    """Fold events into a state; judges nothing."""
    return reduce(_applied, events, state or State())


def _applied(old: State, event: Event) -> State:
    match event:
        case Dealt():
            return replace(
                old,
                hands=(*old.hands, event.cards),
                laid=(*old.laid, ()),
                resigned=(*old.resigned, False),
            )
        case Laid():
            hand = tuple(card for card in old.hands[event.seat] if card != event.card)
            open_ = (*old.laid[event.seat], event.card)
            return replace(
                old,
                hands=_put(old.hands, event.seat, hand),
                laid=_put(old.laid, event.seat, open_),
                turn=event.turn,
            )
        case GaveUp():
            return replace(old, resigned=_put(old.resigned, event.seat, True))
        case Ended():
            return replace(old, turn=None, result=Result(event.reason, event.ranks, event.scores))
    raise TypeError(event)


def _put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# --- the rules --------------------------------------------------------------------------


def start(options: Options, seats: int, chance: Chance) -> list[Event]:
    """Shuffle and deal."""
    pack = chance.shuffle(CARDS)
    return [Dealt(seat, tuple(sorted(pack[seat * HAND :][:HAND]))) for seat in range(seats)]


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return every card of the hand, in its seat's turn. Resigning is legal, but never listed."""
    if state.turn != seat:
        return []
    return [{"type": "lay", "card": card} for card in state.hands[seat]]


def decide(state: State, seat: int, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Judge an action; return what it causes, and the state after it."""
    events = _judge(state, seat, action)
    return events, apply(state, events)


def _judge(state: State, seat: int, action: Action) -> list[Event]:
    """Return the events of a legal action."""
    if action == RESIGN:
        ranks = tuple(len(state.hands) if one == seat else 1 for one in range(len(state.hands)))
        return [GaveUp(seat), Ended("resignation", ranks, _best(state))]
    if action not in legal_actions(state, seat):
        raise IllegalAction("not_in_hand", NOT_YOURS)
    after = (seat + 1) % len(state.hands)
    laid = Laid(seat, action["card"], after)
    if sum(map(len, state.hands)) > 1:
        return [laid]
    best = _best(apply(state, [laid]))
    ranks = tuple(1 + sum(other > mine for other in best) for mine in best)
    return [Laid(laid.seat, laid.card, None), Ended("all_laid", ranks, best)]


def _best(state: State) -> tuple[int, ...]:
    """Return each seat's best card on the table, 0 for none."""
    return tuple(max(map(int, cards), default=0) for cards in state.laid)


def snapshot(state: State) -> JsonObject:
    """Return the whole state."""
    return {
        "turn": state.turn,
        "hands": [list(hand) for hand in state.hands],
        "laid": [list(cards) for cards in state.laid],
    }


def observe(state: State, viewer: Viewer) -> JsonObject:
    """Return what a viewer may see, built up from nothing: laid cards, and the own hand."""
    return {
        "turn": state.turn,
        "hands": [
            list(hand) if viewer.is_seat(seat) else {"count": len(hand)}
            for seat, hand in enumerate(state.hands)
        ],
        "laid": [list(cards) for cards in state.laid],
    }


def first_card(known: Observation, dice: Dice) -> Action:
    """Lay whatever comes first."""
    return known.legal[0]


RULES = Rules(
    meta=META,
    start=start,
    to_act=lambda state: state.turn,
    legal_actions=legal_actions,
    decide=decide,
    apply=apply,
    observe=observe,
    snapshot=snapshot,
    result=lambda state: state.result,
    default_action=lambda state, seat: legal_actions(state, seat)[0],
    events=(Dealt, Laid, GaveUp, Ended),
    bots=by_level(Bot("novice", 1, first_card)),
    showing=Showing(card_name=lambda card: Phrase(card)),
)
