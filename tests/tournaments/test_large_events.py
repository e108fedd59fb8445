"""What the pages of an event cost: each open one asks every few seconds, whoever is entered."""

from __future__ import annotations

import sys

import pytest
from django.urls import reverse

from games.matches.models import Match
from games.tournaments.access import access_tournament
from games.tournaments.direct.board import board
from games.tournaments.direct.sheet import sheet
from games.tournaments.models import SeasonAward
from games.tournaments.selectors.clubs import season_rows
from games.tournaments.selectors.events import stamp
from games.tournaments.services.seasons import season_open
from games.tournaments.show.event import event_view
from games.tournaments.show.standings import standings_context
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.tables import make_ready, make_user


@pytest.mark.parametrize("name", ["overview", "rounds", "standings", "crosstable", "hall"])
def test_nothing_is_made_for_a_page_that_has_seen_all(
    client, ada, event, django_assert_num_queries, name
):
    act(event, ada, "register", players=[ada.pk])
    enter_bots(event, ada, 7)
    begin(event, ada)
    page = reverse(f"tournaments:{name}", args=[event.code])
    seen = client.get(page).context["stamp"]
    shows_matches = name in ("overview", "rounds")
    with django_assert_num_queries(1 + shows_matches):  # the event, and how far its tables are
        again = client.get(page, {"seen": seen}, headers={"HX-Request": "true"})
    assert again.status_code == 204


def test_who_gets_ready_is_no_news_to_pages_that_show_no_matches(client, ada, event):
    for user in (ada, make_user("bo"), make_user("chen")):
        act(event, ada, "register", players=[user.pk])
    begin(event, ada)
    before = {name: stamp(event, name) for name in ("rounds", "console", "standings", "bracket")}
    make_ready(event.tables.get().match, ada)
    changed = {name for name, seen in before.items() if stamp(event, name) != seen}
    assert changed == {"rounds", "console"}


def test_matches_that_are_over_are_no_news_but_that_one_ends_is(ada, event):
    for user in (ada, make_user("bo"), make_user("chen")):
        act(event, ada, "register", players=[user.pk])
    begin(event, ada)
    match = event.tables.get().match
    seen = []
    for status, is_away in [("running", False), ("running", True), ("finished", True)]:
        Match.objects.filter(pk=match.pk).update(status=status)
        match.seats.update(is_away=is_away)
        seen.append(stamp(event, "rounds"))
    assert len(set(seen)) == 3
    match.seats.update(is_away=False)
    assert stamp(event, "rounds") == seen[-1]


def test_standings_gather_everybodys_rounds_as_often_however_many_play(ada):
    assert times_gathered(ada, 4) == times_gathered(ada, 12)


def test_standings_are_made_once_for_all_who_read_them_until_something_happens(ada):
    event = begun(ada, 4)
    assert calls_of(board, event, ada) == 1
    assert calls_of(board, event, make_user("bo")) == 0
    act(event, ada, "penalty", entry=1, points=0, reason="late")
    assert calls_of(board, event, ada) == 1


def times_gathered(director, count: int) -> int:
    """Return how often all lines of all rounds are gathered for the standings of so many."""
    return calls_of(sheet, begun(director, count), director)


def begun(director, count: int):
    event = make_event(director)
    enter_bots(event, director, count)
    begin(event, director)
    return event


def calls_of(function, event, reader) -> int:
    """Return how often a function is called for the standings that somebody reads."""
    view = event_view(access_tournament(reader, event.code))
    found = 0

    def note(frame, event, value):
        nonlocal found
        found += event == "call" and frame.f_code is function.__code__

    sys.setprofile(note)
    try:
        standings_context(view)
    finally:
        sys.setprofile(None)
    return found


def test_a_seasons_head_reads_nobody_and_no_event_that_it_does_not_show(
    ada, django_assert_num_queries
):
    club = make_club(ada)
    season = season_open(club=club, actor=ada, name="Spring", best_of=1)
    people = [ada, make_user("bo"), make_user("chen")]
    for name in ("First", "Second"):
        event = make_event(ada, club, season=season, name=name)
        SeasonAward.objects.bulk_create(
            SeasonAward(season=season, tournament=event, user=user, place=at, points=100 // at)
            for at, user in enumerate(people, 1)
        )
    with django_assert_num_queries(3):
        head = season_rows(season, 2)
    assert [(row["place"], row["user"].username, row["total"]) for row in head] == [
        (1, "ada", 100),
        (2, "bo", 50),
    ]
    assert [event.name for event, _ in head[1]["counted"]] == ["First"]
    assert season_rows(season)[:2] == head
    assert len(season_rows(season)) == 3
