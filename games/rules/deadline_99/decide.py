"""From an accepted action to everything that happens because of it. Pure.

Spec: deadline_99, "Setup", "A turn", "End"; record format, "Resigning". The
only module of the game that is given chance.
"""

from __future__ import annotations

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction, Options
from games.engine.match import NOT_AN_ACTION
from games.engine.text import gettext_noop
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.actions import Play, read_play
from games.rules.deadline_99.cards import (
    ANGEL,
    LIMIT,
    REAPER,
    RISES,
    SWINGS,
    sorted_hand,
    unshuffled_pack,
    without_card,
)
from games.rules.deadline_99.events import endings
from games.rules.deadline_99.meta import FACTIONS
from games.rules.deadline_99.roles import unshuffled_roles
from games.rules.deadline_99.scoring import ending_after_elimination, ending_by_cap, ends_match
from games.rules.deadline_99.state import State, apply, next_alive

HAND_SIZE = 5
PLAYS_PER_SEAT = 200
ALREADY_OUT = gettext_noop("You are out of this match already.")


def start(options: Options, seats: int, chance: Chance) -> list[Event]:
    """Return the opening events: roles (shuffled first), then the deal, one card at a time."""
    factions = options["mode"] == FACTIONS
    roles = chance.shuffle(unshuffled_roles(seats, options["free_agents"])) if factions else []
    pack = chance.shuffle(unshuffled_pack(options["decks"], options["angel_reaper"]))
    dealt = pack[: -HAND_SIZE * seats - 1 : -1]
    begun = ev.MatchBegun(
        seats=seats,
        draw_pile=tuple(pack[: -HAND_SIZE * seats]),
        factions=factions,
        allow_negative=options["allow_negative"],
        cap=PLAYS_PER_SEAT * seats,
        turn=0,
    )
    return [
        begun,
        *(ev.RoleDealt(seat, role) for seat, role in enumerate(roles)),
        *(ev.HandDealt(seat, sorted_hand(dealt[seat::seats])) for seat in range(seats)),
    ]


def decide(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Return everything that `action` causes; raises IllegalAction if it is not legal."""
    if action["type"] == "play":
        return _play(state, seat, read_play(state, seat, action), chance)
    if action["type"] == "resign":
        require_keys(action, ())
        return _resign(state, seat)
    raise IllegalAction("unknown_action", NOT_AN_ACTION)


def _play(state: State, seat: int, play: Play, chance: Chance) -> list[Event]:
    """Return what playing one card causes, up to whose turn it is then."""
    card, rank, op, target = play
    if target is not None:
        return _play_at(state, seat, card, rank, target, chance)
    before = state.count
    count = _new_count(state, rank, op)
    if count > LIMIT:
        over = ev.CardPlayedOver(seat, card, op, before, count)
        return _go_out(state, seat, card, over, endings.OVER)
    if rank == REAPER:
        played = ev.CardPlayed(seat, card, None, None, before, count, state.direction, seat)
        return _go_out(state, seat, card, played, endings.BY_REAPER)
    direction = -state.direction if rank == "8" else state.direction
    turn = next_alive(state.alive, seat, direction)
    events: list[Event] = [
        ev.CardPlayed(seat, card, op, None, before, count, direction, turn),
        *_draw(state, seat, card, 2 if rank == ANGEL else 1, chance),
    ]
    return events if _goes_on(state, len(state.hands[turn])) else _settled(state, events)


def _play_at(
    state: State, seat: int, card: str, rank: str, target: int, chance: Chance
) -> list[Event]:
    """Return what an ace, jack or seven causes, which leave the count alone."""
    turn = target if rank == "A" else next_alive(state.alive, seat, state.direction)
    events: list[Event] = [
        ev.CardPlayed(seat, card, None, target, state.count, state.count, state.direction, turn)
    ]
    held = len(state.hands[turn])
    if rank == "A":
        events += _draw(state, seat, card, 1, chance)
    elif rank == "J":
        events.append(_take(state, seat, target, chance))
        held -= turn == target
    else:
        hand = without_card(state.hands[seat], card)
        events.append(ev.HandsSwapped(seat, target, state.hands[target], hand))
        held = len(hand) if turn == target else held
    return events if _goes_on(state, held) else _settled(state, events)


def _goes_on(state: State, held: int) -> bool:
    """Tell whether a play just leads to the next turn, as most do: no cap, no empty hand.

    `held` is how many cards the seat has whose turn it is then.
    """
    return held > 0 and state.plays + 1 < state.cap


def _new_count(state: State, rank: str, op: str | None) -> int:
    """Return what the count would become, above 99 included."""
    if op is not None:
        if op == "+":
            return state.count + SWINGS[rank]
        lower = state.count - SWINGS[rank]
        return lower if state.allow_negative else max(0, lower)
    if rank == "K":
        return LIMIT
    return state.count + RISES.get(rank, 0)


def _take(state: State, seat: int, target: int, chance: Chance) -> Event:
    """Return what a jack brings: one card at random, if the target has any."""
    hand = state.hands[target]
    if not hand:
        return ev.NothingTaken(seat, target)
    return ev.CardTaken(seat, target, hand[chance.uniform(len(hand))])


def _draw(state: State, seat: int, card: str, count: int, chance: Chance) -> list[Event]:
    """Return the draws after `card` was played, with the reshuffle they may need."""
    pile = state.draw_pile
    if len(pile) >= count:
        return [ev.CardsDrawn(seat, pile[: -count - 1 : -1])]
    events: list[Event] = []
    if pile:
        events.append(ev.CardsDrawn(seat, pile[::-1]))
    # The card just played lies on the discard pile already, so it is never empty.
    fresh = tuple(chance.shuffle((*state.discard_pile, card)))
    events.append(ev.PileReshuffled(fresh))
    events.append(ev.CardsDrawn(seat, fresh[: -(count - len(pile)) - 1 : -1]))
    return events


def _resign(state: State, seat: int) -> list[Event]:
    """Return what giving up causes, in turn or not."""
    if not state.alive[seat]:
        raise IllegalAction("already_out", ALREADY_OUT)
    turn = state.turn
    if turn is None:
        raise IllegalAction("already_out", ALREADY_OUT)
    if seat == turn:
        turn = next_alive(state.alive, seat, state.direction)
    return _settled(state, [ev.Resigned(seat, state.hands[seat], turn)], resigned=True)


def _go_out(state: State, seat: int, card: str, played: Event, reason: str) -> list[Event]:
    """Return the going out of the player who has just played `card`, and what follows."""
    hand = without_card(state.hands[seat], card)
    turn = next_alive(state.alive, seat, state.direction)
    events = [played, ev.Eliminated(seat, reason, hand, turn)]
    quiet = not ends_match(state, seat) and _goes_on(state, len(state.hands[turn]))
    return events if quiet else _settled(state, events)


def _settled(state: State, events: list[Event], resigned: bool = False) -> list[Event]:
    """Return the events with what follows at the turn's end: empty hands, the match's end."""
    for event in events:
        state = apply(state, event)
    went_out = resigned or isinstance(events[-1], ev.Eliminated)
    while True:
        ending = ending_after_elimination(state, resigned) if went_out else []
        if ending:
            return [*events, *ending]
        turn = state.turn
        if turn is None or state.hands[turn]:
            return [*events, *ending_by_cap(state)]
        following = next_alive(state.alive, turn, state.direction)
        empty = ev.Eliminated(turn, endings.EMPTY_HAND, (), following)
        events = [*events, empty]
        state = apply(state, empty)
        went_out, resigned = True, False
