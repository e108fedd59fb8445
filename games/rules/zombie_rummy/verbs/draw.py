"""Draw, which begins a turn. Source: rules, "A turn", 1.

Taking several discards is legal only if the resulting hand has a set with the
deepest card taken; the check does not build the sets.
"""

from __future__ import annotations

from typing import Final

from games.engine.actions import bad_value, read_int, read_str, require_keys
from games.engine.contract import Action, Event
from games.engine.stocks import top_for
from games.engine.text import CardRef, gettext_noop
from games.rules.zombie_rummy.cards import EQUIPMENT_GROUP_OF, WEAPON_OF
from games.rules.zombie_rummy.events import CardDrawn, DiscardsTaken
from games.rules.zombie_rummy.sets import counted, has_set_with
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs.common import Reason, check

TOO_FEW: Final = (
    "discard_pile_too_small",
    gettext_noop("The discard pile doesn’t have that many cards. Take fewer."),
)
WRONG_DEEPEST: Final = (
    "deepest_card",
    gettext_noop("The deepest card you take must be a weapon or equipment, not %(card)s."),
)
NO_SET: Final = (
    "no_set_with_deepest",
    gettext_noop("You couldn’t lay a set with %(card)s, the deepest card you’d take."),
)


def refusal(state: State, held: dict[str, int], count: int) -> Reason | None:
    """Return why `count` ≥ 2 discards cannot be taken; `held` is the hand including them."""
    deepest = state.discard_pile[-count]
    if deepest not in WEAPON_OF and deepest not in EQUIPMENT_GROUP_OF:
        return WRONG_DEEPEST
    return None if has_set_with(held, deepest) else NO_SET


def legal(state: State, seat: int) -> list[Action]:
    """Return every possible draw."""
    draws: list[Action] = [{"type": "draw", "from": "deck"}]
    held = counted(state.hands[seat])
    for count, card in enumerate(reversed(state.discard_pile), start=1):
        held[card] = held.get(card, 0) + 1
        if count == 1 or refusal(state, held, count) is None:
            draws.append({"type": "draw", "from": "discard", "count": count})
    return draws


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Draw from the deck or take discards."""
    require_keys(action, ["from"], ["count"])
    source = read_str(action, "from")
    if source == "deck":
        require_keys(action, ["from"])
        return [CardDrawn(seat, *top_for(state.draw_pile, state.stocks, seat))]
    if source != "discard":
        raise bad_value("from")
    require_keys(action, ["from", "count"])
    count = read_int(action, "count")
    if count < 1:
        raise bad_value("count")
    check(TOO_FEW if count > len(state.discard_pile) else None)
    return [_take(state, seat, count)]


def _take(state: State, seat: int, count: int) -> DiscardsTaken:
    cards = state.discard_pile[-count:]
    if count == 1:
        return DiscardsTaken(seat, cards, None)
    held = counted(state.hands[seat] + cards)
    check(refusal(state, held, count), card=CardRef(cards[0]))
    return DiscardsTaken(seat, cards, cards[0])
