"""Play a round on from an imagined deal, every seat by a narrow beam search.

Works on states alone, without views, events or further chance: a round that ends is over, the
next one is not dealt. Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Final

from games.engine.contract import Action
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.bots.search import Line, best_line, draw_worth
from games.rules.zombie_rummy.bots.worth import Mind, Taste, keep_values, make_up, standing
from games.rules.zombie_rummy.events import CardDiscarded
from games.rules.zombie_rummy.rounds import TURNS_PER_SEAT
from games.rules.zombie_rummy.scoring import round_scores
from games.rules.zombie_rummy.state import DRAW, OVER, State
from games.rules.zombie_rummy.verbs import draw

STEPS: Final = 60
"""How many lay actions a turn of a playout tries."""
DRAWS: Final = 4
"""How many draws: from the pile, or few of the discards."""


def drawn(state: State, seat: int, action: Action) -> State:
    """Return the state after a draw; the round is over if that was the pile's last card."""
    after = apply(state, draw.decide(state, seat, action))
    return after if after.drawable(seat) else after._replace(turn=None, phase=OVER)


def ended(state: State, seat: int, discard: str | None) -> State:
    """Return the state after the turn's last action, of a seat that has laid what it wants."""
    after = state if discard is None else apply(state, [CardDiscarded(seat, discard)])
    turns = after.turns_played + 1
    out = discard is not None and not after.hands[seat]
    if out or turns >= TURNS_PER_SEAT * after.seats:
        return after._replace(turns_played=turns, turn=None, phase=OVER)
    follower = after.next_seat(seat)
    return after._replace(turns_played=turns, turn=follower, phase=DRAW, must_meld=None)


def play_turns(state: State, turns: int, taste: Taste) -> State:
    """Return the state after so many turns, or at the round's end."""
    for _ in range(turns):
        if state.turn is None:
            break
        state = _turn(state, state.turn, taste)
    return state


def _turn(state: State, seat: int, taste: Taste) -> State:
    """Return the state after the turn that the taste finds best."""
    if state.phase == DRAW:
        state = drawn(state, seat, _draw(make_up(state, seat, taste), state))
        if state.turn is None:
            return state
    line = best_line(make_up(state, seat, taste), state, STEPS)
    return ended(line.state, seat, _discard(line, seat))


def _draw(mind: Mind, state: State) -> Action:
    """Return the best draw."""
    draws = draw.legal(state, mind.seat)[:DRAWS]
    if len(draws) == 1:
        return draws[0]
    steps = STEPS // len(draws)
    return max(draws, key=lambda action: draw_worth(mind, state, action, steps))


def _discard(line: Line, seat: int) -> str | None:
    """Return what the line discards; where it found no way to end the turn, any card."""
    if line.discard is None and line.state.hands[seat]:
        return line.state.hands[seat][0]
    return line.discard


def advantage(mind: Mind, state: State) -> float:
    """Return how far the seat is ahead of its rivals, in points, hands and prospects included."""
    if state.turn is None:
        each = [float(score.points) for score in round_scores(state)]
    else:
        each = [_standing(state, seat, mind.taste) for seat in range(state.seats)]
    theirs = sum(weight * each[rival] for rival, weight in mind.weights.items())
    return each[mind.seat] - theirs


def _standing(state: State, seat: int, taste: Taste) -> float:
    mind = make_up(state, seat, taste)
    return standing(mind, state, keep_values(mind, state))
