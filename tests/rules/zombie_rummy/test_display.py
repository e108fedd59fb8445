"""What the table's regions are given."""

from __future__ import annotations

import json
from typing import Any

from games.engine.contract import JsonObject
from games.engine.viewer import PUBLIC, Viewer
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.cards import FACES, PACK
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.display.moves import proposed_sets
from games.rules.zombie_rummy.state import State
from tests.support.scenes import Page, page_of

from .positions import act, brain, cards, device, horde, laid, locked, position, zombie


def shown(state: State, viewer: Viewer | None = None) -> Page:
    """Return a position as seat 0 is shown it, or another viewer."""
    return page_of(RULES, state, viewer or Viewer(0))


def board(state: State, seat: int = 0, viewer: Viewer | None = None) -> JsonObject:
    return shown(state, viewer)[f"seat-{seat}"]


def stacks(state: State, seat: int = 0) -> list[JsonObject]:
    found: list[JsonObject] = board(state, seat)["stacks"]
    return found


def all_moves(state: State) -> list[JsonObject]:
    found: list[JsonObject] = shown(state)["zr-acts"]["moves"]
    return found


def moves(state: State) -> dict[tuple[str, str], JsonObject]:
    return {(move["key"], move["target"]): move for move in all_moves(state)}


def codes(faces: list[JsonObject]) -> list[str]:
    return [each["code"] for each in faces]


def test_every_face_tells_its_kind_and_name() -> None:
    faces = [face(code) for code in FACES]
    assert {each["kind"] for each in faces} == {
        *("weapon", "zombie", "brain", "equipment", "device", "nuke"),
    }
    assert all(each["title"] and each["help"] and each["icon"] for each in faces)
    assert [face("gas")["group"], face("book")["group"], face("chair-7")["number"]] == [1, 2, 7]


def test_boards_go_clockwise_from_the_viewer() -> None:
    state = position("book", "gas", "key", "truck")
    assert shown(state, Viewer(2)).layout["order"] == [2, 3, 0, 1]
    assert shown(state, PUBLIC).layout["order"] == [0, 1, 2, 3]


def test_a_stack_tells_at_a_glance_what_it_is() -> None:
    table = [
        zombie(1),
        horde(2),
        locked(3),
        brain(4),
        zombie(5, "chair-1 chair-2 chair-3"),
        device(6, "radio"),
        laid(7, "truck key gas"),
    ]
    found = stacks(position("book", "gas", tables={0: table}))
    facts = ("undead", "open", "eliminated", "locked", "points")
    assert [tuple(stack[fact] for fact in facts) for stack in found] == [
        ("zombie", True, False, False, -5),
        ("horde", True, False, False, -10),
        ("zombie", True, False, True, 0),
        (None, False, False, False, 5),
        ("zombie", False, True, False, 6),
        (None, False, False, False, 2),
        (None, False, False, False, 3),
    ]
    assert codes(found[4]["base"]) == ["zombie"]
    assert codes(found[4]["set"]["cards"]) == ["chair-1", "chair-2", "chair-3"]


def test_a_board_tells_what_its_table_scores_now_and_why() -> None:
    table = [horde(1), laid(2, "chair-1 chair-2 chair-3"), device(3, "barricade"), brain(4)]
    found = board(position("book zombie", "gas", tables={0: table}, totals=(7, 0)))
    assert found["parts"] == {
        "weapons": 6,
        "equipment": 0,
        "brains": 5,
        "devices": 2,
        "zombies": -10,
    }
    assert (found["table"], found["hand_points"], found["total"]) == (3, -7, 7)
    assert (found["barricade"], found["radio"]) == (True, False)


def test_others_hands_are_only_counted() -> None:
    found = board(position("book", "gas key"), 1)
    assert (found["hand_count"], found["left"], found["hand_points"]) == (2, None, None)


def test_each_move_names_the_cards_it_takes_and_where_they_go() -> None:
    tables = {
        0: [zombie(1), brain(2)],
        1: [brain(3), device(4, "radio"), laid(5, "chair-2 chair-3 chair-4")],
    }
    state = position(
        "zombie gang nuke chair-1 shotgun-6 shotgun-7 shotgun-8",
        "gas",
        tables=tables,
        has_melded=(True, False),
    )
    found = moves(state)
    run = "shotgun-6 shotgun-7 shotgun-8"
    assert {(key, target, move["verb"]) for (key, target), move in found.items()} == {
        ("zombie", "board-1", "attack"),
        ("zombie", "stack-2", "lock"),
        ("zombie", "stack-3", "steal"),
        ("zombie", "stack-4", "break"),
        ("gang", "stack-1", "gang"),
        ("nuke", "board-0", "nuke"),
        ("chair-1", "stack-5", "layoff"),
        (run, "board-0", "meld"),
        (run, "stack-1", "meld"),
        *((card, "discard-pile", "discard") for card in state.hands[0]),
    }
    assert found[run, "stack-1"]["on"] == "zombie"
    assert found["chair-1", "stack-5"]["on"] == "run"


def test_no_two_moves_take_the_same_cards_to_the_same_place() -> None:
    tables = {0: [brain(1), zombie(2)], 1: [brain(3), zombie(4)]}
    state = position("brain zombie gang nuke chair-1", "gas", tables=tables)
    assert len(moves(state)) == len(all_moves(state))


def test_a_move_like_another_says_so() -> None:
    state = position("gang book", "gas", tables={0: [zombie(1), zombie(2), locked(3)]})
    again = {move["target"]: move["again"] for move in all_moves(state)}
    assert again == {"stack-1": False, "stack-2": True, "stack-3": False, "discard-pile": False}


def test_a_move_posts_the_action_in_normal_form() -> None:
    state = position("chair-1 chair-2 chair-3 book", "gas")
    for move in all_moves(state):
        act(state, json.loads(move["json"]))


def test_only_the_discard_of_the_last_card_goes_out() -> None:
    assert [move["out"] for move in all_moves(position("book", "gas"))] == [True]
    assert not any(move["out"] for move in all_moves(position("book gas", "gas")))


def test_the_largest_sets_are_proposed_and_no_part_of_them() -> None:
    hand = list(cards("chair-1 chair-2 chair-3 chair-4 shotgun-4 chainsaw-4 truck key gas"))
    assert [found["key"] for found in proposed_sets(hand, None)] == [
        "chair-1 chair-2 chair-3 chair-4",
        "chainsaw-4 shotgun-4 chair-4",
        "truck key gas",
    ]
    must = [found["key"] for found in proposed_sets(hand, "shotgun-4")]
    assert must == ["chainsaw-4 shotgun-4 chair-4"]


def test_proposals_stay_few_however_large_the_hand() -> None:
    assert len(proposed_sets(list(PACK), None)) == 8


def test_the_opened_discard_pile_tells_what_each_depth_demands() -> None:
    state = position(
        "chair-1 chair-2 shotgun-9 chainsaw-9",
        "gas",
        phase="draw",
        discard_pile=("gang", "chair-9", "chair-3", "zombie"),
    )
    page = shown(state)
    count = page["zr-discards"]["count"]
    pile = [page[f"discarded-{number}"]["face"] for number in range(count)]
    assert codes(pile) == ["gang", "chair-9", "chair-3", "zombie"]
    assert json.loads(page["piles"]["draw_deck"]) == {"type": "draw", "from": "deck"}
    assert json.loads(page["zr-depths"]["draw_top"])["count"] == 1
    deep: list[Any] = page["zr-depths"]["deep"]
    assert [(draw["count"], draw["must"]["code"]) for draw in deep] == [
        (2, "chair-3"),
        (3, "chair-9"),
    ]
    assert [codes(chosen) for chosen in deep[0]["sets"]] == [["chair-1", "chair-2", "chair-3"]]


def test_who_is_not_to_draw_is_offered_no_draw() -> None:
    state = position("chair-1", "gas", phase="draw", discard_pile=("chair-9",))
    for viewer in (PUBLIC, Viewer(1)):
        page = shown(state, viewer)
        assert (page["piles"]["draw_deck"], page["piles"]["draw_top"]) == (None, None)
        assert page["zr-depths"] == {"top": None, "draw_top": None, "deep": []}
    assert "hand" not in shown(state, PUBLIC)


def test_equal_cards_in_hand_have_keys_of_their_own() -> None:
    page = shown(position("zombie zombie book", "gas"))
    assert page["hand"]["hand"] == ["zombie-0", "zombie-1", "book-0"]
    assert [page[f"held-{key}"]["face"]["code"] for key in page["hand"]["hand"]] == [
        "zombie",
        "zombie",
        "book",
    ]


def test_at_the_end_every_hand_is_open() -> None:
    state = act(position("book", "gas key", target=1), {"type": "discard", "card": "book"})
    page = shown(state, PUBLIC)
    assert page.is_over
    assert codes(page["seat-1"]["left"]) == ["key", "gas"]
