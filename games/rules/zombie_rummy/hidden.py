"""Model what a seat cannot see, and what it knows of others' hands: cards taken face up.

Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from games.engine.contract import Event, JsonObject
from games.engine.hidden import SHARED, Hidden, Memory
from games.rules.zombie_rummy import events as ev
from games.rules.zombie_rummy.cards import GANG, NUKE, PACK, ZOMBIE, in_order
from games.rules.zombie_rummy.sets import smallest_with
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.view import read_stack

PACK_COUNTS: Final = Counter(PACK)


def hidden(state: State, seat: int) -> Hidden:
    """Return the draw pile and the others' hands, one of which may owe a set."""
    hands = {other: hand for other, hand in enumerate(state.hands) if other != seat and hand}
    owed = {}
    if state.turn is not None and state.turn != seat and state.must_meld is not None:
        owed[state.turn] = smallest_with(state.must_meld)
    return Hidden(hands=hands, piles={SHARED: state.draw_pile}, one_of=owed)


def with_hidden(state: State, dealt: Hidden) -> State:
    """Return the state with these hands and this pile."""
    hands = list(state.hands)
    for seat, cards in dealt.hands.items():
        hands[seat] = in_order(cards)
    return state._replace(hands=tuple(hands), draw_pile=dealt.piles[SHARED])


def from_view(view: JsonObject) -> State:
    """Return a state that looks like the view to its seat: the unseen cards dealt in order.

    A view does not tell how the match ends, so the state's `end` is empty.
    """
    shown = view["state"]
    tables = tuple(tuple(read_stack(seen) for seen in table) for table in shown["tables"])
    seen = [*shown["discard_pile"], *shown["removed"]]
    seen += [card for table in tables for stack in table for card in stack.cards()]
    seen += [card for hand in shown["hands"] if isinstance(hand, list) for card in hand]
    left = list((PACK_COUNTS - Counter(seen)).elements())
    return State(
        seats=len(tables),
        end="",
        target=0,
        resigned=tuple(view["resigned"]),
        turn=shown["turn"],
        phase=shown["phase"],
        must_meld=shown["must_meld"],
        turns_played=shown["turns_played"],
        hands=tuple(_filled(hand, left) for hand in shown["hands"]),
        discard_pile=tuple(shown["discard_pile"]),
        draw_pile=_filled(shown["draw_pile"], left),
        tables=tables,
        # Any unused id will do for the next stack.
        stacks_made=max((stack.id for table in tables for stack in table), default=0),
        has_melded=tuple(shown["has_melded"]),
        removed=tuple(shown["removed"]),
        round=shown["round"],
        dealer=shown["dealer"],
        resign_order=tuple(seat for seat, gone in enumerate(view["resigned"]) if gone),
        round_scores=tuple(map(tuple, shown["round_scores"])),
        totals=tuple(shown["totals"]),
        round_wins=tuple(shown["round_wins"]),
        stocks=tuple(shown.get("stocks", ())),
    )


def _filled(place: Any, left: list[str]) -> tuple[str, ...]:
    """Return the cards of a place; a hidden one takes as many as it holds from `left`."""
    if isinstance(place, list):
        return tuple(place)
    taken = tuple(left[: place["count"]])
    del left[: place["count"]]
    return taken


def recall(memory: Memory, event: Event, seat: int) -> None:
    """Update what is known for certain; everything but a draw from the pile happens face up."""
    match event:
        case ev.RoundBegan():
            memory.forget_all()
        case ev.DiscardsTaken():
            memory.learn(event.seat, event.cards)
        case ev.CardPlaced() | ev.CardLaidOff() | ev.CardDiscarded():
            memory.lose(event.seat, [event.card])
        case ev.SeatAttacked() | ev.BrainLocked() | ev.BrainStolen() | ev.DeviceBroken():
            memory.lose(event.seat, [ZOMBIE])
        case ev.HordeFormed():
            memory.lose(event.seat, [GANG])
        case ev.SetLaid():
            memory.lose(event.seat, event.cards)
        case ev.SeatNuked():
            memory.lose(event.seat, [NUKE])
            memory.forget(event.target)
        case ev.SeatResigned():
            memory.forget(event.seat)
