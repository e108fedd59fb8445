"""Rules, "Lay": the nuke."""

from __future__ import annotations

from games.engine.viewer import PUBLIC

from .positions import (
    act,
    brain,
    device,
    horde,
    laid,
    legal,
    locked,
    play,
    position,
    refused,
    zombie,
)

AT_1 = {"type": "nuke", "seat": 1}
AT_0 = {"type": "nuke", "seat": 0}


def test_every_card_of_the_target_is_removed_the_nuke_first_then_stacks_then_hand() -> None:
    table = [
        laid(1, "chair-3 chair-4 chair-5"),
        brain(2),
        horde(3),
        device(4, "barricade"),
        locked(5),
    ]
    state = act(position("nuke book", "zombie chair-1", tables={1: table}), AT_1)
    assert state.removed == (
        "nuke",
        *("chair-3", "chair-4", "chair-5"),
        "brain",
        *("zombie", "gang"),
        "barricade",
        *("brain", "zombie"),
        *("chair-1", "zombie"),
    )
    assert state.hands == (("book",), ())
    assert state.tables == ((), ())


def test_a_radio_guards_its_holder() -> None:
    state = position("nuke book", "gas", tables={1: [device(1, "radio")]})
    assert refused(state, AT_1) == "radio_guards"
    assert legal(state, "nuke") == [AT_0]


def test_an_eliminated_zombie_or_horde_guards_its_holder() -> None:
    for stack in (zombie(1, "truck key gas"), horde(1, "truck key gas")):
        state = position("nuke book", "gas", tables={1: [zombie(2), stack]})
        assert refused(state, AT_1) == "zombie_eliminated"


def test_open_zombies_and_hordes_do_not_guard() -> None:
    state = position("nuke book", "gas", tables={1: [zombie(1), horde(2), locked(3)]})
    assert AT_1 in legal(state)


def test_a_set_on_the_bare_table_does_not_guard() -> None:
    state = position("nuke book", "gas", tables={1: [laid(1, "chair-1 chair-2 chair-3")]})
    assert AT_1 in legal(state)


def test_a_barricade_does_not_guard() -> None:
    state = position("nuke book", "gas", tables={1: [device(1, "barricade")]})
    assert AT_1 in legal(state)


def test_a_player_without_any_card_can_be_nuked() -> None:
    state = act(position("nuke book", ""), AT_1)
    assert state.removed == ("nuke",)


def test_nuking_oneself_removes_the_rest_of_the_hand_and_ends_the_turn() -> None:
    state = position("nuke nuke book", "gas", tables={0: [zombie(1)]})
    after = act(state, AT_0)
    assert after.removed == ("nuke", "zombie", "book", "nuke")
    assert (after.hands[0], after.tables[0]) == ((), ())
    assert (after.turn, after.phase, after.turns_played, after.round) == (1, "draw", 1, 1)


def test_a_nuke_of_ones_own_as_ones_last_card_is_not_told_as_one_at_another() -> None:
    """It has to be used where it can be, on its holder if need be."""
    events, after = play(position("nuke", "gas", tables={1: [device(1, "radio")]}), AT_0)
    line = events[0].seen_by(PUBLIC)
    assert line is not None
    assert line.key == "%(seat)s drops a nuke on themselves. It was their last card."
    assert (after.removed, after.turn) == (("nuke",), 1)


def test_who_was_nuked_plays_on_and_has_still_melded() -> None:
    state = position("nuke book gas", "gas", has_melded=(False, True))
    after = act(act(state, AT_1), {"type": "discard", "card": "book"})
    assert (after.turn, after.phase, after.round) == (1, "draw", 1)
    assert after.has_melded == (False, True)


def test_a_nuke_at_nobody_is_refused() -> None:
    state = position("nuke book", "gas", "gas", resigned=(False, False, True))
    assert refused(state, {"type": "nuke", "seat": 2}) == "player_resigned"
    assert refused(state, {"type": "nuke", "seat": 7}) == "no_such_player"
    assert refused(state, {"type": "nuke"}) == "missing_key"
    assert refused(state, {"type": "nuke", "seat": None}) == "bad_value"
    assert refused(position("book", "gas"), AT_1) == "not_in_hand"
