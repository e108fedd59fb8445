"""Standings: points, then criteria inside each tied group (tournaments 3.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rank.counts import lot
from games.tournaments.rank.criteria import (
    CRITERIA,
    DUEL_SWISS,
    NOT_IN_ROUND_ROBIN,
    ROUND_ROBIN,
    scalar,
    table_criteria,
)
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line, played_lines
from games.tournaments.rank.points import UNIT
from games.tournaments.rank.ranking import shown_value, standings
from tests.support.programs import printed


def field(results, rounds, **more):
    """`results` are (round, winner, loser) or (round, one, other, "draw")."""
    sheet = {entry: [] for entry in range(1, 5)}
    for number, one, other, *draw in results:
        ranks = [1, 1] if draw else [1, 2]
        points = [UNIT // 2] * 2 if draw else [UNIT, 0]
        for entry, line in played_lines(number, 1, [one, other], ranks, points).items():
            sheet[entry].append(line)
    return Field(sheet, rounds, **more)


EVENT = field([(1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 2, 3), (3, 4, 1)], 3)


def places(rows):
    return [(row.place, row.entry) for row in rows]


def test_points_come_first_and_direct_encounter_parts_the_tied():
    rows = standings(EVENT, ["direct", "buchholz"])
    assert places(rows) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [row.decided_by for row in rows] == [None, "direct", "points", "direct"]
    assert rows[0].values["direct"] == 1
    assert rows[0].values["buchholz"] == 2 + 1 + 1


def test_what_remains_tied_shares_the_place():
    rows = standings(field([(1, 1, 2), (1, 3, 4)], 1), ["buchholz"])
    assert places(rows) == [(1, 1), (1, 3), (3, 2), (3, 4)]
    assert [row.decided_by for row in rows] == [None, None, "points", None]


def test_a_lot_makes_places_unique_and_the_same_every_time():
    held = field([], 1, seed="abc")
    rows = standings(held, ["lot"])
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert places(rows) == places(standings(field([], 1, seed="abc"), ["lot"]))
    lots = [lot("abc", row.entry) for row in rows]
    assert lots == sorted(lots, reverse=True)
    orders = {tuple(places(standings(field([], 1, seed=str(n)), ["lot"]))) for n in range(9)}
    assert len(orders) > 1


def test_a_lot_is_the_same_in_another_process():
    program = "from games.tournaments.rank.counts import lot; print(lot('abc', 7))"
    assert printed(program, hash_seeds=[77]) == {f"{lot('abc', 7)}\n"}


def test_a_lot_stays_the_same_in_every_version():
    """The first eight bytes of `printf 'kibitz-lot/1|abc|7' | sha256sum`."""
    assert lot("abc", 7) == 0x75F3A91893B0EAB2


def test_penalties_move_an_entry_down():
    rows = standings(field([(1, 1, 2), (1, 3, 4)], 1, adjustments={1: -UNIT}), ["wins"])
    assert places(rows)[0] == (1, 3)


def test_only_the_entries_asked_for_are_ranked():
    rows = standings(EVENT, DUEL_SWISS, entries=[4, 2])
    assert places(rows) == [(1, 2), (2, 4)]


def test_direct_encounter_has_no_value_by_itself():
    with pytest.raises(ValueError, match="tied groups"):
        scalar("direct")


def test_every_default_list_names_known_criteria():
    lists = [DUEL_SWISS, ROUND_ROBIN, *map(table_criteria, ("none", "non_negative", "signed"))]
    for names in lists:
        assert set(names) <= set(CRITERIA)
        assert names[-1] == "lot"
    assert not NOT_IN_ROUND_ROBIN & set(ROUND_ROBIN)


def test_default_lists_are_those_of_the_spec():
    assert DUEL_SWISS[:-1] == (
        "direct",
        "buchholz_cut1",
        "buchholz",
        "sonneborn_berger",
        "wins",
    )
    assert ROUND_ROBIN[:-1] == ("direct", "sonneborn_berger", "wins", "koya")
    assert table_criteria("non_negative")[:-1] == (
        "table_wins",
        "direct",
        "opponents",
        "relative",
        "best_table",
    )
    assert table_criteria("none")[:-1] == ("table_wins", "direct", "opponents", "beaten")


def test_values_are_rounded_for_display_only():
    assert shown_value("buchholz", Fraction(2, 3)) == "0.67"
    assert shown_value("wins", 3) == "3"
    assert shown_value("direct", None) == ""
    assert shown_value("lot", 2**64 - 1) == str(2**20 - 1)


games = st.lists(
    st.tuples(st.integers(1, 4), st.permutations([1, 2, 3, 4]), st.sampled_from([(), ("draw",)])),
    max_size=12,
)


@given(games, st.sampled_from([DUEL_SWISS, ROUND_ROBIN, table_criteria("none")]))
def test_standings_list_everybody_once_in_falling_points(results, criteria):
    held = field([(number, a, b, *draw) for number, (a, b, *_), draw in results], 4, seed="x")
    held = Field({e: sorted(ls, key=lambda one: one.round) for e, ls in held.sheet.items()}, 4)
    rows = standings(held, criteria)
    assert sorted(row.entry for row in rows) == [1, 2, 3, 4]
    assert [row.points for row in rows] == sorted(held.points.values(), reverse=True)
    assert [row.place for row in rows] == [1, 2, 3, 4]


def test_an_entry_without_any_round_is_listed():
    rows = standings(Field({1: [], 2: [Line(1, "pab", UNIT)]}, 3), DUEL_SWISS)
    assert places(rows) == [(1, 2), (2, 1)]
