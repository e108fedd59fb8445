"""A replay in a frame of another site."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.replays.factories import person, stored_match

pytestmark = pytest.mark.django_db


def test_any_site_may_frame_it(client: Client) -> None:
    match = stored_match()
    answer = client.get(f"/replays/{match.code}/embed/?ply=4&as=1")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer


def test_no_other_page_may_be_framed(client: Client) -> None:
    match = stored_match()
    answer = client.get(f"/replays/{match.code}/?ply=4&as=1")
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_a_refusal_in_the_place_of_the_table_may_not_be_framed(client: Client) -> None:
    match = stored_match()
    answer = client.get(f"/replays/{match.code}/embed/?ply=9999")
    assert answer.status_code == 404
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_it_holds_nothing_that_could_be_pressed_in_a_visitors_name() -> None:
    ada = person()
    match = stored_match(users={0: ada})
    client = Client()
    client.force_login(ada)
    page = client.get(f"/replays/{match.code}/embed/?ply=4").content.decode()
    assert 'method="post"' not in page
    assert "hx-post" not in page


def test_a_player_is_told_no_more_than_a_stranger() -> None:
    ada = person()
    match = stored_match(users={0: ada})
    client = Client()
    client.force_login(ada)
    page = client.get(f"/replays/{match.code}/embed/?ply=4").content.decode()
    assert f"of {match.ply}" not in page
    assert "data-last" not in page


def test_steps_stay_in_the_frame(client: Client) -> None:
    match = stored_match()
    page = client.get(f"/replays/{match.code}/embed/?ply=4&as=1").content.decode()
    assert f'hx-get="/replays/{match.code}/embed/?ply=5&amp;as=1"' in page
    assert f'href="/replays/{match.code}/?ply=4&amp;as=1" target="_blank"' in page


@pytest.mark.parametrize("changes", [{"visibility": "private"}, {"plies": 6}])
def test_what_strangers_may_not_see_cannot_be_framed(changes: dict[str, object]) -> None:
    ada = person()
    match = stored_match(users={0: ada}, **changes)
    client = Client()
    client.force_login(ada)
    assert client.get(f"/replays/{match.code}/embed/").status_code == 404
