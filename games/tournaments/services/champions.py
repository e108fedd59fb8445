"""A club's champions from before its events were held here, as a director writes them down."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from games.tournaments.models import EarlierChampion
from games.tournaments.refusals import refuse

MOST = 500
"""As many as a club can write down."""


@transaction.atomic
def champion_add(*, club: Club, actor: Any, year: int, title: str, name: str) -> EarlierChampion:
    """Write down a champion. The club's journal keeps what they won, not their name."""
    club_hold_as_director(club, actor)
    if club.earlier_champions.count() >= MOST:
        raise refuse("many_champions")
    try:
        with transaction.atomic():
            made = club.earlier_champions.create(year=year, title=title, name=name)
    except IntegrityError:
        raise refuse("known_champion") from None
    journal_write(club=club, actor=actor, verb="named_champion", about=f"{year}, {title}")
    return made


@transaction.atomic
def champion_remove(*, club: Club, actor: Any, number: int) -> None:
    """Remove such a champion; one that is gone already is no error."""
    club_hold_as_director(club, actor)
    found = club.earlier_champions.filter(pk=number).first()
    if found is None:
        return
    found.delete()
    about = f"{found.year}, {found.title}"
    journal_write(club=club, actor=actor, verb="unnamed_champion", about=about)
