"""Whatever is not legal is refused with a code and a sentence, and changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.engine.contract import RESIGN, Action, IllegalAction, Rules
from games.engine.match import play_action, still_in
from games.engine.snapshot import sorted_actions
from tests.contract.faces import faces_of
from tests.contract.matches import PlayedMatch, Ply
from tests.contract.mutations import NO_ACTIONS, altered, malformed

POSITIONS = 10
ACTIONS = 6


def refused(played: PlayedMatch, ply: Ply, seat: int, action: Any) -> IllegalAction:
    """Return the refusal of `action`, having checked that it can be shown to people."""
    with pytest.raises(IllegalAction) as caught:
        play_action(played.rules, ply.state, seat, action, ply.chance(played))
    refusal = caught.value
    assert refusal.code.replace("_", "").isalnum()
    assert refusal.phrase.key % refusal.phrase.args
    return refusal


def some_actions(played: PlayedMatch, ply: Ply, seat: int) -> list[Action]:
    """Return a few legal actions of the seat, of every kind there is."""
    dice = random.Random(f"{played.seed!r} {ply.number}")
    actions = sorted_actions(played.rules.legal_actions(ply.state, seat))
    dice.shuffle(actions)
    kinds = {(action["type"], *sorted(action)): action for action in actions}
    return [*kinds.values(), *actions][:ACTIONS]


def test_what_is_no_action_at_all_is_refused(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply in played.sample(4):
            for seat in range(played.seats):
                for action in NO_ACTIONS:
                    refused(played, ply, seat, action)


def test_wrong_keys_and_wrong_types_are_refused(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply in played.sample(POSITIONS):
            if (seat := played.rules.to_act(ply.state)) is not None:
                for action in some_actions(played, ply, seat):
                    for wrong in malformed(action):
                        refused(played, ply, seat, wrong)


def test_other_values_are_refused_unless_they_do_what_a_listed_action_does(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        faces = sorted(faces_of(played))
        dice = random.Random(played.seed)
        for ply in played.sample(POSITIONS):
            if (seat := rules.to_act(ply.state)) is not None:
                for action in some_actions(played, ply, seat):
                    others = altered(action, dice.sample(faces, min(8, len(faces))), played.seats)
                    accepted = [o for o in others if not _is_refused(played, ply, seat, o)]
                    _assert_listed(played, ply, seat, accepted)


def _is_refused(played: PlayedMatch, ply: Ply, seat: int, action: Action) -> bool:
    try:
        play_action(played.rules, ply.state, seat, action, ply.chance(played))
    except IllegalAction:
        refused(played, ply, seat, action)
        return True
    return False


def _assert_listed(played: PlayedMatch, ply: Ply, seat: int, accepted: list[Action]) -> None:
    """Each accepted action is listed, or does the same as a listed one of its type."""
    rules = played.rules
    listed = rules.legal_actions(ply.state, seat)
    for action in accepted:
        if action in listed:
            continue
        events, _ = rules.decide(ply.state, seat, action, ply.chance(played))
        assert any(
            events == rules.decide(ply.state, seat, same, ply.chance(played))[0]
            for same in listed
            if same["type"] == action["type"]
        ), f"{action} is accepted but not listed"


def test_a_seat_that_is_not_to_act_is_refused(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply in played.sample(POSITIONS):
            to_act = played.rules.to_act(ply.state)
            if to_act is not None:
                action = some_actions(played, ply, to_act)[0]
                for other in set(range(played.seats)) - {to_act}:
                    assert refused(played, ply, other, action).code == "not_your_turn"
                for nobody in (-1, played.seats, True, 0.0, None, "0"):
                    assert refused(played, ply, nobody, action).code == "no_such_seat"


def test_after_the_end_everything_is_refused(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        last, before = played.plies[-1], played.plies[-2]
        if played.rules.result(last.state) is None:
            continue
        for seat in range(played.seats):
            actions = [RESIGN, *played.rules.legal_actions(before.state, seat)]
            for action in actions:
                assert refused(played, last, seat, action).code == "match_over"


def test_a_seat_may_resign_once_in_turn_or_not(matches: tuple[PlayedMatch, ...]) -> None:
    for played in matches:
        for ply in played.sample(6):
            for seat in range(played.seats):
                _resign_twice(played, ply, seat)


def _resign_twice(played: PlayedMatch, ply: Ply, seat: int) -> None:
    """Resign, if the seat is still in, and again, which must be refused."""
    rules = played.rules
    if rules.result(ply.state) is not None:
        return
    if _is_refused(played, ply, seat, RESIGN):
        assert seat != rules.to_act(ply.state)
        assert not still_in(rules, ply.state, seat)
        return
    assert still_in(rules, ply.state, seat)
    assert not ply.state.resigned[seat]
    _, after = play_action(rules, ply.state, seat, dict(RESIGN), ply.chance(played))
    assert after.resigned[seat]
    assert seat != rules.to_act(after)
    with pytest.raises(IllegalAction):
        play_action(rules, after, seat, dict(RESIGN), ply.chance(played))
