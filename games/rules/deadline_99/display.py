"""Build the Deadline 99 table's regions from a view and its legal actions only. Pure.

    seat-N      one seat: its cards, whether it is out or next, its role if the viewer may see it
    centre      draw pile, count, direction, discard pile
    d99-goal    how the match is won, and how many are left
    hand        the viewer's own cards; held-KEY, one of them, and what it would do
    choices     the choices for a card that can be played in several ways
    open-hands  every hand, where all are shown

A card of the hand is a face with `key` (its code and an index among equal cards) and `plays`: []
when it is not the viewer's turn; one for a plain card, two for 10 and Q, one per target for A, J
and 7. A play:

    json            the action to post
    op, target      "+", "-" or None; a seat or None
    becomes         the count after it; None if it depends on whether a minus stops at 0
    eliminates      this play eliminates the player: ask for confirmation

A held card's `note` is its sign and, on the viewer's turn, the counts it leads to. A play is
`forced` if every other one eliminates the player, too.

A face is code, rank ("10", "Q", "angel", …), suit ("S", … or None), sign ("+5", "±10", "=99", …)
and help (a gettext key: what it does in one sentence).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from games.engine.contract import Action, Event, JsonObject
from games.engine.plain import plain_text
from games.engine.showing import Region, Scene, SeatFacts, TableRegions, clockwise
from games.engine.text import gettext_noop
from games.rules.deadline_99.cards import ANGEL, LIMIT, RANK_OF, REAPER, RISES, SWINGS
from games.rules.deadline_99.roles import FREE, KINGS, NAMES
from games.rules.deadline_99.state import next_alive

_JOKERS = (ANGEL, REAPER)
_SIGNS = {"A": "→", "8": "↺", "J": "←", "7": "⇄", "K": "=99", ANGEL: "+2", REAPER: "✕"}
_HELP = {
    "A": gettext_noop("Choose who goes next. The direction stays the same."),
    "8": gettext_noop("Reverse the direction of play."),
    "J": gettext_noop("Take a random card from a player of your choice. You don’t draw."),
    "7": gettext_noop("Swap hands with a player of your choice. You don’t draw."),
    "10": gettext_noop("Add or subtract 10, your choice."),
    "Q": gettext_noop("Add or subtract 20, your choice."),
    "K": gettext_noop("Set the count to 99."),
    ANGEL: gettext_noop("Draw two cards instead of one."),
    REAPER: gettext_noop("You’re out as soon as you play it."),
}
_RISE_HELP = {
    "3": gettext_noop("Add 3 to the count."),
    "4": gettext_noop("Add 4 to the count."),
    "5": gettext_noop("Add 5 to the count."),
    "6": gettext_noop("Add 6 to the count."),
    "9": gettext_noop("Add 9 to the count."),
}
_WARM, _HOT = 70, 90


def public(scene: Scene) -> Iterator[Region]:
    """Yield the public regions."""
    state = scene.view["state"]
    for facts in scene.seats:
        yield _seat(scene, facts)
    yield Region("centre", "games/deadline_99/_centre.jinja", _centre(scene, state))
    if not scene.is_over:
        yield _goal(state)
    yield scene.ticker()
    yield scene.turn_bar()
    if scene.is_open:
        hands = [
            {"name": facts.name, "cards": [card_face(code) for code in hand]}
            for facts, hand in zip(scene.seats, state["hands"], strict=True)
            if hand
        ]
        yield Region("open-hands", "games/deadline_99/_open_hands.jinja", {"hands": hands})


def private(scene: Scene) -> Iterator[Region]:
    """Yield the regions that only the viewer is shown, or shown otherwise."""
    state, me = scene.view["state"], scene.me or 0
    yield scene.ticker()
    yield scene.turn_bar(gettext_noop("choose a card"))
    if scene.is_open:
        return
    if _role(state, me) is not None:
        yield _seat(scene, scene.seats[me])
    yield from _hand(scene, state, me)


def _hand(scene: Scene, state: JsonObject, me: int) -> Iterator[Region]:
    """Yield the hand, its cards and what may be chosen for them."""
    latest = scene.latest
    drew = latest.seat in (None, me) and {"cards_drawn", "hand_dealt"} & set(latest.names)
    hand = _held_cards(state, me, scene.legal)
    plays = [play for card in hand for play in card["plays"]]
    forced = bool(plays) and all(play["eliminates"] for play in plays)
    for number, card in enumerate(hand, 1):
        yield _held_card(card, number, forced=forced)
    shown = {
        "hand": [card["key"] for card in hand],
        "alive": state["alive"][me],
        "flip_from": "draw-pile" if drew else None,
    }
    yield Region("hand", "games/deadline_99/_hand.jinja", shown)
    several = [card for card in hand if len(card["plays"]) > 1]
    people = [
        {
            "name": facts.name,
            "face": facts.face,
            "place": (facts.number - me) % len(scene.seats),
            "cards": _held(hand),
        }
        for facts, hand in zip(scene.seats, state["hands"], strict=True)
    ]
    asked = {"choices": several, "people": people if several else [], "forced": forced}
    yield Region("choices", "games/deadline_99/_choices.jinja", asked)


def layout(scene: Scene) -> JsonObject:
    """Return the seating, and which hands are shown."""
    return {
        "order": clockwise(len(scene.seats), scene.me),
        "has_hand": scene.me is not None and not scene.is_open,
    }


def _seat(scene: Scene, facts: SeatFacts) -> Region:
    """Return a seat, with its role as far as the scene's view shows it."""
    state, seat = scene.view["state"], facts.number
    role = _role(state, seat)
    is_turn = seat == state["turn"]
    arguments = {
        "number": seat,
        "name": facts.name,
        "face": facts.face,
        "turn": is_turn,
        "cards": _held(state["hands"][seat]),
        "out": seat in state["eliminated"],
        "resigned": facts.resigned,
        "bot": facts.player_bot,
        "away": facts.is_away,
        "winner": facts.is_winner,
        "badge": role and NAMES[role],
        "badge_icon": role and _role_icon(role),
        "extra": "is-next" if seat == _following(state) else "",
        **scene.clock_of(is_turn),
    }
    return Region(f"seat-{seat}", "partials/seat.jinja", arguments)


def _held(hand: Any) -> int:
    """Return how many cards a hand holds, shown or not."""
    count: int = hand["count"] if isinstance(hand, dict) else len(hand)
    return count


def _following(state: JsonObject) -> int | None:
    """Return the seat after a plain card: the next one still in, in the direction of play."""
    if state["turn"] is None:
        return None
    return next_alive(tuple(state["alive"]), state["turn"], state["direction"])


def _centre(scene: Scene, state: JsonObject) -> JsonObject:
    pile = state["discard_pile"]
    fatal = scene.recap["fatal"] if scene.recap and scene.is_over else None
    return {
        "fatal": fatal and _fatal(scene, fatal),
        "heat": _heat(state["count"]),
        "clockwise": state["direction"] == 1,
        "count": state["count"],
        "limit": LIMIT,
        "drawable": _held(state["draw_pile"]),
        "card": card_face(pile[-1]) if pile else None,
        "discarded": len(pile),
        "flip_from": scene.latest.seat_id,
    }


def _fatal(scene: Scene, fatal: JsonObject) -> JsonObject:
    """Return the play that ended the match, as the middle shows it (`story.recap`)."""
    return {
        "name": scene.seats[fatal["seat"]].name,
        "face": card_face(fatal["card"]),
        "before": fatal["before"],
        "total": fatal["total"],
        "over": fatal["total"] > LIMIT,
    }


def _goal(state: JsonObject) -> Region:
    """Return how the match is won and, where the last player in wins, how many are left."""
    arguments = {
        "factions": state["roles"] is not None,
        "left": sum(state["alive"]),
        "seats": len(state["alive"]),
    }
    return Region("d99-goal", "games/deadline_99/_goal.jinja", arguments)


@cache
def card_face(code: str) -> JsonObject:
    """Return how one card is drawn and explained. Cached: do not modify the result."""
    rank = RANK_OF[code]
    if rank in RISES:
        sign, help_text = f"+{RISES[rank]}", _RISE_HELP[rank]
    else:
        sign = f"±{SWINGS[rank]}" if rank in SWINGS else _SIGNS[rank]
        help_text = _HELP[rank]
    return {
        "code": code,
        "rank": rank,
        "suit": None if rank in _JOKERS else code[-1],
        "sign": sign,
        "help": help_text,
    }


def _heat(count: int) -> str:
    """Return how close the count is to the limit, in four steps."""
    if count >= LIMIT:
        return "full"
    return "hot" if count >= _HOT else "warm" if count >= _WARM else "calm"


def _role(state: JsonObject, seat: int) -> str | None:
    """Return the seat's role as far as this view shows it."""
    role: str | None = None if state["roles"] is None else state["roles"][seat]
    return role


def _role_icon(role: str) -> str:
    return "crown" if role in KINGS else "spy" if role == FREE else "mask"


def _held_cards(state: JsonObject, own: int, legal: Sequence[Action]) -> list[JsonObject]:
    """Return the viewer's own cards, each with its possible plays."""
    hand = state["hands"][own]
    if isinstance(hand, dict):
        return []
    return [
        {
            **card_face(code),
            "key": f"{code}-{hand[:place].count(code)}",
            "plays": [_play(state, action) for action in legal if action.get("card") == code],
        }
        for place, code in enumerate(hand)
    ]


def _held_card(card: JsonObject, number: int, *, forced: bool) -> Region:
    """Return a card of the hand with what its element needs, so that equal ones are drawn once."""
    plays = card["plays"]
    only = plays[0] if len(plays) == 1 else None
    face = card_face(card["code"])
    is_deadly = only is not None and only["eliminates"]
    name = f"held-{card['key']}"
    arguments = {
        "id": name,
        "key": number,
        "face": face,
        "note": _note(face, plays),
        "menu": f"choice-{card['key']}" if len(plays) > 1 else None,
        "action": only and only["json"],
        "deadly": is_deadly,
        "becomes": only["becomes"] if only and is_deadly else None,
        "forced": forced,
    }
    return Region(name, "games/deadline_99/_held_card.jinja", arguments)


def _note(face: JsonObject, plays: Sequence[JsonObject]) -> str:
    """Return the counts that a card leads to, if it can be played and changes the count."""
    counts = ["≤0" if play["becomes"] is None else str(play["becomes"]) for play in plays]
    sign: str = face["sign"]
    if counts and face["rank"] in SWINGS:
        return " / ".join(counts)
    return f"{sign} → {counts[0]}" if counts and face["rank"] in RISES else sign


def _play(state: JsonObject, action: Action) -> JsonObject:
    becomes = _count_after(state["count"], action)
    return {
        "json": plain_text(action),
        "op": action.get("op"),
        "target": action.get("target"),
        "becomes": becomes,
        "eliminates": action["card"] == REAPER or (becomes is not None and becomes > LIMIT),
    }


def _count_after(count: int, action: Action) -> int | None:
    """Return the count after a play, even if above 99.

    A view does not say whether the count may fall below 0, so return None where
    that matters; a count already negative shows that it may.
    """
    rank = RANK_OF[action["card"]]
    if rank in SWINGS:
        if action["op"] == "+":
            return count + SWINGS[rank]
        lower = count - SWINGS[rank]
        return lower if lower >= 0 or count < 0 else None
    return LIMIT if rank == "K" else count + RISES.get(rank, 0)


def places(event: Event) -> tuple[str, ...]:
    """Return where an event can be seen: whom it was done to, else the pile or who did it."""
    seat = getattr(event, "target", None)
    if seat is None and event.name in ("card_played", "card_played_over"):
        return ("discard-pile",)
    seat = getattr(event, "seat", None) if seat is None else seat
    return () if seat is None else (f"seat-{seat}",)


DRAMAS = {"eliminated": "skull", "card_taken": "ui-hand-grab", "hands_swapped": "ui-shuffle"}

ROUTINE = frozenset({"cards_drawn"})

SOUNDS = {
    "eliminated": "fall",
    "hands_swapped": "swap",
    "card_taken": "snatch",
    "pile_reshuffled": "deal",
}

TABLE = TableRegions(public, private, layout, places, DRAMAS, ROUTINE, SOUNDS)
