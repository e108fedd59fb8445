"""What views hide and events tell."""

from __future__ import annotations

import pytest

from games.engine.text import Phrase
from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.events import CardDrawn, HandDealt, RoundBegan
from games.rules.zombie_rummy.view import read_stack

from .positions import device, position, zombie


def test_a_seat_sees_its_own_hand_and_counts_the_rest() -> None:
    view = RULES.observe(position("book gas", "key", "brain zombie nuke"), Viewer(1))
    assert view["hands"] == [{"count": 2}, ["key"], {"count": 3}]
    assert view["draw_pile"] == {"count": 5}


def test_the_public_sees_no_hand() -> None:
    view = RULES.observe(position("book gas", "key"), PUBLIC)
    assert view["hands"] == [{"count": 2}, {"count": 1}]


def test_everybody_sees_the_stacks_whole() -> None:
    table = [zombie(1, "chair-3 chair-4 chair-5"), device(2, "radio")]
    view = RULES.observe(position("book", "gas", tables={0: table}), PUBLIC)
    bare = {"brain": False, "zombie": False, "gang": False, "device": None, "set": None}
    run = {"kind": "run", "cards": ["chair-3", "chair-4", "chair-5"]}
    assert view["tables"] == [
        [{**bare, "id": 1, "zombie": True, "set": run}, {**bare, "id": 2, "device": "radio"}],
        [],
    ]
    shown = [read_stack(stack) for stack in view["tables"][0]]
    assert shown == table


def test_the_demanded_face_is_public() -> None:
    view = RULES.observe(position("book gas", "key", must_meld="book"), PUBLIC)
    assert view["must_meld"] == "book"


@pytest.mark.parametrize(
    ("viewer", "told"),
    [(Viewer(0), ("book",)), (Viewer(1), ()), (PUBLIC, ()), (OPEN_TABLE, ("book",))],
)
def test_a_drawn_card_is_told_to_its_drawer_alone(viewer: Viewer, told: tuple[str, ...]) -> None:
    line = CardDrawn(0, "book").seen_by(viewer)
    assert isinstance(line, Phrase)
    assert line.cards() == told


def test_a_hand_is_told_to_its_holder_alone_and_the_draw_pile_to_nobody() -> None:
    dealt = HandDealt(0, ("book", "gas"))
    assert dealt.seen_by(Viewer(1)) is None
    assert dealt.seen_by(PUBLIC) is None
    line = dealt.seen_by(Viewer(0))
    assert line is not None
    assert line.cards() == ("book", "gas")
    for viewer in (Viewer(0), PUBLIC, OPEN_TABLE):
        began = RoundBegan(1, 0, ("book",)).seen_by(viewer)
        assert began is not None
        assert began.cards() == ()
