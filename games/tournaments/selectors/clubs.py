"""Read what a club's pages show of its events: the events, a season's ranking, records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext

from accounts.clubs.models import Club
from games.engine.text import gettext_noop
from games.matches.models import Match
from games.matches.selectors import UNFINISHED
from games.ratings.log import ALL_TIME, club_owner
from games.ratings.models import RatingChange
from games.ratings.selectors import changes_of, ladder_title
from games.tournaments.models import (
    Season,
    SeasonAward,
    Tournament,
)
from games.tournaments.rank.season import SeasonResult, season_table

BEST = gettext_noop("Highest rating")
WINS = gettext_noop("Most events won")
PLAYED = gettext_noop("Most events played")


@dataclass(frozen=True)
class ClubRecord:
    """One record: its title, its number, and its holders."""

    title: str
    value: int
    holders: list[Any]
    note: str = ""
    provisional: bool = False


def club_records(club: Club) -> list[ClubRecord]:
    """Return the records that anybody holds."""
    awards = SeasonAward.objects.filter(tournament__club=club).values("user")
    found = [
        _best_rating(club),
        _most(WINS, awards.annotate(n=Count("pk", filter=Q(place=1)))),
        _most(PLAYED, awards.annotate(n=Count("pk"))),
    ]
    return [record for record in found if record is not None]


def _best_rating(club: Club) -> ClubRecord | None:
    """Return the highest rating reached in the club's ladders, and by whom."""
    changes = RatingChange.objects.filter(
        ladder__owner=club_owner(club.pk), ladder__season=ALL_TIME, mu_after__gt=F("mu_before")
    )
    best = changes.select_related("ladder", "player").order_by("-mu_after", "finished_at").first()
    if best is None:
        return None
    holders = list(get_user_model().objects.filter(pk=best.player_id, is_active=True))
    title = ladder_title(best.ladder.game, best.ladder.mode)
    shown = changes_of([best.match], club_owner(club.pk))[best.match]
    reached = next(one for one in shown if one.player == best.player_id)
    found = ClubRecord(gettext(BEST), reached.rating, holders, title, reached.provisional)
    return found if holders else None


def _most(title: str, counted: QuerySet[Any, Any]) -> ClubRecord | None:
    """Return the person with the highest count, or all of them if several tie."""
    most = counted.aggregate(most=Max("n"))["most"]
    if not most:
        return None
    people = get_user_model().objects.filter(pk__in=counted.filter(n=most).values("user"))
    holders = list(people.filter(is_active=True).order_by("username"))
    return ClubRecord(gettext(title), most, holders) if holders else None


def season_rows(season: Season, most: int | None = None) -> list[dict[str, Any]]:
    """Return the ranking's lines, best first (`most` of them), with each person's events."""
    awards = season.awards.order_by("pk").values_list("tournament", "user", "place", "points")
    rows = season_table([SeasonResult(*award) for award in awards], season.best_of)[:most]
    people = get_user_model().objects.in_bulk([row.player for row in rows])
    events = Tournament.objects.in_bulk({one.tournament for row in rows for one in row.counted})
    return [
        {
            "place": row.place,
            "user": people[row.player],
            "total": row.total,
            "wins": row.wins,
            "best": row.best,
            "played": row.played,
            "counted": [(events[one.tournament], one) for one in row.counted],
        }
        for row in rows
    ]


def season_was_played(season: Season) -> bool:
    """Tell whether a finished event counts for a season, or a match was opened in it.

    Matches that were called off do not count: they affect no rating.
    """
    gone = (Match.Status.CLOSED, Match.Status.VOID)
    opened = Match.objects.filter(club=season.club_id, club_season=season.ladder_key)
    return season.awards.exists() or opened.exclude(status__in=gone).exists()


OVER = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)


def events_of(club: Club, *, drafts: bool) -> tuple[QuerySet[Tournament], QuerySet[Tournament]]:
    """Return a club's events that are not over, and those that are, latest first."""
    events = club.tournaments.all()
    if not drafts:
        events = events.exclude(phase=Tournament.Phase.DRAFT)
    over = events.filter(phase__in=OVER).order_by("-finished_at")
    return events.exclude(phase__in=OVER), over


def next_event(club: Club, seen: QuerySet[Tournament]) -> Tournament | None:
    """Return the club's next event among those `seen`, else one that is running."""
    events = seen.filter(club=club).exclude(phase__in=OVER)
    to_come = events.exclude(phase=Tournament.Phase.RUNNING)
    soonest = (F("starts_at").asc(nulls_last=True), "-created_at")
    return to_come.order_by(*soonest).first() or events.order_by(*soonest).first()


def matches_now(club: Club) -> QuerySet[Match]:
    """Return the unfinished matches of a club's events, with their tables and seats."""
    running = Match.objects.filter(
        status__in=UNFINISHED,
        tournament_table__tournament__club=club,
        tournament_table__is_current=True,
    )
    return running.select_related("tournament_table__tournament").prefetch_related("seats")
