"""The table's regions: seats as the viewer sees them, and what each card would do."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.state import State
from tests.rules.deadline_99.positions import position
from tests.support.scenes import Page, page_of


def shown(state: State, viewer: Viewer, me: int | None = None) -> Page:
    """Return a position as a viewer is shown it, with `me` at the bottom."""
    return page_of(RULES, state, viewer, me)


def hand(page: Page) -> list[dict[str, Any]]:
    """Return the viewer's own cards."""
    return [page[f"held-{key}"] for key in page["hand"]["hand"]]


def card(page: Page, code: str) -> dict[str, Any]:
    """Return one card of the viewer's own hand."""
    (found,) = [held for held in hand(page) if held["face"]["code"] == code]
    return found


def plays(page: Page, code: str) -> list[dict[str, Any]]:
    """Return what may be chosen for one card of the viewer's own hand."""
    (found,) = [held for held in page["choices"]["choices"] if held["code"] == code]
    return list(found["plays"])


def seats(page: Page) -> list[dict[str, Any]]:
    """Return the four seats by number."""
    return [page[f"seat-{number}"] for number in range(4)]


STATE = position("9S 10H AS JS reaper", "4C", "5C", "", out=[3], count=95, direction=-1)


def test_seats_go_clockwise_from_the_viewer() -> None:
    assert shown(STATE, Viewer(2)).layout["order"] == [2, 3, 0, 1]
    assert shown(STATE, PUBLIC).layout["order"] == [0, 1, 2, 3]


def test_seats_tell_whose_turn_it_is_who_follows_and_who_is_out() -> None:
    found = seats(shown(STATE, PUBLIC))
    assert [seat["turn"] for seat in found] == [True, False, False, False]
    assert [seat["extra"] for seat in found] == ["", "", "is-next", ""]
    assert [seat["out"] for seat in found] == [False, False, False, True]
    assert [seat["cards"] for seat in found] == [5, 1, 1, 0]


def test_plays_that_would_eliminate_their_player_are_marked() -> None:
    page = shown(STATE, Viewer(0))
    assert card(page, "9S")["deadly"]
    assert card(page, "9S")["becomes"] == 104
    assert card(page, "reaper")["deadly"]
    assert not card(page, "AS")["deadly"]
    found = [(play["op"], play["becomes"], play["eliminates"]) for play in plays(page, "10H")]
    assert found == [("+", 105, True), ("-", 85, False)]
    assert not card(page, "10H")["deadly"]


def test_cards_that_aim_have_a_play_for_every_target() -> None:
    assert [play["target"] for play in plays(shown(STATE, Viewer(0)), "JS")] == [1, 2]


def test_out_of_turn_a_hand_has_no_plays() -> None:
    page = shown(STATE, Viewer(1))
    assert [(held["action"], held["menu"]) for held in hand(page)] == [(None, None)]
    assert page["choices"] == {"choices": [], "people": [], "forced": False}


def test_on_ones_turn_each_card_says_which_count_it_makes() -> None:
    page = shown(STATE, Viewer(0))
    notes = {held["face"]["code"]: held["note"] for held in hand(page)}
    assert notes["9S"] == "+9 → 104"
    assert notes["10H"] == "105 / 85"
    assert (notes["AS"], notes["reaper"]) == ("→", "✕")
    assert [held["note"] for held in hand(shown(STATE, Viewer(1)))] == ["+4"]
    low = hand(shown(position("QS", "5C", count=7), Viewer(0)))
    assert [held["note"] for held in low] == ["27 / ≤0"]


def test_where_every_card_is_deadly_going_out_is_the_answer_in_focus() -> None:
    forced = hand(shown(position("9S reaper", "5C", count=95), Viewer(0)))
    assert all(held["forced"] and held["deadly"] for held in forced)
    assert not any(held["forced"] for held in hand(shown(STATE, Viewer(0))))


def test_how_many_are_left_is_in_sight() -> None:
    goal = shown(STATE, PUBLIC)["d99-goal"]
    assert goal == {"factions": False, "left": 3, "seats": 4}


def test_where_a_minus_may_stop_at_0_no_count_is_promised() -> None:
    low = shown(position("QS", "5C", count=7), Viewer(0))
    assert [play["becomes"] for play in plays(low, "QS")] == [27, None]
    negative = shown(position("QS", "5C", count=-7, allow_negative=True), Viewer(0))
    assert [play["becomes"] for play in plays(negative, "QS")] == [13, -27]


@pytest.mark.parametrize(
    ("count", "heat"),
    [(-5, "calm"), (69, "calm"), (70, "warm"), (90, "hot"), (98, "hot"), (99, "full")],
)
def test_the_heat_rises_with_the_count(count: int, heat: str) -> None:
    assert shown(position("5C", "5D", count=count), PUBLIC)["centre"]["heat"] == heat


def test_roles_are_shown_as_far_as_the_viewer_knows_them() -> None:
    roles = ("red_king", "black_king", "red_minister", "black_minister")
    known = [seat["badge"] for seat in seats(shown(STATE._replace(roles=roles), Viewer(2)))]
    assert known == ["Red king", "Black king", "Red minister", None]
    public = [seat["badge"] for seat in seats(shown(STATE._replace(roles=roles), PUBLIC))]
    assert public == ["Red king", "Black king", None, None]


def test_an_open_table_shows_every_hand() -> None:
    page = shown(STATE, OPEN_TABLE, 1)
    hands = [[face["code"] for face in one["cards"]] for one in page["open-hands"]["hands"]]
    assert hands == [list(held) for held in STATE.hands if held]
    assert "hand" not in page


def test_only_the_viewers_own_hand_is_shown_otherwise() -> None:
    page = shown(STATE, Viewer(1))
    assert [held["face"]["code"] for held in hand(page)] == ["4C"]
    assert "open-hands" not in page
    assert page["centre"]["drawable"] == 10
    assert "hand" not in shown(STATE, PUBLIC)


def test_the_top_of_the_discard_pile_is_its_newest_card() -> None:
    state = position("5C", "5D", discard_pile="3S 4S 5S 6S 9S KS")
    centre = shown(state, PUBLIC)["centre"]
    assert centre["discarded"] == 6
    assert centre["card"]["code"] == "KS"
