"""Setup: 8 cards from the top of each shuffled deck, then keep or one mulligan."""

from __future__ import annotations

from games.engine.chance import Chance
from games.rules.death_frontline import RULES
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.state import sort_hand
from tests.rules.death_frontline.positions import KEEP, SEED, act, begin, refusal

MULLIGAN = {"type": "mulligan"}


def test_each_seat_gets_eight_cards_from_the_top_of_its_own_shuffled_deck():
    state = begin()
    chance = Chance(SEED, "death_frontline")
    for seat, deck in enumerate(("us", "wehrmacht")):
        shuffled = chance.shuffle(CATALOGUE.decks[deck].unshuffled())
        assert state.own(seat).hand == sort_hand(shuffled[-8:])
        assert list(state.own(seat).draw_pile) == shuffled[:-8]


def test_two_players_choose_their_decks_and_four_play_all():
    assert [own.deck for own in begin(2, allies="uk", axis="ss").seats] == ["uk", "ss"]
    assert [own.deck for own in begin(4).seats] == ["us", "ss", "uk", "wehrmacht"]
    assert (begin(2).field.width, begin(4).field.width) == (4, 5)


def test_a_mulligan_shuffles_hand_then_pile_and_draws_eight():
    state = begin()
    own = state.own(0)
    shuffled = Chance(SEED, "death_frontline").shuffle([*own.hand, *own.draw_pile])
    after = act(state, 0, MULLIGAN).own(0)
    assert after.hand == sort_hand(shuffled[-8:])
    assert list(after.draw_pile) == shuffled[:-8]


def test_each_player_chooses_once_in_turn_order():
    state = act(begin(), 0, MULLIGAN)
    assert RULES.to_act(state) == 1
    assert refusal(state, 0, MULLIGAN) == "not_your_turn"
    state = act(state, 1, KEEP)
    assert (state.step, state.turn, state.round) == ("draw", 0, 1)


def test_nothing_else_can_be_done_before_the_first_round():
    assert RULES.legal_actions(begin(), 0) == [KEEP, MULLIGAN]
    assert refusal(begin(), 0, {"type": "pass"}) == "wrong_step"
    assert refusal(begin(), 0, {"type": "offer_end"}) == "wrong_step"
    assert refusal(begin(), 0, {"type": "keep", "card": "us.rifle"}) == "unknown_key"
