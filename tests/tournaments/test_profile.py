"""The places in events on a person's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.tournaments.services.seasons import season_open
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def won(director: Any, loser: Any, **club_is: Any) -> Any:
    """Return an event of a season that the director has won, and its club."""
    club = make_club(director, **club_is)
    season = season_open(club=club, actor=director, name="Autumn", best_of=None)
    event = make_event(director, club, season=season, format="swiss", config={"rounds": 1})
    for one in (director, loser):
        act(event, director, "register", players=[one.pk], by_organiser=True)
    begin(event, director)
    act(event, director, "forfeit", table=1, absent=[2])
    act(event, director, "close_round")
    act(event, director, "finish")
    return event


def page_of(person: Any, reader: Any = None) -> str:
    client = Client()
    if reader is not None:
        client.force_login(reader)
    return client.get(person.get_absolute_url()).content.decode()


def test_a_persons_page_tells_which_places_they_took() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    event = won(ada, bo)
    for person, place in ((ada, 1), (bo, 2)):
        page = page_of(person)
        assert f"/tournaments/{event.code}/" in page
        assert f"Place {place}</span>" in page
    act(event, ada, "reopen", reason="A mistake.")
    assert event.code not in page_of(ada)


def test_a_private_clubs_events_are_told_to_its_members_alone() -> None:
    ada, bo = make_user("ada"), make_user("bo")
    event = won(ada, bo, is_private=True)
    assert event.code in page_of(ada, ada)
    for stranger in (None, bo):
        assert event.code not in page_of(ada, stranger)
