"""Build the Deadline 99 table's regions from a view and its legal actions only. Pure.

    seat-N      one seat: its cards, whether it is out or next, its role if the viewer may see it
    centre      draw pile, count, direction, discard pile
    d99-goal    how the match is won, and how many are left
    hand        the viewer's own cards; held-KEY, one of them, and what it would do
    choices     the choices for a card that can be played in several ways
    open-hands  every hand, where all are shown

`hand.py` draws the viewer's own cards, `faces.py` single ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Event, JsonObject
from games.engine.showing import Region, Scene, SeatFacts, TableRegions, clockwise
from games.engine.stocks import spread
from games.engine.text import gettext_noop
from games.rules.deadline_99.cards import LIMIT
from games.rules.deadline_99.display.faces import card_face
from games.rules.deadline_99.display.hand import cards_held, hand_regions
from games.rules.deadline_99.roles import FREE, KINGS, NAMES
from games.rules.deadline_99.state import next_alive

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
    yield from hand_regions(scene, state, me)


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
        "cards": cards_held(state["hands"][seat]),
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
        "drawable": cards_held(state["draw_pile"]),
        "stocks": spread(state.get("stocks", ())),
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
