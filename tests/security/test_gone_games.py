"""The folder of a game is not there any more: every address says so, and none breaks."""

from __future__ import annotations

import logging

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.clubs.models import Club
from config.hooks import periodic_jobs
from games.matches import store
from games.matches.models import Match
from games.registry import all_rulesets
from replays.selectors import TIMELINES
from tests.security.matrix import Row, rows, told
from tests.security.world import World, make_world
from tests.support.tables import make_running, make_user, play_to_end

pytestmark = pytest.mark.django_db
GONE = "This game is not played on this site any more."
VISITORS = ("anonymous", "player", "owner", "staff")  # everything is public: others see no more
SHOWN_BY_RULES = {
    "matches:match running", "matches:match table",
    "replays:show finished", "replays:proof finished", "replays:record finished",
    "replays:study room", "replays:file digest", "tournaments:overview event",
}  # fmt: skip


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which everybody may see everything, of a game that is not there."""
    world = make_world()
    player = world.people["player"]
    other = make_user("rated")
    play_to_end(make_running(player, other, rated=True), player, other)
    Match.objects.update(visibility="public")
    Club.objects.update(is_private=False)
    store.POSITIONS.clear()
    TIMELINES.clear()  # a process that has not got the game has folded none of its files
    monkeypatch.delitem(all_rulesets(), "deadline_99")
    return world


def ask(client: Client, row: Row, world: World) -> tuple[str, str]:
    """Return what a line of the table is answered now, and its text; nothing of it stays."""
    cache.clear()
    cookies = client.cookies.copy()
    with transaction.atomic():
        send = client.get if row.method == "GET" else client.post
        answer = send(row.address(world), row.data(world))
        text = b"".join(answer) if answer.streaming else answer.content
        transaction.set_rollback(True)
    client.cookies = cookies
    return told(answer), text.decode(errors="replace")


@pytest.mark.timeout(400)
@pytest.mark.parametrize("role", VISITORS)
def test_every_address_says_that_a_game_is_gone_and_none_breaks(role: str, world: World) -> None:
    client = world.client(role)
    client.raise_request_exception = True
    said = set()
    for row in rows():
        if row.method == "WS":
            continue
        answer, text = ask(client, row, world)
        assert answer not in {"500", "503"}, row.name
        if answer == "410":
            assert GONE in text, row.name
            said.add(f"{row.route} {' '.join(row.needs)}")
    assert said >= SHOWN_BY_RULES


@pytest.mark.parametrize("asked", ["htmx", "json"])
def test_who_plays_on_in_an_open_page_is_told(asked: str, world: World) -> None:
    headers = {"htmx": {"HX-Request": "true"}, "json": {"Accept": "application/json"}}[asked]
    row = next(row for row in rows() if row.route == "matches:act")
    client = world.client("player")
    answer = client.post(row.address(world), row.data(world), headers=headers)
    assert answer.status_code == 410
    assert (b'id="notice"' if asked == "htmx" else b'"code": "game_gone"') in answer.content
    assert GONE.encode() in answer.content


def test_a_program_is_told_in_the_interfaces_form(world: World) -> None:
    answer = Client().get(f"/api/v1/matches/{world.names['finished']}/record")
    assert answer.status_code == 410
    assert answer.json() == {"code": "game_gone", "detail": GONE}


@pytest.mark.django_db(transaction=True)
def test_no_periodic_job_breaks(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    for job in periodic_jobs():
        job.call()
    assert not caplog.records
