"""What holds in every position, whatever is played (hypothesis chooses the play)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Options
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.replay import fold
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.cards import sorted_hand, unshuffled_pack
from games.rules.deadline_99.state import State

PLIES = 120


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, Options]:
    """Draw a number of seats and complete options for it."""
    seats = draw(st.integers(2, 10))
    chosen: Options = {}
    for option in RULES.meta.options:
        values = option.values(seats, chosen)
        if values is not None:
            chosen[option.key] = draw(st.sampled_from(values))
    return seats, complete_options(RULES.meta, seats, chosen)


@settings(max_examples=60, deadline=None)
@given(table=tables(), seed=st.binary(min_size=32, max_size=32), data=st.data())
def test_every_position_is_sound(
    table: tuple[int, Options], seed: bytes, data: st.DataObject
) -> None:
    seats, options = table
    chance = Chance(seed, "deadline_99")
    _, state = start_match(RULES, options, seats, chance)
    dice = data.draw(st.randoms(use_true_random=False))
    safe = data.draw(st.floats(0, 1))
    for _ in range(PLIES):
        check(state, options)
        if state.turn is None:
            break
        action = dice.choice(RULES.legal_actions(state, state.turn))
        if dice.random() < safe:
            action = RULES.default_action(state, state.turn)
        if dice.random() < 0.01:
            action = dict(RESIGN)
        before = state
        events, state = play_action(RULES, state, state.turn, action, chance)
        assert fold(RULES, events, before) == state
        check_step(before, state)


def check(state: State, options: Options) -> None:
    """Assert what must hold in a position."""
    packs = len(state.hands) if state.stocks else 1
    pack = Counter(unshuffled_pack(options["decks"], options["angel_reaper"]) * packs)
    assert not state.stocks or sum(state.stocks) == len(state.draw_pile)
    hands = [card for hand in state.hands for card in hand]
    assert Counter([*state.draw_pile, *state.discard_pile, *hands]) == pack
    assert all(hand == sorted_hand(hand) for hand in state.hands)
    assert state.count <= 99
    assert state.count >= 0 or options["allow_negative"]
    assert state.direction in (1, -1)
    out = [seat for seat, alive in enumerate(state.alive) if not alive]
    assert sorted(state.eliminated) == out
    assert all(not state.hands[seat] for seat in out)
    assert all(not state.resigned[seat] for seat in set(range(len(state.alive))) - set(out))
    assert any(state.alive)
    assert (state.turn is None) == (state.result is not None)
    if state.turn is not None:
        assert state.alive[state.turn]
        assert state.hands[state.turn]
        assert state.plays < state.cap
        assert sum(state.alive) > 1


def check_step(before: State, after: State) -> None:
    """Assert what must hold between a position and the next."""
    assert after.plays - before.plays in (0, 1)
    assert after.eliminated[: len(before.eliminated)] == before.eliminated
    assert after.roles == before.roles
    bigger = [
        seat for seat, hand in enumerate(after.hands) if len(hand) > max(6, *map(len, before.hands))
    ]
    assert not bigger
