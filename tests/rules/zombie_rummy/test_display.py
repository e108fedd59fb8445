"""What the table page is given."""

from __future__ import annotations

import json
from typing import Any

from games.engine.contract import JsonObject
from games.engine.snapshot import snapshot, sorted_actions
from games.engine.viewer import PUBLIC, Viewer
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.cards import FACES, PACK
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.display.moves import proposed_sets
from games.rules.zombie_rummy.state import State

from .positions import act, brain, cards, device, horde, laid, locked, position, zombie


def shown(state: State, viewer: Viewer | None = None) -> JsonObject:
    """Return the context for seat 0, or for a viewer without controls."""
    seen_by = viewer or Viewer(0)
    legal = RULES.legal_actions(state, 0) if viewer is None else []
    view = snapshot(RULES, state, 1, seen_by)
    return RULES.display(view, seen_by, sorted_actions(legal))


def stacks(state: State, seat: int = 0) -> list[JsonObject]:
    found: list[JsonObject] = shown(state)["boards"][seat]["stacks"]
    return found


def moves(state: State) -> dict[tuple[str, str], JsonObject]:
    return {(move["key"], move["target"]): move for move in shown(state)["moves"]}


def codes(faces: list[JsonObject]) -> list[str]:
    return [each["code"] for each in faces]


def test_it_is_plain_data() -> None:
    state = position("zombie chair-1 chair-2 chair-3", "gas", tables={0: [zombie(1)]})
    assert json.loads(json.dumps(shown(state))) == shown(state)


def test_every_face_tells_its_kind_and_name() -> None:
    faces = [face(code) for code in FACES]
    assert {each["kind"] for each in faces} == {
        *("weapon", "zombie", "brain", "equipment", "device", "nuke"),
    }
    assert all(each["title"] and each["help"] and each["icon"] for each in faces)
    assert [face("gas")["group"], face("book")["group"], face("chair-7")["number"]] == [1, 2, 7]


def test_boards_go_clockwise_from_the_viewer() -> None:
    state = position("book", "gas", "key", "truck")
    assert [board["seat"] for board in shown(state, Viewer(2))["boards"]] == [2, 3, 0, 1]
    assert [board["seat"] for board in shown(state, PUBLIC)["boards"]] == [0, 1, 2, 3]


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
    board = shown(position("book zombie", "gas", tables={0: table}, totals=(7, 0)))["boards"][0]
    assert board["parts"] == {
        "weapons": 6,
        "equipment": 0,
        "brains": 5,
        "devices": 2,
        "zombies": -10,
    }
    assert (board["table"], board["hand_points"], board["total"]) == (3, -7, 7)
    assert (board["barricade"], board["radio"]) == (True, False)


def test_others_hands_are_only_counted() -> None:
    board = shown(position("book", "gas key"))["boards"][1]
    assert (board["hand_count"], board["hand"], board["hand_points"]) == (2, None, None)


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
    assert len(moves(state)) == len(shown(state)["moves"])


def test_a_move_like_another_says_so() -> None:
    state = position("gang book", "gas", tables={0: [zombie(1), zombie(2), locked(3)]})
    again = {move["target"]: move["again"] for move in shown(state)["moves"]}
    assert again == {"stack-1": False, "stack-2": True, "stack-3": False, "discard-pile": False}


def test_a_move_posts_the_action_in_normal_form() -> None:
    state = position("chair-1 chair-2 chair-3 book", "gas")
    for move in shown(state)["moves"]:
        act(state, json.loads(move["json"]))


def test_only_the_discard_of_the_last_card_goes_out() -> None:
    assert [move["out"] for move in shown(position("book", "gas"))["moves"]] == [True]
    assert not any(move["out"] for move in shown(position("book gas", "gas"))["moves"])


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
    found = shown(state)
    assert codes(found["discards"]["cards"]) == ["zombie", "chair-3", "chair-9", "gang"]
    assert json.loads(found["draws"]["top"])["count"] == 1
    assert json.loads(found["draws"]["deck"]) == {"type": "draw", "from": "deck"}
    deep: list[Any] = found["draws"]["deep"]
    assert [(draw["count"], draw["must"]["code"]) for draw in deep] == [
        (2, "chair-3"),
        (3, "chair-9"),
    ]
    assert [codes(chosen) for chosen in deep[0]["sets"]] == [["chair-1", "chair-2", "chair-3"]]


def test_who_is_not_to_draw_is_offered_no_draw() -> None:
    state = position("chair-1", "gas", phase="draw", discard_pile=("chair-9",))
    assert shown(state, PUBLIC)["draws"] == {"deck": None, "top": None, "deep": []}
    assert shown(state, PUBLIC)["hand"] == []


def test_equal_cards_in_hand_have_keys_of_their_own() -> None:
    hand = shown(position("zombie zombie book", "gas"))["hand"]
    assert [card["key"] for card in hand] == ["zombie-0", "zombie-1", "book-0"]


def test_at_the_end_every_hand_and_the_draw_pile_are_open() -> None:
    state = act(position("book", "gas key", target=1), {"type": "discard", "card": "book"})
    found = shown(state, PUBLIC)
    assert found["over"]
    assert codes(found["boards"][1]["hand"]) == ["key", "gas"]
    assert len(found["draw_pile"]["cards"]) == 5
