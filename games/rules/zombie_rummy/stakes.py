"""Say what an action is worth to its player and to another one, for the collusion report. Pure.

Both figures are the club bot's judgement (`bots/worth.py`) in points, scaled to log odds. Draws
are worth nothing to others. Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.bot import Observation
from games.engine.contract import Action, Stakes
from games.engine.hidden import Cards
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.bots.club import TASTE
from games.rules.zombie_rummy.bots.search import discard_costs, finished_lines
from games.rules.zombie_rummy.bots.worth import Mind, keep_values, make_up, standing, worth
from games.rules.zombie_rummy.cards import BRAIN, GANG, NUKE, ZOMBIE, in_order
from games.rules.zombie_rummy.hidden import from_view
from games.rules.zombie_rummy.state import LAY, State
from games.rules.zombie_rummy.verbs.laying import LAYING

POINTS: Final = 3.0
"""How many points make one unit of log odds: fits best how bots of all levels choose."""
STEPS: Final = 60
"""How many lay actions are tried to judge a turn."""
UNTRIED: Final = -10.0
"""What an action is worth, in points below the best, that the search did not try."""
GIFTS: Final = {BRAIN: TASTE.gift_brain} | dict.fromkeys((ZOMBIE, GANG, NUKE), TASTE.gift_zombie)


def worths(known: Observation) -> list[float]:
    """Return what each legal action is worth to its player."""
    state = from_view(known.view)
    if state.phase != LAY:
        return [0.0] * len(known.legal)
    mind = make_up(state, known.view["seat"], TASTE)
    found: dict[str, float] = _discards(mind, state)
    for line in finished_lines(mind, state, STEPS):
        if line.first is not None and line.first["type"] != "discard":
            key = repr(line.first)
            found[key] = max(found.get(key, line.worth), line.worth)
    floor = max(found.values(), default=0.0) + UNTRIED
    return [max(floor, found.get(repr(action), floor)) / POINTS for action in known.legal]


def _discards(mind: Mind, state: State) -> dict[str, float]:
    """Return what it is worth to end the turn now with each discard."""
    if state.must_meld is not None:
        return {}
    keeps = keep_values(mind, state)
    now, costs = worth(mind, state, keeps), discard_costs(mind, state, keeps)
    return {repr({"type": "discard", "card": card}): now - cost for card, cost in costs.items()}


def gains(known: Observation, other: int, hands: Sequence[Cards]) -> list[list[float]]:
    """Return for each hand what each legal action is worth to a seat that holds it."""
    seat, state = known.view["seat"], from_view(known.view)
    if state.phase != LAY:
        return [[0.0] * len(known.legal) for _ in hands]
    mind = make_up(state, other, TASTE)
    changes = [_change(mind, state, seat, action) for action in known.legal]
    gives = state.next_seat(seat) == other
    matters = gives or any(is_gone for _, is_gone in changes)
    found = []
    for hand in hands:
        kept = _kept(mind, state, hand) if matters else 0.0
        each = [points - kept * is_gone for points, is_gone in changes]
        if gives:
            gifts = {card: _gift(mind, state, hand, card, kept) for card in set(state.hands[seat])}
            for place, action in enumerate(known.legal):
                if action["type"] == "discard":
                    each[place] += gifts[action["card"]]
        found.append([points / POINTS for points in each])
    return found


def _change(mind: Mind, state: State, seat: int, action: Action) -> tuple[float, bool]:
    """Return by how much a lay action changes the worth of a table; whether its hand goes too."""
    if action["type"] == "discard":
        return 0.0, False
    after, other = apply_lay(state, seat, action), mind.seat
    is_gone = bool(state.hands[other]) and not after.hands[other]
    if after.tables[other] == state.tables[other]:
        return 0.0, is_gone
    return _table(mind, after) - _table(mind, state), is_gone


def _gift(mind: Mind, state: State, hand: Cards, card: str, kept: float) -> float:
    """Return what a discard is worth to the next player, who may draw from the pile instead."""
    more = _kept(mind, state, (*hand, card)) - kept
    return max(0.0, max(more, GIFTS.get(card, 0.0)) - TASTE.deck_draw)


def _table(mind: Mind, state: State) -> float:
    """Return what a seat's table is worth to it."""
    return standing(mind, _holding(state, mind.seat, ()), {})


def _kept(mind: Mind, state: State, hand: Cards) -> float:
    """Return what a hand is worth to keep."""
    held = _holding(state, mind.seat, in_order(hand))
    values = keep_values(mind, held)
    return sum(values[card] for card in held.hands[mind.seat])


def _holding(state: State, seat: int, hand: Cards) -> State:
    return state._replace(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def apply_lay(state: State, seat: int, action: Action) -> State:
    """Return the state after a lay action."""
    return apply(state, LAYING[action["type"]][1](state, seat, action))


STAKES: Final = Stakes(worths, gains)
