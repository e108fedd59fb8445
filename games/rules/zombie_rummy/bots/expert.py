"""Try the best few turns on imagined deals, and see what the others make of them.

A beam search proposes whole turns. Each is played on the same imagined deals, followed by two
more turns of everybody whose turn comes. Its value mixes the search's judgement with the mean
outcome: few deals are noisy, and the search knows nothing of what the others can do next.
Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.engine.hidden import Memory, deal_anew
from games.rules.zombie_rummy.bots.playout import advantage, drawn, ended, play_turns
from games.rules.zombie_rummy.bots.search import (
    MOST_STEPS,
    Line,
    discard_costs,
    draw_worth,
    ended_by,
    finished_lines,
)
from games.rules.zombie_rummy.bots.worth import Mind, Taste, keep_values, make_up
from games.rules.zombie_rummy.hidden import from_view, hidden, with_hidden
from games.rules.zombie_rummy.state import DRAW, State

TASTE: Final = Taste(
    free_brain_risk=0.2,
    open_zombie_hope=0.85,
    open_horde_hope=0.9,
    their_card=-0.9,
    their_card_at_end=-4.5,
    outs=0.23,
    equipment_outs=0.25,
    nuke_kept=2.0,
    gift_weapon=0.7,
    deck_draw=2.5,
    device=1.0,
    in_set=1.6,
)
QUICK: Final = replace(TASTE, beam=1, branches=12)
"""How everybody plays in a playout."""
DEALS: Final = 10
TURNS: Final = 2
DRAWS: Final = 3
LINES: Final = 5
DISCARDS: Final = 4
MARGIN: Final = 5.0
"""A draw or turn is not tried that the search finds so many points worse than the best."""
TRUST: Final = 0.35
"""The weight of the playouts' outcome, against that of the search's judgement."""


@dataclass(frozen=True)
class Plan:
    """An action, the search's judgement of it, and how it changes an imagined deal."""

    action: Action
    worth: float
    follow: Callable[[State], State]


def expert(known: Observation, dice: Dice) -> Action:
    """Return the action that does best by judgement and playouts."""
    if len(known.legal) == 1:
        return known.legal[0]
    state = from_view(known.view)
    mind = make_up(state, known.view["seat"], TASTE)
    drawing = state.phase == DRAW
    plans = _draws(mind, state, known.legal) if drawing else _turns(mind, state)
    if not plans:
        return known.legal[0]
    if all(plan.action == plans[0].action for plan in plans):
        return plans[0].action
    deals = _imagined(state, mind.seat, known.memory, dice)
    turns = TURNS + drawing
    return max(plans, key=lambda plan: _value(mind, plan, deals, turns)).action


def _value(mind: Mind, plan: Plan, deals: Sequence[State], turns: int) -> float:
    """Return what a plan is worth, in points ahead of the rivals."""
    outcomes = [play_turns(plan.follow(deal), turns, QUICK) for deal in deals]
    found = fmean(advantage(mind, outcome) for outcome in outcomes)
    return TRUST * found + (1 - TRUST) * plan.worth


def _imagined(state: State, seat: int, memory: Memory, dice: Dice) -> list[State]:
    """Return random deals that fit all that the seat knows for certain."""

    def shuffle(cards: Sequence[str]) -> list[str]:
        mixed = list(cards)
        dice.shuffle(mixed)
        return mixed

    unseen = hidden(state, seat)
    return [with_hidden(state, deal_anew(unseen, memory, shuffle)) for _ in range(DEALS)]


def _best(plans: list[Plan], most: int) -> list[Plan]:
    """Return the few best plans, best first."""
    plans.sort(key=lambda plan: -plan.worth)
    return [plan for plan in plans[:most] if plan.worth >= plans[0].worth - MARGIN]


def _draws(mind: Mind, state: State, legal: list[Action]) -> list[Plan]:
    """Return the draws worth trying."""
    steps = MOST_STEPS // len(legal)
    return _best([_drawing(mind, state, action, steps) for action in legal], DRAWS)


def _drawing(mind: Mind, state: State, action: Action, steps: int) -> Plan:
    worth = draw_worth(mind, state, action, steps)
    return Plan(action, worth, lambda deal: drawn(deal, mind.seat, action))


def _turns(mind: Mind, state: State) -> list[Plan]:
    """Return the ways to end the turn worth trying, some of them with several discards."""
    lines = [line for line in finished_lines(mind, state, MOST_STEPS) if line.worth > float("-inf")]
    lines.sort(key=lambda line: -line.worth)
    lines += [other for line in lines[:LINES] for other in _other_discards(mind, line)]
    return _best([_ending(mind, line) for line in lines if line.first is not None], LINES)


def _other_discards(mind: Mind, line: Line) -> list[Line]:
    """Return the line with its next best discards instead."""
    hand = line.state.hands[mind.seat]
    if line.discard is None or len(hand) < 2:
        return []
    costs = discard_costs(mind, line.state, keep_values(mind, line.state))
    best = costs.pop(line.discard)
    others = sorted(costs, key=lambda card: costs[card])[: DISCARDS - 1]
    return [ended_by(line, card, line.worth + best - costs[card]) for card in others]


def _ending(mind: Mind, line: Line) -> Plan:
    """Return the plan of a finished line, to be followed in any deal."""
    assert line.first is not None
    return Plan(line.first, line.worth, lambda deal: followed(deal, mind.seat, line))


def followed(deal: State, seat: int, line: Line) -> State:
    """Return an imagined deal after the line: a hand that it emptied (by a nuke) stays empty."""
    hands = tuple(
        laid if holder == seat or not laid else dealt
        for holder, (laid, dealt) in enumerate(zip(line.state.hands, deal.hands, strict=True))
    )
    return ended(line.state._replace(hands=hands, draw_pile=deal.draw_pile), seat, line.discard)
