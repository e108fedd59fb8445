"""Who may see and press what at an event."""

from __future__ import annotations

import uuid
from html import unescape

import pytest
from django.urls import reverse

from accounts.clubs.models import Club
from games.matches.models import Match
from games.tournaments.access import visible_tournaments
from games.tournaments.models import Tournament
from tests.support.event_pages import (
    address,
    login,
)
from tests.support.events import act, make_event, play_bots

pytestmark = pytest.mark.django_db


PEOPLE = ("anonymous", "outsider", "member", "judge", "director", "owner", "staff")


SEEN = (404, 404, 200, 200, 200, 200, 404)
DIRECTED = (404, 404, 403, 403, 200, 200, 404)
JUDGED = (404, 404, 403, 200, 200, 200, 404)
EXPECTED = {
    "list": (200,) * 7,
    "new": (302, 404, 403, 403, 200, 200, 404),
    "create": (302, 404, 403, 403, 200, 200, 404),
    "import": (302, 404, 403, 403, 200, 200, 404),
    "season": SEEN,
    "overview": SEEN,
    "rounds": SEEN,
    "standings": SEEN,
    "reasons": SEEN,
    "why": SEEN,
    "why_bye": (404,) * 7,  # everybody has a table
    "crosstable": SEEN,
    "schedule": SEEN,
    "draws": SEEN,
    "bracket": (404,) * 7,
    "deal": (404,) * 7,
    "console": JUDGED,
    "entry": JUDGED,
    "table": JUDGED,
    "journal": JUDGED,
    "linked": DIRECTED,
    "settings": (302, 404, 403, 403, 200, 200, 404),
    "hall": SEEN,
    "clock": SEEN,
    "embed": (404,) * 7,
    "paper": SEEN,
    "export": SEEN,
    "season_new": (302, 404, 403, 403, 302, 302, 404),
    "season_edit": (302, 404, 403, 403, 302, 302, 404),
    "season_take_back": (302, 404, 403, 403, 422, 422, 404),
    "act": (302, 404, 403, 403, 302, 302, 404),
    "replay_table": (302, 404, 403, 403, 302, 302, 404),
    "substitute": (302, 404, 403, 403, 422, 422, 404),
    "enter": (302, 404, 403, 403, 422, 422, 404),
    "guest": (302, 404, 403, 403, 422, 422, 404),
    "people": DIRECTED,
    "slips": DIRECTED,
    "poster": DIRECTED,
    "arrive": (404,) * 7,
    "mine": (404,) * 7,
    "mine_act": (404,) * 7,
    "claim": (302, *(404,) * 6),
    "door": (404,) * 7,
    "door_key": (404,) * 7,
    "door_enter": (404,) * 7,
}
POSTS = {
    "season_new": {"name": "Winter"},
    "season_edit": {"name": "Autumn", "best_of": "3"},
    "season_take_back": {},
    "act": {"kind": "withdraw", "entry": "1"},
    "replay_table": {},
    "substitute": {"match": "none", "seat": "0", "username": "ada"},
    "enter": {"names": "nobody-here"},
    "guest": {"player": "-1", "name": "Anna"},
    "mine_act": {"kind": "check_in"},
    "claim": {"player": "-1"},
    "door_enter": {"name": "Anna"},
}


@pytest.mark.parametrize("who", PEOPLE)
def test_every_address_of_a_private_clubs_event_answers_as_it_should(client, world, who):
    login(client, world, who)
    answers = {}
    for name in EXPECTED:
        if name in POSTS:
            data = {**POSTS[name], "request_id": uuid.uuid4().hex}
            if name == "replay_table":
                data["match"] = world["event"].tables.get(table=1, is_current=True).match.code
            if name == "season_new":
                data["ends"] = world["event"].season_id
            if name == "act" and who == "member":
                data["kind"] = "close_round"
            answers[name] = client.post(address(name, world), data).status_code
        else:
            answers[name] = client.get(address(name, world)).status_code
    assert answers == {name: row[PEOPLE.index(who)] for name, row in EXPECTED.items()}


@pytest.mark.parametrize("who", ["anonymous", "outsider", "staff"])
def test_a_private_clubs_event_is_nowhere_for_outsiders(client, world, who):
    login(client, world, who)
    code = world["event"].code
    assert code not in client.get(reverse("tournaments:list")).content.decode()
    match = world["event"].tables.first().match
    assert client.get(reverse("matches:match", args=[match.code])).status_code == 404
    assert match.code not in client.get(reverse("lobby")).content.decode()


def test_a_member_watches_a_private_clubs_match_and_finds_the_way_back(client, world):
    login(client, world, "member")
    match = world["event"].tables.first().match
    page = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert reverse("tournaments:rounds", args=[world["event"].code]) in page


def test_site_wide_events_are_the_staffs_to_run(client, world):
    login(client, world, "staff")
    assert client.get(reverse("tournaments:new")).status_code == 200
    client.force_login(world["people"]["outsider"])
    assert client.get(reverse("tournaments:new")).status_code == 403
    event = make_event(world["people"]["staff"], name="Open cup")
    page = reverse("tournaments:console", args=[event.code])
    assert client.get(page).status_code == 403
    login(client, world, "staff")
    assert client.get(page).status_code == 200


def test_an_event_in_preparation_exists_for_its_directors_only(client, world):
    event = world["event"]
    Tournament.objects.filter(pk=event.pk).update(phase="draft")
    for who, status in (("member", 404), ("director", 200)):
        login(client, world, who)
        page = client.get(reverse("tournaments:overview", args=[event.code]))
        assert page.status_code == status
        home = client.get(reverse("clubs:home", args=[world["club"].slug])).content.decode()
        assert (event.code in home) is (status == 200)
        assert event not in visible_tournaments(world["people"][who])


def test_a_proposed_round_is_the_directors_alone(client, world):
    event, owner = world["event"], world["people"]["owner"]
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    login(client, world, "member")
    for name in ("rounds", "hall", "paper", "crosstable", "schedule"):
        page = client.get(address(name, world) + ("?round=2" if name != "hall" else ""))
        assert "Round 2" not in page.content.decode()
    data = client.get(address("export", world)).json()
    assert len(data["rounds"]) == 1
    assert "propose_round" not in [one["kind"] for one in data["actions"][-1:]]
    login(client, world, "director")
    assert len(client.get(address("export", world)).json()["rounds"]) == 2


def test_who_leaves_a_private_club_sees_its_matches_no_more(client, world):
    login(client, world, "member")
    page = reverse("matches:match", args=[world["event"].tables.first().match.code])
    assert client.get(page).status_code == 200
    world["club"].memberships.filter(user=world["people"]["member"]).delete()
    assert client.get(page).status_code == 404


def test_a_club_that_becomes_private_takes_its_matches_with_it(client, world):
    Club.objects.update(is_private=False)
    Match.objects.update(visibility="public")
    match = world["event"].tables.first().match
    pages = [
        reverse("matches:match", args=[match.code]),
        reverse("replays:show", args=[match.code]),
    ]
    play_bots(world["event"])
    for private, status in ((False, 200), (True, 404)):
        Club.objects.update(is_private=private)
        assert [client.get(page).status_code for page in pages] == [status, status]
        for name in ("replays:list", "lobby", "home"):
            assert (match.code in client.get(reverse(name)).content.decode()) <= (not private)


def test_a_public_event_may_stand_in_other_sites_as_a_stranger_sees_it(client, world):
    Club.objects.update(is_private=False)
    login(client, world, "director")
    act(world["event"], world["people"]["owner"], "cancel_round", round=1, reason="x")
    act(world["event"], world["people"]["owner"], "propose_round")
    page = client.get(address("embed", world))
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert "Round 1" not in page.content.decode()
    assert client.get(address("export", world))["Access-Control-Allow-Origin"] == "*"
    Club.objects.update(is_private=True)
    assert "Access-Control-Allow-Origin" not in client.get(address("export", world))


def test_the_code_for_a_frame_is_offered_where_the_frame_may_be_seen(client, world):
    login(client, world, "director")
    code = f'iframe src="http://testserver{address("embed", world)}"'
    for private in (False, True):
        Club.objects.update(is_private=private)
        page = unescape(client.get(address("overview", world)).content.decode())
        assert (code in page) is not private
