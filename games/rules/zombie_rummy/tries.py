"""Suggest what a player might try in Zombie Rummy, from their view, for the table's help. Pure.

Each held card is tried in every way its kind can be used. Of the sets, only the largest are
tried, and those with the card that must be laid, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import JsonObject
from games.engine.lesson import Try
from games.engine.text import CardRef, CardRefs, Phrase, SeatRef, gettext_noop
from games.rules.zombie_rummy.cards import BRAIN, DEVICES, GANG, NUKE, WEAPON_OF, ZOMBIE
from games.rules.zombie_rummy.display.moves import proposed_sets

DRAW = gettext_noop("Draw from the draw pile.")
TAKE = gettext_noop("Take the discards down to %(card)s.")
MELD = gettext_noop("Lay %(cards)s on your table.")
MELD_ON = gettext_noop("Lay %(cards)s on a zombie in front of you.")
ATTACK = gettext_noop("Send a zombie at %(seat)s.")
LOCK = gettext_noop("Lock one of your brains with a zombie.")
STEAL = gettext_noop("Steal a brain from %(seat)s with a zombie.")
BREAK = gettext_noop("Break one of %(seat)s’s devices with a zombie.")
BAND = gettext_noop("Play a gang on a zombie in front of %(seat)s.")
PLACE = gettext_noop("Place %(card)s on your table.")
ADD = gettext_noop("Add %(card)s to a set in front of %(seat)s.")
BOMB = gettext_noop("Drop the nuke on %(seat)s.")
BOMB_SELF = gettext_noop("Drop the nuke on yourself.")
DISCARD = gettext_noop("Discard %(card)s.")
MOST_TAKEN = 6


def tries(view: JsonObject, seat: int) -> list[Try]:
    """Return the draws while a draw is due, afterwards the uses of every card held."""
    state = view["state"]
    if state["phase"] == "draw":
        return [*_draws(state), *list(_discards(state, seat))[:1]]
    return [*_sets(state, seat), *_cards(state, seat), *_discards(state, seat)]


def _act(label: str, action: JsonObject, **args: str | int | tuple[str, ...]) -> Try:
    """Return a try; `args` are a card, cards or a seat."""
    said: JsonObject = {}
    for name, value in args.items():
        if isinstance(value, int):
            said[name] = SeatRef(value)
        else:
            said[name] = CardRef(value) if isinstance(value, str) else CardRefs(value)
    return Try(Phrase(label, said), action)


def _draws(state: JsonObject) -> Iterator[Try]:
    yield _act(DRAW, {"type": "draw", "from": "deck"})
    newest = state["discard_pile"][::-1][:MOST_TAKEN]
    for count, card in enumerate(newest, 1):
        yield _act(TAKE, {"type": "draw", "from": "discard", "count": count}, card=card)


def _sets(state: JsonObject, seat: int) -> Iterator[Try]:
    for found in proposed_sets(list(state["hands"][seat]), state["must_meld"]):
        cards = tuple(found["key"].split(" "))
        yield _act(MELD, {"type": "meld", "cards": [*cards], "stack": None}, cards=cards)
        for stack in state["tables"][seat]:
            if stack["zombie"]:
                action = {"type": "meld", "cards": [*cards], "stack": stack["id"]}
                yield _act(MELD_ON, action, cards=cards)


def _cards(state: JsonObject, seat: int) -> Iterator[Try]:
    hand = set(state["hands"][seat])
    others = [number for number in range(len(state["tables"])) if number != seat]
    for card in sorted(hand & {BRAIN, *DEVICES}):
        yield _act(PLACE, {"type": "place", "card": card}, card=card)
    if ZOMBIE in hand:
        for other in others:
            yield _act(ATTACK, {"type": "attack", "seat": other}, seat=other)
    if NUKE in hand:
        for other in others:
            yield _act(BOMB, {"type": "nuke", "seat": other}, seat=other)
        yield _act(BOMB_SELF, {"type": "nuke", "seat": seat})
    for holder, table in enumerate(state["tables"]):
        for stack in table:
            yield from _on_stack(hand, holder, stack, is_own=holder == seat)


def _on_stack(hand: set[str], holder: int, stack: JsonObject, *, is_own: bool) -> Iterator[Try]:
    on = {"stack": stack["id"]}
    if ZOMBIE in hand and stack["brain"]:
        if is_own:
            yield _act(LOCK, {"type": "lock", **on})
        else:
            yield _act(STEAL, {"type": "steal", **on}, seat=holder)
    if ZOMBIE in hand and stack["device"] and not is_own:
        yield _act(BREAK, {"type": "break", **on}, seat=holder)
    if GANG in hand and stack["zombie"]:
        yield _act(BAND, {"type": "gang", **on}, seat=holder)
    if stack["set"]:
        for card in sorted(card for card in hand if card in WEAPON_OF):
            yield _act(ADD, {"type": "layoff", "card": card, **on}, card=card, seat=holder)


def _discards(state: JsonObject, seat: int) -> Iterator[Try]:
    for card in dict.fromkeys(state["hands"][seat]):
        yield _act(DISCARD, {"type": "discard", "card": card}, card=card)
