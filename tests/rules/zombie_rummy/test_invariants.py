"""What holds in every position of every match, by random play."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.contract import Action
from games.engine.match import play_action, start_match
from games.engine.snapshot import sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.cards import PACK, in_order
from games.rules.zombie_rummy.sets import kind_of
from games.rules.zombie_rummy.state import State

PACK_COUNTS = Counter(PACK)
matches = st.tuples(st.integers(2, 6), st.binary(min_size=32, max_size=32), st.randoms())


def all_cards(state: State) -> Counter[str]:
    places = [state.draw_pile, state.discard_pile, state.removed, *state.hands]
    places += [state.table_cards(seat) for seat in range(state.seats)]
    return Counter(card for place in places for card in place)


def check_position(state: State) -> None:
    assert all_cards(state) == PACK_COUNTS
    assert all(hand == in_order(hand) for hand in state.hands)
    ids = [stack.id for _, stack in state.stacks()]
    assert len(ids) == len(set(ids))
    assert max(ids, default=0) <= state.stacks_made
    for _, stack in state.stacks():
        assert stack.set is None or kind_of(stack.set.cards) == stack.set.kind
        assert stack.zombie or not stack.gang
        assert stack.device is None or stack.cards() == [stack.device]
    assert all(
        not state.hands[s] and not state.tables[s] for s in range(state.seats) if state.resigned[s]
    )
    totals = [sum(scores) for scores in zip(*state.round_scores, strict=True)]
    assert totals in ([], list(state.totals))


def check_actions(state: State) -> list[Action]:
    assert state.turn is not None
    actions = RULES.legal_actions(state, state.turn)
    assert actions
    assert len({repr(action) for action in actions}) == len(actions)
    assert RULES.default_action(state, state.turn) in actions
    if state.phase == "lay" and state.must_meld is None and len(state.hands[state.turn]) > 1:
        assert any(action["type"] == "discard" for action in actions)
    return sorted_actions(actions)


@settings(deadline=None, max_examples=30)
@given(matches)
def test_random_play_keeps_every_invariant(match: tuple[int, bytes, object]) -> None:
    seats, seed, dice = match
    chance = Chance(seed, "zombie_rummy")
    options = {"end": "rounds", "target": 2}
    _, state = start_match(RULES, options, seats, chance)
    for _ in range(200):
        check_position(state)
        if state.result is not None:
            break
        actions = check_actions(state)
        seat = state.turn
        action = dice.choice(actions)
        if dice.random() < 0.01:
            seat, action = dice.choice(state.playing()), {"type": "resign"}
        _, state = play_action(RULES, state, seat, action, chance)


@settings(deadline=None, max_examples=10)
@given(matches)
def test_every_listed_action_is_accepted(match: tuple[int, bytes, object]) -> None:
    seats, seed, dice = match
    chance = Chance(seed, "zombie_rummy")
    _, state = start_match(RULES, {"end": "rounds", "target": 1}, seats, chance)
    for _ in range(60):
        if state.result is not None:
            break
        actions = check_actions(state)
        for action in actions:
            play_action(RULES, state, state.turn, action, Chance(seed, "zombie_rummy", 9))
        _, state = play_action(RULES, state, state.turn, dice.choice(actions), chance)


@settings(deadline=None, max_examples=10)
@given(matches)
def test_no_view_holds_a_hidden_hand_or_the_draw_pile(match: tuple[int, bytes, object]) -> None:
    seats, seed, _ = match
    _, state = start_match(
        RULES, {"end": "rounds", "target": 1}, seats, Chance(seed, "zombie_rummy")
    )
    for viewer in (PUBLIC, *(Viewer(seat) for seat in range(seats))):
        view = RULES.observe(state, viewer)
        assert view["draw_pile"] == {"count": len(state.draw_pile)}
        for seat, hand in enumerate(view["hands"]):
            shown = list(state.hands[seat]) if viewer.seat == seat else {"count": 8}
            assert hand == shown
