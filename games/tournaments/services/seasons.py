"""A club's seasons and series: begin one, change it, end a series, take back a mistake.

Locks are taken in one order: the club, its seasons, their events.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from games.tournaments.models import Season
from games.tournaments.rank.season import USUAL, PointsRule
from games.tournaments.refusals import refuse
from games.tournaments.selectors.clubs import season_events, season_was_played
from games.tournaments.services.awards import awards_update


@transaction.atomic
def season_open(
    *, club: Club, actor: Any, name: str, best_of: int | None, ends: int | None = None
) -> Season:
    """Begin a club's season, ending the running one, whose number is `ends`.

    Refused if another season is running: somebody else has begun it meanwhile. It gives points as
    the one before.
    """
    club_hold_as_director(club, actor)
    running = club.seasons.filter(is_open=True, is_series=False).first()
    if (running and running.pk) != ends:
        raise refuse("season_begun")
    rule = USUAL
    if running is not None:
        rule = running.rule
        running.is_open = False
        running.save(update_fields=["is_open"])
    season = Season(club=club, name=name, best_of=best_of, **_columns(rule))
    _save(season)
    journal_write(club=club, actor=actor, verb="began_season", about=name)
    return season


@transaction.atomic
def series_open(
    *, club: Club, actor: Any, name: str, best_of: int | None, rule: PointsRule = USUAL
) -> Season:
    """Begin a series beside the club's season and its other series."""
    club_hold_as_director(club, actor)
    series = Season(club=club, name=name, best_of=best_of, is_series=True, **_columns(rule))
    _save(series)
    journal_write(club=club, actor=actor, verb="began_series", about=name)
    return series


@transaction.atomic
def season_edit(
    *, season: Season, actor: Any, name: str, best_of: int | None, rule: PointsRule | None = None
) -> None:
    """Change a name, how many results count, and how places give points; the table follows."""
    club_hold_as_director(season.club, actor)
    season_hold(season)
    season.refresh_from_db()  # as another director may just have left it
    gives_others = rule is not None and rule != season.rule
    season.name, season.best_of = name, best_of
    for field, value in _columns(rule or season.rule).items():
        setattr(season, field, value)
    _save(season)
    if gives_others:
        events = season_events(season).order_by("pk").select_related("season", "series")
        for event in events.select_for_update(of=("self",), no_key=True):
            awards_update(event)
    journal_write(club=season.club, actor=actor, verb="edited_season", about=name)


@transaction.atomic
def series_end(*, series: Season, actor: Any, is_open: bool) -> None:
    """End a series, which names its champion, or let it go on."""
    club_hold_as_director(series.club, actor)
    season_hold(series)
    if not series.is_series:
        raise refuse("not_a_series")
    series.is_open = is_open
    series.save(update_fields=["is_open"])
    verb = "reopened_series" if is_open else "ended_series"
    journal_write(club=series.club, actor=actor, verb=verb, about=series.name)


def _columns(rule: PointsRule) -> dict[str, Any]:
    """Return the columns that hold a rule."""
    by_place = None if rule.by_place is None else list(rule.by_place)
    return {"points": by_place, "attendance": rule.attendance}


def _save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise refuse("taken_season") from None


@transaction.atomic
def season_take_back(*, season: Season, actor: Any) -> None:
    """Undo the start of the running season, so that the previous one runs again; or of a series.

    Events due to count for the season count for the previous one. No match may have been opened in
    it, so no ladder and no award knows of it.
    """
    club = season.club
    club_hold_as_director(club, actor)
    season_hold(season)
    before = None if season.is_series else _before(season)
    season_hold(before)
    events = season_events(season).order_by("pk")
    list(events.select_for_update(of=("self",), no_key=True))
    if not Season.objects.filter(pk=season.pk, is_open=True).exists():
        raise refuse("season_over")
    if season_was_played(season):
        raise refuse("season_played")
    events.filter(season=season).update(season=before)
    season.delete()
    if before is not None:
        before.is_open = True
        before.save(update_fields=["is_open"])
    verb = "unbegan_series" if season.is_series else "unbegan_season"
    journal_write(club=club, actor=actor, verb=verb, about=season.name)


def _before(season: Season) -> Season | None:
    """Return the season before the running one."""
    seasons = season.club.seasons.filter(is_series=False).exclude(pk=season.pk)
    return seasons.order_by("-pk").first()


def season_hold(season: Season | None) -> None:
    """Keep a season from being taken back until the transaction ends; refuses one already gone."""
    rows = Season.objects.select_for_update(of=("self",), no_key=True)
    if season is not None and rows.filter(pk=season.pk).first() is None:
        raise refuse("season_gone")
