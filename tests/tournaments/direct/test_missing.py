"""Who is missing at a table: forfeits, smaller tables, sitting down after all (tournaments 3.2)."""

from __future__ import annotations

from games.tournaments.direct.sheet import sheet
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.support import event, refused, table_with


def test_withdrawing_from_a_paired_round_counts_as_a_no_show():
    held = event(4, rounds=3)
    held.publish()
    opponent = next(one for one in table_with(held, 1).seats if one != 1)
    held.do("withdraw", entry=1, this_round=True)
    assert (held.kinds(1), held.kinds(opponent)) == (["floss"], ["fwin"])
    held.check()


def test_withdrawing_after_the_round_lets_the_match_count():
    held = event(4, rounds=3)
    held.publish()
    held.do("withdraw", entry=1)
    held.play()
    held.do("close_round")
    assert held.kinds(1) == ["played"]


def test_at_a_table_of_two_the_other_wins_by_forfeit():
    held = event(4, rounds=3)
    held.publish()
    table = table_with(held, 2)
    other = next(one for one in table.seats if one != 2)
    held.do("no_show", entry=2)
    assert held.state.entries[2].status == "withdrawn"
    assert held.points()[other] == "1.00"
    assert refused(held, "no_show", entry=2) == "already_absent"
    assert refused(held, "set_result", table=table.number, results=[]) == "decided_without_play"
    held.play()
    held.do("close_round")
    held.check()


def test_a_no_show_may_sit_down_after_all():
    held = event(4, rounds=3)
    held.publish()
    held.do("no_show", entry=2)
    held.do("reseat", entry=2)
    assert held.state.entries[2].status == "registered"
    assert not table_with(held, 2).decided
    assert refused(held, "reseat", entry=2) == "not_absent"
    held.play()
    held.check()


def test_sitting_down_takes_no_exclusion_back():
    held = event(4, rounds=3)
    held.publish()
    held.do("exclude", entry=2)
    held.do("reseat", entry=2)
    assert held.state.entries[2].status == "excluded"


def test_a_double_forfeit_loses_for_both():
    held = event(4, rounds=3)
    held.publish()
    table = held.state.current.tables[0]
    held.do("forfeit", table=table.number, absent=list(table.seats))
    assert [held.kinds(entry) for entry in table.seats] == [["floss"], ["floss"]]
    assert all(held.state.entries[entry].status == "registered" for entry in table.seats)
    assert refused(held, "forfeit", table=2, absent=[]) == "bad_request"
    assert refused(held, "forfeit", table=2, absent=[table.seats[0]]) == "not_at_table"
    held.check()


def test_a_larger_table_goes_on_without_a_no_show():
    held = event(8, format="pods")
    held.publish()
    table = table_with(held, 1)
    facts = held.do("no_show", entry=1)
    assert facts["moves"] == []
    rest = [one for one in table.seats if one != 1]
    held.result(table.number, *rest)
    assert held.points()[rest[0]] == "1.00"
    assert held.points()[rest[1]] == "0.50"
    assert held.kinds(1) == ["floss"]
    held.check()


def test_a_table_that_becomes_too_small_is_broken_up_to_tables_with_room():
    held = event(7, format="pods")
    held.publish()
    small = min(held.state.current.tables, key=lambda table: len(table.seats))
    gone, *rest = small.seats
    facts = held.do("no_show", entry=gone)
    large = next(one.number for one in held.state.current.tables if one.number != small.number)
    assert facts["moves"] == [[rest[0], large], [rest[1], None]]
    assert rest[0] in held.state.current.table(large).present
    assert held.kinds(rest[1]) == ["pab"]
    assert refused(held, "reseat", entry=gone) == "table_broken_up"
    held.play()
    held.do("close_round")
    assert held.kinds(rest[0]) == ["played"]
    held.check()


def broken_up():
    """Return an event of one table of three, which its no-show has sent home with byes."""
    held = event(3, format="pods", sizes=SizeRule(3, 3, 3))
    held.publish()
    held.do("no_show", entry=1)
    assert (held.kinds(2), held.kinds(3)) == (["pab"], ["pab"])
    return held


def test_who_did_not_come_either_loses_the_bye_of_a_table_that_was_broken_up():
    held = broken_up()
    facts = held.do("no_show", entry=2)
    assert (facts["table"], facts["moves"]) == (1, [])
    assert [held.kinds(one) for one in (1, 2, 3)] == [["floss"], ["floss"], ["pab"]]
    assert held.points() == {1: "0.00", 2: "0.00", 3: "1.00"}
    assert held.state.entries[2].status == "withdrawn"
    assert refused(held, "no_show", entry=2) == "already_absent"
    held.do("close_round")
    held.check()


def test_a_ruling_gives_the_bye_back_to_who_came_after_all():
    held = broken_up()
    held.do("no_show", entry=2)
    held.do("override_result", round=1, table=1, absent=[1])
    assert [held.kinds(one) for one in (1, 2, 3)] == [["floss"], ["pab"], ["pab"]]
    held.check()


def test_a_ruling_that_nobody_was_missing_at_a_broken_up_table_leaves_a_bye():
    held = broken_up()
    held.do("override_result", round=1, table=1)
    assert [held.kinds(one) for one in (1, 2, 3)] == [["pab"]] * 3
    held.check()


def test_who_was_sent_elsewhere_and_then_excluded_has_one_line_a_round():
    held = broken_up()
    held.do("exclude", entry=2)
    lines = sheet(held.state, everybody=True)
    assert [len(lines[one]) for one in (1, 2, 3)] == [1, 1, 1]


def test_a_bye_of_the_pairing_is_no_no_show():
    held = event(3, rounds=2)
    held.publish()
    assert refused(held, "no_show", entry=3) == "not_in_round"


def test_who_was_sent_to_another_table_is_missing_there_alone():
    held = event(7, format="pods")
    held.publish()
    small = min(held.state.current.tables, key=lambda table: len(table.seats))
    gone, sent, _ = small.seats
    held.do("no_show", entry=gone)
    assert refused(held, "forfeit", table=small.number, absent=[sent]) == "not_at_table"
    held.do("no_show", entry=sent)
    assert held.kinds(sent) == ["floss"]
    held.check()


def seated_by_hand(held, *tables):
    """Propose the next round, seat it like this and publish it."""
    held.do("propose_round")
    held.do("set_tables", tables=tables)
    held.do("publish_round")


def test_who_is_sent_on_goes_where_fewest_were_met_else_to_the_smaller_table():
    held = event(10, format="pods")
    seated_by_hand(held, [1, 4, 5], [2, 3, 6], [7, 8, 9, 10])
    held.play()
    held.do("close_round")
    seated_by_hand(held, [7, 8, 9, 10], [1, 2, 3], [4, 5, 6])
    assert held.do("no_show", entry=2)["moves"] == [[1, 1], [3, 3]]
    again = event(10, format="pods")
    seated_by_hand(again, [7, 8, 9, 10], [1, 2, 3], [4, 5, 6])
    assert again.do("no_show", entry=2)["moves"] == [[1, 3], [3, 1]]


def test_nobody_is_sent_to_whom_they_may_not_meet():
    held = event(7, format="pods", sizes=SizeRule(3, 4, 4))
    held.do("keep_apart", entry=1, other=7)
    seated_by_hand(held, [4, 5, 6, 7], [1, 2, 3])
    assert held.do("no_show", entry=2)["moves"] == [[1, None], [3, None]]
    wider = event(7, format="pods")
    wider.do("keep_apart", entry=1, other=7)
    seated_by_hand(wider, [4, 5, 6, 7], [1, 2, 3])
    assert wider.do("no_show", entry=2)["moves"] == [[1, None], [3, 1]]


def test_nobody_is_sent_to_a_table_that_has_begun():
    held = event(7, format="pods")
    held.publish()
    small = min(held.state.current.tables, key=lambda table: len(table.seats))
    large = next(one.number for one in held.state.current.tables if one.number != small.number)
    facts = held.do("no_show", entry=small.seats[0], started=[large])
    assert [to for _, to in facts["moves"]] == [None, None]
    held.check()


def test_a_table_of_partners_cannot_go_on_with_three():
    held = event(8, format="partners")
    held.publish()
    table = held.state.current.tables[0]
    held.do("no_show", entry=table.seats[0])
    assert [held.kinds(one) for one in table.seats[1:]] == [["pab"]] * 3
    held.check()


def test_nothing_is_forfeited_where_a_result_stands():
    held = event(4, rounds=3)
    held.publish()
    held.play()
    assert refused(held, "no_show", entry=1) == "result_stands"
    held.do("clear_result", table=1)
    table = held.state.current.table(1)
    held.do("forfeit", table=1, absent=[table.seats[0]])
    held.do("override_result", round=1, table=1, absent=list(table.seats))
    held.do("reseat", entry=table.seats[0])
    held.do("reseat", entry=table.seats[1])
    held.result(1, *table.seats)
    held.check()


def test_who_is_ruled_absent_beside_a_result_cannot_sit_down_again():
    held = event(8, format="pods")
    held.publish()
    gone, *rest = held.seats()[0]
    held.do("no_show", entry=gone)
    held.result(1, *rest)
    assert refused(held, "reseat", entry=gone) == "result_stands"
    held.check()


def test_when_only_one_of_a_larger_table_is_left_it_gets_a_bye():
    held = event(3, format="pods", sizes=SizeRule(3, 3, 3))
    held.publish()
    held.result(1, 1, 2, 3)
    held.do("exclude", entry=2, keep_results=False)
    held.do("exclude", entry=3, keep_results=False)
    assert held.kinds(1) == ["pab"]
    held.check()
