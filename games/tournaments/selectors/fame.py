"""Read a club's champions: of its events, seasons and series, and those from before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from accounts.clubs.models import Club
from games.tournaments.models import FinalPlace, GuestName, Season, Tournament
from games.tournaments.selectors.clubs import OVER, season_rows
from games.tournaments.selectors.records import Holder, holders_of
from games.tournaments.show.names import guest_label, player_names


@dataclass(frozen=True)
class Title:
    """What somebody won; several share it if they shared the first place or played as a pair."""

    name: str
    url: str
    champions: list[Holder]
    at: datetime | None = None
    game: str = ""
    is_series: bool = False
    is_imported: bool = False
    total: int | None = None


def event_titles(club: Club) -> QuerySet[Tournament]:
    """Return the club's events that have a champion, the latest first."""
    events = club.tournaments.filter(phase__in=OVER, places__place=1)
    return events.distinct().order_by("-finished_at", "-pk")


def titles_of(events: Iterable[Tournament]) -> list[Title]:
    """Return who won each of these events; takes three queries at most."""
    listed = list(events)
    firsts = FinalPlace.objects.filter(tournament__in=listed, place=1).order_by("entry", "pk")
    by_event: dict[int, list[FinalPlace]] = {}
    for row in firsts:
        by_event.setdefault(row.tournament_id, []).append(row)
    people = holders_of({row.player for row in firsts if row.player > 0})
    named = GuestName.objects.filter(tournament__in=listed).values_list(
        "tournament", "player", "name"
    )
    guests = {(event, player): name for event, player, name in named}
    return [
        Title(
            event.name,
            reverse("tournaments:standings", args=[event.code]),
            _champions(event, by_event.get(event.pk, []), people, guests),
            event.finished_at,
            event.game,
            is_imported=bool(event.imported),
        )
        for event in listed
    ]


def _champions(
    event: Tournament,
    rows: list[FinalPlace],
    people: dict[int, Holder],
    guests: dict[tuple[int, int], str],
) -> list[Holder]:
    """Return an event's champions; those without an account keep the names the event has."""
    found = []
    for row in rows:
        if row.player > 0:
            found.append(people[row.player])
        elif event.imported:
            found.append(Holder(event.imported["names"][str(row.entry)]))
        elif row.is_guest:
            found.append(Holder(guest_label(guests.get((event.pk, row.player), ""))))
        else:
            found.append(Holder(player_names({row.player}, event)[row.player]))
    return list(dict.fromkeys(found))


def season_titles(club: Club) -> list[Title]:
    """Return who won each season and series that is over, the latest first."""
    found = []
    for season in club.seasons.filter(is_open=False).order_by("-created_at"):
        firsts = [row for row in season_rows(season) if row["place"] == 1]
        if firsts:
            found.append(_season_title(season, firsts))
    return found


def _season_title(season: Season, firsts: list[dict[str, Any]]) -> Title:
    people = holders_of([row["player"] for row in firsts])
    return Title(
        season.name,
        reverse("tournaments:season", args=[season.pk]),
        [people[row["player"]] for row in firsts],
        is_series=season.is_series,
        total=firsts[0]["total"],
    )
