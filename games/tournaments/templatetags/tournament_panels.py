"""Event panels on the pages of lower layers: a club's events and season, a table's event."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext

from accounts.clubs.models import Club, Membership
from games.matches.models import Match
from games.ratings.log import club_owner
from games.ratings.pages import ladder_name
from games.ratings.selectors import ladder_rows, ladder_title, most_played, with_people
from games.registry import all_rules
from games.tournaments.access import TournamentNotFound, access_tournament, visible_tournaments
from games.tournaments.selectors.clubs import (
    events_of,
    matches_now,
    next_event,
    season_rows,
)
from games.tournaments.selectors.events import table_of_match
from games.tournaments.selectors.people import NoShows, no_shows_of
from games.tournaments.selectors.records import club_records
from games.tournaments.show.calendar import key_for
from games.tournaments.show.names import kind_label
from games.tournaments.show.pace import table_clock
from games.tournaments.show.settings import format_name

register = template.Library()
SHOWN = 5

register.filter("kind_label", kind_label)
register.simple_tag(format_name, name="format_title")


@register.inclusion_tag("tournaments/_club_panels.html", takes_context=True)
def club_events(context: Any, club: Club, access: Any) -> dict[str, Any]:
    """Return a club's events and their running matches."""
    coming, over = events_of(club, drafts=access.is_director)
    return {
        "club": club,
        "access": access,
        "calendar_url": _calendar_url(context["request"], club),
        "coming": coming[: SHOWN * 2],
        "over": over[:SHOWN],
        "matches": matches_now(club)[: SHOWN * 2],
    }


@register.inclusion_tag("tournaments/_club_next_event.html", takes_context=True)
def club_next_event(context: Any, club: Club) -> dict[str, Any]:
    """Return the club's next event, if an invited person may see it before joining."""
    return {"event": next_event(club, visible_tournaments(context["request"].user))}


def _calendar_url(request: Any, club: Club) -> str:
    """Return the address of a club's calendar; a private club's identifies its owner."""
    url = request.build_absolute_uri(reverse("club_events:calendar", args=[club.slug]))
    return f"{url}?{urlencode({'for': key_for(request.user, club)})}" if club.is_private else url


@register.inclusion_tag("tournaments/_club_season.html", takes_context=True)
def club_season(context: Any, club: Club, access: Any) -> dict[str, Any]:
    """Return the top of the running season's table, and the series that go on."""
    season = club.seasons.filter(is_open=True, is_series=False).first()
    rows = [] if season is None else season_rows(season, SHOWN * 2)
    return {
        "season": season,
        "series": club.seasons.filter(is_open=True, is_series=True),
        "rows": rows,
        "club": club,
        "access": access,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("tournaments/_club_ladder.html")
def club_ladder(club: Club) -> dict[str, Any]:
    """Return the top of the club's most-played ladder, and the club's records."""
    ladder = most_played(club_owner(club.pk))
    context: dict[str, Any] = {"club": club, "records": club_records(club)}
    if ladder is not None:
        name = ladder_name(ladder.game, ladder.mode)
        context |= {
            "title": ladder_title(ladder.game, ladder.mode),
            "url": reverse("club_events:ladder", args=[club.slug, name]),
            "lines": with_people(ladder_rows(ladder.key)[:SHOWN]),
        }
    return context


@register.simple_tag
def no_shows_by_member(club: Club, memberships: Iterable[Membership]) -> dict[int, NoShows]:
    """Return the members who missed tables since they last played, and how many."""
    return no_shows_of(club, [one.user_id for one in memberships])


@register.filter
def of_person(found: dict[int, NoShows], person: int) -> NoShows | None:
    """Return one person's no-shows, if any."""
    return found.get(person)


@register.inclusion_tag("tournaments/_event_of.html")
def event_of(match: Match, user: Any) -> dict[str, Any]:
    """Return a match's event if the viewer may see it."""
    link = table_of_match(match)
    if link is None:
        return {}
    try:
        access = access_tournament(user, link.tournament.code)
    except TournamentNotFound:
        return {}
    return {"link": link, "clock": table_clock(access.state, link.round, link.table)}


@register.simple_tag
def request_id() -> str:
    """Return a fresh idempotency key for a form, so that pressing twice acts once."""
    return uuid.uuid4().hex


@register.simple_tag
def game_title(key: str) -> str:
    """Return a game's name; its key if the game no longer exists."""
    rules = all_rules().get(key)
    return key if rules is None else gettext(rules.meta.title)
