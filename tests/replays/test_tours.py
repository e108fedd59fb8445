"""Guided tours beside a finished match."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from replays.models import TourStop
from tests.replays.factories import person
from tests.replays.talking import make_tour, page, signed_in
from tests.support.pages import shows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_written() -> None:
    cache.clear()


def test_a_tour_leads_from_stop_to_stop(writer: Client, client: Client) -> None:
    tour = make_tour(writer, 4, 8)
    assert "How it was won" not in page(client)
    writer.post(f"/replays/m/tours/{tour.pk}/publish", {"published": "1"})
    assert f"tour={tour.pk}.1" in page(client)
    first = page(client, f"ply=4&as=1&tour={tour.pk}.1")
    assert "Look at 4" in first
    assert "Look at 8" not in first
    assert f"ply=8&amp;as=1&amp;tour={tour.pk}.2" in first
    assert "End of tour" in page(client, f"ply=8&as=1&tour={tour.pk}.2")


def test_a_tour_leads_back_and_out(writer: Client) -> None:
    tour = make_tour(writer, 4, 8)
    first, second = (page(writer, f"ply=6&as=0&tour={tour.pk}.{stop}") for stop in (1, 2))
    assert 'id="guide-back"' not in first
    assert f"/replays/m/?ply=4&amp;as=1&amp;tour={tour.pk}.1" == address_of("guide-back", second)
    assert address_of("guide-leave", second) == "/replays/m/?ply=6&amp;as=0"


def address_of(name: str, text: str) -> str:
    link = re.search(rf'<a id="{name}"[^>]* href="([^"]*)"', text)
    assert link
    return link[1]


def test_a_tour_is_edited_by_its_author_who_is_told_whose_eyes_each_stop_has(
    writer: Client, client: Client
) -> None:
    tour = make_tour(writer, 4)
    writer.post(f"/replays/m/tours/{tour.pk}/publish", {"published": "1"})
    name = tour.match.seats.get(number=1).name
    edited = page(writer).partition('class="own-tour"')[2]
    stop = f"/replays/m/?ply=4&amp;as=1&amp;tour={tour.pk}.1"
    assert shows(edited, f'<a href="{stop}" hx-get="{stop}">Move 4 · {name}</a>')
    assert '<select id="stop-tour"' in edited
    other = page(signed_in(person()))
    assert "How it was won" in other
    assert 'class="own-tour"' not in other
    assert '<select id="stop-tour"' not in other


def test_one_may_look_around_and_is_still_on_the_tour(writer: Client) -> None:
    tour = make_tour(writer, 4)
    aside = page(writer, f"ply=6&as=0&tour={tour.pk}.1")
    assert "Look at 4" in aside
    assert f"ply=7&amp;as=0&amp;tour={tour.pk}.1" in aside


@pytest.mark.parametrize("wanted", ["0.1", "1", "x.y", "1.0", "999.1", "1.99", "9" * 30])
def test_a_tour_that_is_not_there_is_no_tour(writer: Client, wanted: str) -> None:
    make_tour(writer, 4)
    assert "replay-guide" not in page(writer, f"ply=4&tour={wanted}")


def test_stops_are_put_in_order_and_taken_out(writer: Client) -> None:
    tour = make_tour(writer, 4, 8, 12)

    def plies() -> list[int]:
        stops = TourStop.objects.filter(tour=tour).order_by("number")
        assert [stop.number for stop in stops] == list(range(1, len(stops) + 1))
        return [stop.ply for stop in stops]

    writer.post(f"/replays/m/tours/{tour.pk}/3/up")
    assert plies() == [4, 12, 8]
    writer.post(f"/replays/m/tours/{tour.pk}/1/remove")
    assert plies() == [12, 8]
    assert writer.post(f"/replays/m/tours/{tour.pk}/1/up").status_code == 422
    assert writer.post(f"/replays/m/tours/{tour.pk}/9/remove").status_code == 422


def test_a_tour_without_stops_is_not_published(writer: Client) -> None:
    tour = make_tour(writer)
    answer = writer.post(f"/replays/m/tours/{tour.pk}/publish", {"published": "1"})
    assert answer.status_code == 422
    tour.refresh_from_db()
    assert not tour.published


def test_nobody_changes_anothers_tour(writer: Client) -> None:
    tour = make_tour(writer, 4, 8)
    other = signed_in(person())
    for path in ("publish", "remove", "2/up", "1/remove"):
        assert other.post(f"/replays/m/tours/{tour.pk}/{path}").status_code == 422
    data = {"own_tour": tour.pk, "ply": 3, "text": "x"}
    assert other.post("/replays/m/tours/stop", data).status_code == 422
    assert tour.stops.count() == 2


@pytest.mark.parametrize("wanted", ["", "x", "-1", "٣", "9" * 30])
def test_a_stop_for_no_tour_is_refused(writer: Client, wanted: str) -> None:
    data = {"own_tour": wanted, "ply": 3, "text": "x"}
    assert writer.post("/replays/m/tours/stop", data).status_code == 422
