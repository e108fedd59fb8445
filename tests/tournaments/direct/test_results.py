"""Results, rulings and penalties (tournaments 5.1)."""

from __future__ import annotations

import pytest

from games.tournaments.direct.actions import Action
from games.tournaments.direct.fold import fold, tell
from games.tournaments.rank.points import UNIT, Scoring
from tests.tournaments.direct.support import event, refused


def rows(*pairs):
    return [{"entry": entry, "rank": rank} for entry, rank in pairs]


@pytest.fixture
def held():
    """A published round of tables (1, 3) and (2, 4) in some seats."""
    made = event(4, rounds=3)
    made.publish()
    made.do("set_result", table=2, results=rows((2, 1), (4, 2)))
    return made


def test_a_result_is_set_once(held):
    held.do("set_result", table=1, results=rows((1, 1), (3, 2)), source="match", match="m1")
    assert held.state.current.table(1).result.match == "m1"
    assert refused(held, "set_result", table=1, results=rows((1, 1), (3, 2))) == "result_stands"
    assert held.points() == {1: "1.00", 2: "1.00", 3: "0.00", 4: "0.00"}


def test_a_match_that_ends_after_its_round_is_told_of_the_ruling(held):
    held.do("override_result", round=1, table=1, results=rows((1, 1), (3, 2)), reason="seen")
    late = {"round": 1, "table": 1, "results": rows((3, 1), (1, 2))}
    held.do("close_round")
    assert refused(held, "set_result", **late) == "result_stands"
    held.publish()
    assert refused(held, "set_result", **late) == "result_stands"
    assert refused(held, "set_result", **late | {"round": 3}) == "no_round"


@pytest.mark.parametrize(
    ("results", "code"),
    [
        (rows((1, 1)), "result_entries"),
        (rows((1, 1), (2, 2)), "result_entries"),
        (rows((1, 1), (3, 2), (3, 2)), "result_entries"),
        (rows((1, 0), (3, 2)), "result_ranks"),
        (rows((1, 2), (3, 3)), "result_ranks"),
        ([{"entry": 1, "rank": 1, "score": 4}, {"entry": 3, "rank": 2}], "result_scores"),
    ],
)
def test_what_is_no_result_is_refused(held, results, code):
    assert refused(held, "set_result", table=1, results=results) == code


def test_raw_scoring_needs_scores():
    raw = event(4, rounds=2, scoring=Scoring("raw"), scores="signed")
    raw.publish()
    assert refused(raw, "set_result", table=1, results=rows((1, 1), (3, 2))) == "scores_needed"
    raw.result(1, 1, 3, scores={1: 30, 3: -5})
    assert (raw.points()[1], raw.points()[3]) == ("30.00", "-5.00")


def test_a_ruling_corrects_an_earlier_round_with_a_reason(held):
    held.do("set_result", table=1, results=rows((1, 1), (3, 2)))
    held.do("close_round")
    held.publish()
    changed = {"round": 1, "table": 1, "results": rows((1, 2), (3, 1))}
    assert refused(held, "override_result", reason="", **changed) == "reason_needed"
    held.do("override_result", reason="scores were swapped", **changed)
    assert (held.points()[1], held.points()[3]) == ("0.00", "1.00")
    held.check()


def test_a_ruling_leaves_the_sides_as_they_were_played():
    held = event(4, format="pods", rounds=1, scoring=Scoring("side", weights={("red", 4): 2520}))
    held.publish()
    played = [
        {"entry": entry, "rank": rank, "side": side}
        for entry, rank, side in [(1, 1, "red"), (2, 1, "red"), (3, 2, "black"), (4, 2, "black")]
    ]
    held.do("set_result", table=1, results=played)
    assert held.points() == {1: "0.50", 2: "0.50", 3: "0.00", 4: "0.00"}
    ruled = {"round": 1, "table": 1, "results": rows((1, 1), (2, 2), (3, 1), (4, 2))}
    held.do("override_result", **ruled)
    assert held.points() == {1: "0.50", 2: "0.00", 3: "1.00", 4: "0.00"}
    held.check()


def test_the_reason_of_a_ruling_goes_with_the_result_it_was_given_for(held):
    ruling = {"round": 1, "table": 1, "results": rows((1, 2), (3, 1))}
    held.do("override_result", reason="scores were swapped", **ruling)
    assert held.state.current.at(1).reason == "scores were swapped"
    held.do("clear_result", table=1)
    held.do("set_result", table=1, results=rows((1, 1), (3, 2)))
    assert held.state.current.at(1).reason == ""
    held.do("override_result", reason="swapped after all", **ruling)
    held.do("cancel_round", reason="paired by mistake")
    held.publish()
    assert held.state.current.at(1).reason == ""


def test_a_ruling_may_turn_a_forfeit_into_a_result_and_back(held):
    held.do("forfeit", table=1, absent=[1])
    assert held.kinds(3) == ["fwin"]
    held.do("override_result", round=1, table=1, absent=[], results=rows((1, 1), (3, 2)))
    assert (held.kinds(3), held.points()[1]) == (["played"], "1.00")
    held.do("override_result", round=1, table=1, absent=[1, 3])
    assert (held.kinds(1), held.kinds(3)) == (["floss"], ["floss"])
    assert refused(held, "override_result", round=1, table=1, absent=[2]) == "not_at_table"
    assert refused(held, "override_result", round=7, table=1) == "no_round"
    assert refused(held, "override_result", round=1, table=9) == "no_table"
    held.check()


def test_players_report_nothing_but_old_journals_with_reports_fold_as_they_did(held):
    won = rows((1, 1), (3, 2))
    assert refused(held, "report_result", table=1, by=1, results=won) == "unknown_action"
    told = {"round": 1, "table": 1, "results": won, "source": "players", "match": None}
    first = Action("report_result", {**told, "by": 1, "confirmed": False})
    other = Action("report_result", {**told, "by": 3, "confirmed": True})
    state = fold([*held.actions, first])
    assert (state.no, state.rounds) == (held.state.no + 1, held.state.rounds)
    stands = fold([other], state).current.table(1)
    assert (stands.decided, stands.result.source) == (True, "players")
    assert tell(other).key == "Round %(round)s, table %(table)s: %(by)s reported a result."


def test_penalties_take_points_and_may_be_lifted(held):
    held.do("penalty", entry=2, points=UNIT // 2)
    held.do("penalty", entry=2, points=0)
    assert held.points()[2] == "0.50"
    held.do("lift_penalty", penalty=1)
    assert held.points()[2] == "1.00"
    assert refused(held, "lift_penalty", penalty=1) == "no_penalty"
    held.check()


def test_time_is_extended_for_one_table_or_all(held):
    held.do("extend_time", table=1, seconds=300)
    held.do("extend_time", seconds=60)
    assert [table.extra_seconds for table in held.state.current.tables] == [360, 60]


def test_a_knockout_match_needs_a_winner_unless_the_higher_seed_goes_through():
    knockout = event(4, format="knockout")
    knockout.publish()
    tied = rows((1, 1), (4, 1))
    assert refused(knockout, "set_result", table=1, results=tied) == "winner_needed"
    lenient = event(4, format="knockout", knockout_tie="higher_seed")
    lenient.publish()
    lenient.do("set_result", table=1, results=tied)
    lenient.play()
    lenient.do("close_round")
    lenient.publish()
    assert set(lenient.seats()[0]) == {1, 2}
