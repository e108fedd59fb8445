"""Model what a player cannot see: every draw pile, and every hand but their own. Pure.

Nobody ever learns a card in another's hand; bots remember the option that no view shows.
"""

from __future__ import annotations

from collections import Counter

from games.engine.contract import Event, JsonObject
from games.engine.hidden import Hidden, Memory
from games.rules.death_frontline.cards import Decks
from games.rules.death_frontline.events import MatchBegan
from games.rules.death_frontline.meta import DEFAULT_ROUNDS
from games.rules.death_frontline.state import Removed, SeatState, State, sort_hand
from games.rules.death_frontline.view import field_of


def hidden(state: State, seat: int) -> Hidden:
    """Return all draw piles, by owner, and the others' hands."""
    return Hidden(
        hands={
            other: own.hand for other, own in enumerate(state.seats) if other != seat and own.hand
        },
        piles={owner: own.draw_pile for owner, own in enumerate(state.seats)},
    )


def with_hidden(state: State, dealt: Hidden) -> State:
    """Return the state with these hands and piles."""
    seats = [
        own._replace(
            hand=sort_hand(dealt.hands[seat]) if seat in dealt.hands else own.hand,
            draw_pile=dealt.piles[seat],
        )
        for seat, own in enumerate(state.seats)
    ]
    return state._replace(seats=tuple(seats))


def recall(memory: Memory, event: Event, seat: int) -> None:
    """Note when running out of cards ends the battle, which everybody is told at its start."""
    if isinstance(event, MatchBegan):
        memory.notes.append(event.end_on)


def from_view(decks: Decks, view: JsonObject) -> State:
    """Return a state that looks like a seat's view to that seat, with the unseen cards anywhere.

    The view tells neither the options nor who could act this round: the options are the usual
    ones here, and everybody could act.
    """
    game, seats = view["state"], len(view["state"]["seats"])
    return State(
        turn=game["turn"],
        could_act=(True,) * seats,
        passed=tuple(game["passed"]),
        step=game["step"],
        seats=tuple(_seat_of(decks, game, seat) for seat in range(seats)),
        field=field_of(game),
        round=game["round"],
        order=tuple(game["order"]),
        end_on="out_of_cards",
        max_rounds=max(DEFAULT_ROUNDS, game["round"]),
        offers=tuple(game["offers"]),
        resigned=tuple(view["resigned"]),
        removed=tuple(Removed(gone["card"], gone["seat"]) for gone in game["removed"]),
    )


def _seat_of(decks: Decks, game: JsonObject, seat: int) -> SeatState:
    """Return one seat's cards; the unseen ones fill first a hidden hand, then the draw pile."""
    own = game["seats"][seat]
    cards = sort_hand(unseen_cards(decks, game, seat).elements())
    shown = isinstance(own["hand"], list)
    in_hand = 0 if shown else own["hand"]["count"]
    return SeatState(
        own["deck"],
        tuple(own["hand"]) if shown else cards[:in_hand],
        cards[in_hand:],
        tuple(own["discard_pile"]),
    )


def unseen_cards(decks: Decks, game: JsonObject, seat: int) -> Counter[str]:
    """Count the cards of a seat's deck that a view does not show: hidden hand and draw pile."""
    own = game["seats"][seat]
    cards = Counter(decks[own["deck"]].unshuffled())
    shown = [*own["discard_pile"], *(own["hand"] if isinstance(own["hand"], list) else ())]
    for place in ("field", "facilities", "removed"):
        shown += [thing["card"] for thing in game[place] if thing["seat"] == seat]
    cards.subtract(shown)
    return cards
