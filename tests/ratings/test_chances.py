"""Who is likely to rank ahead, where two people have ratings that can be compared."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.ratings.log import Team
from games.ratings.models import Standing
from games.ratings.selectors import chances_between
from tests.ratings.factories import NOW, ended
from tests.support.finished import somebody
from tests.support.pages import shows

pytestmark = pytest.mark.django_db


def settle(mu: float, player: int) -> None:
    Standing.objects.filter(player=player).update(mu=mu, sigma=2, matches=40)


def test_nobody_is_compared_who_did_not_play_on_the_same_ladder() -> None:
    ada, bo, chen, dora = (somebody(name).pk for name in ("ada", "bo", "chen", "dora"))
    ended(ada, bo)
    ended(chen, dora, game="death_frontline", mode="duel")
    assert chances_between(ada, chen) == []
    assert [line.title for line in chances_between(ada, bo)] == ["Deadline 99\u00a0· Last survivor"]


def test_the_stronger_is_likelier_ahead_and_both_make_a_hundred() -> None:
    ada, bo = somebody("ada").pk, somebody("bo").pk
    ended(ada, bo)
    settle(35, ada)
    settle(25, bo)
    (line,) = chances_between(ada, bo, NOW)
    assert not line.provisional
    assert line.both == (70, 30)
    (line,) = chances_between(bo, ada, NOW)
    assert line.both == (30, 70)
    settle(-500, bo)
    assert chances_between(ada, bo, NOW)[0].both == (99, 1)


def test_a_chance_is_in_doubt_while_one_of_the_ratings_is() -> None:
    ada, bo = somebody("ada").pk, somebody("bo").pk
    ended(ada, bo)
    settle(30, ada)
    assert chances_between(ada, bo, NOW)[0].provisional
    settle(25, bo)
    assert not chances_between(ada, bo, NOW)[0].provisional
    assert chances_between(ada, bo, NOW + timedelta(days=2000))[0].provisional


def test_where_sides_have_several_people_two_of_them_are_not_compared() -> None:
    ada, bo, chen, dora = (somebody(name).pk for name in ("ada", "bo", "chen", "dora"))
    teams = (Team((ada, chen), 1), Team((bo, dora), 2))
    ended(ada, bo, game="death_frontline", mode="teams", teams=teams)
    assert Standing.objects.filter(player=ada).exists()
    assert chances_between(ada, bo) == []


def test_the_page_of_two_people_says_it_with_a_question_mark_while_in_doubt() -> None:
    ada, bo = somebody("ada").pk, somebody("bo").pk
    page = "/people/ada/against/bo/"
    assert "Chances by rating" not in Client().get(page).content.decode()
    ended(ada, bo)
    text = Client().get(page).content.decode()
    assert "played each other yet" in text  # the log names no match that is kept
    assert '%</span><abbr class="provisional"' in text
    settle(35, ada)
    settle(25, bo)
    Standing.objects.update(last_at=None)
    text = Client().get(page).content.decode()
    assert shows(text, "70 %</span></td>")
    assert shows(text, "30 %</span></td>")
