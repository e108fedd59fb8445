"""Turn an accepted action into all the events it causes. Pure.

Spec: deadline_99, "Setup", "A turn", "End"; record format, "Resigning". The
game's only module that receives a `Chance`.
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
)
from games.rules.deadline_99.course import Course
from games.rules.deadline_99.events import endings
from games.rules.deadline_99.meta import FACTIONS
from games.rules.deadline_99.roles import unshuffled_roles
from games.rules.deadline_99.scoring import ending_after_elimination, ending_by_cap
from games.rules.deadline_99.state import State, next_alive

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
    """Return the events `action` causes; raises IllegalAction if it is not legal."""
    return play(state, seat, action, chance)[0]


def play(state: State, seat: int, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the events `action` causes, and the state after them."""
    kind = action["type"]
    if kind == "play":
        wanted = read_play(state, seat, action)
        course = Course(state)
        _play(course, seat, wanted, chance)
    elif kind == "resign":
        require_keys(action, ())
        course = Course(state)
        _resign(course, seat)
    else:
        raise IllegalAction("unknown_action", NOT_AN_ACTION)
    return course.events, course.state()


def _play(course: Course, seat: int, play: Play, chance: Chance) -> None:
    """Play one card with all its consequences, up to the next turn."""
    card, rank, op, target = play
    if target is not None:
        _play_at(course, seat, card, rank, target, chance)
        return
    before = course.count
    count = _new_count(course, rank, op)
    if count > LIMIT:
        course.add(ev.CardPlayedOver(seat, card, op, before, count))
        _go_out(course, seat, endings.OVER)
        return
    if rank == REAPER:
        direction = course.direction
        course.add(ev.CardPlayed(seat, card, None, None, before, count, direction, seat))
        _go_out(course, seat, endings.BY_REAPER)
        return
    direction = -course.direction if rank == "8" else course.direction
    turn = next_alive(course.alive, seat, direction)
    course.add(ev.CardPlayed(seat, card, op, None, before, count, direction, turn))
    _draw(course, seat, 2 if rank == ANGEL else 1, chance)
    _end_turn(course, turn)


def _play_at(course: Course, seat: int, card: str, rank: str, target: int, chance: Chance) -> None:
    """Play an ace, jack or seven, none of which change the count."""
    count, direction = course.count, course.direction
    turn = target if rank == "A" else next_alive(course.alive, seat, direction)
    course.add(ev.CardPlayed(seat, card, None, target, count, count, direction, turn))
    if rank == "A":
        _draw(course, seat, 1, chance)
    elif rank == "J":
        course.add(_take(course, seat, target, chance))
    else:
        course.add(ev.HandsSwapped(seat, target, course.hands[target], course.hands[seat]))
    _end_turn(course, turn)


def _new_count(course: Course, rank: str, op: str | None) -> int:
    """Return the count after the play, even if above 99."""
    if op is not None:
        if op == "+":
            return course.count + SWINGS[rank]
        lower = course.count - SWINGS[rank]
        return lower if course.allow_negative else max(0, lower)
    if rank == "K":
        return LIMIT
    return course.count + RISES.get(rank, 0)


def _take(course: Course, seat: int, target: int, chance: Chance) -> Event:
    """Return a jack's event: one random card taken, if the target has any."""
    hand = course.hands[target]
    if not hand:
        return ev.NothingTaken(seat, target)
    return ev.CardTaken(seat, target, hand[chance.uniform(len(hand))])


def _draw(course: Course, seat: int, count: int, chance: Chance) -> None:
    """Draw cards for the player, reshuffling if needed."""
    pile = course.draw_pile
    if len(pile) < count:
        if pile:
            course.add(ev.CardsDrawn(seat, pile[::-1]))
        # The card just played is already on the discard pile, so the pile is never empty.
        course.add(ev.PileReshuffled(tuple(chance.shuffle(course.discard_pile))))
        count -= len(pile)
        pile = course.draw_pile
    course.add(ev.CardsDrawn(seat, pile[: -count - 1 : -1]))


def _resign(course: Course, seat: int) -> None:
    """Resign a seat, in turn or not."""
    turn = course.turn
    if turn is None or not course.alive[seat]:
        raise IllegalAction("already_out", ALREADY_OUT)
    if seat == turn:
        turn = next_alive(course.alive, seat, course.direction)
    _leave(course, ev.Resigned(seat, course.hands[seat], turn))


def _go_out(course: Course, seat: int, reason: str) -> None:
    """Eliminate a player because of their play or their empty hand."""
    turn = next_alive(course.alive, seat, course.direction)
    _leave(course, ev.Eliminated(seat, reason, course.hands[seat], turn))


def _leave(course: Course, out: ev.Eliminated | ev.Resigned) -> None:
    """Remove a player, then end the match or begin the next turn."""
    course.add(out)
    ending = ending_after_elimination(course, isinstance(out, ev.Resigned))
    for event in ending:
        course.add(event)
    if not ending:
        _end_turn(course, out.turn)


def _end_turn(course: Course, turn: int) -> None:
    """Apply what precedes the turn of seat `turn`: its empty hand, the cap."""
    if not course.hands[turn]:
        _go_out(course, turn, endings.EMPTY_HAND)
    elif course.plays >= course.cap:
        for event in ending_by_cap(course):
            course.add(event)
