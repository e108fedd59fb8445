"""The front page shows a public match being played, else a replay; never a private one."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.lobby import WORTH_SHOWING
from tests.replays.factories import stored_match
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db


def front(client: Client) -> str:
    return client.get(reverse("home")).content.decode()


def test_a_live_match_is_shown_before_any_replay(client: Client) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    over = stored_match(users={0: ada, 1: bo})
    assert over.ply >= WORTH_SHOWING
    assert f'src="{reverse("replays:embed", args=[over.code])}?ply={over.ply // 2}"' in front(
        client
    )
    running = make_running(ada, bo)
    page = front(client)
    assert f'src="{reverse("matches:frame", args=[running.code])}"' in page
    assert page.count("<iframe") == 1
    assert f'href="{reverse("tv:all")}">Watch a match' in page


def table_of(page: str) -> str:
    return page.split('id="head"')[1].split('id="side"')[0]


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_a_match_that_is_not_for_everybody_is_never_on_the_front_page(
    client: Client, visibility: str
) -> None:
    make_running(make_user("ada"), make_user("bo"), visibility=visibility)
    assert "<iframe" not in front(client)


def test_the_frame_is_a_spectators_page_that_only_our_own_pages_may_frame(client: Client) -> None:
    running = make_running(make_user("ada"), make_user("bo"))
    answer = client.get(reverse("matches:frame", args=[running.code]))
    page = answer.content.decode()
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    whole = client.get(reverse("matches:match", args=[running.code])).content.decode()
    assert table_of(page) == table_of(whole)
    assert "<header" not in page.split("<main")[0]
    assert f"/ws/matches/{running.code}/" in page


def test_strangers_in_the_lobby_may_play_right_away(client: Client) -> None:
    page = client.get(reverse("lobby")).content.decode()
    assert page.count("/play-now/") == 3
    assert "Sign in to play" not in page
