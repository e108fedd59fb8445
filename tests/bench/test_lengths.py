"""Games state the minutes that `bench/lengths.py` measures, and docs say the same."""

from __future__ import annotations

import re

import pytest

from bench.lengths import Row, measure, minutes_at
from config import ROOT
from games.engine.options import complete_options
from games.registry import all_rules

CASES = [("deadline_99", 4, 40), ("death_frontline", 2, 20), ("zombie_rummy", 2, 20)]
WITHIN = 1.5
"""Factor by which the median of so few matches may differ."""
TABLE = re.compile(r"^\| (.+?) \| (\w*) \| (.+?) \| (\d+) \|.*\| (\d+) \|$", re.M)


@pytest.mark.parametrize(("game", "seats", "matches"), CASES)
def test_a_few_matches_take_about_the_minutes_stated(game, seats, matches):
    rules = all_rules()[game]
    shortest = next(one for one in rules.meta.duration.measured if seats in one.minutes)
    options = complete_options(rules.meta, seats, shortest.options)
    row = measure(rules, seats, options, matches=matches)
    assert shortest.minutes[seats] / WITHIN < row.median < shortest.minutes[seats] * WITHIN
    assert row.low <= row.median <= row.high


def test_each_action_takes_the_seconds_of_its_type():
    draw, lay = {"type": "draw", "from": "deck"}, {"type": "meld", "cards": []}
    assert minutes_at({"draw": 4, "meld": 8}, [draw, lay, draw, draw]) == pytest.approx(20 / 60)


@pytest.mark.parametrize(
    ("median", "told"), [(0.2, 1), (2.7, 3), (9.4, 9), (9.6, 10), (12.4, 10), (12.6, 15), (61, 60)]
)
def test_minutes_are_told_as_exactly_as_they_are_known(median, told):
    assert Row(median, 0, 0, 0).told == told


def test_the_table_in_the_docs_is_what_the_games_say():
    text = (ROOT / "docs/lengths.md").read_text(encoding="utf-8")
    written = {
        (title, options, int(seats)): int(told)
        for title, _, options, seats, told in TABLE.findall(text)
    }
    said = {
        (rules.meta.title, words_of(measured.options), seats): minutes
        for rules in all_rules().values()
        for measured in rules.meta.duration.measured
        for seats, minutes in measured.minutes.items()
    }
    assert written == said


def words_of(options):
    return ", ".join(f"{key} {value}" for key, value in options.items())


def test_the_pace_in_the_docs_is_what_the_games_say():
    text = (ROOT / "docs/lengths.md").read_text(encoding="utf-8")
    for rules in all_rules().values():
        pace = rules.meta.duration.pace
        line = next(line for line in text.splitlines() if line.startswith(f"* {rules.meta.title}:"))
        assert {kind: int(n) for kind, n in re.findall(r"`(\w+)` (\d+)", line)} == pace
