"""Crosstable, CSV rows, TRF and the whole tournament as JSON (tournaments 6)."""

from __future__ import annotations

import json

import pytest

from games.tournaments.director.fold import fold
from games.tournaments.exports.crosstable import crosstable, ordinal
from games.tournaments.exports.rows import crosstable_rows, pairing_rows, standings_rows
from games.tournaments.exports.trf import TrfHeader, trf
from games.tournaments.exports.whole import DamagedExportError, export_event, import_event
from games.tournaments.points import UNIT, Scoring
from tests.tournaments.director.support import event


@pytest.fixture(scope="module")
def duels():
    """Five entries, three rounds: a bye, a requested bye, a forfeit, a draw."""
    held = event(5, rounds=3)
    held.play_round()
    held.do("absent", entry=5, round=2)
    held.publish()
    held.do("no_show", entry=held.seats()[0][0])
    table = held.state.current.tables[1]
    held.result(2, tuple(table.seats))
    held.do("close_round")
    held.play_round()
    return held


NAMES = {number: f"Player {number}" for number in range(1, 13)}


def test_crosstable_cells_are_those_of_the_spec():
    held = event(4, rounds=2)
    held.publish()
    held.do("no_show", entry=4)
    held.play()
    held.do("close_round")
    cells = {cross.row.entry: cross.cells for cross in crosstable(held.state)}
    rows = {cross.row.entry: cross.row.place for cross in crosstable(held.state)}
    assert cells[2] == (f"{rows[4]}+F",)
    assert cells[4] == (f"{rows[2]}-F",)
    assert cells[1] in ((f"{rows[3]}w1",), (f"{rows[3]}b1",))


def test_a_shared_place_is_what_the_cells_of_both_opponents_name():
    held = event(4, rounds=1, criteria=("wins",))
    held.play_round()
    table = crosstable(held.state)
    assert [cross.place for cross in table] == ["1", "1", "3", "3"]
    assert sorted(cross.cells[0] for cross in table) == ["1b0", "1w0", "3b1", "3w1"]


def test_who_is_still_in_a_knockout_is_named_by_the_seed_and_others_by_their_place():
    held = event(4, format="knockout")
    held.play_round(lambda table: sorted(table.present))
    told = {cross.row.entry: (cross.place, cross.cells[0][:-2]) for cross in crosstable(held.state)}
    assert told == {1: ("(1)", "3"), 2: ("(2)", "3"), 3: ("3", "(2)"), 4: ("3", "(1)")}
    held.play_round()
    assert [cross.place for cross in crosstable(held.state)] == ["1", "2", "3", "3"]


def test_who_was_struck_or_excluded_is_named_by_the_seed():
    held = event(4, format="round_robin")
    held.play_round()
    held.do("withdraw", entry=4)
    struck = {cross.row.entry: cross for cross in crosstable(held.state)}
    assert struck[4].place == "(4)"
    held = event(4, rounds=2)
    held.play_round()
    held.do("exclude", entry=4, keep_results=True)
    cells = [cross.cells[0] for cross in crosstable(held.state)]
    assert [cell for cell in cells if cell.startswith("(4)")]


def test_a_bye_and_an_absence_have_cells(duels):
    cells = {cross.row.entry: cross.cells for cross in crosstable(duels.state)}
    assert cells[5][:2] == ("+bye", "½bye")
    assert "-" in [cell for own in cells.values() for cell in own]


def test_cells_of_larger_tables_name_table_seat_and_place():
    held = event(7, format="pods")
    held.play_round()
    cells = [cross.cells[0] for cross in crosstable(held.state)]
    assert sorted(cell.split(": ")[1] for cell in cells) == [
        "1st",
        "1st",
        "2nd",
        "2nd",
        "3rd",
        "3rd",
        "4th",
    ]
    assert all(cell.startswith(("T1/", "T2/")) for cell in cells)


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd")]
)
def test_ordinals(number, text):
    assert ordinal(number) == text


def test_standings_rows_have_a_column_for_each_criterion(duels):
    header, *rows = standings_rows(duels.state, NAMES)
    assert header[:5] == ["place", "seed", "name", "club", "points"]
    assert header[5:] == list(duels.state.config.criteria_list)
    assert len(rows) == 5
    assert all(len(row) == len(header) for row in rows)
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]


def test_pairing_rows_list_everybody_once(duels):
    for held in duels.state.rounds:
        header, *rows = pairing_rows(duels.state, held, NAMES)
        assert sorted(row[3] for row in rows) == sorted(NAMES[number] for number in range(1, 6))
        assert all(len(row) == len(header) for row in rows)
    kinds = [row[6] for row in pairing_rows(duels.state, duels.state.round(2), NAMES)[1:]]
    assert sorted(kinds) == ["floss", "fwin", "played", "played", "req"]


def test_crosstable_rows_have_a_cell_for_each_round(duels):
    header, *rows = crosstable_rows(duels.state, NAMES)
    assert header == ["place", "name", "round 1", "round 2", "round 3", "points"]
    assert all(len(row) == len(header) for row in rows)


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
    assert lines[0] == "012 Owls Open"
    assert "062 4" in lines
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


def test_a_round_lists_places_as_the_crosstable_does_however_ranks_were_written():
    held = event(4, format="pods", rounds=1)
    held.publish()
    seats = held.state.current.tables[0].seats
    ranks = dict(zip(seats, (1, 2, 2, 3), strict=True))
    held.do("set_result", round=1, table=1, results=[{"entry": e, "rank": ranks[e]} for e in seats])
    rows = pairing_rows(held.state, held.state.current, NAMES)[1:]
    assert [row[4] for row in rows] == ["1", "2", "2", "4"]
    cells = [cross.cells[0].split(": ")[1] for cross in crosstable(held.state)]
    assert cells == ["1st", "2nd", "2nd", "4th"]


def test_trf_is_for_tables_of_two():
    with pytest.raises(ValueError, match="two"):
        trf(event(4, format="pods").state, TrfHeader("x"), NAMES)


def test_the_whole_tournament_goes_out_and_comes_back(duels):
    data = json.loads(json.dumps(export_event(duels.actions, NAMES, {"title": "Open"})))
    assert data["about"] == {"title": "Open"}
    assert import_event(data) == duels.actions
    assert len(data["standings"]) == 5
    assert data["settings"]["seed"] == "abc"


def test_a_file_from_before_a_setting_existed_comes_back(duels):
    data = json.loads(json.dumps(export_event(duels.actions, NAMES)))
    for settings in (data["settings"], data["actions"][0]["payload"]["config"]):
        del settings["cut"]
    assert fold(import_event(data)) == duels.state


def damaged(duels, change):
    data = json.loads(json.dumps(export_event(duels.actions, NAMES)))
    change(data)
    return data


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(format="other"),
        lambda data: data["actions"].clear(),
        lambda data: data["actions"][3].update(kind="dance"),
        lambda data: data["actions"][3].pop("payload"),
        lambda data: data["standings"].reverse(),
        lambda data: data["rounds"][0]["tables"][0].update(seats=[1, 2]),
        lambda data: data["actions"].pop(),
        lambda data: data["actions"][5]["payload"].pop("players"),
    ],
)
def test_a_damaged_file_is_refused(duels, change):
    with pytest.raises(DamagedExportError):
        import_event(damaged(duels, change))
