"""Events in people's own calendar programs."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from accounts.clubs.models import Membership
from games.tournaments.models import Tournament
from tests.support.clubs import make_club
from tests.support.event_pages import login

pytestmark = pytest.mark.django_db


@pytest.fixture
def planned(world):
    event = world["event"]
    event.starts_at = timezone.now() + timedelta(days=3)
    event.name, event.about = "Autumn; cup, 殭屍", "Bring a friend.\nAnd a second line; long " * 5
    event.save()
    return event


def entries(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75, "RFC 5545, 3.1"
    return Calendar.from_ical(answer.content).walk("VEVENT")


def followed(client, world):
    """Return the path of the calendar that the club's page names."""
    page = client.get(reverse("clubs:home", args=[world["club"].slug])).content.decode()
    url = urlsplit(unescape(re.search(r'id="club-calendar"[^>]* value="([^"]*)"', page)[1]))
    return f"{url.path}?{url.query}" if url.query else url.path


def test_event_comes_into_a_calendar_as_it_is(client, world, planned):
    login(client, world, "member")
    where = reverse("tournaments:export", args=[planned.code, "event.ics"])
    (entry,) = entries(client.get(where))
    assert entry["SUMMARY"] == planned.name
    assert entry.start == planned.starts_at.replace(microsecond=0)
    page = f"http://testserver{reverse('tournaments:overview', args=[planned.code])}"
    assert entry["URL"] == page
    assert entry["DESCRIPTION"] == f"{planned.about}\n\n{page}"
    assert entry["STATUS"] == "CONFIRMED"
    assert f'href="{where}"' in client.get(page).content.decode()


def test_event_without_a_beginning_is_refused_and_not_offered(client, world):
    login(client, world, "member")
    where = reverse("tournaments:export", args=[world["event"].code, "event.ics"])
    assert client.get(where).status_code == 422
    overview = reverse("tournaments:overview", args=[world["event"].code])
    assert "event.ics" not in client.get(overview).content.decode()


def test_program_that_cannot_log_in_follows_a_private_club_for_its_member(client, world, planned):
    login(client, world, "member")
    path = followed(client, world)
    client.logout()
    assert [one["UID"] for one in entries(client.get(path))] == [f"{planned.code}@kibitz"]
    assert client.get(path.partition("?")[0]).status_code == 404


def test_private_calendar_ends_with_membership_password_and_account(client, world, planned):
    login(client, world, "member")
    path, member = followed(client, world), world["people"]["member"]
    client.logout()

    for change in ({"is_active": False}, {"password": "another"}):
        before = {name: getattr(member, name) for name in change}
        type(member).objects.filter(pk=member.pk).update(**change)
        assert client.get(path).status_code == 404, change
        type(member).objects.filter(pk=member.pk).update(**before)
        assert client.get(path).status_code == 200

    Membership.objects.filter(club=world["club"], user=member).delete()
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "key", ["", "1", ":", "x:y", "9" * 30 + ":z", "²:z", "0:z", "{pk}:", "{pk}:x:y", "\0"]
)
def test_forged_key_shows_a_private_club_to_nobody(client, world, planned, key):
    key = key.format(pk=world["people"]["member"].pk)
    path = reverse("club_events:calendar", args=[world["club"].slug])
    assert client.get(path, {"for": key}).status_code == 404


def test_key_of_one_opens_no_calendar_of_another(client, world, planned):
    login(client, world, "member")
    signature = followed(client, world).partition("for=")[2].partition("%3A")[2]
    client.logout()
    owner = world["people"]["owner"].pk
    path = reverse("club_events:calendar", args=[world["club"].slug])
    assert client.get(path, {"for": f"{owner}:{signature}"}).status_code == 404


def test_address_that_was_passed_on_opens_no_other_club_of_its_member(client, world, planned):
    login(client, world, "member")
    key = followed(client, world).partition("for=")[2]
    other = make_club(world["people"]["member"], name="Another circle", is_private=True)
    client.logout()
    path = reverse("club_events:calendar", args=[other.slug])
    assert client.get(f"{path}?for={key}").status_code == 404


def test_public_clubs_address_says_for_nobody(client, world, planned):
    world["club"].is_private = False
    world["club"].save()
    login(client, world, "member")
    path = followed(client, world)
    assert "?" not in path
    client.logout()
    assert len(entries(client.get(path))) == 1


def test_calendar_holds_what_is_lately_and_to_come_and_no_drafts(client, world, planned):
    login(client, world, "owner")
    path = followed(client, world)
    Tournament.objects.filter(pk=planned.pk).update(phase="draft")
    assert entries(client.get(path)) == []
    Tournament.objects.filter(pk=planned.pk).update(phase="archived", rounds=0)
    assert [one["STATUS"] for one in entries(client.get(path))] == ["CANCELLED"]
    long_ago = timezone.now() - timedelta(days=91)
    Tournament.objects.filter(pk=planned.pk).update(phase="finished", starts_at=long_ago)
    assert entries(client.get(path)) == []
