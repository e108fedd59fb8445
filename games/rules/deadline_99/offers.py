"""Put a player's legal plays into sentences, for the table's help. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Action, JsonObject
from games.engine.text import Argument, CardRef, Phrase, SeatRefs, Term, gettext_noop
from games.rules.deadline_99.cards import ANGEL, LIMIT, RANK_OF, REAPER, RISES, SWINGS
from games.rules.deadline_99.display.faces import card_face

PLAY = gettext_noop("Play %(card)s. %(effect)s")
RISE = gettext_noop("Play %(card)s: the count goes to %(count)s.")
OVER = gettext_noop("Play %(card)s: it goes over 99, and you’re out.")
SWING = gettext_noop("Play %(card)s as %(change)s.")
SWING_OVER = gettext_noop("Play %(card)s as %(change)s: it goes over 99, and you’re out.")
AIMED = {
    "A": gettext_noop("Play %(card)s and choose who is next: %(seats)s."),
    "J": gettext_noop("Play %(card)s to take a card from one of %(seats)s."),
    "7": gettext_noop("Play %(card)s to swap hands with one of %(seats)s."),
}
AIMED_AT_ONE = {
    "A": gettext_noop("Play %(card)s: %(seats)s is next."),
    "J": gettext_noop("Play %(card)s to take a card from %(seats)s."),
    "7": gettext_noop("Play %(card)s to swap hands with %(seats)s."),
}

THEMES = {
    "ace": gettext_noop("Aces"),
    "jack": gettext_noop("Jacks"),
    "seven": gettext_noop("Sevens"),
    "eight": gettext_noop("Eights"),
    "king": gettext_noop("Kings"),
    "swing": gettext_noop("Tens and queens"),
    "number": gettext_noop("Number cards"),
    "joker": gettext_noop("Angel and reaper"),
}
_NAMED = {"A": "ace", "J": "jack", "7": "seven", "8": "eight", "K": "king"}


def theme(action: Action) -> str:
    """Return which cards a play is about."""
    rank = RANK_OF[action["card"]]
    if rank in _NAMED:
        return _NAMED[rank]
    return "swing" if rank in SWINGS else "joker" if rank in (ANGEL, REAPER) else "number"


def offers(view: JsonObject, legal: Sequence[Action]) -> list[Phrase]:
    """Return a sentence for each card and sign; all players a card may name are in one."""
    count: int = view["state"]["count"]
    targets: dict[str, list[int]] = {}
    for action in legal:
        if "target" in action:
            targets.setdefault(action["card"], []).append(action["target"])
    plays = [
        _play(action, count)
        for action in legal
        if action["type"] == "play" and "target" not in action
    ]
    aimed = [_aimed(card, tuple(seats)) for card, seats in targets.items()]
    return [*plays, *aimed]


def _aimed(card: str, seats: tuple[int, ...]) -> Phrase:
    aimed = AIMED if len(seats) > 1 else AIMED_AT_ONE
    return Phrase(aimed[RANK_OF[card]], {"card": CardRef(card), "seats": SeatRefs(seats)})


def _play(action: Action, count: int) -> Phrase:
    """Return what playing a card would do now."""
    card = action["card"]
    rank = RANK_OF[card]
    told: dict[str, Argument] = {"card": CardRef(card)}
    if rank in SWINGS:
        told["change"] = f"{'−' if action['op'] == '-' else '+'}{SWINGS[rank]}"
        is_over = action["op"] == "+" and count + SWINGS[rank] > LIMIT
        return Phrase(SWING_OVER if is_over else SWING, told)
    if rank in RISES and rank != REAPER:
        after = count + RISES[rank]
        return Phrase(OVER, told) if after > LIMIT else Phrase(RISE, {**told, "count": after})
    return Phrase(PLAY, {**told, "effect": Term(card_face(card)["help"])})
