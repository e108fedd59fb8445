"""The table's context: seats as the viewer sees them, and what each card would do."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.state import State
from tests.rules.deadline_99.positions import position


def shown(state: State, viewer: Viewer, eyes: Viewer | None = None) -> dict[str, Any]:
    """Return the display of a position, through `eyes` if they are not the viewer's own."""
    legal = []
    if viewer.seat in RULES.to_act(state):
        legal = sorted_actions(RULES.legal_actions(state, viewer.seat))
    return RULES.display(snapshot(RULES, state, 0, eyes or viewer), viewer, legal)


def card(context: dict[str, Any], code: str) -> dict[str, Any]:
    """Return one card of the viewer's own hand."""
    (found,) = [held for held in context["hand"] if held["code"] == code]
    return found


STATE = position("9S 10H AS JS reaper", "4C", "5C", "", out=[3], count=95, direction=-1)


def test_seats_go_clockwise_from_the_viewer() -> None:
    assert [seat["seat"] for seat in shown(STATE, Viewer(2))["seats"]] == [2, 3, 0, 1]
    assert [seat["seat"] for seat in shown(STATE, PUBLIC)["seats"]] == [0, 1, 2, 3]


def test_seats_tell_whose_turn_it_is_who_follows_and_who_is_out() -> None:
    seats = {seat["seat"]: seat for seat in shown(STATE, PUBLIC)["seats"]}
    assert [seats[seat]["is_turn"] for seat in range(4)] == [True, False, False, False]
    assert [seats[seat]["is_next"] for seat in range(4)] == [False, False, True, False]
    assert [seats[seat]["went_out"] for seat in range(4)] == [None, None, None, 1]
    assert [seats[seat]["hand_count"] for seat in range(4)] == [5, 1, 1, 0]


def test_plays_that_would_eliminate_their_player_are_marked() -> None:
    context = shown(STATE, Viewer(0))
    assert card(context, "9S")["eliminates"]
    assert card(context, "reaper")["eliminates"]
    assert not card(context, "AS")["eliminates"]
    assert [
        (play["op"], play["becomes"], play["eliminates"]) for play in card(context, "10H")["plays"]
    ] == [
        ("+", 105, True),
        ("-", 85, False),
    ]
    assert not card(context, "10H")["eliminates"]


def test_cards_that_aim_have_a_play_for_every_target() -> None:
    assert [play["target"] for play in card(shown(STATE, Viewer(0)), "JS")["plays"]] == [1, 2]


def test_out_of_turn_a_hand_has_no_plays() -> None:
    context = shown(STATE, Viewer(1))
    assert [held["plays"] for held in context["hand"]] == [[]]
    assert context["my_turn"] is False


def test_where_a_minus_may_stop_at_0_no_count_is_promised() -> None:
    low = shown(position("QS", "5C", count=7), Viewer(0))
    assert [play["becomes"] for play in card(low, "QS")["plays"]] == [27, None]
    negative = shown(position("QS", "5C", count=-7, allow_negative=True), Viewer(0))
    assert [play["becomes"] for play in card(negative, "QS")["plays"]] == [13, -27]


@pytest.mark.parametrize(
    ("count", "heat"),
    [(-5, "calm"), (69, "calm"), (70, "warm"), (90, "hot"), (98, "hot"), (99, "full")],
)
def test_the_heat_rises_with_the_count(count: int, heat: str) -> None:
    assert shown(position("5C", "5D", count=count), PUBLIC)["heat"] == heat


def test_roles_are_shown_as_far_as_the_viewer_knows_them() -> None:
    roles = ("red_king", "black_king", "red_minister", "black_minister")
    seats = shown(STATE._replace(roles=roles), Viewer(2))["seats"]
    known = {
        seat["seat"]: seat["role"] and (seat["role"]["key"], seat["role"]["secret"])
        for seat in seats
    }
    assert known == {
        0: ("red_king", False),
        1: ("black_king", False),
        2: ("red_minister", True),
        3: None,
    }


def test_an_open_table_shows_every_hand_and_the_draw_pile() -> None:
    context = shown(STATE, Viewer(1, sees_all=True), OPEN_TABLE)
    assert all(seat["hand"] is not None for seat in context["seats"])
    assert [held["code"] for held in context["draw_pile"]["cards"]] == list(STATE.draw_pile)
    assert [held["code"] for held in context["hand"]] == ["4C"]


def test_only_the_viewers_own_hand_is_shown_otherwise() -> None:
    context = shown(STATE, Viewer(1))
    assert [seat["hand"] is not None for seat in context["seats"]] == [True, False, False, False]
    assert context["draw_pile"] == {"count": 10, "cards": None}
    assert shown(STATE, PUBLIC)["hand"] == []


def test_the_top_of_the_discard_pile_is_its_newest_card() -> None:
    pile = shown(position("5C", "5D", discard_pile="3S 4S 5S 6S 9S KS"), PUBLIC)["discard_pile"]
    assert pile["count"] == 6
    assert pile["top"]["code"] == "KS"
