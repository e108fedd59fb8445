"""Who plays for somebody else: the default action, and bots, which are given views only."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from games.engine.bot import Bot, BotDice, Observation
from games.engine.botplay import observed, remember
from games.engine.canonical import canonical
from games.engine.contract import Rules
from games.engine.hidden import Memory
from games.engine.match import play_action
from games.engine.snapshot import legal_list, snapshot
from games.engine.text import Phrase
from games.engine.viewer import Viewer
from tests.contract.matches import PlayedMatch, Ply
from tests.contract.twins import face_groups, twin_of


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
                for bot in rules.bots.values():
                    assert_plays_soundly(bot, offered(rules, played, ply, seat))


def offered(rules: Rules, played: PlayedMatch, ply: Ply, seat: int, state: Any = None) -> bytes:
    """Return what a bot is given in a position (or in another state), as another process gets it.

    Its memory is of the whole match so far.
    """
    memory = Memory(played.seats)
    for earlier in played.plies[: ply.number + 1]:
        remember(rules, memory, earlier.events, seat)
    return pickle.dumps(observed(rules, state or ply.state, ply.number, seat, memory))


def assert_plays_soundly(bot: Bot, given: bytes) -> None:
    """Check one answer of one bot."""
    known = pickle.loads(given)
    action = bot.choose(known, BotDice(bytes(32), "any", 0, 1))
    assert parts_of(known) == parts_of(pickle.loads(given)), f"{bot.level} changed its observation"
    assert canonical(action) in {canonical(one) for one in known.legal}

    if bot.reason is not None:
        for one in known.legal:
            assert isinstance(bot.reason(known, one), Phrase)
        assert parts_of(known) == parts_of(pickle.loads(given))


def parts_of(known: Observation) -> tuple[Any, ...]:
    """Return all parts of an observation, for comparison."""
    return known.view, known.legal, vars(known.memory)


def test_a_bot_with_the_same_dice_does_the_same(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    played = matches[0]
    ply = played.plies[len(played.plies) // 2]
    seat = rules.to_act(ply.state)
    assert seat is not None
    given = offered(rules, played, ply, seat)
    for bot in rules.bots.values():
        dice = [BotDice(played.seed, rules.meta.key, seat, 1) for _ in range(2)]
        assert len({canonical(bot.choose(pickle.loads(given), own)) for own in dice}) == 1


def test_what_a_seat_cannot_tell_apart_its_bot_plays_alike(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """Deal anew all that the seat cannot see: every bot, given its memory too, acts as before."""
    changed = 0
    for played in matches:
        groups, dice = face_groups(played), random.Random(played.seed)
        for ply in played.sample(4)[:-1]:
            if (seat := rules.to_act(ply.state)) is None:
                continue
            twin = twin_of(played, ply, Viewer(seat), groups, dice)
            changed += twin != ply.state
            worlds = [offered(rules, played, ply, seat, state) for state in (ply.state, twin)]
            for bot in rules.bots.values():
                own = [BotDice(played.seed, rules.meta.key, seat, 1) for _ in worlds]
                acts = map(bot.choose, map(pickle.loads, worlds), own)
                assert len(set(map(canonical, acts))) == 1, (bot.level, ply.number)
    assert changed


@pytest.mark.needs("hiding.from_view")
def test_a_state_made_from_a_view_looks_like_it(
    rules: Rules, matches: tuple[PlayedMatch, ...]
) -> None:
    """It is made from the view alone, with the hidden cards anywhere, and can be played on."""
    for played in matches:
        for ply in played.sample(8)[:-1]:
            if (seat := rules.to_act(ply.state)) is None:
                continue
            view = pickle.loads(offered(rules, played, ply, seat)).view
            state = rules.hiding.from_view(view)
            again = {**snapshot(rules, state, ply.number, Viewer(seat)), "seat": seat}
            assert canonical(again) == canonical(view)
            assert legal_list(rules, state) == legal_list(rules, ply.state)
            true, guess = (rules.hiding.hidden(one, seat) for one in (ply.state, state))
            for owner in true.piles:
                assert guess.unseen(owner) == true.unseen(owner), (ply.number, owner)
            assert set(guess.secrets) == set(true.secrets)
