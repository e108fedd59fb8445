"""Build the Zombie Rummy table's regions from a view and its legal actions only. Pure.

seat-N        one player's table and score (`boards.py`); for the viewer's own seat, also the
              hand's penalty
piles         the round, the draw pile and the discard pile; on one's turn, the possible draws
zr-goal       what ends the match, who is near, and who is ahead (`goal.py`)
zr-round-end  the last round's result
zr-discards   the discard pile opened; discarded-N, one of its cards
zr-depths     within it, how deep the viewer may draw (`draws.py`)
zr-scores     the score sheet
zr-sets       the largest sets in the viewer's hand
hand          the viewer's own cards; held-KEY, one of them
zr-acts       the possible draws, lays and discards (`moves.py`)
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Event, JsonObject
from games.engine.showing import Region, Scene, TableRegions, clockwise
from games.engine.stocks import spread
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.display.boards import board_of, held_count
from games.rules.zombie_rummy.display.draws import draws
from games.rules.zombie_rummy.display.faces import face, held_faces
from games.rules.zombie_rummy.display.goal import goal_of, recap_of
from games.rules.zombie_rummy.display.moves import moves, proposed_sets

FOLDER = "games/zombie_rummy"
HINTS = {
    "draw": gettext_noop("draw a card"),
    "must_meld": gettext_noop("lay a set with %(must)s"),
    "lay": gettext_noop("lay any cards you like, then discard one"),
}
DRAMAS = {
    "seat_nuked": "nuke",
    "brain_stolen": "brain",
    "device_broken": "zombie",
    "horde_formed": "gang",
}
COMES_FROM = {
    "card_drawn": "draw-pile",
    "hand_dealt": "draw-pile",
    "discards_taken": "discard-pile",
}
NO_DRAWS: JsonObject = {"deck": None, "top": None, "deep": []}


def public(scene: Scene) -> Iterator[Region]:
    """Yield the public regions."""
    boards = [board_of(scene, seat) for seat in scene.seats]
    for board in boards:
        yield Region(f"seat-{board['number']}", f"{FOLDER}/_board.jinja", board)
    yield _piles(scene, NO_DRAWS)
    yield Region("zr-goal", f"{FOLDER}/_goal.jinja", goal_of(scene))
    yield _round_end(scene)
    yield _depths(scene, NO_DRAWS)
    yield from _discards(scene)
    yield _scores(scene, boards)
    yield scene.ticker(4)
    yield scene.turn_bar()


def private(scene: Scene) -> Iterator[Region]:
    """Yield the regions that only the viewer is shown, or shown otherwise."""
    state, me = scene.view["state"], scene.me or 0
    yield scene.ticker(4)
    yield _turn(scene)
    if scene.is_over:
        return
    hand = own_hand(state, me)
    board = board_of(scene, scene.seats[me], own=True)
    yield Region(f"seat-{me}", f"{FOLDER}/_board.jinja", board)
    offered = draws(state, hand, scene.legal)
    if offered != NO_DRAWS:
        yield _piles(scene, offered)
        yield _depths(scene, offered)
    yield from _hand(scene, hand)
    yield _acts(scene, offered)


def layout(scene: Scene) -> JsonObject:
    """Return the seating, and whether there is a hand."""
    order = clockwise(len(scene.seats), scene.me)
    return {"order": order, "me": scene.me, "has_hand": scene.me is not None and not scene.is_over}


def _round_end(scene: Scene) -> Region:
    """Return the last round's result, until everybody has had a turn in the new one."""
    rounds = recap_of(scene)["rounds"]
    is_fresh = not scene.is_over and scene.view["state"]["turns_played"] < len(scene.seats)
    arguments = {
        "round": rounds[-1] if rounds and is_fresh else None,
        "names": [seat.name for seat in scene.seats],
    }
    return Region("zr-round-end", f"{FOLDER}/_round_end.jinja", arguments)


def own_hand(state: JsonObject, seat: int) -> list[str]:
    """Return a seat's cards, or none if this view hides them."""
    hand = state["hands"][seat]
    return [] if isinstance(hand, dict) else list(hand)


def _piles(scene: Scene, offered: JsonObject) -> Region:
    state, latest = scene.view["state"], scene.latest
    pile = state["discard_pile"]
    sheet = recap_of(scene)
    arguments = {
        "round": state["round"],
        "rounds": sheet["target"] if sheet["end"] == "rounds" else None,
        "finished": scene.is_over,
        "drawable": held_count(state["draw_pile"]),
        "stocks": spread(state.get("stocks", ())),
        "top": face(pile[-1]) if pile else None,
        "discarded": len(pile),
        "draw_deck": offered["deck"],
        "draw_top": offered["top"],
        "flip_from": latest.seat_id if "card_discarded" in latest.names else None,
    }
    return Region("piles", f"{FOLDER}/_piles.jinja", arguments)


def _discards(scene: Scene) -> Iterator[Region]:
    """Yield the opened discard pile and, within it, its cards."""
    pile = scene.view["state"]["discard_pile"]
    for number, code in enumerate(pile):
        arguments = {"id": f"discarded-{number}", "face": face(code)}
        yield Region(f"discarded-{number}", f"{FOLDER}/_discarded.jinja", arguments)
    yield Region("zr-discards", f"{FOLDER}/_discards.jinja", {"count": len(pile)})


def _depths(scene: Scene, offered: JsonObject) -> Region:
    """Return how deep the viewer may draw."""
    pile = scene.view["state"]["discard_pile"]
    arguments = {
        "top": face(pile[-1]) if offered["top"] else None,
        "draw_top": offered["top"],
        "deep": offered["deep"],
    }
    return Region("zr-depths", f"{FOLDER}/_depths.jinja", arguments)


def _scores(scene: Scene, boards: list[JsonObject]) -> Region:
    state, sheet = scene.view["state"], recap_of(scene)
    arguments = {
        "rounds": sheet["rounds"],
        "end": sheet["end"],
        "target": sheet["target"],
        "names": [seat.name for seat in scene.seats],
        "totals": state["totals"],
        "wins": state["round_wins"],
        "finished": scene.is_over,
        "round_now": state["round"],
        "tables": [{**board["parts"], "points": board["table"]} for board in boards],
    }
    return Region("zr-scores", f"{FOLDER}/_scores.jinja", arguments)


def _turn(scene: Scene) -> Region:
    state = scene.view["state"]
    if state["phase"] == "draw":
        return scene.turn_bar(HINTS["draw"])
    if state["must_meld"]:
        return scene.turn_bar(HINTS["must_meld"], card=state["must_meld"])
    return scene.turn_bar(HINTS["lay"])


def _hand(scene: Scene, hand: list[str]) -> Iterator[Region]:
    state, latest = scene.view["state"], scene.latest
    is_own = latest.seat in (None, scene.me)
    came = [place for name, place in COMES_FROM.items() if is_own and name in latest.names]
    sets = proposed_sets(hand, state["must_meld"]) if scene.controls else []
    yield Region("zr-sets", f"{FOLDER}/_sets.jinja", {"sets": sets})
    held = held_faces(hand)
    for one in held:
        card = {"face": one, "control": scene.controls}
        yield Region(f"held-{one['key']}", f"{FOLDER}/_held.jinja", card)
    arguments = {
        "hand": [one["key"] for one in held],
        "resigned": scene.me is not None and scene.seats[scene.me].resigned,
        "may_draw": bool(scene.legal) and state["phase"] == "draw",
        "controls": scene.controls,
        "flip_from": came[0] if came else None,
    }
    yield Region("hand", f"{FOLDER}/_hand.jinja", arguments)


def _acts(scene: Scene, offered: JsonObject) -> Region:
    state = scene.view["state"]
    pile, must = state["discard_pile"], state["must_meld"]
    found = moves(state, scene.legal)
    for move in found:
        move["name"] = None if move["seat"] is None else scene.seats[move["seat"]].name
        move["is_own"] = move["seat"] == scene.me
    arguments = {
        "mine": bool(scene.legal),
        "phase": state["phase"],
        "draws": {**offered, "deep": bool(offered["deep"])},
        "top": face(pile[-1]) if pile else None,
        "must": must and face(must),
        "moves": found,
    }
    return Region("zr-acts", f"{FOLDER}/_acts.jinja", arguments)


def places(event: Event) -> tuple[str, ...]:
    """Return where an event can be seen: the stack it changed, whose table, or the pile."""
    if event.name in ("card_discarded", "discards_taken", "first_card_turned"):
        return ("discard-pile",)
    owners = (getattr(event, name, None) for name in ("target", "victim", "holder", "seat"))
    seats = [f"seat-{owner}" for owner in owners if owner is not None][:1]
    stack = getattr(event, "stack", None)
    return tuple(seats) if stack is None else (f"stack-{stack}", *seats)


ROUTINE = frozenset({"card_drawn", "hand_dealt", "first_card_turned", "seat_scored", "round_began"})

SOUNDS = {
    "seat_nuked": "blast",
    "brain_stolen": "snatch",
    "device_broken": "crack",
    "horde_formed": "groan",
    "seat_attacked": "groan",
    "hand_dealt": "deal",
}

TABLE = TableRegions(public, private, layout, places, DRAMAS, ROUTINE, SOUNDS)
