"""Say in words why the club bot plays an action, for hints. Imports `games.engine` and siblings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.engine.bot import Observation
from games.engine.contract import Action
from games.engine.text import CardRef, Phrase, SeatRef, gettext_noop
from games.rules.zombie_rummy.bots.worth import table_points
from games.rules.zombie_rummy.cards import BARRICADE, BRAIN, RADIO
from games.rules.zombie_rummy.hidden import from_view
from games.rules.zombie_rummy.sets import counted, has_set_with
from games.rules.zombie_rummy.state import State

PILE: Final = gettext_noop(
    "An unknown card from the draw pile is better than anything you can do with the discards."
)
COMPLETES: Final = gettext_noop("%(card)s completes a set with your hand.")
TAKE: Final = gettext_noop("You can do more this turn with the discards than without them.")
SET: Final = gettext_noop("On your table these cards count for you; in your hand, against you.")
ELIMINATES: Final = gettext_noop(
    "The set eliminates a zombie in front of you, which costs you 5 points, or 10 as a horde."
)
BRAIN_PLACED: Final = gettext_noop("A brain counts +5 on your table, but −5 in your hand.")
SHELTER: Final = gettext_noop("Behind a barricade, no zombie or gang can reach you.")
ANTENNA: Final = gettext_noop("With a radio on your table, no one can nuke you.")
ATTACK: Final = gettext_noop(
    "A zombie in your hand costs you 5 points; in front of %(seat)s it costs them 5."
)
STEAL: Final = gettext_noop("The brain’s 5 points move to you, and no one can steal it again.")
BREAK_RADIO: Final = gettext_noop("The radio protects %(seat)s from nukes.")
BREAK_BARRICADE: Final = gettext_noop("The barricade keeps zombies and gangs away from %(seat)s.")
LOCK: Final = gettext_noop("No one can steal a locked brain.")
HORDE_OWN: Final = gettext_noop("On a horde, each piece of equipment counts 4 instead of 2.")
HORDE: Final = gettext_noop("A horde costs %(seat)s 10 points, and takes a stronger set to beat.")
LAY_OFF: Final = gettext_noop("%(card)s fits a set here and no longer costs you points in hand.")
NUKE: Final = gettext_noop("The nuke takes %(points)s points from the table of %(seat)s.")
NUKE_SELF: Final = gettext_noop("Your table is worth %(points)s points: losing it all is a gain.")
OUT: Final = gettext_noop("Going out ends the round while the others still hold cards.")
DISCARD: Final = gettext_noop(
    "You’ll miss %(card)s least: few cards make a set with it, and it’s little help to the "
    "next player."
)

Reason = Callable[[State, int, Action], Phrase]


def reason(known: Observation, action: Action) -> Phrase:
    """Return why the club bot, in this seat, plays this action."""
    return REASONS[action["type"]](from_view(known.view), known.view["seat"], action)


def _draw(state: State, seat: int, action: Action) -> Phrase:
    if action["from"] == "deck":
        return Phrase(PILE)
    taken = state.discard_pile[-action["count"] :]
    if has_set_with(counted(state.hands[seat] + taken), taken[0]):
        return Phrase(COMPLETES, {"card": CardRef(taken[0])})
    return Phrase(TAKE)


def _place(state: State, seat: int, action: Action) -> Phrase:
    if action["card"] == BRAIN:
        return Phrase(BRAIN_PLACED)
    return Phrase(SHELTER if action["card"] == BARRICADE else ANTENNA)


def _against(message: str) -> Reason:
    """Return a reason that names the holder of the action's stack."""

    def say(state: State, seat: int, action: Action) -> Phrase:
        found = state.find_stack(action["stack"])
        return Phrase(message, {"seat": SeatRef(seat if found is None else found[0])})

    return say


def _break(state: State, seat: int, action: Action) -> Phrase:
    found = state.find_stack(action["stack"])
    is_radio = found is not None and found[1].device == RADIO
    return _against(BREAK_RADIO if is_radio else BREAK_BARRICADE)(state, seat, action)


def _gang(state: State, seat: int, action: Action) -> Phrase:
    found = state.find_stack(action["stack"])
    own = found is not None and found[0] == seat
    return Phrase(HORDE_OWN) if own else _against(HORDE)(state, seat, action)


def _nuke(state: State, seat: int, action: Action) -> Phrase:
    points = table_points(state.tables[action["seat"]])
    if action["seat"] == seat:
        return Phrase(NUKE_SELF, {"points": points})
    return Phrase(NUKE, {"points": points, "seat": SeatRef(action["seat"])})


def _discard(state: State, seat: int, action: Action) -> Phrase:
    if len(state.hands[seat]) == 1:
        return Phrase(OUT)
    return Phrase(DISCARD, {"card": CardRef(action["card"])})


REASONS: Final[Mapping[str, Reason]] = {
    "draw": _draw,
    "place": _place,
    "attack": lambda state, seat, action: Phrase(ATTACK, {"seat": SeatRef(action["seat"])}),
    "lock": lambda state, seat, action: Phrase(LOCK),
    "steal": lambda state, seat, action: Phrase(STEAL),
    "break": _break,
    "gang": _gang,
    "meld": lambda state, seat, action: Phrase(SET if action["stack"] is None else ELIMINATES),
    "layoff": lambda state, seat, action: Phrase(LAY_OFF, {"card": CardRef(action["card"])}),
    "nuke": _nuke,
    "discard": _discard,
}
