"""What a person has played, as others may see it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.matches.history import figures_of, matches_of, played_match
from tests.replays.factories import stored_match
from tests.support.finished import BOT, finished, somebody
from tests.support.pages import shows

pytestmark = pytest.mark.django_db
GUEST = AnonymousUser()


def test_finished_matches_are_listed_newest_first() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    matches = [finished(ada, bo) for _ in range(3)]
    assert list(matches_of(ada, GUEST)) == matches[::-1]


def test_a_running_match_is_not_history() -> None:
    ada = somebody("ada")
    stored_match(users={0: ada}, plies=3)
    assert list(matches_of(ada, ada)) == []


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_match_that_is_not_public_is_for_those_who_played_it(visibility: str) -> None:
    ada, bo, chen = somebody("ada"), somebody("bo"), somebody("chen")
    finished(ada, bo, visibility=visibility)
    assert [len(matches_of(ada, one)) for one in (ada, bo, chen, GUEST)] == [1, 1, 0, 0]
    assert [len(figures_of(ada, one)) for one in (ada, bo, chen, GUEST)] == [1, 1, 0, 0]


def test_matches_with_bots_are_counted_apart() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    finished(ada, bo, BOT)
    finished(ada, bo)
    finished(bo, ada)
    [line] = figures_of(ada, GUEST)
    assert (line.people.played, line.people.won, line.people.mean_rank) == (2, 1, 1.5)
    assert (line.bots.played, line.bots.won, line.bots.mean_rank) == (1, 1, 1)


def test_figures_stand_game_by_game() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    finished(ada, bo, game="zombie_rummy")
    finished(ada, bo)
    assert [line.title for line in figures_of(ada, GUEST)] == ["Deadline 99", "Zombie Rummy"]


def test_a_match_of_a_game_that_is_gone_is_still_shown() -> None:
    ada = somebody("ada")
    finished(ada, somebody(), game="tiddlywinks")
    assert [line.title for line in figures_of(ada, GUEST)] == ["tiddlywinks"]


def test_a_match_in_which_all_came_first_is_a_draw_and_no_win() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    entry = played_match(finished(ada, bo, ranks=(1, 1)), ada)
    [line] = figures_of(ada, GUEST)
    assert line.people.won == 0
    assert entry.is_drawn
    assert not entry.is_won


def test_a_first_place_that_is_shared_by_some_is_won() -> None:
    ada = somebody("ada")
    entry = played_match(finished(ada, somebody(), somebody(), ranks=(1, 1, 3)), ada)
    [line] = figures_of(ada, GUEST)
    assert line.people.won == 1
    assert entry.is_won
    assert not entry.is_drawn


def test_the_persons_page_leads_to_replays_and_opponents(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    match = finished(ada, bo, BOT)
    text = client.get(ada.get_absolute_url()).content.decode()
    assert f"/replays/{match.code}/" in text
    assert bo.get_absolute_url() in text
    assert shows(text, "Simple")
    assert "Bot · Novice" in text


def test_lost_points_have_a_true_minus(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    finished(ada, bo, game="zombie_rummy").seats.filter(user=ada).update(score=-39)
    assert "−39 points" in client.get(ada.get_absolute_url()).content.decode()


def test_a_long_history_comes_in_pages(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    for _ in range(21):
        finished(ada, bo)
    pages = [client.get(f"/people/ada/?page={page}").content.decode() for page in (1, 2, 99)]
    assert [page.count('class="history__match"') for page in pages] == [20, 1, 1]


def test_a_long_history_takes_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    for _ in range(10):
        finished(ada, bo)
    with django_assert_max_num_queries(13):
        client.get(ada.get_absolute_url())


def test_a_draw_is_told_as_one_in_every_language_and_not_as_drawing_a_card(client: Client) -> None:
    finished(ada := somebody("ada"), somebody("bo"), ranks=(1, 1))
    for language, words in (("en", "A draw"), ("zh-hant", "平手"), ("zh-hans", "平局")):
        page = client.get("/people/ada/", headers={"Accept-Language": language})
        assert words in page.content.decode(), (ada, language)


def test_figures_count_wins_not_what_tie_breaks_call_games_won(client: Client) -> None:
    finished(somebody("ada"), somebody("bo"))
    page = client.get("/people/ada/", headers={"Accept-Language": "zh-hans"}).content.decode()
    assert "胜场" in page
    assert "实胜" not in page
