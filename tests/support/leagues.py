"""Leagues for tests, played by the real services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accounts.clubs.models import Membership
from games.leagues.models import League, LeagueSeason
from games.leagues.refusals import LeagueRefusal
from games.leagues.selectors.plan import latest_season
from games.leagues.services.league import league_create
from games.leagues.services.members import league_add
from games.leagues.services.season import season_begin
from games.tournaments.direct.automation import due_step
from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.events import act
from tests.support.tables import make_user

Better = Callable[[str], float]
"""A player's strength by name: the stronger one wins."""


def make_league(names: list[str], **settings: Any) -> League:
    """Return a league of the first one's club with all of them in it, in this order."""
    people = [make_user(name) for name in names]
    club = make_club(people[0], name=f"Club of {names[0]}")
    Membership.objects.bulk_create(Membership(club=club, user=one) for one in people[1:])
    chosen = {"game": "deadline_99", "name": "League", "rated": False, **settings}
    league = league_create(club=club, actor=people[0], **chosen)
    league_add(league=league, actor=people[0])
    return league


def director(league: League) -> Any:
    """Return who made the league."""
    return league.created_by


def begin(league: League) -> LeagueSeason:
    """Begin the next season now."""
    last = latest_season(league)
    after = 0 if last is None else last.number
    return season_begin(league=league, actor=director(league), after=after)


def divisions(season: LeagueSeason) -> list[list[str]]:
    """Return the names by division, sorted."""
    found = []
    for division in season.divisions.all():
        names = division.players.values_list("user__username", flat=True)
        found.append(sorted(name or "" for name in names))
    return found


def reasons(season: LeagueSeason) -> dict[str, str]:
    """Return why everybody is in their division."""
    players = [one for division in season.divisions.all() for one in division.players.all()]
    return {one.user.username: one.reason for one in players if one.user}


def play_season(season: LeagueSeason, better: Better) -> None:
    """Play all divisions to their end: the stronger player of a table wins."""
    for division in season.divisions.select_related("event"):
        assert division.event is not None
        play_event(division.event, director(season.league), better)


def play_event(event: Tournament, actor: Any, better: Better) -> None:
    """Play every round of an event to the end, with results entered by hand."""
    by_hand(event, actor)
    while event.phase == Tournament.Phase.RUNNING:
        play_round(event, actor, better)
        if load_state(event).planned <= len(load_state(event).rounds):
            act(event, actor, "finish")


def by_hand(event: Tournament, actor: Any) -> None:
    """Take an event over, so that its next steps are the test's alone."""
    event.refresh_from_db()
    if event.by_itself:
        act(event, actor, "take_over")


def play_round(event: Tournament, actor: Any, better: Better, most: int | None = None) -> None:
    """Play the next round of an event, or its first `most` tables."""
    if most is not None:
        by_hand(event, actor)
    event.refresh_from_db()
    state = load_state(event)
    if state.current is None or state.current.phase == "closed" or state.current.complete:
        act(event, actor, "start_round", round=len(state.rounds) + 1)
    held = load_state(event).current
    assert held is not None
    for table in held.tables[:most]:
        if not table.decided:
            results = ranks(event, table.present, better)
            about = {"round": held.number, "table": table.number, "results": results}
            act(event, actor, "override_result", **about, absent=[], source="judge", reason="x")


def ranks(event: Tournament, entries: tuple[int, ...], better: Better) -> list[dict[str, int]]:
    """Return the places at a table, by strength."""
    names = names_of(event)
    order = sorted(entries, key=lambda one: -better(names[one]))
    return [{"entry": one, "rank": at} for at, one in enumerate(order, 1)]


def names_of(event: Tournament) -> Mapping[int, str]:
    """Return the user names by entry."""
    from django.contrib.auth import get_user_model

    entries = load_state(event).entries.values()
    people = get_user_model().objects.in_bulk([one.players[0] for one in entries])
    return {one.number: people[one.players[0]].username for one in entries}


def due_in(event: Tournament, now: int) -> str:
    """Return the kind of step that is due in an event at a time, or nothing."""
    event.refresh_from_db()
    due = due_step(load_state(event), now, None)
    return "" if due is None else due.kind


def refused(code: str) -> Any:
    """Return what makes sure that something is refused with that code."""
    return pytest.raises(LeagueRefusal, match=f"^{code}$")
