"""The score sheet."""

from __future__ import annotations

from games.rules.zombie_rummy.events import MatchStarted
from games.rules.zombie_rummy.recap import recap

from .positions import laid, locked, play, position, zombie


def test_before_the_first_round_has_ended_the_sheet_is_empty() -> None:
    assert recap([])["rounds"] == []


def test_it_tells_the_goal() -> None:
    events = [MatchStarted(2, "score", 100)]
    assert recap(events) == {"end": "score", "target": 100, "rounds": []}


def test_a_round_tells_why_it_ended_and_what_made_up_each_score() -> None:
    tables = {0: [zombie(1)], 1: [laid(2, "chair-1 chair-2 chair-3"), locked(3)]}
    state = position("book", "gas brain", tables=tables, turns_played=4, totals=(1, 2))
    events, _ = play(state, {"type": "discard", "card": "book"})
    (found,) = recap(events)["rounds"]
    assert (found["round"], found["reason"], found["out"], found["turns"]) == (1, "out", 0, 5)
    loser, winner = found["seats"]
    assert (loser["zombies"], loser["points"], loser["total"], loser["won"]) == (-5, -5, -4, False)
    assert winner["won"]
    parts = [winner[part] for part in ("weapons", "equipment", "brains", "devices", "zombies")]
    assert parts == [6, 0, 5, 0, -5]
    assert (winner["hand"], winner["points"]) == (-7, -1)


def test_who_has_resigned_has_no_score_in_the_sheet() -> None:
    state = position("book", "", "gas", resigned=(False, True, False))
    events, _ = play(state, {"type": "discard", "card": "book"})
    (found,) = recap(events)["rounds"]
    assert found["seats"][1] is None
