"""An arena: whoever is free is paired, until the time is up."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.direct.board import board, final_places
from games.tournaments.direct.config import Config
from games.tournaments.direct.fold import KINDS, fold, refusal
from games.tournaments.direct.kinds.arena import next_pairs
from games.tournaments.direct.problems import config_problems
from games.tournaments.direct.sheet import columns, sheet, tables_of
from games.tournaments.rank.points import Scoring
from tests.tournaments.direct.arenas import (
    ENDS,
    arena,
    draws,
    pairs,
    settings_of,
    waiting,
    wins,
)
from tests.tournaments.direct.support import Event, refused


def test_it_begins_with_the_start_and_pairs_everybody():
    held = arena(4)
    assert held.state.ends_at == ENDS
    held.do("pair_free")
    assert pairs(held) == [(1, 2), (3, 4)]
    assert waiting(held) == set()


def test_whose_match_goes_on_after_a_ruling_waits_for_its_end():
    held = arena(4)
    held.do("pair_free", playing=[1, 2])
    assert pairs(held) == [(3, 4)]
    assert refused(held, "pair_free", playing=[1]) == "nobody_to_pair"
    held.do("pair_free")
    assert pairs(held)[1:] == [(1, 2)]


def test_a_table_is_decided_by_itself_and_its_players_are_free():
    held = arena(4)
    held.do("pair_free")
    wins(held, 1)
    assert waiting(held) == {1, 2}
    assert refused(held, "pair_free") == "nobody_to_pair"
    wins(held, 4)
    held.do("pair_free")
    assert pairs(held)[2:] == [(1, 4), (2, 3)]


def test_who_waits_meets_the_closer_in_the_standings_of_those_who_come_free():
    held = arena(3)
    held.do("pair_free")
    assert waiting(held) == {3}
    wins(held, 2)
    held.do("pair_free")
    assert pairs(held)[1] == (1, 3)
    assert waiting(held) == {2}


def test_two_alone_meet_again_and_change_seats():
    held = arena(2)
    for _ in range(4):
        held.do("pair_free")
        wins(held, 1)
    first = [table.seats[0] for table in held.state.current.tables]
    assert sorted(first) == [1, 1, 2, 2]


def test_win_two_draw_one_and_double_after_two_wins_in_a_row():
    held = arena(2)
    for let in (wins, wins, draws, wins, wins, wins):
        held.do("pair_free")
        let(held, 1)
    assert [line.points // 5040 for line in sheet(held.state)[1]] == [2, 2, 2, 2, 2, 4]
    assert held.points()[1] == "14"
    assert held.points()[2] == "1"


def test_a_corrected_result_counts_anew_for_every_game_after_it():
    held = arena(2)
    for _ in range(3):
        held.do("pair_free")
        wins(held, 1)
    assert held.points() == {1: "8", 2: "0"}
    held.result(1, 2, 1, number=1, kind="override_result")
    assert held.points() == {1: "4", 2: "2"}


def test_equal_points_are_parted_by_performance():
    held = arena(4)
    held.do("pair_free")
    wins(held, 2)
    wins(held, 4)
    rows = {row.entry: row for row in board(held.state)}
    assert [row.entry for row in board(held.state)] == [2, 4, 1, 3]
    assert rows[2].values["performance"] == 1999 + 500
    assert rows[4].shown["performance"] == str(1997 + 500)
    assert rows[4].decided_by == "performance"


def test_the_end_is_moved_but_not_into_the_past():
    held = arena(2)
    held.do("move_end", seconds=600, now=100)
    assert held.state.ends_at == ENDS + 600
    held.do("move_end", seconds=-1200, now=100)
    assert held.state.ends_at == ENDS - 600
    assert refused(held, "move_end", seconds=-600, now=ENDS - 1200) == "end_past"
    assert refused(held, "move_end", seconds=0, now=100) == "bad_request"


def test_what_ends_after_the_time_does_not_count():
    held = arena(4)
    held.do("pair_free")
    wins(held, 1)
    row = [{"entry": 3, "rank": 1}, {"entry": 4, "rank": 2}]
    told = {"round": 1, "table": 2, "results": row, "source": "match"}
    assert refused(held, "set_result", ended_at=ENDS, **told) == "arena_over"
    held.do("finish", "", time_is_up=True)
    assert held.state.phase == "finished"
    assert held.points() == {1: "2", 2: "0", 3: "0", 4: "0"}
    assert held.kinds(3) == []
    assert set(final_places(held.state)) == {1, 2, 3, 4}


def test_what_ended_in_time_counts():
    held = arena(2)
    held.do("pair_free")
    wins_row = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    held.do("set_result", table=1, results=wins_row, ended_at=ENDS - 1)
    assert held.points()[1] == "2"


def test_ending_it_early_takes_a_reason_and_later_it_is_only_corrected():
    held = arena(2)
    held.do("pair_free")
    assert refused(held, "finish", "") == "reason_needed"
    held.do("finish", "the hall closes")
    assert refused(held, "join", players=[777]) == "wrong_phase"
    held.do("reopen")
    assert refused(held, "pair_free") == "arena_over"
    assert refused(held, "join", players=[777]) == "arena_over"
    held.result(1, 1, 2, number=1, kind="override_result")
    held.do("finish", "")
    assert held.points()[1] == "2"


def test_it_has_no_rounds():
    held = arena(4)
    held.do("pair_free")
    wins(held, 1)
    for kind in [name for name, kind in KINDS.items() if not kind.in_arenas]:
        found = refusal(held.state, kind, {"round": 1, "table": 1, "entry": 1})
        assert found is not None, kind
        assert found.code == "no_rounds", kind


def test_other_formats_know_nothing_of_it():
    held = Event(Config("swiss", "abc")).started(4)
    for kind in ("pair_free", "join", "come_back", "move_end"):
        assert refused(held, kind, entry=1, players=[777], seconds=60, now=0) == "no_arena"


def test_settings():
    assert config_problems(settings_of()) == []
    wrong = {
        "minutes": [settings_of(minutes=19), settings_of(minutes=181)],
        "arena": [Config("arena", "abc"), Config("swiss", "abc", scoring=Scoring("arena"))],
        "team_format": [settings_of(team_size=2)],
    }
    for code, configs in wrong.items():
        for config in configs:
            assert code in {one.code for one in config_problems(config)}, (code, config)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.lists(st.integers(0, 2**16), max_size=60))
def test_whatever_happens_nobody_plays_two_games_or_meets_twice_in_a_row(count, dice):
    held = arena(count)
    for number in dice:
        _something(held, number)
        _check(held)
    assert fold(held.actions) == held.state


def _something(held, number):
    """Let one thing happen that a number stands for."""
    open_ = [table for table in held.state.current.tables if not table.decided]
    what, which = number % 6, number // 6
    entries = list(held.state.entries.values())
    entry = entries[which % len(entries)]
    if what <= 1 and next_pairs(held.state):
        held.do("pair_free")
    elif what in (2, 3) and open_:
        table = open_[which % len(open_)]
        (draws if which % 5 == 0 else wins)(held, table.seats[which % 2])
    elif what == 4:
        held.do("withdraw" if entry.status == "registered" else "come_back", entry=entry.number)
    elif what == 5 and open_ and which % 3 == 0:
        held.do("no_show", entry=open_[0].seats[which % 2])
    elif what == 5:
        held.do("join", players=[1000 + held.state.no])


def _check(held):
    """Check what must hold at any time."""
    state = held.state
    playing = [one for table in state.current.tables if not table.decided for one in table.present]
    assert len(playing) == len(set(playing))
    assert not waiting(held) & set(playing)
    lines = sheet(state)
    for entry, games in lines.items():
        assert [line.round for line in games] == list(range(1, len(games) + 1))
        assert [table.number for _, table in tables_of(state, entry)][: len(games)] == [
            line.table for line in games
        ]
    assert columns(state) == list(range(1, 1 + max(map(len, lines.values()))))
    rows = board(state)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert sum(row.points for row in rows) == sum(
        line.points for games in lines.values() for line in games
    )
