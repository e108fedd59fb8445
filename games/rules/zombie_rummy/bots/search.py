"""Search a whole turn: every way to lay, every discard, every draw.

The bot simulates its own actions in the position as it knows it and follows
the best few lines (a beam search); of the others' hands it uses only the
sizes. Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine.contract import Action
from games.rules.zombie_rummy.apply import apply
from games.rules.zombie_rummy.bots.worth import Mind, gift, keep_values, worth, worth_at_end
from games.rules.zombie_rummy.cards import PACK
from games.rules.zombie_rummy.legal import legal_actions
from games.rules.zombie_rummy.state import LAY, State
from games.rules.zombie_rummy.verbs import discard, draw
from games.rules.zombie_rummy.verbs.laying import LAYING

MOST_STEPS: Final = 400


@dataclass(frozen=True)
class Line:
    """What was tried of this turn: the state after laying, the first action, and the value.

    A finished line says what it discards, if anything.
    """

    state: State
    first: Action | None
    worth: float
    discard: str | None = None


def draw_worth(mind: Mind, state: State, action: Action, steps: int) -> float:
    """Return the value of the best turn after this draw, found within `steps` steps."""
    if action["from"] == "discard":
        after = apply(state, draw.decide(state, mind.seat, action))
        return best_line(mind, after, steps).worth
    if state.drawable(mind.seat) == 1:
        return worth_at_end(mind, state) - 3
    # Prefer the deck more the longer a round lasts, or two bots could swap discards for ever.
    hope = mind.taste.deck_draw + mind.taste.boredom * state.turns_played / state.seats
    return best_line(mind, state._replace(phase=LAY), steps).worth + hope


def best_line(mind: Mind, state: State, steps: int) -> Line:
    """Return the best line found to finish the turn from here, trying about `steps` actions."""
    return max(finished_lines(mind, state, steps), key=lambda line: line.worth)


def finished_lines(mind: Mind, state: State, steps: int) -> Iterator[Line]:
    """Yield every line found to finish the turn from here, trying about `steps` actions."""
    now = worth(mind, state, keep_values(mind, state))
    beam, seen = [Line(state, None, now)], {_key(state)}
    yield _finished(mind, beam[0])
    for _ in range(mind.taste.longest):
        longer = [after for line in beam for after in _new_steps(mind, line, seen)]
        yield from (_finished(mind, line) for line in longer)
        beam = sorted(longer, key=lambda found: -found.worth)[: mind.taste.beam]
        steps -= len(longer)
        if steps < 0 or not beam:
            break


def _key(state: State) -> tuple[object, ...]:
    return state.hands, state.tables


def _new_steps(mind: Mind, line: Line, seen: set[tuple[object, ...]]) -> Iterator[Line]:
    """Yield the lines one lay action longer that reach a new state."""
    state = line.state
    if not state.hands[mind.seat]:
        return
    for action in _promising(legal_actions(state, mind.seat), mind.taste.branches):
        after = apply(state, LAYING[action["type"]][1](state, mind.seat, action))
        if _key(after) not in seen:
            seen.add(_key(after))
            value = worth(mind, after, keep_values(mind, after))
            yield Line(after, line.first or action, value)


def _promising(actions: list[Action], most: int) -> list[Action]:
    """Return the lay actions worth trying; of very many sets, only the largest."""
    laying = [action for action in actions if action["type"] != "discard"]
    if len(laying) <= most:
        return laying
    laying.sort(key=lambda action: -len(action["cards"]) if "cards" in action else -len(PACK))
    return laying[:most]


def _finished(mind: Mind, line: Line) -> Line:
    """Return the line with its turn ended by the best discard, or by running out of cards."""
    state = line.state
    hand = state.hands[mind.seat]
    if not hand and line.first is not None:
        return Line(state, line.first, worth(mind, state, {}))
    if state.must_meld is not None:
        return Line(state, line.first, float("-inf"))
    if len(hand) == 1:
        return _last_card(mind, line)
    costs = discard_costs(mind, state, keep_values(mind, state))
    thrown = min(costs, key=costs.__getitem__, default=None)
    if thrown is None:
        return line
    return ended_by(line, thrown, line.worth - costs[thrown])


def discard_costs(mind: Mind, state: State, keeps: dict[str, float]) -> dict[str, float]:
    """Return what each face of the hand is worth to keep, and not to give away."""
    return {card: keeps[card] + gift(mind, state, card) for card in keeps}


def ended_by(line: Line, card: str, worth: float) -> Line:
    """Return the line with its turn ended by that discard (instead of another)."""
    laid = line.first if line.first is not None and line.first["type"] != "discard" else None
    return Line(line.state, laid or {"type": "discard", "card": card}, worth, card)


def _last_card(mind: Mind, line: Line) -> Line:
    """Return the line with which the bot goes out, worth -inf if its last card must be laid."""
    state = line.state
    choices = discard.legal(state, mind.seat)
    if not choices:
        return Line(state, line.first, float("-inf"))
    out = apply(state, discard.decide(state, mind.seat, choices[0]))
    return ended_by(line, choices[0]["card"], worth_at_end(mind, out))
