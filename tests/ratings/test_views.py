"""Ladders, charts and the written rules, for everybody."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.ratings import eligibility
from games.ratings.display import provisional
from games.ratings.models import Standing
from games.ratings.selectors import changes_of, modes
from tests.ratings.factories import NOW, ended, ladder, people
from tests.support.finished import somebody

pytestmark = pytest.mark.django_db
LADDER = "/ladders/deadline_99-survivor/"


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def minutes_ago(minutes: float) -> float:
    """Return the `after` of a match that ended so long ago."""
    return (timezone.now() - NOW).total_seconds() / 60 - minutes


def test_every_game_and_mode_has_a_ladder(client: Client) -> None:
    index = page(client, "/ladders/")
    for game, mode in modes():
        assert f"/ladders/{game}-{mode}/" in index
        assert "No players here yet" in page(client, f"/ladders/{game}-{mode}/")


@pytest.mark.parametrize("name", ["chess-standard", "deadline_99-chess", "deadline_99", "-"])
def test_what_is_no_ladder_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/ladders/{name}/").status_code == 404


@pytest.mark.parametrize("season", ["2020-q1", "x", "../all"])
def test_a_season_that_was_not_played_is_not_found(client: Client, season: str) -> None:
    assert client.get(LADDER, {"season": season}).status_code == 404


def test_a_newcomer_stands_below_the_line_with_a_question_mark(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    ended(ada.pk, bo.pk, after=minutes_ago(5))
    text = page(client, LADDER)
    assert "needs 9 more matches" in text
    assert re.search(r"1531</span><abbr[^>]*>\?", text)


def test_settled_players_are_ranked_by_their_cautious_rating(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    for number in range(25):
        winner_first = (bo.pk, ada.pk) if number % 3 == 0 else (ada.pk, bo.pk)
        ended(*winner_first, after=minutes_ago(60 - number))
    ranks = re.findall(r'data-rank="(\d)".*?<span>(\w+)</span>', page(client, LADDER), re.DOTALL)
    assert ranks == [("1", "ada"), ("2", "bo")]


def test_a_seasons_ladder_has_an_address(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    ended(ada.pk, bo.pk)
    assert "Season 2 of 2026" in page(client, LADDER)
    assert ada.get_absolute_url() in page(client, LADDER + "?season=2026-q2")


@pytest.mark.parametrize(("address", "most"), [(LADDER, 3), ("/ladders/", 2)])
def test_only_who_is_shown_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str, most: int
) -> None:
    monkeypatch.setattr("games.ratings.pages.PER_PAGE", 3)
    monkeypatch.setattr("games.ratings.pages.TOP", 2)
    players = people(5)
    for number in range(12):
        ended(*players, after=minutes_ago(60 - number))
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    wanted = [one["sql"] for one in asked if '"accounts_user"."id" IN' in one["sql"]]
    assert [len(re.findall(r"\d+", one.partition(" IN ")[2])) for one in wanted] == [most]


def test_somebody_who_left_keeps_their_place_without_a_name(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    ended(ada.pk, bo.pk)
    User.objects.filter(pk=bo.pk).update(is_active=False)
    text = page(client, LADDER)
    assert "deleted account" in text
    assert ">bo<" not in text


def test_a_club_ladder_is_no_ladder_of_the_site(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    ended(ada.pk, bo.pk, club="club:1")
    rows = page(client, LADDER).split("<tr")
    assert len([row for row in rows if "needs 9 more matches" in row]) == 2


def test_a_ladder_takes_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ended(*people(10))
    with django_assert_max_num_queries(4):
        client.get(LADDER)


def test_a_persons_page_draws_the_history(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    ended(ada.pk, bo.pk)
    ended(ada.pk, bo.pk, after=1)
    text = page(client, "/people/ada/")
    assert "<polyline" in text
    assert "2 rated matches" in text
    axis = text.split("sparkline__span")[1].split("</p>")[0]
    assert axis.count('data-shown="day"') == 2, "its dates are not those of the reader's zone"
    assert "mu" not in re.findall(r"data-[a-z]+", text)


def test_without_rated_matches_there_is_no_chart(client: Client) -> None:
    somebody("ada")
    assert "<polyline" not in page(client, "/people/ada/")


def test_the_written_rules_hold_every_reason(client: Client) -> None:
    text = page(client, "/ladders/rules/")
    for sentence in eligibility.SENTENCES.values():
        assert sentence in text


def test_a_change_is_the_difference_of_what_is_shown() -> None:
    ada, bo = people(2)
    line = ended(ada, bo)
    changes = {one.player: (one.rating, one.change) for one in changes_of([line.match])[line.match]}
    assert changes == {ada: (1531, 31), bo: (1469, -31)}


@pytest.mark.parametrize("size", [4, 10])
def test_a_rating_after_a_match_is_provisional_as_it_was_then(size: int) -> None:
    ada, *table = people(size)
    lines, marks = [], []
    for n in range(22):
        lines.append(ended(ada, *table, after=n))
        then = Standing.objects.get(ladder=ladder(), player=ada)
        marks.append(provisional(then.matches, then.sigma))
    found = changes_of([line.match for line in lines])
    assert (marks[0], marks[-1]) == (True, False)
    assert marks == [
        one.provisional for line in lines for one in found[line.match] if one.player == ada
    ]
