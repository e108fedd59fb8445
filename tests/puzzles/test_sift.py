"""Which decisions become puzzles."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from games.engine.contract import JsonObject
from games.engine.plain import plain_text
from games.engine.rollout import imagine
from games.registry import all_rules
from games.rules.deadline_99.cards import LIMIT, RANK_OF, RISES
from replays.puzzles import sift
from replays.puzzles.mine import (
    bots_match,
    cut_record,
    data_file,
    go_on,
    mined,
    mined_bots_match,
    read_matches,
    write_matches,
)
from replays.puzzles.sift import Decision, decisions, is_sound, lead_of, puzzle_at
from tests.puzzles.factories import GAMES


def shares(leads: list[float], deals: int, seed: int = 1) -> list[tuple[float, ...]]:
    """Return made-up results: an action that wins 60 %, and others that win less by `leads`."""
    dice = random.Random(seed)
    return [
        (float(dice.random() < 0.6), *(float(dice.random() < 0.6 - lead) for lead in leads))
        for _ in range(deals)
    ]


def test_the_best_must_beat_every_other_by_three_errors_and_a_twentieth() -> None:
    assert is_sound(shares([0.4, 0.5], 200))
    assert not is_sound(shares([0.4, 0.0], 200))
    assert not is_sound(shares([0.4], 8))  # too few to tell
    assert not is_sound([(0.54, 0.5)] * 4000)  # certain, but a quibble


def test_chance_alone_hardly_ever_makes_a_puzzle() -> None:
    assert sum(is_sound(shares([0.0], 64, seed)) for seed in range(400)) <= 2


def test_an_error_is_never_nothing() -> None:
    assert lead_of([(1.0, 0.0)] * 2, 1)[1] > 0.2


@cache
def mined_data(game: str) -> list[JsonObject]:
    return [one for one in read_matches(data_file(game)) if one["puzzles"]]


def decision_of(match: JsonObject, ply: int) -> Decision:
    return next(one for one in decisions(cut_record(match)) if one.ply == ply)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_hold_in_fresh_deals_under_both_bots(game: str) -> None:
    """In deals that the miner never saw; half the lead is left, or more."""
    for match in mined_data(game)[:: max(1, len(mined_data(game)) // 3)][:3]:
        found = match["puzzles"][0]
        decision = decision_of({**match}, found["ply"])
        actions = [one["action"] for one in found["options"]]
        for bot, level in enumerate(sift.PLAYOUT_BOTS):
            said = [one["chances"][bot][0] for one in found["options"]]
            fresh = decision.play_on("anew", level, actions, range(48))
            lead, error = lead_of(fresh, 1)
            assert lead > (said[0] - max(said[1:])) / 2 - 2 * error
            assert lead > 0


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_keep_the_rules_of_acceptance(game: str) -> None:
    matches = mined_data(game)
    assert matches, "the demonstration has no puzzles of this game"
    for match in matches:
        for found in match["puzzles"]:
            best, *rivals = found["options"]
            assert 1 <= len(rivals) <= sift.RIVALS
            assert found["ply"] <= len(match["actions"])
            for bot in range(len(sift.PLAYOUT_BOTS)):
                chance, _ = best["chances"][bot]
                assert all(chance - one["chances"][bot][0] >= sift.LEAST - 0.001 for one in rivals)
            assert found["miss"]
            assert not set(sift.STRONG) <= set(found["miss"])


def test_the_same_match_gives_the_same_puzzles() -> None:
    match = next(one for one in mined_data("deadline_99") if one["puzzles"])
    assert mined_bots_match("deadline_99", match["match"]) == match


def test_a_decision_in_which_another_action_is_as_good_is_refused() -> None:
    """A second card of the answer's rank: were suits to count as another action, it would tie."""
    for match in mined_data("deadline_99"):
        for found in match["puzzles"]:
            decision = decision_of(match, found["ply"])
            rules, answer = decision.rules, found["options"][0]["action"]
            legal = rules.legal_actions(decision.state, decision.seat)
            if sum(rules.alike(one) == rules.alike(answer) for one in legal) > 1:
                label = f"{match['game']} {match['seed']}"
                strict = replace(decision, rules=replace(rules, alike=plain_text))
                assert puzzle_at(decision, label) == found
                assert puzzle_at(strict, label) is None
                return
    raise AssertionError("no puzzle in which the hand has two cards of the answer's rank")


def test_a_decision_that_every_bot_finds_is_refused() -> None:
    match = mined_data("deadline_99")[0]
    found = match["puzzles"][0]
    decision = decision_of(match, found["ply"])
    label = f"{match['game']} {match['seed']}"
    expert = decision.rules.bots["expert"]
    experts = {level: replace(expert, level=level) for level in decision.rules.bots}
    alike = replace(decision, rules=replace(decision.rules, bots=experts))
    assert puzzle_at(decision, label) == found
    assert puzzle_at(alike, label) is None


def test_an_action_that_loses_at_once_is_no_rival() -> None:
    for decision in decisions(cut_record(bots_match("deadline_99", 3))):
        count = decision.state.count
        for action in decision.actions():
            rise = RISES.get(RANK_OF[action["card"]], 0)
            assert count + rise <= LIMIT


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    """The same decision with other hidden cards is the same puzzle."""
    match = mined_data("deadline_99")[0]
    found = match["puzzles"][0]
    decision = decision_of(match, found["ply"])
    rules = decision.rules
    other = imagine(rules, decision.state, decision.seat, decision.memory, random.Random(5))
    assert other != decision.state
    label = f"{match['game']} {match['seed']}"
    assert puzzle_at(replace(decision, state=other), label) == found


def test_alike_actions_are_one() -> None:
    rules = all_rules()["deadline_99"]
    one, other = {"type": "play", "card": "9S"}, {"type": "play", "card": "9H"}
    assert rules.alike(one) == rules.alike(other)
    assert rules.alike({"type": "play", "card": "10S", "op": "+"}) != rules.alike(
        {"type": "play", "card": "10S", "op": "-"}
    )


def test_one_turn_gives_one_puzzle() -> None:
    for game in GAMES:
        for match in mined_data(game):
            record = cut_record(match)
            actors = [entry["seat"] for entry in record.entries]
            for one, other in pairwise(found["ply"] for found in match["puzzles"]):
                assert one < other
                assert len(set(actors[one : other + 1])) > 1 or other >= len(actors)


def test_mining_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    wanted = mined_data("deadline_99")[:2]
    path = tmp_path / "found.jsonl.gz"
    write_matches(path, wanted[:1])
    total = sum(len(one["puzzles"]) for one in wanted)
    for _, found in go_on(path, "deadline_99", total, 1):
        assert found <= total
    assert read_matches(path) == wanted


def test_a_match_that_is_too_long_is_left_alone() -> None:
    match = bots_match("deadline_99", 0)
    assert mined({**match, "actions": match["actions"] * 100})["puzzles"] == []
