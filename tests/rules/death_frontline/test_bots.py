"""The bots: they see a view, act legally, and the keen one wins."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from games.engine.bot import BotDice
from games.engine.botplay import bot_action, observed, play_out
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.registry import rules_of
from games.rules.death_frontline import RULES
from games.rules.death_frontline.bots import reasons
from games.rules.death_frontline.bots.battle import fight
from games.rules.death_frontline.bots.common import should_mulligan
from games.rules.death_frontline.bots.imagine import imagine
from games.rules.death_frontline.field import Field, Unit
from games.rules.death_frontline.state import State
from tests.rules.death_frontline.positions import (
    OFFER,
    PASS,
    act,
    attack,
    begin,
    build,
    chance,
    deploy,
    facility,
    move,
    position,
    skill,
    unit,
)

NAMES = list(RULES.bots)


def answer(name: str, state: State, seat: int = 0) -> Any:
    """Return what a bot does in a position."""
    return bot_action(RULES, state, 0, seat, RULES.bots[name], Random(1))


def wins(name: str, other: str, seats: int, matches: int) -> tuple[int, int]:
    """Return how many matches each bot won, changing sides after each."""
    won = [0, 0]
    for number in range(matches):
        side = number % 2
        bots = [RULES.bots[name if seat % 2 == side else other] for seat in range(seats)]
        options = complete_options(RULES.meta, seats, {})
        seed = Random(number // 2).randbytes(32)
        dice = partial(BotDice, bytes([number] * 32), "death_frontline")
        ranks = RULES.result(play_out(RULES, options, seed, bots, dice).state).ranks
        won[0] += ranks[side] < ranks[1 - side]
        won[1] += ranks[side] > ranks[1 - side]
    return won[0], won[1]


@pytest.mark.parametrize(("seats", "matches"), [(2, 16), (4, 6)])
def test_the_club_bot_beats_the_novice(seats, matches):
    club, novice = wins("club", "novice", seats, matches)
    assert club >= matches * 3 // 4 > novice


def test_the_casual_bot_plays_between_the_novice_and_the_club_bot():
    casual, novice = wins("casual", "novice", 2, 12)
    assert casual > novice
    club, casual = wins("club", "casual", 2, 12)
    assert club > casual


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_breaks_through_when_it_must(name):
    units = (unit("us.rifle", 0, (2, 7)), unit("us.rifle", 0, (3, 7)))
    assert answer(name, position("deploy", units))["type"] == "breakthrough"


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_destroys_the_troop_that_is_about_to_break_through(name):
    units = (
        unit("us.medium_tank", 0, (2, 2)),
        unit("us.depot", 0, (1, 2)),
        unit("wehrmacht.rifle", 1, (2, 1)),
    )
    chosen = answer(name, position("attack", units))
    assert chosen["target"] == [2, 1]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_does_not_attack_in_vain(name):
    units = (
        unit("us.rifle", 0, (2, 4)),
        unit("us.depot", 0, (2, 3)),
        unit("wehrmacht.heavy_tank", 1, (2, 5)),
    )
    assert answer(name, position("attack", units)) == PASS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("enemy_row", "expected"), [(7, OFFER), (3, PASS)])
def test_a_bot_joins_an_offer_of_the_end_only_when_it_is_ahead(name, enemy_row, expected):
    units = (
        unit("us.rifle", 0, (1, 5), exhausted=True),
        unit("wehrmacht.rifle", 1, (3, enemy_row)),
        unit("wehrmacht.rifle", 1, (4, enemy_row)),
    )
    state = position("attack", units, offers=(False, True))
    assert answer(name, state) == expected


def test_the_club_bot_keeps_its_last_card_while_it_is_not_ahead():
    state = position("deploy", hands={0: ("us.rifle",)})
    assert answer("club", state) == PASS
    ahead = position("deploy", (unit("us.at_gun", 0, (1, 5)),), hands={0: ("us.rifle",)})
    assert answer("club", ahead)["type"] == "deploy"


RUNNER = (
    unit("us.depot", 0, (4, 1)),
    unit("us.at_gun", 0, (4, 2)),
    unit("wehrmacht.medium_tank", 1, (2, 2)),
    unit("wehrmacht.rifle", 1, (1, 5)),
)
"""An enemy tank is two steps from breaking through, and our gun does not reach its way."""


def test_the_expert_stops_a_troop_before_it_breaks_through():
    state = position("deploy", RUNNER, hands={0: ("us.rifle", "us.at_team", "us.howitzer")})
    chance_ = chance()
    for ply in range(60):
        if state.step == "draw" or state.result is not None:
            break
        seat = RULES.to_act(state)
        action = bot_action(RULES, state, ply, seat, RULES.bots["expert"], Random(ply))
        _, state = play_action(RULES, state, seat, action, chance_)
    assert "wehrmacht.medium_tank" in state.own(1).discard_pile


def test_the_expert_keeps_its_last_card_only_if_an_empty_hand_ends_the_battle():
    state = position("deploy", (unit("us.depot", 0, (2, 2)),), hands={0: ("us.rifle",)})
    known = observed(RULES, state, 0, 0, Memory(2))
    expert = RULES.bots["expert"]
    assert "card" not in expert.choose(known, Random(1))
    events, _ = start_match(RULES, complete_options(RULES.meta, 2, {}), 2, chance())
    RULES.hiding.recall(known.memory, events[0], 0)
    assert expert.choose(known, Random(1))["type"] == "deploy"


def test_a_bot_answers_alike_whatever_is_hidden_from_it():
    state = begin()
    for seat in (0, 1):
        state = act(state, seat, {"type": "keep"})
    twin = position(
        state.step,
        hands={0: state.own(0).hand, 1: ("wehrmacht.depot",) * 8},
        piles={0: ("us.depot",) * 31, 1: ("wehrmacht.rifle",) * 31},
        round=1,
    )
    for name in NAMES:
        assert answer(name, state) == answer(name, twin)


REASONS = [
    ("attack", attack((2, 2), target=(2, 1)), reasons.STOPS),
    ("attack", attack((2, 2), target=(2, 3)), reasons.FAILS),
    ("attack", attack((2, 2), (3, 3), target=(2, 3)), reasons.DESTROYS),
    ("skill", skill("us.air_strike", target=[2, 1], layer="unit"), reasons.STOPS),
    ("skill", skill("us.air_strike", target=[2, 3], layer="unit"), reasons.PLAYS),
    ("facility", build("us.bunker", 1, 1), reasons.BUILDS),
    ("deploy", deploy("us.depot", 1, 1), reasons.STOCKS),
    ("deploy", deploy("us.depot", 4, 3), reasons.SUPPLIES),
    ("deploy", deploy("us.sniper", 1, 1), reasons.COVERS),
    ("deploy", deploy("us.rifle", 4, 3), reasons.RISKS),
    ("deploy", deploy("us.rifle", 4, 1), reasons.HOLDS),
    ("deploy", move((3, 3), (3, 4)), reasons.ESCAPES),
    ("deploy", move((4, 5), (4, 6)), reasons.ADVANCES),
    ("deploy", move((4, 5), (4, 4)), reasons.HOLDS),
    ("deploy", move((1, 3), (1, 4)), reasons.SHIFTS),
    ("attack", PASS, reasons.PASSES),
    ("attack", OFFER, reasons.ENDS),
]


@pytest.mark.parametrize(("step", "action", "message"), REASONS)
def test_the_club_bot_says_why(step, action, message):
    """An enemy rifle stands at the edge, and an enemy heavy tank covers two of our cells."""
    units = (
        unit("us.medium_tank", 0, (2, 2)),
        unit("us.medium_tank", 0, (3, 3)),
        unit("us.rifle", 0, (4, 5)),
        unit("us.depot", 0, (1, 3)),
        unit("wehrmacht.rifle", 1, (2, 1)),
        unit("wehrmacht.heavy_tank", 1, (2, 3)),
        unit("wehrmacht.depot", 1, (2, 5)),
    )
    hand = ("us.rifle", "us.sniper", "us.depot", "us.bunker", "us.air_strike")
    assert reason_of(position(step, units, hands={0: hand}), action) == message


def test_the_club_bot_says_why_it_breaks_through():
    state = position("deploy", (unit("us.rifle", 0, (2, 7)),))
    assert reason_of(state, {"type": "breakthrough", "from": [2, 7]}) == reasons.BREAKS_THROUGH


def reason_of(state: State, action: Any) -> str:
    """Return the message with which the club bot explains a legal action of seat 0."""
    known = observed(RULES, state, 0, 0, Memory(2))
    assert action in known.legal
    return RULES.bots["club"].reason(known, action).key


def test_a_hand_without_supply_is_given_back():
    assert should_mulligan(["us.rifle"] * 8)
    assert not should_mulligan(["us.rifle"] * 7 + ["us.supply_truck"])
    assert should_mulligan(["us.heavy_tank"] * 7 + ["us.supply_truck"])


THOUGHTS = [
    ("attack", attack((2, 4), target=(2, 5), advance=(2, 4)), ()),
    ("attack", attack((2, 4), target=(2, 5)), ()),
    ("attack", attack((1, 4), target=(1, 5), layer="facility"), ()),
    ("skill", skill("us.air_strike", target=[2, 5], layer="unit"), ("us.air_strike",)),
    ("skill", skill("us.supply_drop"), ("us.supply_drop",)),
    ("deploy", {"type": "move", "from": [2, 4], "path": [[3, 4]]}, ()),
    ("deploy", {"type": "deploy", "card": "us.sniper", "to": [1, 1]}, ("us.sniper",)),
    ("facility", {"type": "build", "card": "us.bunker", "to": [1, 1]}, ("us.bunker",)),
]


@pytest.mark.parametrize(("step", "action", "hand"), THOUGHTS)
def test_what_a_bot_imagines_is_what_happens(step, action, hand):
    units = (
        unit("us.medium_tank", 0, (2, 4)),
        unit("us.medium_tank", 0, (1, 4)),
        unit("us.depot", 0, (2, 3)),
        unit("wehrmacht.rifle", 1, (2, 5)),
    )
    mines = (
        facility("wehrmacht.minefield", 1, (2, 5)),
        facility("wehrmacht.minefield", 1, (1, 5)),
        facility("wehrmacht.minefield", 1, (3, 4)),
    )
    state = position(step, units, mines, hands={0: hand})
    happened, _ = RULES.decide(state, 0, action, chance())
    after = act(state, 0, action).field
    thought = imagine(state.field, 0, state.round, action)
    assert happened
    assert set(thought.units) == set(after.units)
    assert set(thought.facilities) == set(after.facilities)
    assert thought.effects == after.effects


def test_an_expert_of_either_side_takes_the_same_of_two_equal_targets():
    """Seen from its own edge: version 1 took the first in reading order, whoever attacked."""
    gun, supply = unit("us.medium_tank", 0, (2, 4)), unit("us.depot", 0, (2, 3))
    field = Field(4, (supply, unit("us.sniper", 1, (1, 4)), gun, unit("us.sniper", 1, (3, 4))))
    over_there = Field(4, tuple(map(_across, reversed(field.units))))
    for turned in (True, False):
        left = [fight(one, (0, 1), (False, False), turned).field for one in (field, over_there)]
        assert (tuple(map(_across, reversed(left[0].units))) == left[1].units) == turned


def _across(one: Unit) -> Unit:
    """Return the other side's unit that stands opposite on a field of four columns."""
    return one._replace(cell=(5 - one.cell[0], 8 - one.cell[1]), seat=1 - one.seat)


def test_each_ruleset_has_its_version_of_the_expert():
    versions = [rules_of("death_frontline", one).bots["expert"].version for one in (1, 2)]
    assert versions == [1, 2]
