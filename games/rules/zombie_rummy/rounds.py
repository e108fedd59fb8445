"""Deal a round, end it, and end the match.

Each function takes the current state and returns the events that follow.
Source: rules, "A match is a number of rounds", "Round end", "Match end".
Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Final

from games.engine.chance import Chance
from games.engine.contract import Event
from games.engine.stocks import StocksMade, dealt_out, together
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.cards import PACK, in_order
from games.rules.zombie_rummy.events import (
    FirstCardTurned,
    HandDealt,
    MatchEnded,
    RoundBegan,
    RoundEnded,
    RoundWon,
    SeatScored,
    TurnBegan,
    TurnEnded,
)
from games.rules.zombie_rummy.scoring import Score, ranks, round_scores, round_winners
from games.rules.zombie_rummy.state import State

HAND_SIZE: Final = 8
TURNS_PER_SEAT: Final = 60
MOST_ROUNDS: Final = 30


def deal(state: State, number: int, dealer: int, chance: Chance) -> list[Event]:
    """Shuffle and deal a round to the seats still in, and begin its first turn."""
    order = _clockwise_from(state, dealer)
    hands, first, pile = _dealt(order, chance)
    return [
        RoundBegan(number, dealer, tuple(pile)),
        *(HandDealt(seat, in_order(hands[seat])) for seat in sorted(hands)),
        FirstCardTurned(first),
        TurnBegan(order[0]),
    ]


def deal_apart(state: State, number: int, dealer: int, chance: Chance) -> list[Event]:
    """Shuffle and deal a round with a stock for each seat, whoever is still in.

    So every round is the same deal at every table. What a seat that resigned would have held
    stays face down on its stock.
    """
    order = [(dealer + step) % state.seats for step in range(1, state.seats + 1)]
    hands, first, pile = _dealt(order, chance)
    stocks = dealt_out(pile, order)
    for seat in order:
        if state.resigned[seat]:
            stocks[seat] += tuple(hands.pop(seat))
    rest, sizes = together(stocks)
    return [
        RoundBegan(number, dealer, rest),
        StocksMade(sizes),
        *(HandDealt(seat, in_order(hands[seat])) for seat in sorted(hands)),
        FirstCardTurned(first),
        TurnBegan(next(seat for seat in order if seat in hands)),
    ]


def _dealt(order: list[int], chance: Chance) -> tuple[dict[int, list[str]], str, list[str]]:
    """Return the hands, dealt in this order, the first discard, and the rest of the pack."""
    pile = chance.shuffle(PACK)
    hands: dict[int, list[str]] = {seat: [] for seat in order}
    for _ in range(HAND_SIZE):
        for seat in order:
            hands[seat].append(pile.pop())
    return hands, pile.pop(), pile


def _clockwise_from(state: State, dealer: int) -> list[int]:
    """Return the seats still in, from the dealer's left to the dealer."""
    order = [state.next_seat(dealer)]
    while len(order) < len(state.playing()):
        order.append(state.next_seat(order[-1]))
    return order


def end_turn(state: State, seat: int, chance: Chance, *, discarded: bool) -> list[Event]:
    """Return the events that follow a seat's last action of its turn.

    The turn is counted; an empty hand ends the round only after a discard.
    """
    ended = TurnEnded(seat, not discarded)
    if discarded and not state.hands[seat]:
        return [ended, *end_round(apply(state, [ended]), "out", seat, chance)]
    if state.turns_played + 1 >= TURNS_PER_SEAT * state.seats:
        return [ended, *end_round(apply(state, [ended]), "turns", None, chance)]
    return [ended, TurnBegan(state.next_seat(seat))]


def end_round(state: State, reason: str, out: int | None, chance: Chance) -> list[Event]:
    """Score the round; then end the match, or deal the next round."""
    scores = round_scores(state)
    points = tuple(score.points for score in scores)
    events: list[Event] = [RoundEnded(state.round, reason, out, state.turns_played, points)]
    events += [_scored(state, seat, scores[seat]) for seat in state.playing()]
    events += [RoundWon(seat, state.round) for seat in round_winners(state, points)]
    after = apply(state, events)
    why = end_reason(after)
    if why is not None:
        return [*events, MatchEnded(why, ranks(after), after.totals)]
    if after.stocks:
        return events + deal_apart(after, after.round + 1, (after.dealer + 1) % after.seats, chance)
    return events + deal(after, after.round + 1, after.next_seat(after.dealer), chance)


def _scored(state: State, seat: int, score: Score) -> SeatScored:
    return SeatScored(
        seat=seat,
        weapons=score.weapons,
        equipment=score.equipment,
        brains=score.brains,
        devices=score.devices,
        zombies=score.zombies,
        hand=score.hand,
        points=score.points,
        total=state.totals[seat] + score.points,
    )


def end_reason(state: State) -> str | None:
    """Return why the match is over after a round, or None."""
    if state.end == "score":
        if any(abs(total) >= state.target for total in state.totals):
            return "score"
        return "cap" if state.round >= MOST_ROUNDS else None
    if state.end == "rounds":
        return "rounds" if state.round >= state.target else None
    return "wins" if max(state.round_wins) >= state.target else None
