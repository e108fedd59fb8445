"""Who plays for somebody else: the default action, and bots, which are given views only."""

from __future__ import annotations

import copy
import random

from games.engine.canonical import canonical
from games.engine.contract import Action, JsonObject, Rules
from games.engine.match import play_action
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import Viewer
from tests.contract.matches import PlayedMatch, Ply


def test_the_default_action_is_listed_and_always_the_same(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.plies:
            if (seat := rules.to_act(ply.state)) is not None:
                action = rules.default_action(ply.state, seat)
                assert action in rules.legal_actions(ply.state, seat)
                assert action == rules.default_action(ply.state, seat)


def test_a_match_of_absent_players_ends(rules: Rules, matches: tuple[PlayedMatch, ...]) -> None:
    played = matches[1]
    state, chance = played.plies[0].state, played.plies[0].chance(played)
    for _ in range(20_000):
        if (seat := rules.to_act(state)) is None:
            break
        action = rules.default_action(state, seat)
        _, state = play_action(rules, state, seat, action, chance)
    assert rules.result(state) is not None


def test_bots_answer_a_view_with_a_listed_action_and_leave_both_as_they_were(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    for played in matches:
        for ply in played.sample(4)[:-1]:
            if (seat := rules.to_act(ply.state)) is not None:
                for name in rules.bots:
                    assert_plays_soundly(rules, name, *offered(rules, ply, seat))


def offered(rules: Rules, ply: Ply, seat: int) -> tuple[JsonObject, list[Action]]:
    """Return what a bot is given in one position, as it comes over a wire."""
    view = {**snapshot(rules, ply.state, ply.number, Viewer(seat)), "seat": seat}
    return copy.deepcopy(view), sorted_actions(rules.legal_actions(ply.state, seat))


def assert_plays_soundly(rules: Rules, name: str, view: JsonObject, legal: list[Action]) -> None:
    """Check one answer of one bot."""
    before = canonical([view, legal])
    action = rules.bots[name](view, legal, random.Random(1))
    assert canonical([view, legal]) == before, f"{name} changed what it was given"
    assert canonical(action) in {canonical(one) for one in legal}


def test_a_bot_with_the_same_dice_does_the_same(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    played = matches[0]
    ply = played.plies[len(played.plies) // 2]
    seat = rules.to_act(ply.state)
    assert seat is not None
    for bot in rules.bots.values():
        first, second = (bot(*offered(rules, ply, seat), random.Random(7)) for _ in range(2))
        assert first == second
