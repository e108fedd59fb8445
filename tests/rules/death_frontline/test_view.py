"""What each viewer sees: the field is open, hands and draw piles are not."""

from __future__ import annotations

from games.engine.snapshot import snapshot
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.rules.death_frontline import RULES
from games.rules.death_frontline.view import field_of, observe
from tests.rules.death_frontline.positions import RESIGN, act, begin, facility, position, unit


def test_a_hand_is_seen_by_its_own_seat_alone_not_by_the_partner():
    state = begin(4)
    hands = [seat["hand"] for seat in observe(state, Viewer(0))["seats"]]
    assert hands == [list(state.own(0).hand), {"count": 8}, {"count": 8}, {"count": 8}]


def test_watchers_see_no_hand():
    assert all(seat["hand"] == {"count": 8} for seat in observe(begin(4), PUBLIC)["seats"])


def test_nobody_sees_a_draw_pile_while_the_match_runs():
    for viewer in (PUBLIC, Viewer(0), Viewer(1)):
        seats = observe(begin(), viewer)["seats"]
        assert all(seat["draw_pile"] == {"count": 31} for seat in seats)


def test_when_the_match_is_over_everything_is_shown():
    state = act(begin(4), 1, RESIGN)
    state = act(state, 3, RESIGN)
    shown = snapshot(RULES, state, 2, PUBLIC)["state"]
    assert shown == observe(state, OPEN_TABLE)
    assert shown["seats"][0]["draw_pile"] == list(state.own(0).draw_pile)


def test_a_view_gives_back_the_field_it_was_made_of():
    state = position(
        "attack",
        (unit("us.rifle", 0, (1, 4), exhausted=True), unit("ss.rifle", 1, (2, 5), moved=True)),
        (facility("us.bunker", 0, (1, 4)),),
    )
    assert field_of(observe(state, PUBLIC)) == state.field
