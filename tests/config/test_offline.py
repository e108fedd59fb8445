"""What browsers keep for when the site cannot be reached."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.replays.factories import stored_match


def test_the_service_worker_keeps_the_offline_page_and_nothing_private(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "no-store" in answer["Cache-Control"]
    files = json.loads(answer.content.decode().partition("const FILES = ")[2].partition(";")[0])
    assert files[0] == "/offline/"
    assert all(name.startswith("/static/") for name in files[1:])


@pytest.mark.django_db
def test_the_offline_page_is_the_same_for_everybody_and_in_the_readers_language(
    client: Client,
) -> None:
    before = client.get("/offline/").content
    client.force_login(get_user_model().objects.create_user("offline-reader"))
    assert client.get("/offline/").content == before
    worker = client.get("/service-worker.js").content
    other = client.get("/service-worker.js", headers={"Accept-Language": "zh-hant"}).content
    assert worker != other
    page = client.get("/offline/", headers={"Accept-Language": "zh-hant"}).content.decode()
    assert '<html lang="zh-hant">' in page


@pytest.mark.django_db
def test_pages_say_of_themselves_that_browsers_may_keep_them(client: Client) -> None:
    match = stored_match()
    for path in (
        "/rules/",
        "/rules/deadline_99/",
        "/learn/deadline_99/",
        f"/replays/{match.code}/",
    ):
        assert f'data-keepable="{path}"' in client.get(f"{path}?ply=3").content.decode()
    for path in ("/", "/lobby/", "/replays/", f"/replays/{match.code}/proof/", "/ladders/"):
        assert 'data-keepable="' not in client.get(path).content.decode()


@pytest.mark.django_db
def test_a_replay_of_a_running_match_is_not_kept(client: Client) -> None:
    ada = get_user_model().objects.create_user("looks-back")
    match = stored_match(users={0: ada}, plies=5)
    client.force_login(ada)
    page = client.get(f"/replays/{match.code}/").content.decode()
    assert 'id="replay"' in page
    assert 'data-keepable="' not in page
