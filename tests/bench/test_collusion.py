"""The collusion report's calibration: planted colluders stand out, and honest pairs don't."""

from __future__ import annotations

import pytest

from bench.collusion import HONEST, checked, play_group, rates_of, scores, share_above
from replays.analysis.rates import rates_of as shown_rates


@pytest.mark.parametrize(("game", "matches"), [("deadline_99", 20), ("zombie_rummy", 5)])
def test_a_planted_team_reaches_the_alarm_and_honest_pairs_do_not(game: str, matches: int) -> None:
    rates = shown_rates(game)
    alarm = dict(rates.team)[rates.alarm]
    (team, *beside) = play_group(game, "team", 3, matches)
    assert scores([team], matches, "team")[0] > alarm
    honest = [*beside, *play_group(game, HONEST, 3, matches)]
    assert max(scores(honest, matches, "team")) < alarm


def test_a_group_is_played_again_the_same() -> None:
    first = list(play_group("deadline_99", "soft", 1, 1))
    assert first == list(play_group("deadline_99", "soft", 1, 1))
    assert first != list(play_group("deadline_99", "soft", 2, 1))


def test_thresholds_are_reached_as_rarely_as_they_say() -> None:
    weights = [[1, float(n), 0.0, 0.0, 1.0, 0.0, 1.0, 0.0] for n in range(1000)]
    rows = [{"kind": HONEST, "beside": False, "matches": [weight] * 5} for weight in weights]
    rates = rates_of(rows)
    assert [odds for odds, _ in rates["team"]] == [10, 20, 50, 100, 200]
    for odds, least in rates["team"]:
        share, low, high = share_above(scores(rows, 5, "team"), least)
        assert low <= 1 / odds <= high
        assert share == pytest.approx(1 / odds, rel=0.3)


def test_what_is_checked_says_on_how_many_pairs_it_rests() -> None:
    weights = [[1, 5.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]] * 10
    rows = [{"kind": "team", "beside": False, "matches": weights}]
    (line,) = checked(rows, {"team": [[50, 3.0]], "peek": [[50, 3.0]], "alarm": 50})
    assert line["pairs"] == {5: 2, 10: 1}
    assert line["shares"][5][0] == 1
