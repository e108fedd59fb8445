"""What the pages of an event cost: each open one asks every few seconds, whoever is entered."""

from __future__ import annotations

import sys

import pytest
from django.urls import reverse

from games.tournaments.access import access_tournament
from games.tournaments.director.sheet import sheet
from games.tournaments.presenters import shown, standings_context
from tests.support.events import act, begin, enter_bots, make_event


@pytest.mark.parametrize("name", ["overview", "rounds", "standings", "crosstable", "hall"])
def test_nothing_is_made_for_a_page_that_has_seen_all(
    client, ada, event, django_assert_num_queries, name
):
    act(event, ada, "register", players=[ada.pk])
    enter_bots(event, ada, 7)
    begin(event, ada)
    page = reverse(f"tournaments:{name}", args=[event.code])
    seen = client.get(page).context["stamp"]
    with django_assert_num_queries(2):  # the event, and how far its tables are
        again = client.get(page, {"seen": seen}, headers={"HX-Request": "true"})
    assert again.status_code == 204


def test_standings_gather_everybodys_rounds_as_often_however_many_play(ada):
    assert times_gathered(ada, 4) == times_gathered(ada, 12)


def times_gathered(director, count: int) -> int:
    """Return how often all lines of all rounds are gathered for the standings of so many."""
    event = make_event(director)
    enter_bots(event, director, count)
    begin(event, director)
    view = shown(access_tournament(director, event.code))
    found = 0

    def note(frame, event, value):
        nonlocal found
        found += event == "call" and frame.f_code is sheet.__code__

    sys.setprofile(note)
    try:
        standings_context(view)
    finally:
        sys.setprofile(None)
    return found
