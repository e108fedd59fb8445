"""A club's seasons: begin one, change it, or take back one begun by mistake.

Locks are taken in one order: the club, its seasons, their events.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from games.tournaments.models import Season, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.selectors.clubs import season_was_played


@transaction.atomic
def season_open(
    *, club: Club, actor: Any, name: str, best_of: int | None, ends: int | None = None
) -> Season:
    """Begin a club's season, ending the running one, whose number is `ends`.

    Refused if another season is running: somebody else has begun it meanwhile.
    """
    club_hold_as_director(club, actor)
    running = club.seasons.filter(is_open=True).first()
    if (running and running.pk) != ends:
        raise refuse("season_begun")
    if running is not None:
        running.is_open = False
        running.save(update_fields=["is_open"])
    season = Season(club=club, name=name, best_of=best_of)
    _save(season)
    journal_write(club=club, actor=actor, verb="began_season", about=name)
    return season


@transaction.atomic
def season_edit(*, season: Season, actor: Any, name: str, best_of: int | None) -> None:
    """Change a season's name and how many results count; its table follows at once."""
    club_hold_as_director(season.club, actor)
    season_hold(season)
    season.name, season.best_of = name, best_of
    _save(season)
    journal_write(club=season.club, actor=actor, verb="edited_season", about=name)


def _save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise refuse("bad_season") from None


@transaction.atomic
def season_take_back(*, season: Season, actor: Any) -> None:
    """Undo the start of the running season; the previous one runs again.

    Events due to count for it count for the previous one. No match may have been opened in it, so
    no ladder and no award knows of it.
    """
    club = season.club
    club_hold_as_director(club, actor)
    season_hold(season)
    before = club.seasons.exclude(pk=season.pk).order_by("-pk").first()
    season_hold(before)
    events = Tournament.objects.filter(season=season).order_by("pk")
    list(events.select_for_update(of=("self",), no_key=True))
    if not Season.objects.filter(pk=season.pk, is_open=True).exists():
        raise refuse("season_over")
    if season_was_played(season):
        raise refuse("season_played")
    events.update(season=before)
    season.delete()
    if before is not None:
        before.is_open = True
        before.save(update_fields=["is_open"])
    journal_write(club=club, actor=actor, verb="unbegan_season", about=season.name)


def season_hold(season: Season | None) -> None:
    """Keep a season from being taken back until the transaction ends; refuses one already gone."""
    rows = Season.objects.select_for_update(of=("self",), no_key=True)
    if season is not None and rows.filter(pk=season.pk).first() is None:
        raise refuse("season_gone")
