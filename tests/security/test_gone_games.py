"""A game, or a ruleset of it, is not there any more: every address says so, and none breaks."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.clubs.models import Club
from accounts.registry import periodic_jobs
from games.matches import store
from games.matches.models import Match
from games.registry import all_rulesets, current_rules
from games.tournaments.models import TournamentTable
from replays.selectors import TIMELINES
from tests.security.matrix import Row, rows, told
from tests.security.world import World, make_world
from tests.support.tables import make_running, make_user, play_to_end

pytestmark = pytest.mark.django_db
GONE = {
    "game": "This game is no longer available here.",
    "ruleset": "This site no longer has the rules that this match is played by.",
}
VISITORS = ("anonymous", "player", "owner", "staff")  # everything is public: others see no more
SHOWN_BY_RULES = {
    "matches:match running", "matches:match table",
    "replays:show finished", "replays:proof finished", "replays:record finished",
    "replays:study room", "replays:file digest",
}  # fmt: skip
LISTS = {"home", "lobby", "replays:list", "api:matches", "tournaments:list"}
"""What names other matches too, and leaves these out or calls them by their key."""
SHOWN_BY_GAME = SHOWN_BY_RULES | {"tournaments:overview event"}


@pytest.fixture(params=["game"])
def gone(request: pytest.FixtureRequest) -> str:
    """What was taken away; a test may ask for the ruleset instead."""
    return str(request.param)


@pytest.fixture
def world(gone: str, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which everybody may see everything, of rules that are not there."""
    world = make_world()
    player = world.people["player"]
    other = make_user("rated")
    play_to_end(make_running(player, other, rated=True), player, other)
    Match.objects.update(visibility="public")
    Club.objects.update(is_private=False)
    store.POSITIONS.clear()
    TIMELINES.clear()  # a process that has not got the game has folded none of its files
    if gone == "game":
        monkeypatch.delitem(all_rulesets(), "deadline_99")
    else:
        rules = current_rules("deadline_99")
        newer = replace(rules, meta=replace(rules.meta, ruleset=rules.meta.ruleset + 1))
        monkeypatch.setitem(all_rulesets(), "deadline_99", {newer.meta.ruleset: newer})
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
@pytest.mark.parametrize(
    ("role", "gone"),
    [*((role, "game") for role in VISITORS), ("player", "ruleset")],
    indirect=["gone"],
)
def test_every_address_says_what_is_gone_and_none_breaks(
    role: str, gone: str, world: World
) -> None:
    client = world.client(role)
    client.raise_request_exception = True
    said = set()
    for row in rows():
        if row.method == "WS":
            continue
        answer, text = ask(client, row, world)
        assert answer not in {"500", "503"}, row.name
        assert answer == "200" or row.route not in LISTS, row.name
        if answer == "410":
            assert any(sentence in text for sentence in GONE.values()), row.name
            said.add(f"{row.route} {' '.join(row.needs)}")
    assert said >= (SHOWN_BY_GAME if gone == "game" else SHOWN_BY_RULES)


@pytest.mark.parametrize("gone", ["game", "ruleset"], indirect=True)
@pytest.mark.parametrize("asked", ["htmx", "json"])
def test_who_plays_on_in_an_open_page_is_told(asked: str, gone: str, world: World) -> None:
    headers = {"htmx": {"HX-Request": "true"}, "json": {"Accept": "application/json"}}[asked]
    row = next(row for row in rows() if row.route == "matches:act")
    client = world.client("player")
    answer = client.post(row.address(world), row.data(world), headers=headers)
    assert answer.status_code == 410
    text = answer.content.decode()
    assert ('id="notice"' if asked == "htmx" else f'"code": "{gone}_gone"') in text
    assert GONE[gone] in (text if asked == "htmx" else answer.json()["sentence"])


@pytest.mark.parametrize("gone", ["game", "ruleset"], indirect=True)
def test_a_program_is_told_in_the_interfaces_form(gone: str, world: World) -> None:
    answer = Client().get(f"/api/v1/matches/{world.names['finished']}/record")
    assert answer.status_code == 410
    assert answer.json() == {"code": f"{gone}_gone", "detail": GONE[gone]}


@pytest.mark.parametrize("gone", ["game", "ruleset"], indirect=True)
@pytest.mark.django_db(transaction=True)
def test_no_periodic_job_breaks(world: World, caplog: pytest.LogCaptureFixture) -> None:
    ended = Match.objects.get(code=world.names["finished"])
    link = TournamentTable.objects.first()
    assert link is not None
    link.match, link.is_current, link.result_due = ended, True, True
    link.save()
    caplog.set_level(logging.ERROR)
    for job in periodic_jobs():
        job.call()
    assert not caplog.records
