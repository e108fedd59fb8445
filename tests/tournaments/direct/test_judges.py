"""Naming judges, and what a judge leaves to somebody else (tournaments 5.1)."""

from __future__ import annotations

from games.tournaments.direct.actions import JUDGES, nobody
from games.tournaments.direct.fold import KINDS, is_own_case, may
from tests.tournaments.direct.support import event, refused

NOT_RULINGS = {"dismiss_judge", "check_in", "check_out", "check_in_all", "check_out_all"}


def test_judges_are_named_once_dismissed_and_named_again():
    held = event(4)
    held.do("name_judge", player=900, membership=7)
    assert refused(held, "name_judge", player=900, membership=7) == "already_judge"
    held.do("name_judge", player=900, membership=8)
    held.do("name_judge", player=901)
    assert held.state.judges == {900: 8, 901: None}
    held.do("dismiss_judge", player=900)
    assert refused(held, "dismiss_judge", player=900) == "no_judge"
    assert held.state.judges == {901: None}
    held.check()


def test_what_a_judge_may_ask_for_is_a_ruling_and_can_be_an_own_case():
    allowed = {name for name in KINDS if may("judge", name)}
    rulings = {name for name, kind in KINDS.items() if kind.concerns is not nobody}
    assert allowed == rulings | NOT_RULINGS
    assert {name for name in KINDS if KINDS[name].roles == JUDGES} <= allowed


def own(held, player, kind, **payload):
    return is_own_case(held.state, player, kind, payload)


def test_a_table_one_plays_at_is_an_own_case_in_any_round():
    held = event(4, rounds=2)
    held.play_round()
    first = {one: table.number for table in held.state.round(1).tables for one in table.seats}
    held.publish()
    other = 3 - first[1]
    assert own(held, 101, "override_result", round=1, table=first[1])
    assert not own(held, 101, "override_result", round=1, table=other)
    assert not own(held, 999, "override_result", round=1, table=first[1])


def test_oneself_and_who_sits_with_one_are_an_own_case():
    held = event(4, rounds=2)
    held.publish()
    with_one = next(table.seats for table in held.state.current.tables if 1 in table.seats)
    for entry in range(1, 5):
        assert own(held, 101, "penalty", entry=entry) == (entry in with_one)
        assert not own(held, 101, "check_in", entry=entry)
    held.do("penalty", entry=1, points=0)
    held.do("penalty", entry=next(one for one in range(2, 5) if one not in with_one), points=0)
    assert [own(held, 101, "lift_penalty", penalty=number) for number in (1, 2)] == [True, False]


def test_time_for_all_is_an_own_case_while_the_own_table_is_open():
    held = event(4, rounds=2)
    held.publish()
    table = held.state.current.table_of(1)
    assert own(held, 101, "extend_time", seconds=60)
    held.result(table.number, *table.seats)
    assert not own(held, 101, "extend_time", seconds=60)
    assert own(held, 101, "extend_time", seconds=60, table=table.number)
