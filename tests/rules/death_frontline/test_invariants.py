"""What holds in every position, whatever is played (hypothesis chooses the play)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.canonical import canonical
from games.engine.chance import Chance
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.snapshot import sorted_actions
from games.rules.death_frontline import RULES
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.field import depth_of
from games.rules.death_frontline.legal import has_deed
from games.rules.death_frontline.state import TURN_STEPS, State

QUIET = {"pass", "offer_end"}
ACTIONS = 70


def every_card(state: State) -> Counter[str]:
    """Return every card of the match, wherever it is."""
    cards = Counter(unit.code for unit in state.field.units)
    cards.update(thing.code for thing in state.field.facilities)
    cards.update(gone.code for gone in state.removed)
    for own in state.seats:
        cards.update((*own.hand, *own.draw_pile, *own.discard_pile))
    return cards


def check(state: State) -> None:
    """Assert what must hold in a position."""
    whole = Counter(code for own in state.seats for code in CATALOGUE.decks[own.deck].unshuffled())
    assert every_card(state) == whole
    assert len(state.field.unit_at) == len(state.field.units)
    assert len(state.field.facility_at) == len(state.field.facilities)
    assert all(state.field.holds(unit.cell) for unit in state.field.units)
    assert all(depth_of(thing.seat, thing.cell[1]) <= 0 for thing in state.field.facilities)
    assert all(len(own.hand) <= 8 for own in state.seats)
    assert (state.result is None) == (RULES.to_act(state) is not None)


def check_legal(state: State) -> list[Any]:
    """Return the legal actions, having checked that they are sound and each there once."""
    seat = RULES.to_act(state)
    actions = sorted_actions(RULES.legal_actions(state, seat))
    assert actions
    texts = [canonical(action) for action in actions]
    assert len(set(texts)) == len(texts)
    deeds = any(action["type"] not in QUIET for action in actions)
    if state.step in TURN_STEPS:
        assert has_deed(state, seat) == deeds
    return actions


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), seats=st.sampled_from([2, 4]), seed=st.binary(min_size=32, max_size=32))
def test_every_legal_action_is_accepted_and_no_card_is_ever_lost(data, seats, seed):
    chance = Chance(seed, RULES.meta.key)
    options = complete_options(RULES.meta, seats, {"max_rounds": 5})
    _, state = start_match(RULES, options, seats, chance)
    dice = data.draw(st.randoms(use_true_random=False))
    for _ in range(ACTIONS):
        check(state)
        if state.result is not None:
            break
        actions = check_legal(state)
        deeds = [action for action in actions if action["type"] not in QUIET]
        action = dice.choice(deeds if deeds and dice.random() < 0.8 else actions)
        seat = RULES.to_act(state)
        for other in dice.sample(actions, min(3, len(actions))):
            play_action(RULES, state, seat, other, Chance(seed, RULES.meta.key, 99))
        _, state = play_action(RULES, state, seat, action, chance)
