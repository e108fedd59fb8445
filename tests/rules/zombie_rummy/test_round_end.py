"""Rules, "Round end": the three ways."""

from __future__ import annotations

from games.rules.zombie_rummy.events import RoundEnded, RoundWon, SeatScored

from .positions import act, laid, play, position, zombie


def test_going_out_ends_the_round_and_everybody_scores() -> None:
    tables = {0: [zombie(1)], 1: [laid(2, "chair-1 chair-2 chair-3")]}
    state = position("book", "gas brain", tables=tables, turns_played=11)
    events, after = play(state, {"type": "discard", "card": "book"})
    ended = next(event for event in events if isinstance(event, RoundEnded))
    assert (ended.reason, ended.seat, ended.turns, ended.scores) == ("out", 0, 12, (-5, -1))
    assert after.round_scores == ((-5, -1),)
    assert after.totals == (-5, -1)
    assert after.round_wins == (0, 1)


def test_the_draw_piles_last_card_ends_the_round_and_counts_in_the_hand() -> None:
    state = position("book", "gas", phase="draw", draw_pile=("brain",), turns_played=9)
    events, after = play(state, {"type": "draw", "from": "deck"})
    ended = next(event for event in events if isinstance(event, RoundEnded))
    assert (ended.reason, ended.seat, ended.turns, ended.scores) == ("deck", None, 9, (-7, -2))
    assert (after.round, after.turns_played) == (2, 0)


def test_a_discard_taken_while_one_card_is_left_in_the_draw_pile_ends_nothing() -> None:
    state = position("book", "gas", phase="draw", draw_pile=("brain",))
    after = act(state, {"type": "draw", "from": "discard", "count": 1})
    assert (after.round, after.phase, after.draw_pile) == (1, "lay", ("brain",))


def test_60_turns_a_seat_end_the_round() -> None:
    state = position("book key", "gas", turns_played=118)
    state = act(state, {"type": "discard", "card": "book"})
    assert state.round == 1
    state = act(state, {"type": "draw", "from": "deck"}, 1)
    events, after = play(state, {"type": "discard", "card": "gas"}, 1)
    ended = next(event for event in events if isinstance(event, RoundEnded))
    assert (ended.reason, ended.seat, ended.turns) == ("turns", None, 120)
    assert after.round == 2


def test_a_turn_ended_by_an_emptied_hand_counts_towards_the_limit() -> None:
    state = position("brain", "gas", turns_played=119)
    assert act(state, {"type": "place", "card": "brain"}).round == 2


def test_resigned_seats_count_for_the_number_of_turns() -> None:
    state = position("book key", "gas", "", resigned=(False, False, True), turns_played=119)
    assert act(state, {"type": "discard", "card": "book"}).round == 1
    state = position("book key", "gas", "", resigned=(False, False, True), turns_played=179)
    assert act(state, {"type": "discard", "card": "book"}).round == 2


def test_every_player_with_the_highest_score_wins_the_round() -> None:
    table = {2: [laid(1, "truck key gas")], 1: [laid(2, "lighter serum book")]}
    state = position("book", "gas", "key", tables=table)
    events, after = play(state, {"type": "discard", "card": "book"})
    assert [event.seat for event in events if isinstance(event, RoundWon)] == [1, 2]
    assert after.round_wins == (0, 1, 1)
    assert [event.total for event in events if isinstance(event, SeatScored)] == [0, 1, 1]
