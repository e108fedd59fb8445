"""Lay a set, on the bare table or on one's own zombie or horde.

Source: rules, "Lay", "Weapon sets", "Equipment sets" and the deep draw.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.engine.actions import bad_value, read_str_list, require_keys
from games.engine.contract import Action, Event
from games.engine.text import CardRef, gettext_noop
from games.rules.zombie_rummy.cards import ORDER, in_order
from games.rules.zombie_rummy.events import SetLaid
from games.rules.zombie_rummy.sets import CardSet, all_sets, beats_horde, kind_of, sets_with
from games.rules.zombie_rummy.state import Stack, State
from games.rules.zombie_rummy.verbs.common import (
    NOT_IN_HAND,
    Reason,
    check,
    known_card,
    read_stack,
    refuse,
)

NO_SET: Final = (
    "no_set",
    gettext_noop(
        "These cards don’t make a set. Choose three or more of one number, a run of three "
        "or more of one weapon, or all three cards of one equipment group."
    ),
)
LACKS_DEEPEST: Final = (
    "must_meld",
    gettext_noop("You took several discards, so the set must include %(card)s."),
)
NOTHING_TO_ELIMINATE: Final = (
    "nothing_to_eliminate",
    gettext_noop("Lay a set on the bare table, or on one of your own open zombies or hordes."),
)
TOO_WEAK: Final = (
    "too_weak_for_horde",
    gettext_noop("A horde takes a weapon set of four or more cards, or an equipment set."),
)


def refusal(seat: int, holder: int, stack: Stack, kind: str, cards: CardSet) -> Reason | None:
    """Return why the set cannot be laid on the stack in front of `holder`."""
    if holder != seat or not (stack.open_zombie or stack.open_horde):
        return NOTHING_TO_ELIMINATE
    return TOO_WEAK if stack.open_horde and not beats_horde(kind, cards) else None


def legal(state: State, seat: int) -> list[Action]:
    """Return every set in the hand with every place where it can be laid."""
    hand, must = state.hands[seat], state.must_meld
    zombies = [stack.id for stack in state.tables[seat] if stack.open_zombie]
    hordes = [stack.id for stack in state.tables[seat] if stack.open_horde]
    melds: list[Action] = []
    for cards in all_sets(hand) if must is None else sets_with(hand, must):
        strong = beats_horde(kind_of(cards) or "", cards) if hordes else False
        for place in (None, *zombies, *(hordes if strong else ())):
            melds.append({"type": "meld", "cards": list(cards), "stack": place})
    return melds


def normal(action: Action) -> Action:
    """Return a meld with sorted cards and an explicit place, other actions unchanged.

    Raises IllegalAction for an unreadable meld.
    """
    if action.get("type") != "meld":
        return action
    _require_meld(action)
    cards = read_str_list(action, "cards")
    if not ORDER.keys() >= set(cards):
        raise bad_value("cards")
    return {"type": "meld", "cards": list(in_order(cards)), "stack": action.get("stack")}


def _require_meld(action: Action) -> None:
    require_keys(action, ["cards"], ["stack"])


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Lay the set; `stack` missing or null means the bare table."""
    _require_meld(action)
    cards = _read_cards(state, seat, action)
    kind = kind_of(cards)
    if kind is None:
        raise refuse(NO_SET)
    if state.must_meld is not None and state.must_meld not in cards:
        raise refuse(LACKS_DEEPEST, card=CardRef(state.must_meld))
    place, on = _read_place(state, seat, action, kind, cards)
    return [SetLaid(seat, cards, kind, place, on, weapons=kind != "equipment")]


def _read_cards(state: State, seat: int, action: Action) -> CardSet:
    """Return the cards in canonical order, refusing any that the hand lacks."""
    cards = read_str_list(action, "cards")
    for card in Counter(cards) - Counter(state.hands[seat]):
        raise refuse(NOT_IN_HAND, card=known_card(card))
    return in_order(cards)


def _read_place(
    state: State, seat: int, action: Action, kind: str, cards: CardSet
) -> tuple[int, str]:
    """Return the stack's id and kind."""
    if action.get("stack") is None:
        return state.stacks_made + 1, "table"
    holder, stack = read_stack(state, action)
    check(refusal(seat, holder, stack, kind, cards))
    return stack.id, "horde" if stack.open_horde else "zombie"
