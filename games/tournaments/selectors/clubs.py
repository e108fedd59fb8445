"""Read what a club's pages show of its events: the events, and the tables of its seasons."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import F, QuerySet

from accounts.clubs.models import Club
from games.matches.models import Match
from games.matches.selectors import UNFINISHED
from games.tournaments.models import Season, Tournament
from games.tournaments.rank.season import PointsRule, SeasonResult, SeasonRow, season_table
from games.tournaments.selectors.places import points_of
from games.tournaments.store import load_state


def season_events(season: Season) -> QuerySet[Tournament]:
    """Return the events of a season or series."""
    return season.series_events.all() if season.is_series else season.tournaments.all()


def season_rows(season: Season, most: int | None = None) -> list[dict[str, Any]]:
    """Return the ranking's lines, best first (`most` of them), with each person's events.

    A line stays when its person leaves the site; its `user` is None then.
    """
    awards = season.awards.order_by("pk").values_list("tournament", "user", "place", "points")
    return rows_told(
        season_table([SeasonResult(*award) for award in awards], season.best_of)[:most]
    )


def rows_told(rows: list[SeasonRow]) -> list[dict[str, Any]]:
    """Return lines of a season's table with their people and events."""
    people = get_user_model().objects.in_bulk([row.player for row in rows])
    events = Tournament.objects.in_bulk({one.tournament for row in rows for one in row.counted})
    return [
        {
            "place": row.place,
            "player": row.player,
            "user": people.get(row.player),
            "total": row.total,
            "wins": row.wins,
            "best": row.best,
            "played": row.played,
            "counted": [(events[one.tournament], one) for one in row.counted],
        }
        for row in rows
    ]


def season_preview(season: Season, best_of: int | None, rule: PointsRule) -> list[dict[str, Any]]:
    """Return a season's lines as they would be under another rule; changes nothing."""
    results = [
        SeasonResult(event.pk, row.player, row.place, points[row.entry])
        for event in season_events(season).filter(imported__isnull=True).prefetch_related("places")
        for rows in [list(event.places.all())]
        for points in [points_of(rows, rule)]
        for row in rows
        if row.player > 0
    ]
    return rows_told(season_table(results, best_of))


def season_was_played(season: Season) -> bool:
    """Tell whether a finished event counts for a season, or a match was opened in it.

    Matches that were called off do not count: they affect no rating.
    """
    gone = (Match.Status.CLOSED, Match.Status.VOID)
    opened = Match.objects.filter(club=season.club_id, club_season=season.ladder_key)
    return season.awards.exists() or opened.exclude(status__in=gone).exists()


OVER = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)
STARTED = (Tournament.Phase.RUNNING, *OVER)
MOST_TO_REPEAT = 3


def events_to_repeat(club: Club | None) -> list[tuple[Tournament, bool]]:
    """Return the latest events that a club, or the site, can hold again; whether teams play.

    Those of leagues are left out: each season makes its own.
    """
    events = Tournament.objects.filter(club=club, phase__in=STARTED, imported__isnull=True)
    events = events.filter(league_division=None, final_of_league=None)
    latest = events.order_by("-created_at")[:MOST_TO_REPEAT]
    return [(one, bool(load_state(one).config.boards)) for one in latest]


def events_of(club: Club, *, drafts: bool) -> tuple[QuerySet[Tournament], QuerySet[Tournament]]:
    """Return a club's events that are not over, and those that are, latest first."""
    events = club.tournaments.all()
    if not drafts:
        events = events.exclude(phase=Tournament.Phase.DRAFT)
    over = events.filter(phase__in=OVER).order_by("-finished_at")
    return events.exclude(phase__in=OVER), over


def finished_of(club: Club) -> QuerySet[Tournament]:
    """Return a club's own events that are over and had an entrant; not the imported ones."""
    return club.tournaments.filter(phase__in=OVER, imported__isnull=True, finished_at__isnull=False)


def next_event(club: Club, seen: QuerySet[Tournament]) -> Tournament | None:
    """Return the club's next event among those `seen`, else one that is running."""
    events = seen.filter(club=club).exclude(phase__in=OVER)
    to_come = events.exclude(phase=Tournament.Phase.RUNNING)
    soonest = (F("starts_at").asc(nulls_last=True), "-created_at")
    return to_come.order_by(*soonest).first() or events.order_by(*soonest).first()


def matches_now(club: Club) -> QuerySet[Match]:
    """Return a club's unfinished event matches that may be watched, with tables and seats."""
    running = Match.objects.filter(
        status__in=UNFINISHED,
        deal_open=False,
        tournament_table__tournament__club=club,
        tournament_table__is_current=True,
    )
    return running.select_related("tournament_table__tournament").prefetch_related("seats")
