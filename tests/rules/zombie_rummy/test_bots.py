"""The computer players: legal, repeatable, blind to what is hidden, each level better."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.engine.bot import Bot, BotDice, Dice, Observation
from games.engine.botplay import bot_action, observed, play_out
from games.engine.chance import Chance
from games.engine.contract import Action
from games.engine.hidden import Memory
from games.engine.match import start_match
from games.engine.text import CardRef, Phrase, SeatRef
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.bots.expert import followed
from games.rules.zombie_rummy.bots.playout import drawn, ended
from games.rules.zombie_rummy.bots.search import Line
from games.rules.zombie_rummy.state import State

from .positions import brain, cards, device, horde, legal, position, zombie

OPTIONS = {"end": "rounds", "target": 1}


def played(names: list[str], number: int, options: dict[str, Any] = OPTIONS) -> Any:
    bots = [RULES.bots[name] for name in names]
    return play_out(RULES, options, number.to_bytes(32, "big"), bots, own_dice(number))


def own_dice(number: int) -> Callable[[int, int], BotDice]:
    """Return the dice of a match's bots, by seat and ply."""
    return partial(BotDice, number.to_bytes(32, "big"), "zombie_rummy")


def chosen(state: State, name: str = "club") -> Action:
    """Return what the bot in seat 0 does in a position written by hand."""
    return bot_action(RULES, state, 0, 0, RULES.bots[name], random.Random(1))


def watched(bot: Bot) -> Bot:
    """Return the bot, which fails where it answers with what is not legal."""

    def act(known: Observation, dice: Dice) -> Action:
        action = bot.choose(known, dice)
        assert action in known.legal
        return action

    return replace(bot, choose=act)


FAST = ["novice", "casual", "club"]


@pytest.mark.parametrize("name", FAST)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_bot_only_ever_does_what_is_legal(name: str, seats: int) -> None:
    for number in range(3):
        bots = [watched(RULES.bots[name])] * seats
        play_out(RULES, OPTIONS, number.to_bytes(32, "big"), bots, own_dice(number))


def test_an_expert_among_others_only_ever_does_what_is_legal() -> None:
    bots = [watched(RULES.bots["expert"]), RULES.bots["club"], RULES.bots["casual"]]
    play_out(RULES, OPTIONS, bytes(32), bots, own_dice(0))


@pytest.mark.parametrize("name", FAST)
def test_the_same_call_plays_the_same_match(name: str) -> None:
    assert played([name] * 3, 4) == played([name] * 3, 4)


@pytest.mark.parametrize("name", list(RULES.bots))
def test_a_bot_does_not_know_what_its_view_does_not_show(name: str) -> None:
    _, state = start_match(RULES, OPTIONS, 3, Chance(bytes(32), "zombie_rummy"))
    hidden = [*state.hands[0], *state.hands[2], *state.draw_pile]
    random.Random(1).shuffle(hidden)
    other = state._replace(
        hands=(tuple(hidden[:8]), state.hands[1], tuple(hidden[8:16])),
        draw_pile=tuple(hidden[16:]),
    )
    acts = [bot_action(RULES, s, 0, 1, RULES.bots[name], random.Random(5)) for s in (state, other)]
    assert acts[0] == acts[1]


@pytest.mark.parametrize(("better", "worse"), [("casual", "novice"), ("club", "casual")])
def test_each_level_beats_the_one_below_at_two_seats(better: str, worse: str) -> None:
    wins = 0
    for number in range(30):
        names = [better, worse] if number % 2 else [worse, better]
        wins += played(names, number // 2).state.result.ranks[names.index(better)] == 1
    assert wins >= 18


def test_the_casual_bot_lays_what_it_can_and_sends_its_zombies_off() -> None:
    state = position("zombie chair-1 shotgun-9 book", "gas gas")
    assert chosen(state, "casual") == {"type": "attack", "seat": 1}
    state = position("chair-1 chair-2 chair-3 shotgun-9 book", "gas gas", tables={0: [zombie(1)]})
    action = {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"], "stack": 1}
    assert chosen(state, "casual") == action


def test_the_club_bot_lays_a_set_on_a_zombie_rather_than_beside_it() -> None:
    state = position("chair-1 chair-2 chair-3 shotgun-9 book", "gas gas", tables={0: [zombie(1)]})
    action = {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"], "stack": 1}
    assert chosen(state) == action


def test_the_club_bot_makes_a_horde_of_its_own_zombie_to_lay_its_equipment_on() -> None:
    state = position("truck key gas gang shotgun-9", "gas gas", tables={0: [zombie(1)]})
    assert chosen(state) == {"type": "gang", "stack": 1}


def test_the_club_bot_does_not_break_what_cannot_be_gained_from() -> None:
    state = position("chair-1 shotgun-9 book", "gas gas", tables={1: [device(1, "radio")]})
    assert chosen(state)["type"] == "discard"


def test_the_club_bot_nukes_itself_when_its_table_is_lost() -> None:
    table = [horde(1), horde(2), zombie(3)]
    state = position("nuke shotgun-9 chair-1", "gas gas", tables={0: table})
    assert chosen(state) == {"type": "nuke", "seat": 0}


def test_the_club_bot_goes_out_when_it_is_ahead() -> None:
    state = position("book", "gas zombie zombie brain", tables={0: [brain(1)]})
    assert legal(state) == [{"type": "discard", "card": "book"}]
    assert chosen(state) == {"type": "discard", "card": "book"}


def test_the_novice_takes_the_top_discard_that_makes_a_set() -> None:
    state = position("chair-1 chair-2", "gas", phase="draw", discard_pile=("gas", "chair-3"))
    assert chosen(state, "novice") == {"type": "draw", "from": "discard", "count": 1}
    state = position("chair-1 chair-2", "gas", phase="draw", discard_pile=("gas", "chair-5"))
    assert chosen(state, "novice") == {"type": "draw", "from": "deck"}


@pytest.mark.parametrize("name", ["club", "expert"])
def test_strong_bots_steal_an_open_brain_and_save_a_set_for_their_zombie(name: str) -> None:
    state = position("zombie shotgun-9 book chair-1", "gas gas gas", tables={1: [brain(1)]})
    assert chosen(state, name) == {"type": "steal", "stack": 1}
    state = position("chair-1 chair-2 chair-3 shotgun-9 book", "gas gas", tables={0: [zombie(1)]})
    action = {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"], "stack": 1}
    assert chosen(state, name) == action


def test_the_expert_does_not_discard_a_card_that_its_rival_needs_to_go_out() -> None:
    """The rival took two chairs face up, and a third would rid it of all it holds."""
    memory = Memory(2)
    memory.learn(1, ["chair-4", "chair-5"])
    state = position("chair-6 shotgun-1 chainsaw-9 book", "chair-4 chair-5 gas")
    dice = random.Random(1)
    action = bot_action(RULES, state, 0, 0, RULES.bots["expert"], dice, memory)
    assert action != {"type": "discard", "card": "chair-6"}


def test_a_finished_plan_leaves_an_imagined_deal_its_own_hidden_cards() -> None:
    state = position("nuke book", "gas gas")
    deal = state._replace(hands=(state.hands[0], cards("chair-1 chair-2")), draw_pile=("key",))
    after = followed(deal, 0, Line(state, None, 0.0, "book"))
    assert after.hands == (("nuke",), cards("chair-1 chair-2"))
    assert (after.draw_pile, after.turn, after.turns_played) == (("key",), 1, 1)


def test_a_playout_ends_with_the_round() -> None:
    state = position("book", "gas", draw_pile=("key",))
    assert ended(state, 0, "book").turn is None
    drawing = position("book", "gas", phase="draw", draw_pile=("key",))
    assert drawn(drawing, 0, {"type": "draw", "from": "deck"}).turn is None


def told(state: State, action: Action) -> Phrase:
    """Return the club bot's reason for an action of seat 0."""
    reason = RULES.bots["club"].reason
    assert reason is not None
    return reason(observed(RULES, state, 0, 0, Memory(state.seats)), action)


def test_the_club_bot_says_why() -> None:
    state = position("chair-1 chair-2", "gas", phase="draw", discard_pile=("gas", "chair-3"))
    taking = {"type": "draw", "from": "discard", "count": 1}
    assert told(state, taking).args["card"] == CardRef("chair-3")
    tables = {0: [zombie(1)], 1: [zombie(2), device(3, "radio")]}
    state = position("gang nuke book zombie", "gas", tables=tables)
    assert told(state, {"type": "gang", "stack": 1}).args == {}
    assert told(state, {"type": "gang", "stack": 2}).args == {"seat": SeatRef(1)}
    assert told(state, {"type": "break", "stack": 3}).args == {"seat": SeatRef(1)}
    assert told(state, {"type": "nuke", "seat": 0}).args == {"points": -5}
