"""Put a player's legal actions into sentences, for the table's help. Pure.

Players that a card may be played at, cards that may be discarded and stacks that are alike share a
sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.contract import Action, JsonObject
from games.engine.text import CardRef, CardRefs, Phrase, SeatRef, SeatRefs, gettext_noop
from games.rules.zombie_rummy.cards import in_order

DRAW = gettext_noop("Draw from the draw pile.")
TAKE_TOP = gettext_noop("Take %(card)s from the discard pile.")
TAKE = gettext_noop("Take the discards down to %(card)s and lay a set with it right away.")
MELD = gettext_noop("Lay %(cards)s on your table.")
MELD_ON = gettext_noop("Lay %(cards)s on a zombie in front of you.")
ATTACK = gettext_noop("Send a zombie at one of %(seats)s.")
BOMB = gettext_noop("Drop the nuke on one of %(seats)s.")
ATTACK_ONE = gettext_noop("Send a zombie at %(seats)s.")
BOMB_ONE = gettext_noop("Drop the nuke on %(seats)s.")
BOMB_SELF = gettext_noop("Drop the nuke on yourself.")
DISCARD = gettext_noop("Discard one of %(cards)s and end your turn.")
DISCARD_ONE = gettext_noop("Discard %(cards)s and end your turn.")
PLACE = gettext_noop("Place %(card)s on your table.")
ON_STACK = {
    "lock": gettext_noop("Lock one of your brains with a zombie."),
    "steal": gettext_noop("Steal a brain from %(seat)s with a zombie."),
    "break": gettext_noop("Break one of %(seat)s’s devices with a zombie."),
    "gang": gettext_noop("Play a gang on a zombie in front of %(seat)s."),
}
ADD = gettext_noop("Add %(card)s to a set in front of %(seat)s.")
TOGETHER = {"attack": (ATTACK, ATTACK_ONE), "nuke": (BOMB, BOMB_ONE)}

THEMES = {
    "draw": gettext_noop("Draws"),
    "sets": gettext_noop("Sets"),
    "table": gettext_noop("Brains and devices"),
    "attack": gettext_noop("Attacks"),
    "discard": gettext_noop("Discards"),
}
_THEME_OF = {
    "draw": "draw", "meld": "sets", "layoff": "sets", "place": "table", "lock": "table",
    "steal": "attack", "break": "attack", "gang": "attack", "attack": "attack", "nuke": "attack",
    "discard": "discard",
}  # fmt: skip


def theme(action: Action) -> str:
    """Return what an action is about."""
    return _THEME_OF[action["type"]]


def offers(view: JsonObject, legal: Sequence[Action]) -> list[Phrase]:
    """Return each legal action in a sentence; those that differ in little share one."""
    state = view["state"]
    owner = {stack["id"]: seat for seat, table in enumerate(state["tables"]) for stack in table}
    single = [
        _one(state, owner, action)
        for action in legal
        if action["type"] not in ("discard", *TOGETHER)
    ]
    found = {str(phrase): phrase for phrase in (*single, *_together(state["turn"], legal))}
    return list(found.values())


def _together(me: int, legal: Sequence[Action]) -> Iterator[Phrase]:
    for kind, (several, one) in TOGETHER.items():
        seats = tuple(action["seat"] for action in legal if action["type"] == kind)
        if others := tuple(seat for seat in seats if seat != me):
            yield Phrase(several if len(others) > 1 else one, {"seats": SeatRefs(others)})
        if me in seats:
            yield Phrase(BOMB_SELF)
    cards = in_order(action["card"] for action in legal if action["type"] == "discard")
    if cards:
        yield Phrase(DISCARD if len(cards) > 1 else DISCARD_ONE, {"cards": CardRefs(tuple(cards))})


def _one(state: JsonObject, owner: dict[int, int], action: Action) -> Phrase:
    match action:
        case {"type": "draw", "from": "deck"}:
            return Phrase(DRAW)
        case {"type": "draw", "count": count}:
            card = CardRef(state["discard_pile"][-count])
            return Phrase(TAKE_TOP if count == 1 else TAKE, {"card": card})
        case {"type": "meld", "cards": cards, "stack": stack}:
            return Phrase(MELD if stack is None else MELD_ON, {"cards": CardRefs(tuple(cards))})
        case {"type": "layoff", "card": card, "stack": stack}:
            return Phrase(ADD, {"card": CardRef(card), "seat": SeatRef(owner[stack])})
        case {"type": "place", "card": card}:
            return Phrase(PLACE, {"card": CardRef(card)})
    told = {} if action["type"] == "lock" else {"seat": SeatRef(owner[action["stack"]])}
    return Phrase(ON_STACK[action["type"]], told)
