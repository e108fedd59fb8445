"""What the table's regions are given: the field turned round, figures that count, every choice."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.engine.canonical import canonical
from games.engine.chance import Chance
from games.engine.contract import Action
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.viewer import PUBLIC, Viewer
from games.rules.death_frontline import RULES
from games.rules.death_frontline.field import Effect
from games.rules.death_frontline.rulebook import rulebook
from games.rules.death_frontline.state import State
from tests.rules.death_frontline.positions import begin, facility, position, unit
from tests.support.scenes import Page, page_of

DEPOT = unit("us.depot", 0, (2, 3))
TANK = unit("us.medium_tank", 0, (1, 3))
ENEMY = unit("wehrmacht.rifle", 1, (1, 5))


def shown(state: State, seat: int | None = 0) -> Page:
    """Return a position as one seat is shown it, or the public."""
    return page_of(RULES, state, PUBLIC if seat is None else Viewer(seat))


def choices(state: State, seat: int = 0) -> Any:
    return json.loads(shown(state, seat)["options"]["choices"])


def cell(page: Page, x: int, y: int) -> Any:
    return page[f"cell-{x}-{y}"]


def rows(page: Page) -> list[list[Any]]:
    """Return the cells by rows, the topmost first."""
    width = len(page.layout["columns"])
    cells = [page[name] for name in page.layout["cells"]]
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def test_the_own_side_is_always_at_the_bottom():
    allies, axis, public = (shown(position(), seat) for seat in (0, 1, None))
    assert [{one["y"] for one in row} for row in rows(allies)] == [{y} for y in range(7, 0, -1)]
    assert [{one["y"] for one in row} for row in rows(axis)] == [{y} for y in range(1, 8)]
    columns = allies.layout["columns"], axis.layout["columns"]
    assert columns == (["A", "B", "C", "D"], ["D", "C", "B", "A"])
    assert rows(public) == rows(allies)
    for page, own, enemy in ((allies, "allies", "axis"), (axis, "axis", "allies")):
        lands = [{one["land"] for one in row} for row in rows(page)]
        assert lands == [{enemy}] * 3 + [{"front"}] + [{own}] * 3
        assert page.layout["side"] == own


def test_a_unit_shows_what_it_is_worth_now():
    state = position(
        "attack",
        (TANK, unit("us.command", 0, (1, 2)), unit("us.howitzer", 0, (4, 1), exhausted=True)),
        (facility("us.bunker", 0, (1, 3)),),
        effects=(Effect("rally", 3, 0),),
    )
    tank = cell(shown(state), 1, 3)["unit"]
    assert (tank["attack"], tank["defence"], tank["raised"], tank["braced"]) == (5, 9, True, True)
    assert tank["unsupplied"]
    howitzer = cell(shown(state), 4, 1)["unit"]
    assert (howitzer["state"], howitzer["raised"]) == ("exhausted", False)
    assert cell(shown(state), 1, 3)["facility"]["face"]["icon"] == "bunker"


def test_units_tell_their_side_and_seat_and_players_who_is_oneself_or_a_partner():
    units = (unit("us.rifle", 0, (1, 1)), unit("uk.rifle", 2, (2, 1)), unit("ss.rifle", 1, (1, 7)))
    page = shown(position(units=units, seats=4))
    found = [cell(page, *one.cell)["unit"] for one in units]
    assert [(one["side"], one["seat"]) for one in found] == [
        ("allies", 0),
        ("allies", 2),
        ("axis", 1),
    ]
    assert [page[f"tie-{seat}"]["tie"] for seat in range(4)] == ["you", "", "partner", ""]


def test_it_tells_how_many_cells_each_side_is_from_a_breakthrough_and_where():
    rifle, tank = unit("us.rifle", 0, (1, 6)), unit("us.medium_tank", 0, (2, 3))
    page = shown(position(units=(rifle, tank)))
    near, none = page["state"]["runs"]
    assert near == {"side": "allies", "left": 2, "cells": ["cell-1-6"]}
    assert none == {"side": "axis", "left": None, "cells": []}
    assert "2 cells from a breakthrough" in page.html()


def test_choosing_a_unit_shows_its_range_and_what_supplies_it():
    info = json.loads(shown(position("attack", (DEPOT, TANK, ENEMY)))["options"]["info"])
    assert info["1,3"]["suppliers"] == ["2,3"]
    assert set(info["1,3"]["reach"]) == {"1,1", "1,2", "1,4", "1,5", "2,3", "3,3"}
    assert "1,2" in info["2,3"]["covers"]
    assert "1,4" in info["2,3"]["covers"]
    assert "1,5" not in info["2,3"]["covers"]


def test_an_attack_is_told_with_what_each_troop_brings_and_what_must_be_beaten():
    engineer = unit("us.engineer", 0, (2, 5))
    bunker = facility("wehrmacht.bunker", 1, (1, 5))
    state = position("attack", (unit("us.depot", 0, (2, 4)), TANK, engineer, ENEMY), (bunker,))
    on_unit, on_bunker = choices(state)["attacks"]
    assert (on_unit["layer"], on_unit["defence"], on_unit["breached"]) == ("unit", 5, 3)
    assert [(one["cell"], one["value"], one["breaches"]) for one in on_unit["attackers"]] == [
        ("1,3", 4, False),
        ("2,5", 2, True),
    ]
    assert all(one["advances"] for one in on_unit["attackers"])
    assert on_bunker["layer"] == "facility"
    assert not any(one["advances"] for one in on_bunker["attackers"])


def test_a_way_onto_an_enemy_minefield_is_marked_deadly():
    state = position(
        "deploy",
        (unit("us.recon", 0, (2, 3)),),
        (facility("wehrmacht.minefield", 1, (2, 4)),),
    )
    ways = choices(state)["units"]["2,3"]["ways"]
    assert {"path": [[2, 4]], "deadly": True} in ways
    assert {"path": [[2, 2]], "deadly": False} in ways


def test_a_strike_is_told_with_its_outcome_and_a_barrage_with_its_victims():
    units = (unit("ss.sniper", 1, (1, 6)), unit("ss.heavy_tank", 1, (2, 6)))
    strike = position("skill", units, hands={0: ("us.air_strike",)}, decks=("us", "ss"))
    targets = choices(strike)["cards"]["us.air_strike"]["skill"]["targets"]
    assert [(t["cell"], t["destroyed"]) for t in targets] == [("1,6", True), ("2,6", False)]
    barrage = position("skill", units, hands={0: ("uk.naval_gunfire",)}, decks=("uk", "ss"))
    blocks = choices(barrage)["cards"]["uk.naval_gunfire"]["skill"]["blocks"]
    (block,) = [one for one in blocks if one["cell"] == "1,6"]
    assert (block["hits"], block["destroyed"]) == (2, ["1,6"])


def test_the_public_is_offered_nothing_and_shown_no_hand():
    page = shown(position("deploy", hands={0: ("us.rifle",)}), None)
    assert page["options"]["choices"] == "{}"
    assert {"hand", "actions", "hint", "open-hands"}.isdisjoint(page.regions)


def test_what_the_public_saw_can_be_shown_from_a_seats_side_of_the_table():
    state = position("deploy", hands={0: ("us.rifle",)})
    assert page_of(RULES, state, PUBLIC, me=0)["hand"] == {"hand": []}


def test_a_seat_that_is_not_to_act_is_offered_nothing():
    assert choices(position("deploy", hands={1: ("wehrmacht.rifle",)}), 1) == {
        "cards": {},
        "units": {},
        "attacks": [],
        "breakthroughs": [],
    }


def test_only_pass_says_that_nothing_else_can_be_done_in_a_step():
    def only_pass(state):
        return shown(state)["options"]["only_pass"]

    assert only_pass(position("attack"))
    assert not only_pass(position("deploy", hands={0: ("us.rifle",)}))
    assert not only_pass(begin())
    assert not only_pass(position("attack", turn=1))


def test_copies_of_a_card_have_ids_of_their_own():
    state = position("deploy", hands={0: ("us.rifle", "us.rifle", "us.depot")})
    page = shown(state)
    ids = [page[name]["held"]["id"] for name in page["hand"]["hand"]]
    assert ids == ["held-us-rifle-1", "held-us-rifle-2", "held-us-depot-1"]


def offered(found: Any) -> set[str]:
    """Return the actions that the page's script can make of the choices, but attacks."""
    return {canonical(action) for action in _offered(found)}


def _pair(key: str) -> list[int]:
    return [int(part) for part in key.split(",")]


def _offered(found: Any) -> list[Action]:
    actions: list[Action] = []
    for code, card in found["cards"].items():
        for kind in ("deploy", "build"):
            cells = card.get(kind, [])
            actions += [{"type": kind, "card": code, "to": _pair(key)} for key in cells]
        if card.get("swap"):
            actions.append({"type": "swap_draw", "card": code})
        if "skill" in card:
            actions += _skills(code, card["skill"])
    for key, one in found["units"].items():
        actions += [
            {"type": "move", "from": _pair(key), "path": way["path"]} for way in one["ways"]
        ]
    actions += [{"type": "breakthrough", "from": _pair(key)} for key in found["breakthroughs"]]
    return actions


def _skills(code: str, skill: Any) -> list[Action]:
    head = {"type": "skill", "card": code}
    actions: list[Action] = [head] if skill.get("plain") else []
    for target in skill.get("targets", []):
        layer = {"layer": target["layer"]} if "layer" in target else {}
        actions.append({**head, "target": _pair(target["cell"]), **layer})
    actions += [{**head, "target": _pair(block["cell"])} for block in skill.get("blocks", [])]
    for key, ways in skill.get("ways", {}).items():
        actions += [{**head, "from": _pair(key), "path": way["path"]} for way in ways]
    return actions


@pytest.mark.parametrize("seats", [2, 4])
def test_every_legal_action_can_be_made_of_the_choices_and_nothing_else(seats):
    dice = Random(seats)
    chance = Chance(bytes(32), RULES.meta.key)
    options = complete_options(RULES.meta, seats, {"max_rounds": 6})
    _, state = start_match(RULES, options, seats, chance)
    while state.result is None:
        seat = RULES.to_act(state)
        legal = RULES.legal_actions(state, seat)
        page = shown(state, seat)
        found = json.loads(page["options"]["choices"])
        simple = {canonical({"type": kind}) for kind in page["actions"]["simple"]}
        deeds = [action for action in legal if action["type"] != "attack"]
        assert offered(found) | simple == {canonical(action) for action in deeds}
        attacks = [action for action in legal if action["type"] == "attack"]
        assert {(one["cell"], one["layer"]) for one in found["attacks"]} == {
            (f"{a['target'][0]},{a['target'][1]}", a["layer"]) for a in attacks
        }
        active = [a for a in legal if a["type"] not in ("pass", "offer_end")]
        action = dice.choice(active if active and dice.random() < 0.8 else legal)
        _, state = play_action(RULES, state, seat, action, chance)


def test_the_rule_book_draws_each_range_from_the_data():
    shapes = {shape["key"]: shape for shape in rulebook()["ranges"]}
    arc = shapes["front_arc"]
    assert (arc["size"], arc["middle"]) == (5, 2)
    assert sorted(arc["hit"]) == [[1, 1], [2, 0], [2, 1], [3, 1]], "the front is above"
    assert len(arc["hit"]) + len(arc["missed"]) + 1 == 25
    assert "MG 42 team" in arc["users"]
