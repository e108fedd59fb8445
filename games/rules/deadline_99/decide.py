"""Turn an accepted action into all the events it causes. Pure.

Spec: deadline_99, "Setup", "A turn", "End"; record format, "Resigning". The
game's only module that receives a `Chance`.
"""

from __future__ import annotations

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction, Options
from games.engine.match import NOT_AN_ACTION
from games.engine.stocks import StocksMade, dealt_out, has_own_stocks, left_for, together, top_for
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
from games.rules.deadline_99.draft import Draft
from games.rules.deadline_99.events import endings
from games.rules.deadline_99.meta import FACTIONS
from games.rules.deadline_99.roles import unshuffled_roles
from games.rules.deadline_99.scoring import ending_after_elimination, ending_by_cap
from games.rules.deadline_99.state import State, next_alive

HAND_SIZE = 5
PLAYS_PER_SEAT = 200
ALREADY_OUT = gettext_noop("You’re already out of this match.")


def start(options: Options, seats: int, chance: Chance) -> list[Event]:
    """Return the opening events: roles (shuffled first), then the deal, one card at a time.

    With own stocks each seat brings the packs, and the rest after the deal is dealt out as well.
    """
    factions = options["mode"] == FACTIONS
    roles = chance.shuffle(unshuffled_roles(seats, options["free_agents"])) if factions else []
    packs = unshuffled_pack(options["decks"], options["angel_reaper"])
    apart = has_own_stocks(options)
    pack = chance.shuffle(packs * (seats if apart else 1))
    dealt, rest = pack[: -HAND_SIZE * seats - 1 : -1], tuple(pack[: -HAND_SIZE * seats])
    pile, sizes = together(dealt_out(rest, range(seats)) if apart else [rest])
    begun = ev.MatchBegun(
        seats=seats,
        draw_pile=pile,
        factions=factions,
        allow_negative=options["allow_negative"],
        cap=PLAYS_PER_SEAT * seats,
        turn=0,
    )
    return [
        begun,
        *([StocksMade(sizes)] if apart else []),
        *(ev.RoleDealt(seat, role) for seat, role in enumerate(roles)),
        *(ev.HandDealt(seat, sorted_hand(dealt[seat::seats])) for seat in range(seats)),
    ]


def decide(state: State, seat: int, action: Action, chance: Chance) -> tuple[list[Event], State]:
    """Return the events `action` causes and the state after them, or raise IllegalAction."""
    kind = action["type"]
    if kind == "play":
        wanted = read_play(state, seat, action)
        draft = Draft(state)
        _play(draft, seat, wanted, chance)
    elif kind == "resign":
        require_keys(action, ())
        draft = Draft(state)
        _resign(draft, seat)
    else:
        raise IllegalAction("unknown_action", NOT_AN_ACTION)
    return draft.events, draft.state()


def _play(draft: Draft, seat: int, play: Play, chance: Chance) -> None:
    """Play one card with all its consequences, up to the next turn."""
    card, rank, op, target = play
    if target is not None:
        _play_at(draft, seat, card, rank, target, chance)
        return
    before = draft.count
    count = _new_count(draft, rank, op)
    if count > LIMIT:
        draft.add(ev.CardPlayedOver(seat, card, op, before, count))
        _go_out(draft, seat, endings.OVER)
        return
    if rank == REAPER:
        direction = draft.direction
        draft.add(ev.CardPlayed(seat, card, None, None, before, count, direction, seat))
        _go_out(draft, seat, endings.BY_REAPER)
        return
    direction = -draft.direction if rank == "8" else draft.direction
    turn = next_alive(draft.alive, seat, direction)
    draft.add(ev.CardPlayed(seat, card, op, None, before, count, direction, turn))
    _draw(draft, seat, 2 if rank == ANGEL else 1, chance)
    _end_turn(draft, turn)


def _play_at(draft: Draft, seat: int, card: str, rank: str, target: int, chance: Chance) -> None:
    """Play an ace, jack or seven, none of which change the count."""
    count, direction = draft.count, draft.direction
    turn = target if rank == "A" else next_alive(draft.alive, seat, direction)
    draft.add(ev.CardPlayed(seat, card, None, target, count, count, direction, turn))
    if rank == "A":
        _draw(draft, seat, 1, chance)
    elif rank == "J":
        draft.add(_take(draft, seat, target, chance))
    else:
        draft.add(ev.HandsSwapped(seat, target, draft.hands[target], draft.hands[seat]))
    _end_turn(draft, turn)


def _new_count(draft: Draft, rank: str, op: str | None) -> int:
    """Return the count after the play, even if above 99."""
    if op is not None:
        if op == "+":
            return draft.count + SWINGS[rank]
        lower = draft.count - SWINGS[rank]
        return lower if draft.allow_negative else max(0, lower)
    if rank == "K":
        return LIMIT
    return draft.count + RISES.get(rank, 0)


def _take(draft: Draft, seat: int, target: int, chance: Chance) -> Event:
    """Return a jack's event: one random card taken, if the target has any."""
    hand = draft.hands[target]
    if not hand:
        return ev.NothingTaken(seat, target)
    return ev.CardTaken(seat, target, hand[chance.uniform(len(hand))])


def _draw(draft: Draft, seat: int, count: int, chance: Chance) -> None:
    """Draw cards for the player, reshuffling if needed; an own stock that is used up stays so."""
    pile = draft.draw_pile
    if draft.stocks:
        if left_for(pile, draft.stocks, seat):
            draft.add(ev.CardsDrawn(seat, top_for(pile, draft.stocks, seat, count)))
        return
    if len(pile) < count:
        if pile:
            draft.add(ev.CardsDrawn(seat, pile[::-1]))
        # The card just played is already on the discard pile, so the pile is never empty.
        draft.add(ev.PileReshuffled(tuple(chance.shuffle(draft.discard_pile))))
        count -= len(pile)
        pile = draft.draw_pile
    draft.add(ev.CardsDrawn(seat, pile[: -count - 1 : -1]))


def _resign(draft: Draft, seat: int) -> None:
    """Resign a seat, in turn or not."""
    turn = draft.turn
    if turn is None or not draft.alive[seat]:
        raise IllegalAction("already_out", ALREADY_OUT)
    if seat == turn:
        turn = next_alive(draft.alive, seat, draft.direction)
    _leave(draft, ev.Resigned(seat, draft.hands[seat], turn))


def _go_out(draft: Draft, seat: int, reason: str) -> None:
    """Eliminate a player because of their play or their empty hand."""
    turn = next_alive(draft.alive, seat, draft.direction)
    _leave(draft, ev.Eliminated(seat, reason, draft.hands[seat], turn))


def _leave(draft: Draft, out: ev.Eliminated | ev.Resigned) -> None:
    """Remove a player, then end the match or begin the next turn."""
    draft.add(out)
    ending = ending_after_elimination(draft, isinstance(out, ev.Resigned))
    for event in ending:
        draft.add(event)
    if not ending:
        _end_turn(draft, out.turn)


def _end_turn(draft: Draft, turn: int) -> None:
    """Apply what precedes the turn of seat `turn`: its empty hand, the cap."""
    if not draft.hands[turn]:
        _go_out(draft, turn, endings.EMPTY_HAND)
    elif draft.plays >= draft.cap:
        for event in ending_by_cap(draft):
            draft.add(event)
