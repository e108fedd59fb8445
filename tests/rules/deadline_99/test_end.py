"""Spec: "End", and the record format's "Resigning"."""

from __future__ import annotations

import pytest

from games.engine.contract import RESIGN, Result
from games.engine.viewer import PUBLIC
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.events import MatchEnded, Resigned, RoleRevealed
from games.rules.deadline_99.state import State
from tests.rules.deadline_99.positions import act, after, play, position, refusal

REST = "5C 6C 9C"
ROLES = ("red_king", "black_king", "red_minister", "black_minister", "free", "free")


def factions(*hands: str, **changes: object) -> State:
    return position(*(hands or (REST,) * 6), roles=ROLES, **changes)


def test_the_last_player_in_wins_and_ranks_run_backwards_through_the_eliminations() -> None:
    state = position("", f"9S {REST}", REST, "", out=[3, 0], turn=1, count=99)
    end = after(state, play("9S"))
    assert end.result == Result("last_survivor", (3, 2, 1, 4))
    assert end.turn is None
    assert RULES.to_act(end) is None


def test_the_end_is_checked_after_each_empty_hand() -> None:
    """Both others hold nothing: the first to go out still ranks last."""
    end = after(position(f"3S {REST}", "", ""), play("3S"))
    assert end.result == Result("last_survivor", (1, 3, 2))


def test_an_empty_hand_ends_the_match_before_its_holder_could_be_the_last_in() -> None:
    end = after(position("9S", "", "", count=99), play("9S"))
    assert end.result == Result("last_survivor", (3, 2, 1))


@pytest.mark.parametrize(("king", "ranks"), [(0, (2, 1, 2, 1, 1, 1)), (1, (1, 2, 1, 2, 1, 1))])
def test_a_king_going_out_makes_the_other_faction_and_the_free_agents_win(
    king: int, ranks: tuple[int, ...]
) -> None:
    hands = ["9S" if seat == king else REST for seat in range(6)]
    state = factions(*hands, turn=king, count=99)
    events, end = act(state, play("9S"))
    assert end.result == Result("king_eliminated", ranks)
    assert [event.seat for event in events if isinstance(event, RoleRevealed)] == [2, 3, 4, 5]


def test_an_eliminated_minister_wins_with_the_faction_an_eliminated_free_agent_does_not() -> None:
    state = factions("9S", REST, REST, "", "", REST, out=[3, 4], count=99)
    assert after(state, play("9S")).result == Result("king_eliminated", (2, 1, 2, 1, 2, 1))


def test_a_minister_going_out_ends_nothing() -> None:
    state = factions(REST, REST, f"9S {REST}", REST, REST, REST, turn=2, count=99)
    assert after(state, play("9S")).result is None


def test_a_king_without_cards_ends_the_match_when_his_turn_begins() -> None:
    state = factions(f"3S {REST}", "", REST, REST, REST, REST)
    assert after(state, play("3S")).result == Result("king_eliminated", (1, 2, 1, 2, 1, 1))


def test_at_the_cap_all_still_in_share_the_first_place() -> None:
    state = position(f"3S {REST}", REST, "", "", out=[3, 2], plays=799)
    assert after(state, play("3S")).result == Result("cap", (1, 1, 3, 4))
    assert after(state._replace(plays=798), play("3S")).result is None


def test_at_the_cap_factions_draw() -> None:
    state = factions(REST, REST, REST, "", REST, "", out=[3, 5], plays=1199)
    assert after(state, play("5C")).result == Result("cap", (1, 1, 1, 1, 1, 1))


@pytest.mark.parametrize(
    ("state", "firsts"),
    [
        (factions(REST, REST, REST, "", REST, "", out=[3, 5], plays=1199), "everyone"),
        (position(REST, REST, plays=399), "everyone"),
        (position(REST, REST, "", out=[2], plays=599), "everyone still in"),
    ],
)
def test_the_log_of_the_cap_names_who_shares_the_first_place(state: State, firsts: str) -> None:
    """Factions draw: who is out already is first as well."""
    events, _ = act(state, play("5C"))
    assert f": {firsts} share" in str(events[-1].seen_by(PUBLIC))


def test_the_cap_counts_once_the_next_turn_has_begun() -> None:
    """The next player has no card: they are out first, and behind."""
    state = position(f"3S {REST}", "", REST, plays=599)
    assert after(state, play("3S")).result == Result("cap", (1, 3, 1))


def test_an_end_met_by_the_last_play_or_the_turn_after_it_goes_before_the_cap() -> None:
    over = position("9S", REST, count=99, plays=399)
    assert after(over, play("9S")).result == Result("last_survivor", (2, 1))
    empty = position(f"3S {REST}", "", plays=399)
    assert after(empty, play("3S")).result == Result("last_survivor", (1, 2))


def test_a_play_that_goes_over_counts_towards_the_cap() -> None:
    state = position("9S", REST, REST, count=99, plays=599)
    assert after(state, play("9S")).result == Result("cap", (3, 1, 1))


def test_resignations_do_not_count_towards_the_cap() -> None:
    _, end = act(position(REST, REST, REST, plays=599), dict(RESIGN))
    assert end.result is None
    assert end.plays == 599


def test_who_resigns_is_out_at_once_with_the_hand_on_the_discard_pile_and_the_count_kept() -> None:
    state = position(REST, "KD 3S", REST, count=77, discard_pile="KH")
    events, end = act(state, dict(RESIGN), seat=1)
    assert events == [Resigned(seat=1, hand=("3S", "KD"), turn=0)]
    assert end.discard_pile == ("KH", "3S", "KD")
    assert (end.count, end.turn, end.alive) == (77, 0, (True, False, True))
    assert end.resigned == (False, True, False)


def test_when_the_seat_in_turn_resigns_the_next_in_the_direction_of_play_begins_a_turn() -> None:
    state = position(REST, REST, "", REST, direction=-1, turn=3)
    _, end = act(state, dict(RESIGN))
    assert end.eliminated == (3, 2)
    assert end.turn == 1


def test_out_of_turn_nobody_begins_a_turn() -> None:
    """Seat 2 has no card, but it is still seat 0's turn."""
    _, end = act(position(REST, REST, "", REST), dict(RESIGN), seat=1)
    assert end.eliminated == (1,)
    assert end.turn == 0


def test_the_resignation_of_the_last_but_one_ends_the_match_by_resignation() -> None:
    _, end = act(position(REST, REST, "", out=[2]), dict(RESIGN), seat=1)
    assert end.result == Result("resignation", (1, 2, 3))


def test_the_resignation_of_a_king_ends_the_match_by_resignation() -> None:
    events, end = act(factions(), dict(RESIGN), seat=1)
    assert end.result == Result("resignation", (1, 2, 1, 2, 1, 1))
    assert isinstance(events[-1], MatchEnded)


def test_a_free_agent_that_resigned_does_not_win_and_a_minister_that_did_does() -> None:
    state = factions(count=99)
    for seat in (3, 4):
        _, state = act(state, dict(RESIGN), seat=seat)
    _, end = act(state, play("9C"))
    assert end.result == Result("king_eliminated", (2, 1, 2, 1, 2, 1))


def test_the_next_players_empty_hand_after_a_resignation_is_not_a_resignation() -> None:
    """Seat 0 resigns in turn; seat 1 has no card, so seat 2 is the last in."""
    _, end = act(position(REST, "", REST), dict(RESIGN))
    assert end.result == Result("last_survivor", (3, 2, 1))


def test_nobody_resigns_twice_or_after_the_end() -> None:
    _, end = act(position(REST, REST, REST), dict(RESIGN), seat=2)
    assert refusal(end, dict(RESIGN), seat=2) == "already_out"
    _, over = act(end, dict(RESIGN), seat=1)
    assert refusal(over, dict(RESIGN), seat=0) == "match_over"
