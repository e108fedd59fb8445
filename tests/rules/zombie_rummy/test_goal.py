"""What the table says of the end: who is near it, who is ahead, and in which words."""

from __future__ import annotations

from html import unescape
from re import sub
from typing import Any

import pytest

from games.engine.contract import JsonObject
from games.engine.showing import Scene
from games.engine.snapshot import snapshot
from games.engine.viewer import PUBLIC
from games.matches.fragments import render_fragment
from games.matches.models import Seat
from games.matches.presenters import seat_facts
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.display.goal import gauge_of, goal_of
from games.rules.zombie_rummy.recap import recap

from .positions import position

NAMES = ("Ada", "Bo", "Chen")


def scene(end: str, target: int, **changes: Any) -> Scene:
    """Return what everybody sees of a match between three."""
    state = position("book", "gas", "key", end=end, target=target, **changes)
    view = snapshot(RULES, state, 0, PUBLIC)
    seats = [Seat(number=number, name=name) for number, name in enumerate(NAMES)]
    sheet = {**recap(()), "end": end, "target": target}
    return Scene(view=view, seats=seat_facts(seats, view), recap=sheet)


def names(found: list[JsonObject]) -> list[str]:
    return [one["name"] for one in found]


def words(shown: Scene, language: str = "en") -> str:
    html = render_fragment("games/zombie_rummy/_goal.jinja", language, goal_of(shown))
    return " ".join(unescape(sub("<[^>]+>", "", html)).split())


RULE = "The match ends when someone reaches +100 or −100; the highest total wins."


@pytest.mark.parametrize(
    ("totals", "near", "said"),
    [
        ((0, 0, 0), [], RULE),
        ((12, -74, 40), [], f"{RULE} Ahead now: Chen +40"),
        (
            (12, -82, 40),
            ["Bo"],
            "Bo is at −82: at −100 the match ends, and the highest total wins. Ahead now: Chen +40",
        ),
        (
            (12, 75, -20),
            ["Bo"],
            "Bo is at +75: at +100 the match ends, and the highest total wins. Ahead now: Bo +75",
        ),
        (
            (80, -99, 80),
            ["Bo", "Ada", "Chen"],
            "Near ±100, where the match ends and the highest total wins: Bo −99, Ada +80, Chen +80"
            " Ahead now: Ada +80, Chen +80",
        ),
    ],
)
def test_by_score_it_says_at_which_total_the_match_ends_and_for_whom(totals, near, said):
    shown = scene("score", 100, totals=totals)
    assert names(goal_of(shown)["near"]) == near
    assert words(shown) == said


def test_by_rounds_it_counts_them_and_names_the_last():
    early = scene("rounds", 3, round_scores=((1, 2, 3),), totals=(1, 2, 3), round=2)
    assert words(early) == (
        "The match ends after round 3; the highest total wins. Ahead now: Chen +3"
    )
    assert goal_of(early)["played"] == 1
    last = scene("rounds", 2, round_scores=((1, 2, 3),), totals=(1, 2, 3), round=2)
    assert words(last).startswith("This is the last round; the highest total wins.")


def test_by_wins_it_names_who_needs_one_more():
    shown = scene("wins", 3, round_wins=(1, 2, 0), totals=(50, -10, 0))
    assert words(shown) == ("With one more round won, the match ends and is won: Bo Ahead now: Bo")
    level = scene("wins", 3, round_wins=(1, 1, 0), totals=(5, 5, 9))
    assert words(level) == "First to win 3 rounds wins. Ahead now: Ada, Bo"


def test_who_has_resigned_is_neither_near_nor_ahead():
    shown = scene("score", 100, totals=(90, -10, 5), resigned=(True, False, False))
    found = goal_of(shown)
    assert (found["near"], names(found["ahead"])) == ([], ["Chen"])
    assert gauge_of(shown, 0, 90) == {
        "kind": "score",
        "target": 100,
        "value": 90,
        "now": 90,
        "is_near": False,
        "would_end": False,
    }


def test_each_seat_has_a_gauge_where_its_result_may_end_the_match():
    by_score = scene("score", 40, totals=(-31, 4, 0))
    gauge = gauge_of(by_score, 0, -43)
    assert gauge is not None
    assert (gauge["value"], gauge["now"]) == (-31, -43)
    assert (gauge["is_near"], gauge["would_end"]) == (True, True)
    assert not gauge_of(by_score, 0, -39)["would_end"]
    by_wins = scene("wins", 2, round_wins=(0, 1, 0))
    assert [gauge_of(by_wins, seat, 0)["is_near"] for seat in range(3)] == [False, True, False]
    assert gauge_of(scene("rounds", 2), 0, 0) is None


def test_a_gauge_past_the_target_stays_within_its_scale():
    gauge = {"kind": "score", "target": 40, "value": -52, "now": -58, "is_near": True}
    html = render_fragment("games/zombie_rummy/_gauge.jinja", "en", {"gauge": gauge})
    assert '<rect x="-40" width="40" height="4" class="is-minus"/>' in html
