"""A season's ladder begins where the last one ended, closer together and less certain."""

from __future__ import annotations

from math import sqrt

import pytest

from games.ratings.services.rating_correct import ratings_void
from tests.ratings.factories import cached, ended, ladder, people, rebuilt

pytestmark = pytest.mark.django_db
QUARTER = 60 * 24 * 92


def test_everybody_begins_the_next_season_a_fifth_closer_to_the_mean() -> None:
    ada, bo, chen = people(3)
    ended(ada, bo)
    old = ladder("2026-q2").standings.get(player=bo)
    ended(ada, chen, after=QUARTER)
    new = ladder("2026-q3").standings.get(player=bo)
    assert new.mu == pytest.approx(25 + 0.8 * (old.mu - 25), abs=1e-6)
    assert new.sigma == pytest.approx(min(25 / 3, sqrt(old.sigma**2 + 16)), abs=1e-6)
    assert (new.matches, new.last_at) == (0, None)


def test_the_all_time_ladder_goes_on() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    ended(ada, bo, after=QUARTER)
    assert ladder().standings.get(player=ada).matches == 2


def test_a_season_follows_the_last_one_that_was_played() -> None:
    ada, bo = people(2)
    ended(ada, bo)
    ended(ada, people(1)[0], after=3 * QUARTER)
    assert ladder("2027-q1").standings.filter(player=bo).exists()


def test_a_season_of_which_no_match_counts_is_passed_over() -> None:
    ada, bo, chen = people(3)
    ended(ada, bo)
    ended(bo, ada, after=QUARTER, why="casual")
    ended(ada, chen, after=2 * QUARTER)
    old, new = (ladder(season).standings.get(player=bo) for season in ("2026-q2", "2026-q4"))
    assert new.mu == pytest.approx(25 + 0.8 * (old.mu - 25), abs=1e-6)
    grown = cached()
    assert rebuilt() == grown


def test_a_season_whose_only_match_is_voided_is_passed_over() -> None:
    ada, bo, chen = people(3)
    ended(ada, bo)
    line = ended(bo, ada, after=QUARTER)
    ended(ada, chen, after=2 * QUARTER)
    ratings_void(matches=[line.match], reason="wrong people")
    old, new = (ladder(season).standings.get(player=bo) for season in ("2026-q2", "2026-q4"))
    assert new.mu == pytest.approx(25 + 0.8 * (old.mu - 25), abs=1e-6)


def test_a_match_of_the_old_season_that_arrives_late_moves_the_new_one() -> None:
    ada, bo, chen = people(3)
    ended(ada, bo)
    ended(ada, chen, after=QUARTER)
    before = ladder("2026-q3").standings.get(player=ada).mu
    ended(bo, ada, after=5)
    assert ladder("2026-q3").standings.get(player=ada).mu < before
    assert cached() == rebuilt()


def test_a_correction_of_the_old_season_moves_the_new_one() -> None:
    ada, bo, chen = people(3)
    line = ended(ada, bo)
    ended(ada, chen, after=QUARTER)
    ratings_void(matches=[line.match], reason="wrong people")
    assert not ladder("2026-q3").standings.filter(player=bo).exists()
    assert cached() == rebuilt()
