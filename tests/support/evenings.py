"""Whole evenings for tests: people entered, every table ruled in the order of the names given."""

from __future__ import annotations

from typing import Any

from games.tournaments.models import Tournament
from tests.support.event_pages import table_results
from tests.support.events import act, make_event, next_round


def evening(director: Any, club: Any, *people: Any, **about: Any) -> Tournament:
    """Return a finished Swiss of one round, won by whoever was named first."""
    event = open_evening(director, club, *people, **about)
    act(event, director, "close_round")
    act(event, director, "finish")
    return event


def open_evening(director: Any, club: Any, *people: Any, **about: Any) -> Tournament:
    """Return the same before its round is closed; the first round pairs half against half."""
    config = {"rounds": 1, "first_round": "seed", **about.pop("config", {})}
    event = make_event(director, club, **{"format": "swiss", "config": config, **about})
    for one in people:
        act(event, director, "register", players=[one.pk], by_organiser=True)
    act(event, director, "start")
    next_round(event, director)
    table_results(event, director)
    return event
