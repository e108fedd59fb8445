"""Evaluate a position for a bot: its own prospects minus the others'.

All figures are points, tuned by self-play (`docs/bots.md`). Imports only
`games.engine` and its siblings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from games.engine.hidden import SHARED
from games.rules.zombie_rummy.cards import (
    BRAIN,
    EQUIPMENT_GROUP_OF,
    GANG,
    NUKE,
    WEAPON_OF,
    ZOMBIE,
    hand_points,
)
from games.rules.zombie_rummy.hidden import hidden
from games.rules.zombie_rummy.scoring import stack_score
from games.rules.zombie_rummy.sets import OF_NUMBER, PARTNERS, counted
from games.rules.zombie_rummy.state import Stack, State, Table


@dataclass(frozen=True, eq=False)
class Taste:
    """A bot's weights for uncertain outcomes, and the size of its beam search; a constant."""

    free_brain_risk: float = 0.3
    open_zombie_hope: float = 1.0
    open_horde_hope: float = 1.5
    their_card: float = -1.6
    their_card_at_end: float = -2.6
    hand_cost: float = 0.75
    outs: float = 0.35
    equipment_outs: float = 0.35
    nuke_kept: float = 3.0
    zombie_kept: float = 1.0
    gang_kept: float = 1.0
    gift_brain: float = 4.0
    gift_zombie: float = 2.5
    gift_weapon: float = 0.4
    deck_draw: float = 1.5
    boredom: float = 0.15
    melded: float = 2.0
    device: float = 1.5
    guarded: float = 2.0
    in_set: float = 3.0
    leader: float = 0.04
    longest: int = 10
    beam: int = 4
    branches: int = 60


@dataclass(frozen=True)
class Mind:
    """A bot's constants while it thinks: its seat, the unseen cards, the weight of each rival."""

    seat: int
    taste: Taste
    unseen: Counter[str]
    weights: dict[int, float]
    urgency: float
    keeps: dict[tuple[str, ...], dict[str, float]] = field(default_factory=dict, compare=False)
    """The values of the cards of each hand already judged: `keep_values`."""


def make_up(state: State, seat: int, taste: Taste) -> Mind:
    """Return the mind of a seat in a position; rivals nearer the lead weigh more."""
    rivals = [other for other in state.playing() if other != seat]
    standing = {other: state.totals[other] + table_points(state.tables[other]) for other in rivals}
    best = max(standing.values(), default=0)
    raw = {other: 2.0 ** (taste.leader * (standing[other] - best)) for other in rivals}
    total = sum(raw.values()) or 1.0
    fewest = min((len(state.hands[other]) for other in rivals), default=8)
    nearness = min(1.0, 3.0 / (1 + fewest) + 6.0 / (6 + _turns_left(state)))
    return Mind(
        seat=seat,
        taste=taste,
        unseen=hidden(state, seat).unseen(SHARED),
        weights={other: raw[other] / total for other in rivals},
        urgency=taste.hand_cost + (1 - taste.hand_cost) * nearness,
    )


def _turns_left(state: State) -> int:
    """Return how many cards can be drawn before the pile, or the first stock, runs out."""
    if not state.stocks:
        return len(state.draw_pile)
    return min(state.stocks[seat] for seat in state.playing()) * len(state.playing())


def table_points(table: Iterable[Stack]) -> int:
    """Return the score of a table as it stands."""
    return sum(stack_score(stack).points for stack in table)


def worth_at_end(mind: Mind, state: State) -> float:
    """Return the value of ending the round here."""
    mine = table_points(state.tables[mind.seat]) + hand_points(state.hands[mind.seat])
    return mine - _rivals(mind, state, mind.taste.their_card_at_end)


def worth(mind: Mind, state: State, keeps: dict[str, float]) -> float:
    """Return the value of playing on from here; `keeps` is the value of each card in hand."""
    return standing(mind, state, keeps) - _rivals(mind, state, mind.taste.their_card)


def standing(mind: Mind, state: State, keeps: dict[str, float]) -> float:
    """Return the seat's own part of `worth`: its table, its hand, and what both may become."""
    taste, table = mind.taste, state.tables[mind.seat]
    prospects = sum(keeps[card] for card in state.hands[mind.seat])
    prospects += taste.melded * state.has_melded[mind.seat]
    points, hopes = _judged(taste, table)
    return points + hopes + prospects


def _rivals(mind: Mind, state: State, card: float) -> float:
    """Return the others' weighted standing, counting `card` for each card in their hands."""
    total = 0.0
    for other, weight in mind.weights.items():
        points, hopes = _judged(mind.taste, state.tables[other])
        total += weight * (points + card * len(state.hands[other]) + hopes)
    return total


@lru_cache(maxsize=20_000)
def _judged(taste: Taste, table: Table) -> tuple[int, float]:
    """Return a table's score as it stands, and its prospects."""
    return table_points(table), _hopes(taste, table)


def _hopes(taste: Taste, table: Table) -> float:
    """Return a table's prospects: zombies beaten, brains stolen, nukes averted."""
    barricade = any(stack.device == "barricade" for stack in table)
    radio = any(stack.device == "radio" for stack in table)
    brains = sum(stack.free_brain for stack in table)
    hopes = taste.device * barricade + taste.device * radio
    if not barricade:
        hopes -= 5 * taste.free_brain_risk * brains
    hopes += taste.open_zombie_hope * sum(stack.open_zombie for stack in table)
    hopes += taste.open_horde_hope * sum(stack.open_horde for stack in table)
    if not radio and any(stack.zombie and stack.set is not None for stack in table):
        hopes += taste.guarded
    return hopes


def keep_values(mind: Mind, state: State) -> dict[str, float]:
    """Return the value of keeping one copy of each face in the bot's hand."""
    hand = state.hands[mind.seat]
    values = mind.keeps.get(hand)
    if values is None:
        held = counted(hand)
        values = mind.keeps[hand] = {card: _keep(mind, held, card) for card in held}
    return values


def _keep(mind: Mind, held: dict[str, int], card: str) -> float:
    taste = mind.taste
    value = hand_points((card,)) * mind.urgency
    if card in WEAPON_OF:
        return value + taste.outs * _weapon_outs(mind, held, card)
    if card in EQUIPMENT_GROUP_OF:
        lacking = [other for other in EQUIPMENT_GROUP_OF[card] if other not in held]
        reach = min((mind.unseen[other] for other in lacking), default=6)
        return value + taste.equipment_outs * reach * (3 - len(lacking)) / 2
    kept = {NUKE: taste.nuke_kept, ZOMBIE: taste.zombie_kept, GANG: taste.gang_kept}
    return value + kept.get(card, 0.0)


def _weapon_outs(mind: Mind, held: dict[str, int], card: str) -> float:
    """Count the unseen cards that would complete a set with this card and another held."""
    unseen, in_set, outs = mind.unseen, mind.taste.in_set, 0.0
    number = OF_NUMBER[WEAPON_OF[card][1]]
    same = sum([held.get(other, 0) for other in number])
    if same > 1:
        outs += sum([unseen[other] for other in number]) + in_set * (same > 2)
    for near, far in PARTNERS[card]:
        if near in held:
            outs += unseen[far] + in_set * (far in held)
        if far in held:
            outs += unseen[near]
    return outs


def gift(mind: Mind, state: State, card: str) -> float:
    """Return what discarding the card gives the next player."""
    taste = mind.taste
    if card == BRAIN:
        return taste.gift_brain
    if card in (ZOMBIE, GANG, NUKE):
        return taste.gift_zombie
    follower = state.next_seat(mind.seat)
    if card in WEAPON_OF and state.has_melded[follower]:
        return taste.gift_weapon
    return 0.0
