"""TRF, the text format of chess federations: every field in its columns (tournaments 6)."""

from __future__ import annotations

import pytest

from games.tournaments.export.trf import TrfHeader, trf
from games.tournaments.rank.points import UNIT, Scoring
from tests.tournaments.direct.support import NAMES, Event, config, event


def column(line, first, last):
    """Return columns counted from 1, as the format does."""
    return line[first - 1 : last]


def test_trf_has_its_fields_in_their_columns():
    held = event(4, rounds=3)
    held.play_round()
    held.do("penalty", entry=1, points=UNIT // 2)
    header = TrfHeader(
        "Owls\nOpen", "Oslo", "NOR", "2026/05/01", "2026/05/02", "A. Judge", "10 min", ["26/05/01"]
    )
    text = trf(held.state, header, NAMES | {1: "A very long name that goes on and on and on"})
    lines = text.splitlines()
    assert lines[:9] == [
        *("012 Owls Open", "022 Oslo", "032 NOR", "042 2026/05/01", "052 2026/05/02"),
        *("062 4", "092 Individual: Swiss-System", "102 A. Judge", "122 10 min"),
    ]
    assert "XXR 3" in lines
    dates = next(line for line in lines if line.startswith("132"))
    assert column(dates, 92, 99) == "26/05/01"
    first, second, third, _ = (line for line in lines if line.startswith("001"))
    assert column(first, 5, 8) == "   1"
    assert column(first, 15, 47) == "A very long name that goes on and"
    assert column(first, 49, 52) == "1999"
    assert column(first, 81, 84) == " 0.5"
    assert column(second, 86, 89).strip() in ("1", "2")
    assert column(second, 92, 95) == "   4"
    assert column(second, 97, 97) in "wb"
    assert column(second, 99, 99) == "1"
    assert (column(third, 92, 95), column(third, 99, 99)) == ("   1", "0")


def test_trf_names_every_kind_of_round(duels):
    rows = [
        line
        for line in trf(duels.state, TrfHeader("x"), NAMES).splitlines()
        if line.startswith("001")
    ]
    last = rows[4]
    assert column(last, 92, 99) == "0000 - U"
    assert column(last, 102, 109) == "0000 - H"
    results = sorted(column(line, 109, 109) for line in rows)
    assert results == sorted(["H", "+", "-", "=", "="])
    seats = [column(line, 107, 107) for line in rows]
    assert sorted(seats) == ["-", "b", "b", "w", "w"]
    absent = [line for line in rows if column(line, 109, 109) == "-"]
    assert column(absent[0], 112, 119) == "0000 - Z"


@pytest.mark.parametrize(
    ("format_", "said"),
    [("round_robin", "Individual: Round-Robin"), ("knockout", "Individual: Knock-Out")],
)
def test_trf_says_which_type_of_tournament_it_is(format_, said):
    held = event(4, format=format_)
    assert f"092 {said}" in trf(held.state, TrfHeader("x"), NAMES).splitlines()


def test_trf_names_opponents_by_start_number_with_seats_and_no_round_that_is_only_proposed():
    held = Event(config(rounds=2)).with_players(2)
    held.do("register", players=[103], strength=3000)
    held.do("register", players=[104])
    held.do("close_registration")
    held.do("start")
    held.play_round()
    held.do("propose_round")
    seeds = {one.number: one.seed for one in held.state.listed()}
    assert seeds == {3: 1, 1: 2, 2: 3, 4: 4}
    rows = {int(column(row, 5, 8)): row for row in trf_rows(held)}
    for white, black in held.seats(1):
        assert column(rows[seeds[white]], 92, 97) == f"{seeds[black]:>4} w"
        assert column(rows[seeds[black]], 92, 97) == f"{seeds[white]:>4} b"
    assert column(rows[4], 49, 52) == "    "
    assert {len(row) for row in rows.values()} == {99}


def trf_rows(held):
    """Return the lines of the players in the order of their start numbers."""
    text = trf(held.state, TrfHeader("x"), NAMES)
    return [line for line in text.splitlines() if line.startswith("001")]


def test_trf_of_raw_scores_keeps_its_columns_and_pays_nothing_for_a_bye():
    held = event(3, rounds=2, scoring=Scoring("raw"), scores="signed")
    held.do("absent", entry=1, round=1)
    held.publish()
    held.result(1, 2, 3, scores={2: 1234, 3: -120})
    held.do("close_round")
    held.publish()
    first, second, third = trf_rows(held)
    assert [column(row, 81, 84) for row in (first, second, third)] == [" 0.0", "1234", "-120"]
    assert [column(row, 86, 89) for row in (first, second, third)] == ["   2", "   1", "   3"]
    assert column(first, 92, 99) == "0000 - Z"
    byes = [column(row, 102, 109) for row in (first, second, third)]
    assert byes.count("0000 - Z") == 1


@pytest.mark.parametrize(("keep", "results"), [(True, "10"), (False, "+-")])
def test_trf_holds_the_excluded_without_a_rank_because_others_met_them(keep, results):
    held = event(4, rounds=2)
    held.play_round()
    held.do("exclude", entry=4, keep_results=keep)
    second, fourth = trf_rows(held)[1], trf_rows(held)[3]
    assert "062 4" in trf(held.state, TrfHeader("x"), NAMES).splitlines()
    assert (column(second, 92, 95), column(fourth, 92, 95)) == ("   4", "   2")
    assert column(second, 99, 99) + column(fourth, 99, 99) == results
    assert (column(fourth, 5, 8), column(fourth, 86, 89)) == ("   4", "    ")


def test_trf_is_for_tables_of_two():
    with pytest.raises(ValueError, match="two"):
        trf(event(4, format="pods").state, TrfHeader("x"), NAMES)
