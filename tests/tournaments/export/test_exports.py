"""Crosstable, CSV rows and the whole tournament as JSON (tournaments 6)."""

from __future__ import annotations

import json

import pytest

from games.tournaments.direct.fold import fold
from games.tournaments.export.tables import (
    crosstable,
    crosstable_rows,
    ordinal,
    pairing_rows,
    standings_rows,
)
from games.tournaments.export.whole import DamagedExportError, export_event, import_event
from games.tournaments.rank.points import UNIT, Scoring
from tests.tournaments.direct.support import NAMES, Event, config, event


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
    assert {cross.cells[1] for cross in crosstable(held.state) if cross.place == "3"} == {""}


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
    assert {cross.row.entry: cross.cells[0] for cross in crosstable(held.state)} == {
        entry: f"T{at}/{seats.index(entry) + 1}: {ordinal(1 + sorted(seats).index(entry))}"
        for at, seats in enumerate(held.seats(), 1)
        for entry in seats
    }


def test_a_bye_that_pays_nothing_and_a_forfeit_at_a_larger_table_name_nobody():
    held = event(3, rounds=1, scoring=Scoring("raw"), scores="signed")
    held.publish()
    assert {cross.row.entry: cross.cells for cross in crosstable(held.state)}[3] == ("-",)
    held = event(4, format="pods", rounds=1)
    held.publish()
    held.do("no_show", entry=4)
    assert {cross.row.entry: cross.cells for cross in crosstable(held.state)}[4] == ("-F",)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (22, "22nd"), (101, "101st")),
        *((11, "11th"), (12, "12th"), (13, "13th"), (113, "113th")),
    ],
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


def test_pairing_rows_of_a_round_that_is_played_have_no_place_yet():
    held = event(3, rounds=2)
    held.publish()
    ((first, second),) = held.seats()
    header, *rows = pairing_rows(held.state, held.state.current, NAMES)
    assert header == ["round", "table", "seat", "name", "place", "score", "kind"]
    assert rows == [
        ["1", "1", "1", NAMES[first], "", "", ""],
        ["1", "1", "2", NAMES[second], "", "", ""],
        ["1", "", "", "Player 3", "", "1.00", "pab"],
    ]
    held.do("no_show", entry=first)
    assert pairing_rows(held.state, held.state.current, NAMES)[1:3] == [
        ["1", "1", "1", NAMES[first], "", "", "floss"],
        ["1", "1", "2", NAMES[second], "", "", "fwin"],
    ]


def test_pairing_rows_hold_the_score_where_there_are_scores():
    held = event(3, format="pods", rounds=1, scores="signed")
    held.publish()
    held.result(1, 2, 3, 1, scores={1: -5, 2: 40, 3: 0})
    told = {row[3]: row[4:] for row in pairing_rows(held.state, held.state.current, NAMES)[1:]}
    assert told["Player 2"] == ["1", "40", "played"]
    assert told["Player 3"] == ["2", "0", "played"]
    assert told["Player 1"] == ["3", "-5", "played"]


def test_standings_rows_name_the_club_and_in_a_knockout_no_criteria():
    held = Event(config(format="knockout")).with_players(3, club="Owls")
    held.do("register", players=[104], strength=1)
    held.do("close_registration")
    held.do("start")
    held.play_round()
    assert standings_rows(held.state, NAMES) == [
        ["place", "seed", "name", "club", "points"],
        ["", "1", "Player 1", "Owls", "1.00"],
        ["", "2", "Player 2", "Owls", "1.00"],
        ["3", "3", "Player 3", "Owls", "0.00"],
        ["3", "4", "Player 4", "", "0.00"],
    ]


def test_crosstable_rows_have_a_cell_for_each_published_round():
    held = event(4, rounds=3)
    held.play_round()
    held.do("propose_round")
    header, *rows = crosstable_rows(held.state, NAMES)
    assert header == ["place", "name", "round 1", "points"]
    names = {cross.row.entry: NAMES[cross.row.entry] for cross in crosstable(held.state)}
    cells = {cross.row.entry: cross.cells for cross in crosstable(held.state)}
    assert [row[1:] for row in rows] == [
        [names[entry], *cells[entry], points] for entry, points in held.points().items()
    ]


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


def test_the_whole_tournament_goes_out_and_comes_back(duels):
    data = json.loads(json.dumps(export_event(duels.actions, NAMES, {"title": "Open"})))
    assert data["about"] == {"title": "Open"}
    assert import_event(data) == duels.actions
    assert len(data["standings"]) == 5
    assert data["settings"]["seed"] == "abc"


def a_round_half_told():
    """Return the file of an event whose only round has a no-show, a bye and a penalty."""
    held = Event(config(rounds=2, criteria=("direct", "wins"))).with_players(4)
    held.do("register", players=[105], strength=1, club="Owls")
    held.do("close_registration")
    held.do("start")
    held.publish()
    held.do("no_show", entry=1)
    held.play()
    held.do("penalty", entry=2, points=UNIT // 2)
    return export_event(held.actions, {2: "B", 1: "A"})


def test_what_the_file_tells_of_an_event_has_these_names():
    told = a_round_half_told()
    assert told["versions"] == {"points": 1, "standings": "fide-2026", "pairing": 1}
    assert list(told["names"]) == ["1", "2"]
    assert told["entries"][4] == {
        "entry": 5,
        "players": [105],
        "seed": 5,
        "status": "registered",
        "joined": 1,
        "club": "Owls",
    }
    assert told["penalties"] == [{"entry": 2, "points": UNIT // 2, "lifted": False}]
    assert told["standings"][2] == {
        "place": 3,
        "entry": 2,
        "points": UNIT // 2,
        "criteria": {"direct": None, "wins": "1"},
    }


def test_what_the_file_tells_of_a_round_has_these_names():
    (held_round,) = a_round_half_told()["rounds"]
    assert (held_round["round"], held_round["phase"]) == (1, "published")
    assert held_round["tables"][0] == {
        "table": 1,
        "seats": [1, 4],
        "absent": [1],
        "moved": [],
        "result": None,
    }
    assert [one["entry"] for one in held_round["tables"][1]["result"]["results"]] == [2, 3]
    assert held_round["unplayed"] == [{"entry": 5, "kind": "pab", "points": UNIT}]


def test_only_the_round_that_begins_a_final_stage_tells_its_seeds():
    cut = event(5, rounds=1, cut=2)
    cut.play_round()
    cut.publish()
    first, final = export_event(cut.actions, {})["rounds"]
    assert ("seeds" in first, len(final["seeds"])) == (False, 2)


def test_everybodys_points_can_be_added_up_from_the_file():
    held = event(4, rounds=3)
    held.play_round()
    held.do("late_entry", players=[105], strength=1)
    held.play_round()
    data = json.loads(json.dumps(export_event(held.actions, {})))
    assert data["missed"] == [{"entry": 5, "round": 1, "points": UNIT // 2}]
    unplayed = [one for rounds in data["rounds"] for one in rounds["unplayed"]]
    told = {row["entry"]: row["points"] for row in data["standings"]}
    for row in [*data["missed"], *unplayed]:
        told[row["entry"]] -= row["points"]
    played = [table["result"]["results"] for one in data["rounds"] for table in one["tables"]]
    for first, second in played:
        share = {-1: UNIT, 0: UNIT // 2, 1: 0}
        sign = (first["rank"] > second["rank"]) - (first["rank"] < second["rank"])
        told[first["entry"]] -= share[sign]
        told[second["entry"]] -= share[-sign]
    assert set(told.values()) == {0}
    del data["missed"]
    assert import_event(data) == held.actions


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
        lambda data: data["settings"].update(rounds=2),
        lambda data: data.pop("settings"),
        lambda data: data["standings"].reverse(),
        lambda data: data["rounds"][0]["tables"][0].update(seats=[1, 2]),
        lambda data: data["actions"].pop(),
        lambda data: data["actions"][5]["payload"].pop("players"),
    ],
)
def test_a_damaged_file_is_refused(duels, change):
    with pytest.raises(DamagedExportError):
        import_event(damaged(duels, change))
