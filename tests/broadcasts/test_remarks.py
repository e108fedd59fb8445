"""Commentators write and draw on what is on show, and on nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.broadcasts.models import Broadcast, Drawing
from games.broadcasts.services.broadcast import commentator_name, shows_seen
from games.broadcasts.services.odds import MOST, odds_slice
from games.matches.models import Match
from replays.models import Comment
from tests.support.broadcasts import broadcast, later
from tests.support.events import begin, enter_bots, make_event, play_bots
from tests.support.tables import bot_acts, make_user

pytestmark = pytest.mark.django_db
MARK = json.dumps([["seat-0/1", 500, 250], ["piles", 0, 1000]])


@pytest.fixture(autouse=True)
def _nobody_has_written() -> None:
    cache.clear()


def play_up_to(match: Match, ply: int) -> None:
    """Let bots play up to a ply."""
    while match.ply < ply:
        assert bot_acts(match)
        match.refresh_from_db()


@pytest.fixture
def shown(ada: User) -> Broadcast:
    """A broadcast whose match is three moves ahead of what is on show, ply 3."""
    event = make_event(ada, format="swiss", game="zombie_rummy")  # no match of it is over soon
    enter_bots(event, ada, 2)
    found = broadcast(event, ada)
    begin(event, ada)
    match = event.tables.get().match
    play_up_to(match, 3)
    later(found)
    later(found, hours=1)
    play_up_to(match, 6)
    commentator_name(tournament=event, username=make_user("com").username)
    assert found.shows.get().ply == 3
    return found


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def path(shown: Broadcast) -> str:
    return f"/broadcasts/{shown.code}/{shown.shows.get().match.code}/"


def page(shown: Broadcast, query: str = "") -> str:
    return Client().get(path(shown) + query).content.decode()


def test_a_comment_stands_at_its_move_here_and_in_the_replay(shown: Broadcast) -> None:
    com = client_of(User.objects.get(username="com"))
    assert (
        com.post(f"{path(shown)}say", {"ply": 2, "text": "He holds two sevens."}).status_code == 302
    )
    assert "He holds two sevens." in page(shown)
    play_bots(shown.tournament)
    later(shown, hours=9)
    replay = f"/replays/{shown.shows.get().match.code}/"
    assert "He holds two sevens." in Client().get(f"{replay}?ply=2").content.decode()
    assert "He holds two sevens." in page(shown, "?ply=2")


def test_a_drawing_is_seen_for_three_moves(shown: Broadcast) -> None:
    com = client_of(User.objects.get(username="com"))
    assert com.post(f"{path(shown)}draw", {"ply": 1, "mark": MARK}).status_code == 302
    assert Drawing.objects.get().places == json.loads(MARK)
    marks = [page(shown, f"?ply={ply}").count("seat-0/1") for ply in range(4)]
    assert marks == [1, 2, 2, 2], "what is pushed has that of the newest move"
    com.post(f"{path(shown)}clear", {"ply": 3})
    assert not Drawing.objects.exists()


@pytest.mark.parametrize(
    ("who", "verb", "form", "status"),
    [
        ("com", "say", {"ply": 4, "text": "What now?"}, 422),
        ("com", "say", {"ply": "x", "text": "What now?"}, 422),
        ("com", "say", {"ply": 3, "text": " "}, 422),
        ("com", "draw", {"ply": 4, "mark": MARK}, 422),
        ("com", "draw", {"ply": 3, "mark": "[[]]"}, 422),
        ("com", "draw", {"ply": 3, "mark": '[["<b>", 1, 1]]'}, 422),
        ("com", "draw", {"ply": 3, "mark": '[["centre", 1, 1001]]'}, 422),
        ("com", "draw", {"ply": 3, "mark": '[["centre", true, 1]]'}, 422),
        ("com", "draw", {"ply": 3, "mark": "[" * 99999}, 422),
        ("com", "clear", {"ply": 4}, 422),
        ("ada", "say", {"ply": 3, "text": "I direct."}, 403),
        ("ada", "draw", {"ply": 3, "mark": MARK}, 403),
        ("ada", "clear", {"ply": 3}, 403),
    ],
)
def test_nobody_else_comments_and_not_on_what_is_not_on_show(
    shown: Broadcast, who: str, verb: str, form: dict[str, Any], status: int
) -> None:
    client = client_of(User.objects.get(username=who))
    assert client.post(f"{path(shown)}{verb}", form).status_code == status
    assert not Comment.objects.exists()
    assert not Drawing.objects.exists()


def test_chances_are_reckoned_where_somebody_looks_and_no_further(shown: Broadcast) -> None:
    assert not odds_slice()
    shows_seen(matches=[shown.shows.get().match.code])
    while odds_slice():
        pass
    odds = shown.shows.get().odds.get()
    assert (odds.ply, odds.rollouts) == (3, MOST)
    assert sum(odds.won) == pytest.approx(MOST, rel=0.5)
    assert "odds__bar" in page(shown)
    told = Client().get(f"/api/v1/broadcasts/{shown.code}").json()["tables"][0]
    assert (told["ply"], len(told["chances"])) == (3, 2)
