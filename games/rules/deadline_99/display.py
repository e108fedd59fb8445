"""The template context of the table page, from a view and its legal actions alone. Pure.

`display` returns, for `templates/games/deadline_99/table.jinja`, JSON-able data:

    count, limit        the count, and 99
    heat                "calm" below 70, "warm" below 90, "hot" below 99, "full" at 99
    clockwise           the direction of play
    mode                "classic" or "factions"
    turn                the seat whose turn it is, or None when the match is over
    my_turn, over       whether this viewer is to play; whether the match is over
    draw_pile           {"count", "cards": [card, …] bottom to top once open, else None}
    discard_pile        {"count", "top": card or None}
    seats               clockwise from the viewer (from seat 0 for the public):
        seat, place     its number; its place round the table, 0 at the bottom
        is_viewer, is_turn, alive
        is_next         the next still in, in the direction of play: who follows a plain card
        went_out        None, or 1 for the first who went out, 2 for the second, …
        hand_count
        hand            the cards if this viewer sees them (own hand, open table), else None
        role            None, or {"key", "icon", "name" (a gettext key), "faction", "secret"};
                        secret: the viewer sees it because it is theirs
    hand                the viewer's own cards in canonical order ([] for the public), each
                        card with "key" (its code and which of equal cards it is), "plays" and
                        "eliminates" (every play of it does)
    plays of a card     [] when it is not the viewer's turn; one for a plain card, two for
                        10 and Q, one per target for A, J and 7:
        action          what to post; "json" is its canonical text
        op, target      "+", "-" or None; a seat or None
        becomes         the count after it; None where a minus may or may not stop at 0
        eliminates      this play puts the player out: ask once
    a card              code, rank ("10", "Q", "angel", …), suit ("S", … or None),
                        glyph ("♠", …, "★", "☠"), red, sign ("+5", "±10", "=99", …),
                        help (a gettext key: what it does in one sentence)
"""

from __future__ import annotations

from functools import cache
from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.plain import plain_text
from games.engine.text import gettext_noop
from games.engine.viewer import Viewer
from games.rules.deadline_99.cards import ANGEL, LIMIT, RANK_OF, REAPER, RISES, SWINGS
from games.rules.deadline_99.meta import CLASSIC, FACTIONS
from games.rules.deadline_99.roles import FACTION_OF, FREE, KINGS, NAMES
from games.rules.deadline_99.state import next_alive

_GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_JOKER_GLYPHS = {ANGEL: "★", REAPER: "☠"}
_SIGNS = {"A": "→", "8": "↺", "J": "←", "7": "⇄", "K": "=99", ANGEL: "+2", REAPER: "✕"}
_HELP = {
    "A": gettext_noop("You choose whose turn is next; the direction stays."),
    "8": gettext_noop("The direction of play turns round."),
    "J": gettext_noop("You take a card at random from a player you choose, and draw none."),
    "7": gettext_noop("You swap hands with a player you choose, and draw none."),
    "10": gettext_noop("The count rises or falls by 10, as you choose."),
    "Q": gettext_noop("The count rises or falls by 20, as you choose."),
    "K": gettext_noop("The count becomes 99."),
    ANGEL: gettext_noop("You draw two cards instead of one."),
    REAPER: gettext_noop("Whoever plays it is out."),
}
_RISE_HELP = {
    "3": gettext_noop("The count rises by 3."),
    "4": gettext_noop("The count rises by 4."),
    "5": gettext_noop("The count rises by 5."),
    "6": gettext_noop("The count rises by 6."),
    "9": gettext_noop("The count rises by 9."),
}
_WARM, _HOT = 70, 90


def display(view: JsonObject, viewer: Viewer, legal: list[Action]) -> JsonObject:
    """Return the table's context as the module's docstring describes it."""
    state = view["state"]
    own = viewer.seat
    return {
        "count": state["count"],
        "limit": LIMIT,
        "heat": _heat(state["count"]),
        "clockwise": state["direction"] == 1,
        "mode": CLASSIC if state["roles"] is None else FACTIONS,
        "turn": state["turn"],
        "my_turn": own is not None and state["turn"] == own,
        "over": view["finished"],
        "draw_pile": _draw_pile(state["draw_pile"]),
        "discard_pile": _discard_pile(state["discard_pile"]),
        "seats": _seats(state, own),
        "hand": [] if own is None else _own_hand(state, own, legal),
    }


@cache
def card_face(code: str) -> JsonObject:
    """Return how one card is drawn and explained; the same data each time, to be read only."""
    rank = RANK_OF[code]
    joker = rank in _JOKER_GLYPHS
    if rank in RISES:
        sign, help_text = f"+{RISES[rank]}", _RISE_HELP[rank]
    else:
        sign = f"±{SWINGS[rank]}" if rank in SWINGS else _SIGNS[rank]
        help_text = _HELP[rank]
    return {
        "code": code,
        "rank": rank,
        "suit": None if joker else code[-1],
        "glyph": _JOKER_GLYPHS[rank] if joker else _GLYPHS[code[-1]],
        "red": code[-1] in "HD" and not joker,
        "sign": sign,
        "help": help_text,
    }


def _heat(count: int) -> str:
    """Return how close the count is to the limit, in four steps."""
    if count >= LIMIT:
        return "full"
    return "hot" if count >= _HOT else "warm" if count >= _WARM else "calm"


def _draw_pile(pile: Any) -> JsonObject:
    if isinstance(pile, dict):
        return {"count": pile["count"], "cards": None}
    return {"count": len(pile), "cards": [card_face(code) for code in pile]}


def _discard_pile(pile: list[str]) -> JsonObject:
    return {"count": len(pile), "top": card_face(pile[-1]) if pile else None}


def _seats(state: JsonObject, own: int | None) -> list[JsonObject]:
    """Return the seats clockwise from the viewer's own."""
    count, first, turn = len(state["alive"]), own or 0, state["turn"]
    following = None
    if turn is not None:
        following = next_alive(tuple(state["alive"]), turn, state["direction"])
    return [_seat(state, (first + place) % count, place, own, following) for place in range(count)]


def _seat(
    state: JsonObject, seat: int, place: int, own: int | None, following: int | None
) -> JsonObject:
    hand, eliminated = state["hands"][seat], state["eliminated"]
    hidden = isinstance(hand, dict)
    return {
        "seat": seat,
        "place": place,
        "is_viewer": seat == own,
        "is_turn": seat == state["turn"],
        "alive": state["alive"][seat],
        "is_next": seat == following,
        "went_out": eliminated.index(seat) + 1 if seat in eliminated else None,
        "hand_count": hand["count"] if hidden else len(hand),
        "hand": None if hidden else [card_face(code) for code in hand],
        "role": _role(state, seat, own),
    }


def _role(state: JsonObject, seat: int, own: int | None) -> JsonObject | None:
    """Return the seat's role as far as this view shows it."""
    role = None if state["roles"] is None else state["roles"][seat]
    if role is None:
        return None
    return {
        "key": role,
        "icon": _role_icon(role),
        "name": NAMES[role],
        "faction": FACTION_OF[role],
        "secret": seat == own and role not in KINGS and state["turn"] is not None,
    }


def _role_icon(role: str) -> str:
    return "crown" if role in KINGS else "spy" if role == FREE else "mask"


def _own_hand(state: JsonObject, own: int, legal: list[Action]) -> list[JsonObject]:
    """Return the viewer's own cards, each with what can be done with it now."""
    hand = state["hands"][own]
    if isinstance(hand, dict):
        return []
    return [
        _held_card(state, code, hand[:place].count(code), legal) for place, code in enumerate(hand)
    ]


def _held_card(state: JsonObject, code: str, copies: int, legal: list[Action]) -> JsonObject:
    plays = [_play(state, action) for action in legal if action.get("card") == code]
    return {
        **card_face(code),
        "key": f"{code}-{copies}",
        "plays": plays,
        "eliminates": bool(plays) and all(play["eliminates"] for play in plays),
    }


def _play(state: JsonObject, action: Action) -> JsonObject:
    becomes = _count_after(state["count"], action)
    return {
        "action": action,
        "json": plain_text(action),
        "op": action.get("op"),
        "target": action.get("target"),
        "becomes": becomes,
        "eliminates": action["card"] == REAPER or (becomes is not None and becomes > LIMIT),
    }


def _count_after(count: int, action: Action) -> int | None:
    """Return what the count would become, above 99 included.

    A view does not tell whether the count may fall below 0, so None where
    that decides; a negative count tells that it may.
    """
    rank = RANK_OF[action["card"]]
    if rank in SWINGS:
        if action["op"] == "+":
            return count + SWINGS[rank]
        lower = count - SWINGS[rank]
        return lower if lower >= 0 or count < 0 else None
    return LIMIT if rank == "K" else count + RISES.get(rank, 0)
