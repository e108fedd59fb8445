"""Set up a club's league, change its rules, close it; its directors only."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.clubs.access import ClubNotFound
from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from games.leagues.models import League
from games.leagues.refusals import refuse
from games.leagues.selectors.plan import fewest_players, largest_division, table_sizes
from games.registry import current_rules

MOST_OPEN = 10


def league_hold(league: League) -> League:
    """Lock a league until the transaction ends, and return it as it is now."""
    rows = League.objects.select_for_update(of=("self",), no_key=True)
    held = rows.select_related("club").filter(pk=league.pk).first()
    if held is None:
        raise ClubNotFound(league.pk)
    return held


def league_hold_open(league: League) -> League:
    """Lock a league; refuse one that is closed."""
    held = league_hold(league)
    if not held.is_open:
        raise refuse("closed")
    return held


def league_hold_as_director(league: League, actor: Any) -> League:
    """Lock an open league for one of its club's directors."""
    club_hold_as_director(league.club, actor)
    return league_hold_open(league)


@transaction.atomic
def league_create(*, club: Club, actor: Any, game: str, **settings: Any) -> League:
    """Open a league of a game; `settings` are the model's columns."""
    club_hold_as_director(club, actor)
    if club.leagues.filter(is_open=True).count() >= MOST_OPEN:
        raise refuse("too_many_leagues")
    league = League(club=club, created_by=actor, game=game, **settings)
    _check(league)
    league.save()
    journal_write(club=club, actor=actor, verb="opened_league", about=league.name)
    return league


@transaction.atomic
def league_edit(*, league: League, actor: Any, **settings: Any) -> None:
    """Change a league's settings. They count from the next season on; zones at once."""
    held = league_hold_as_director(league, actor)
    for name, value in settings.items():
        setattr(held, name, value)
    _check(held)
    held.save(update_fields=[*settings])
    journal_write(club=held.club, actor=actor, verb="edited_league", about=held.name)


def _check(league: League) -> None:
    """Refuse tables that the game lacks, and divisions that could not be played."""
    if league.table_size not in current_rules(league.game).meta.allowed_seats():
        raise refuse("no_such_table")
    if league.division_size > largest_division(league):
        raise refuse("division_too_large", n=largest_division(league))
    if league.table_size > 2 and league.division_size < 2 * min(table_sizes(league).allowed):
        raise refuse("division_too_small", n=2 * fewest_players(league))
