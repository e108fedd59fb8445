"""Spec: "Cards", "Options", "Setup"."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import OptionError, Options
from games.engine.match import start_match
from games.engine.options import complete_options
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.cards import CARDS, RANKS, sorted_hand, unshuffled_pack
from games.rules.deadline_99.state import State
from tests.rules.deadline_99.positions import SEED


def options(seats: int, **raw: Any) -> Options:
    return complete_options(RULES.meta, seats, raw)


def begun(seats: int, **raw: Any) -> State:
    state: State = start_match(RULES, options(seats, **raw), seats, Chance(SEED, "deadline_99"))[1]
    return state


def test_a_pack_has_48_cards_without_the_twos() -> None:
    pack = unshuffled_pack(1, angel_reaper=False)
    assert len(pack) == 48
    assert not any(card.startswith("2") for card in pack)
    assert pack[:13] == (*(f"{rank}S" for rank in RANKS), "AH")


def test_however_many_packs_there_are_one_angel_and_one_reaper_join_them() -> None:
    pack = unshuffled_pack(3, angel_reaper=True)
    assert len(pack) == 3 * 48 + 2
    assert pack[-2:] == ("angel", "reaper")
    assert Counter(pack)["10D"] == 3


def test_hands_are_sorted_by_rank_then_by_spades_hearts_diamonds_clubs() -> None:
    hand = ["reaper", "KC", "10D", "10S", "AC", "angel", "3H", "AS"]
    assert sorted_hand(hand) == ("AS", "AC", "3H", "10S", "10D", "KC", "angel", "reaper")
    assert len(CARDS) == 50


@pytest.mark.parametrize(("seats", "decks"), [(2, 2), (6, 2), (7, 3), (10, 3)])
def test_more_than_six_players_play_with_three_packs_unless_they_choose(
    seats: int, decks: int
) -> None:
    assert options(seats)["decks"] == decks
    assert options(seats, decks=4)["decks"] == 4


@pytest.mark.parametrize(("seats", "agents"), [(4, 0), (5, 1), (6, 0), (9, 1)])
def test_by_default_an_odd_number_of_players_has_one_free_agent(seats: int, agents: int) -> None:
    assert options(seats, mode="factions")["free_agents"] == agents


def test_free_agents_leave_two_kings_and_as_many_ministers_of_either_colour() -> None:
    (agents,) = [option for option in RULES.meta.options if option.key == "free_agents"]
    assert agents.values(7, {"mode": "factions"}) == (1, 3, 5)
    assert agents.values(8, {"mode": "factions"}) == (0, 2, 4, 6)


def test_factions_need_four_players() -> None:
    with pytest.raises(OptionError):
        options(3, mode="factions")


def test_classic_mode_has_no_free_agents_to_choose() -> None:
    assert "free_agents" not in options(4)
    with pytest.raises(OptionError):
        options(4, free_agents=0)


def test_five_cards_each_are_dealt_one_at_a_time_from_seat_0() -> None:
    pack = Chance(SEED, "deadline_99").shuffle(unshuffled_pack(2, angel_reaper=False))
    state = begun(3)
    top_first = pack[::-1]
    for seat in range(3):
        assert state.hands[seat] == sorted_hand(top_first[seat:15:3])
    assert state.draw_pile == tuple(pack[:-15])


def test_the_count_is_0_the_direction_clockwise_and_seat_0_begins() -> None:
    state = begun(2)
    assert (state.count, state.direction, state.turn) == (0, 1, 0)
    assert state.discard_pile == ()
    assert state.roles is None
    assert (state.alive, state.resigned, state.plays) == ((True, True), (False, False), 0)


@pytest.mark.parametrize("seats", [2, 7, 10])
def test_the_limit_is_200_plays_for_each_player(seats: int) -> None:
    assert begun(seats).cap == 200 * seats


def test_roles_are_shuffled_before_the_pack() -> None:
    chance = Chance(SEED, "deadline_99")
    roles = ["red_king", "black_king", "red_minister", "black_minister", "free"]
    shuffled = chance.shuffle(roles)
    pack = chance.shuffle(unshuffled_pack(2, angel_reaper=True))
    state = begun(5, mode="factions", angel_reaper=True)
    assert state.roles == tuple(shuffled)
    assert state.draw_pile == tuple(pack[:-25])
