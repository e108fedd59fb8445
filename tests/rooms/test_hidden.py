"""While somebody sits at an event's table, no word of those who watch reaches them."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.moderation.models import Report
from accounts.moderation.selectors import may_read_evidence
from accounts.people.models import Notice
from games.challenges.services.ladder import ladder_create
from games.challenges.services.places import ladder_join
from games.engine.contract import RESIGN
from games.matches.services.seat_offer import seat_offer_to, seat_take_over
from games.matches.talk.refusals import TalkRefused
from games.rooms.access import access_room, sitting
from games.rooms.selectors import hearing_of, render_room_since
from games.rooms.services import message_remove, officers_told
from tests.support.challenges import accepted
from tests.support.events import act, make_event
from tests.support.tables import act_for, sit_down

pytestmark = pytest.mark.django_db
KINDS = ("club", "event")


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def enter(event, actor, player):
    act(event, actor, "register", players=[player.pk], by_organiser=True)


@pytest.fixture
def playing(rooms):
    """Return the rooms with ada and bo at their table, and words from before it began."""
    for kind in KINDS:
        rooms.say(kind, "director", "before the deal")
    return rooms, rooms.sit("ada", "bo")


def test_a_player_reads_what_was_written_before_and_the_rest_after_the_match(playing):
    rooms, match = playing
    for kind in KINDS:
        rooms.say(kind, "director", "ada has the joker")
        assert rooms.heard(kind, "ada") == ["before the deal"]
        assert rooms.heard(kind, "owner") == ["before the deal", "ada has the joker"]
    act_for(match, rooms.people["ada"], RESIGN)
    for kind in KINDS:
        assert rooms.heard(kind, "ada") == ["before the deal", "ada has the joker"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_says_nothing_meanwhile_not_even_a_phrase(playing, kind):
    rooms, _ = playing
    for how, body in (("text", "I have the joker"), ("phrase", "hello"), ("emoji", "doom")):
        with pytest.raises(TalkRefused, match="playing"):
            rooms.say(kind, "ada", body, how)


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_of_a_player_tells_that_anything_is_said(playing, kind):
    rooms, _ = playing
    ada, place = rooms.people["ada"], rooms.place(kind)
    key, _ = render_room_since(ada, place, ())
    pages = [f"/talk/{place}/", f"/talk/{place}/?before=99", "/notices/"]
    if kind == "club":
        pages.append(f"/clubs/{rooms.club.slug}/")
    else:
        pages.append(f"/tournaments/{rooms.event.code}/")
    said = rooms.say(kind, "director", "@ada has the joker")
    assert render_room_since(ada, place, key) is None  # so that a socket sends nothing
    for page in pages:
        answer = browser(ada).get(page)
        assert answer.status_code == 200
        assert "joker" not in answer.content.decode()
        assert f'id="said-{kind}-{said.number}"' not in answer.content.decode()
    assert not Notice.objects.filter(user=ada, kind="mention").exists()
    assert browser(ada).get(f"/talk/{place}/report/{said.number}/").status_code == 404
    message_remove(access=access_room(rooms.people["owner"], place), number=said.number)
    assert render_room_since(ada, place, key) is None


def test_an_officer_who_plays_is_a_player(rooms):
    enter(rooms.event, rooms.people["owner"], rooms.people["director"])
    act(rooms.event, rooms.people["owner"], "unregister", entry=1)
    rooms.sit("bo", "director")
    said = rooms.say("club", "chen", "he has the joker")
    assert rooms.heard("club", "director") == []
    officers_told(access_room(rooms.people["ada"], rooms.place("club")), said)
    assert [one.user.username for one in Notice.objects.filter(kind="report")] == ["owner"]
    director = access_room(rooms.people["director"], rooms.place("club"))
    with pytest.raises(TalkRefused, match="no_such_message"):
        message_remove(access=director, number=said.number)


def test_neither_a_substitute_nor_the_former_player_reads_or_writes_until_the_end(playing):
    rooms, match = playing
    ada, bo, chen = (rooms.people[name] for name in ("ada", "bo", "chen"))
    seat_offer_to(code=match.code, number=match.seats.get(user=ada).number, to=chen)
    seat_take_over(code=match.code, user=chen, number=match.seats.get(user=ada).number)
    for kind in KINDS:
        rooms.say(kind, "director", "bo has the joker")
        assert rooms.heard(kind, "ada") == ["before the deal"]
        with pytest.raises(TalkRefused, match="playing"):
            rooms.say(kind, "ada", "chen has an ace")
    assert rooms.heard("club", "chen") == ["before the deal"]
    assert set(sitting({ada.pk, bo.pk, chen.pk}).values()) == {frozenset({match.pk})}
    act_for(match, bo, RESIGN)
    assert rooms.heard("event", "ada") == ["before the deal", "bo has the joker"]


def test_a_challenge_ladders_match_closes_its_clubs_rooms_too(rooms):
    ladder = ladder_create(
        club=rooms.club, actor=rooms.people["owner"], game="deadline_99", name="Duels"
    )
    ada, bo = rooms.people["ada"], rooms.people["bo"]
    for one in (ada, bo):
        ladder_join(ladder=ladder, user=one)
    match = accepted(ladder, bo, ada).match
    sit_down(match, bo, ada)
    rooms.say("club", "director", "bo has the joker")
    report = Report.objects.create(kind="abuse", evidence={"room": 1, "messages": []})
    assert rooms.heard("club", "ada") == []
    assert not may_read_evidence(report, ada)
    act_for(match, bo, RESIGN)
    assert rooms.heard("club", "ada") == ["bo has the joker"]


def test_talk_about_other_clubs_events_goes_on(playing, ada_elsewhere):
    rooms, _ = playing
    access = access_room(rooms.people["ada"], ada_elsewhere)
    assert access.hidden_since is None
    assert hearing_of(access).voice.room == "event"


@pytest.fixture
def ada_elsewhere(rooms):
    """Return the room of another event, of no club, that ada has entered."""
    other = make_event(rooms.people["stranger"], None, format="swiss")
    enter(other, rooms.people["stranger"], rooms.people["ada"])
    return f"event/{other.code}"


def test_the_clubs_other_events_are_closed_to_a_player_too(playing):
    rooms, _ = playing
    other = make_event(rooms.people["owner"], rooms.club, format="swiss")
    enter(other, rooms.people["owner"], rooms.people["ada"])
    assert access_room(rooms.people["ada"], f"event/{other.code}").hidden_since is not None


def test_a_moderator_at_an_event_table_reads_no_evidence_from_rooms(playing):
    rooms, match = playing
    report = Report.objects.create(kind="abuse", evidence={"room": 1, "messages": []})
    assert not may_read_evidence(report, rooms.people["ada"])
    assert may_read_evidence(report, rooms.people["chen"])
    act_for(match, rooms.people["ada"], RESIGN)
    assert may_read_evidence(report, rooms.people["ada"])
