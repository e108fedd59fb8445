"""Prizes by place: written by a director, shown before the event and on its podium."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.show.prizes import prizes_by_place, prizes_of
from tests.support.clubs import make_club
from tests.support.evenings import evening, open_evening
from tests.support.events import act
from tests.support.judges import browser
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ada):
    return make_club(ada)


def test_prizes_stand_on_the_events_page_and_at_the_end_on_the_podium(client, ada, club):
    event = open_evening(ada, club, ada, make_user("bo"), prizes="The goblet\n\nA pie")
    address = reverse("tournaments:overview", args=[event.code])
    page = client.get(address).content.decode()
    assert page.count("The goblet") == page.count("A pie") == 1
    assert prizes_of(event) == [(1, "The goblet"), (3, "A pie")]
    act(event, ada, "close_round")
    act(event, ada, "finish")
    podium = client.get(address).content.decode().split("podium__places")[1].split("</ol>")[0]
    assert "The goblet" in podium.split("<strong>ada</strong>")[1]
    assert "A pie" not in podium


def test_who_shares_a_place_shares_the_prizes_of_the_places_they_cover(ada, club):
    event = evening(ada, club, ada, make_user("bo"), prizes="Goblet\nPie\nMedal")
    assert prizes_by_place(event, [1, 2, 2, 4]) == {1: "Goblet", 2: "Pie, Medal", 4: ""}


def test_a_director_changes_them_at_any_time_within_ten_lines(ada, club):
    event = evening(ada, club, ada, make_user("bo"))
    address = reverse("tournaments:settings", args=[event.code])
    told = {"name": event.name, "about": "", "prizes": "  Goblet  \r\n\r\nPie"}
    assert browser(ada).post(address, told).status_code == 302
    event.refresh_from_db()
    assert event.prizes == "Goblet\n\nPie"
    for wrong in ("x\n" * 11, "x" * 1001):
        assert browser(ada).post(address, {**told, "prizes": wrong}).status_code == 422
    event.refresh_from_db()
    assert event.prizes == "Goblet\n\nPie"
