"""Spec: "Snapshot": what is hidden from whom, in the view and in the log."""

from __future__ import annotations

import pytest

from games.engine.text import Phrase
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.events import CardsDrawn, CardTaken, HandsSwapped, RoleDealt
from tests.rules.deadline_99.positions import position

ROLES = ("red_king", "free", "black_king", "black_minister", "red_minister")
STATE = position("3S", "4S", "5S", "6S", "9S", roles=ROLES, draw_pile="KS KH")


def told(phrase: Phrase | None) -> tuple[str, ...]:
    return () if phrase is None else phrase.cards()


def test_the_draw_pile_and_other_hands_are_counts() -> None:
    view = RULES.observe(STATE, Viewer(1))
    assert view["draw_pile"] == {"count": 2}
    assert view["hands"] == [{"count": 1}, ["4S"], *[{"count": 1}] * 3]


def test_the_kings_are_public_and_every_other_role_its_holders_alone() -> None:
    kings = ["red_king", None, "black_king", None, None]
    assert RULES.observe(STATE, PUBLIC)["roles"] == kings
    assert RULES.observe(STATE, Viewer(3))["roles"] == [*kings[:3], "black_minister", None]


def test_roles_stay_secret_when_their_holder_is_out() -> None:
    state = STATE._replace(alive=(True, True, True, False, True), eliminated=(3,))
    assert RULES.observe(state, Viewer(0))["roles"][3] is None


@pytest.mark.parametrize(
    ("viewer", "knows"),
    [(Viewer(1), True), (Viewer(0), False), (PUBLIC, False), (OPEN_TABLE, True)],
)
def test_a_role_is_told_to_its_holder(viewer: Viewer, knows: bool) -> None:
    assert (RoleDealt(seat=1, role="free").seen_by(viewer) is not None) == knows
    assert RoleDealt(seat=1, role="red_king").seen_by(viewer) is not None


def test_a_drawn_card_is_told_to_its_drawer_and_a_count_to_the_others() -> None:
    event = CardsDrawn(seat=1, cards=("KS", "KH"))
    assert told(event.seen_by(Viewer(1))) == ("KS", "KH")
    other = event.seen_by(Viewer(0))
    assert other is not None
    assert (told(other), other.args["count"]) == ((), 2)


@pytest.mark.parametrize(
    ("viewer", "cards"), [(Viewer(0), ("KS",)), (Viewer(1), ("KS",)), (Viewer(2), ()), (PUBLIC, ())]
)
def test_a_taken_card_is_told_to_taker_and_target(viewer: Viewer, cards: tuple[str, ...]) -> None:
    event = CardTaken(seat=0, target=1, card="KS")
    assert told(event.seen_by(viewer)) == cards
    assert event.seen_by(viewer) is not None


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [
        (Viewer(0), ("KS",)),
        (Viewer(1), ("3S", "4S")),
        (Viewer(2), ()),
        (PUBLIC, ()),
        (OPEN_TABLE, ("KS", "3S", "4S")),
    ],
)
def test_each_player_of_a_swap_learns_their_new_hand(
    viewer: Viewer, cards: tuple[str, ...]
) -> None:
    event = HandsSwapped(seat=0, target=1, seat_hand=("KS",), target_hand=("3S", "4S"))
    assert told(event.seen_by(viewer)) == cards


def test_cards_have_names() -> None:
    name = RULES.showing.card_name("10D")
    assert name.key % {"rank": "10", "suit": "diamonds"} == "10 of diamonds"
    assert RULES.showing.card_name("angel").key == "Angel"
