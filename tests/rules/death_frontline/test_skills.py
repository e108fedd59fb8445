"""Step 2a: the eight skills of the four decks, their targets and what they do."""

from __future__ import annotations

import pytest

from games.rules.death_frontline.field import Effect
from tests.rules.death_frontline.positions import (
    PASS,
    act,
    attack,
    everybody_passes,
    facility,
    legal,
    move,
    on,
    position,
    refusal,
    skill,
    unit,
)

UK = ("uk", "ss")


def _skill_step(card: str, units=(), facilities=(), **changes):
    """Return the skill step in which seat 0 (or `turn`) holds `card`."""
    turn = changes.pop("turn", 0)
    return position("skill", units, facilities, hands={turn: (card,)}, turn=turn, **changes)


def test_a_strike_destroys_a_unit_whose_defence_is_less():
    state = _skill_step("us.air_strike", (unit("wehrmacht.medium_tank", 1, (1, 7)),))
    after = act(state, 0, skill("us.air_strike", target=[1, 7], layer="unit"))
    assert after.field.units == ()
    assert after.own(0).discard_pile == ("us.air_strike",)
    assert after.own(1).discard_pile == ("wehrmacht.medium_tank",)


def test_a_strike_that_is_only_equal_destroys_nothing():
    bunker = facility("wehrmacht.bunker", 1, (1, 7))
    state = _skill_step("us.air_strike", (unit("wehrmacht.rifle", 1, (1, 7)),), (bunker,))
    after = act(state, 0, skill("us.air_strike", target=[1, 7], layer="unit"))
    assert on(after, (1, 7)) == "wehrmacht.rifle", "3 + the bunker's 2 is not less than 5"


def test_a_strike_hits_the_layer_it_names():
    things = (facility("wehrmacht.obstacle", 1, (1, 7)),)
    state = _skill_step("us.air_strike", (unit("wehrmacht.rifle", 1, (1, 7)),), things)
    assert len(legal(state, "skill")) == 2
    after = act(state, 0, skill("us.air_strike", target=[1, 7], layer="facility"))
    assert (on(after, (1, 7)), after.field.facilities) == ("wehrmacht.rifle", ())


def test_a_strike_needs_an_enemy_where_it_is_aimed():
    units = (unit("us.rifle", 0, (1, 1)), unit("wehrmacht.rifle", 1, (1, 7)))
    state = _skill_step("us.air_strike", units)
    for cell, layer in (([1, 1], "unit"), ([2, 2], "unit"), ([1, 7], "facility")):
        action = skill("us.air_strike", target=cell, layer=layer)
        assert refusal(state, 0, action) == "no_target"
    assert refusal(state, 0, skill("us.air_strike", target=[1, 7])) == "missing_key"
    wrong = skill("us.air_strike", target=[1, 7], layer="air")
    assert refusal(state, 0, wrong) == "bad_value"


def test_a_strike_without_any_enemy_on_the_field_is_no_choice():
    assert legal(_skill_step("us.air_strike"), "skill") == []


def test_the_card_lies_on_the_discard_pile_before_what_it_destroys():
    units = (unit("ss.sniper", 1, (2, 5)), unit("us.rifle", 0, (1, 1)))
    state = position("skill", units, hands={0: ("us.air_strike",)}, seats=4)
    after = act(state, 0, skill("us.air_strike", target=[2, 5], layer="unit"))
    assert after.own(0).discard_pile == ("us.air_strike",)
    assert after.own(1).discard_pile == ("ss.sniper",)


@pytest.mark.parametrize(
    ("card", "seat", "target"),
    [
        ("us.supply_drop", 0, {}),
        ("uk.stand_fast", 2, {}),
        ("uk.naval_gunfire", 2, {"target": [1, 1]}),
        ("ss.panzer_assault", 1, {}),
        ("ss.suppressing_fire", 1, {"target": [1, 3]}),
        ("wehrmacht.blitzkrieg", 3, {"from": [1, 7], "path": [[1, 6]]}),
        ("wehrmacht.dive_bombers", 3, {"target": [1, 3], "layer": "unit"}),
    ],
)
def test_every_skill_is_played_once_even_in_vain(card, seat, target):
    units = (unit("us.heavy_tank", 0, (1, 3)), unit("wehrmacht.rifle", 3, (1, 7)))
    state = position("skill", units, hands={seat: (card,)}, seats=4, turn=seat)
    after = act(state, seat, skill(card, **target)).own(seat)
    assert (after.hand, after.discard_pile) == ((), (card,))


def test_a_barrage_hits_every_enemy_unit_of_a_block_by_y_then_x():
    units = (
        unit("ss.sniper", 1, (2, 6)),
        unit("ss.howitzer", 1, (3, 5)),
        unit("ss.machine_gun", 1, (2, 5)),
        unit("uk.sniper", 0, (3, 6)),
    )
    state = _skill_step("uk.naval_gunfire", units, decks=UK)
    after = act(state, 0, skill("uk.naval_gunfire", target=[2, 5]))
    assert after.own(1).discard_pile == ("ss.howitzer", "ss.sniper"), "2 is not more than 2"
    assert on(after, (3, 6)) == "uk.sniper", "it hits enemies only"


def test_a_barrage_block_lies_wholly_on_the_field_and_may_be_empty():
    state = _skill_step("uk.naval_gunfire", decks=UK)
    assert {tuple(a["target"]) for a in legal(state, "skill")} == {
        (x, y) for x in range(1, 4) for y in range(1, 7)
    }
    assert refusal(state, 0, skill("uk.naval_gunfire", target=[4, 1])) == "not_a_block"
    assert refusal(state, 0, skill("uk.naval_gunfire", target=[1, 7])) == "not_a_block"
    after = act(state, 0, skill("uk.naval_gunfire", target=[3, 6]))
    assert after.own(0).discard_pile == ("uk.naval_gunfire",)


def test_a_barrage_does_not_touch_facilities():
    mine = facility("ss.minefield", 1, (1, 5))
    state = _skill_step("uk.naval_gunfire", (), (mine,), decks=UK)
    assert act(state, 0, skill("uk.naval_gunfire", target=[1, 5])).field.facilities == (mine,)


def test_a_bunker_protects_from_a_barrage():
    bunker = facility("wehrmacht.bunker", 1, (1, 5))
    snipers = (unit("wehrmacht.sniper", 1, (1, 5)), unit("wehrmacht.sniper", 1, (2, 5)))
    state = _skill_step("uk.naval_gunfire", snipers, (bunker,), decks=("uk", "wehrmacht"))
    after = act(state, 0, skill("uk.naval_gunfire", target=[1, 5]))
    assert (on(after, (1, 5)), on(after, (2, 5))) == ("wehrmacht.sniper", None)


def test_a_rally_adds_to_the_defence_of_the_whole_sides_troops_until_settlement():
    units = (
        unit("us.rifle", 0, (1, 3)),
        unit("us.depot", 0, (2, 1)),
        unit("ss.heavy_tank", 1, (1, 4)),
        unit("ss.depot", 1, (1, 5)),
    )
    state = position("skill", units, seats=4, turn=2, hands={2: ("uk.stand_fast",)})
    after = act(state, 2, skill("uk.stand_fast"))
    assert after.field.effects == (Effect("rally", 3, 2),)
    after = everybody_passes(after, "skill")
    after = act(act(after, 0, PASS), 1, attack((1, 4), target=(1, 3)))
    assert on(after, (1, 3)) == "us.rifle", "5 is not more than 3 + 3"


def test_an_assault_adds_to_the_attack_of_the_players_own_vehicles():
    units = (
        unit("ss.medium_tank", 1, (1, 5)),
        unit("ss.depot", 1, (1, 6)),
        unit("us.heavy_tank", 0, (1, 4)),
    )
    state = _skill_step("ss.panzer_assault", units, turn=1, decks=("us", "ss"))
    after = everybody_passes(act(state, 1, skill("ss.panzer_assault")), "skill")
    after = act(after, 0, PASS)
    after = act(after, 1, attack((1, 5), target=(1, 4)))
    assert on(after, (1, 4)) is None, "4 + 3 is more than 6"


def test_a_supply_drop_lets_the_players_troops_count_as_supplied():
    units = (unit("us.howitzer", 0, (1, 3)), unit("wehrmacht.rifle", 1, (1, 5)))
    state = act(_skill_step("us.supply_drop", units), 0, skill("us.supply_drop"))
    assert state.field.effects == (Effect("supply", 0, 0),)
    state = everybody_passes(state, "skill")
    assert len(legal(state, "attack")) == 1


def test_suppressing_fire_exhausts_one_enemy_troop_also_an_exhausted_one():
    tired = unit("us.sniper", 0, (1, 4), exhausted=True)
    units = (unit("us.rifle", 0, (1, 3)), tired, unit("us.depot", 0, (1, 1)))
    state = _skill_step("ss.suppressing_fire", units, turn=1, decks=("us", "ss"))
    assert [a["target"] for a in legal(state, "skill")] == [[1, 3], [1, 4]]
    after = act(state, 1, skill("ss.suppressing_fire", target=[1, 3]))
    assert after.field.unit_at[(1, 3)].exhausted
    assert act(state, 1, skill("ss.suppressing_fire", target=[1, 4])).field.units == units_sorted(
        after, tired
    )
    depot = skill("ss.suppressing_fire", target=[1, 1])
    assert refusal(state, 1, depot) == "no_target"


def units_sorted(after, tired):
    """Return the units of `after` as they are when only `tired` was suppressed."""
    return (
        after.field.unit_at[(1, 1)],
        unit("us.rifle", 0, (1, 3)),
        tired,
    )


def _blitz(*units, facilities=()):
    return _skill_step("wehrmacht.blitzkrieg", units, facilities, turn=1)


BLITZ = "wehrmacht.blitzkrieg"


@pytest.mark.parametrize(
    "flags", [{"moved": True}, {"exhausted": True}, {"deployed_round": 2}], ids=str
)
def test_a_blitz_moves_a_troop_whatever_it_has_done_and_is_no_move(flags):
    troop = unit("wehrmacht.rifle", 1, (2, 5), **flags)
    after = act(_blitz(troop), 1, skill(BLITZ, **_way((2, 5), (2, 4), (2, 3))))
    arrived = after.field.unit_at[(2, 3)]
    assert arrived == unit("wehrmacht.rifle", 1, (2, 3), **flags)


def _way(start, *path):
    action = move(start, *path)
    return {"from": action["from"], "path": action["path"]}


def test_a_blitz_goes_one_or_two_steps_with_a_troop_of_the_player():
    state = _blitz(unit("wehrmacht.rifle", 1, (1, 7)), unit("wehrmacht.depot", 1, (4, 7)))
    ways = {tuple(map(tuple, a["path"])) for a in legal(state, "skill")}
    assert ((1, 6),) in ways
    assert ((1, 6), (1, 5)) in ways
    assert all(action["from"] == [1, 7] for action in legal(state, "skill"))
    long = skill(BLITZ, **_way((1, 7), (1, 6), (1, 5), (1, 4)))
    assert refusal(state, 1, long) == "too_far"
    assert refusal(state, 1, skill(BLITZ, **_way((4, 7), (4, 6)))) == "not_a_troop"


def test_emplaced_troops_obstacles_and_mines_stay_what_they_are_in_a_blitz():
    state = _blitz(unit("wehrmacht.at_gun", 1, (1, 7)))
    assert legal(state, "skill") == []
    assert refusal(state, 1, skill(BLITZ, **_way((1, 7), (1, 6)))) == "emplaced"
    barrier = facility("us.obstacle", 0, (1, 4))
    tank = _blitz(unit("wehrmacht.medium_tank", 1, (1, 5)), facilities=(barrier,))
    assert refusal(tank, 1, skill(BLITZ, **_way((1, 5), (1, 4)))) == "barred"
    mine = facility("us.minefield", 0, (1, 4))
    mined = _blitz(unit("wehrmacht.rifle", 1, (1, 5)), facilities=(mine,))
    assert refusal(mined, 1, skill(BLITZ, **_way((1, 5), (1, 4), (1, 3)))) == "mine_stops"
    after = act(mined, 1, skill(BLITZ, **_way((1, 5), (1, 4))))
    assert after.own(1).discard_pile == (BLITZ, "wehrmacht.rifle")
    assert after.own(0).discard_pile == ("us.minefield",)


def test_a_blitz_does_not_lead_off_the_field():
    state = _blitz(unit("wehrmacht.rifle", 1, (1, 1)))
    assert refusal(state, 1, skill(BLITZ, **_way((1, 1), (1, 0)))) == "off_field"


def test_an_engineer_in_a_blitz_clears_every_minefield_on_its_path():
    mines = (facility("us.minefield", 0, (1, 4)), facility("uk.minefield", 2, (1, 3)))
    state = position(
        "skill",
        (unit("wehrmacht.engineer", 3, (1, 5)),),
        mines,
        seats=4,
        turn=3,
        hands={3: (BLITZ,)},
    )
    after = act(state, 3, skill(BLITZ, **_way((1, 5), (1, 4), (1, 3))))
    assert on(after, (1, 3)) == "wehrmacht.engineer"
    assert after.field.facilities == ()


def test_a_skill_has_exactly_the_keys_of_its_effect():
    state = _skill_step("us.supply_drop")
    assert refusal(state, 0, skill("us.supply_drop", target=[1, 1])) == "unknown_key"
    assert refusal(state, 0, {"type": "skill"}) == "missing_key"
    assert refusal(state, 0, skill("us.air_strike")) == "not_in_hand"
    held = position("skill", hands={0: ("us.rifle",)})
    assert refusal(held, 0, skill("us.rifle")) == "wrong_kind"
