"""Notify a league's people: a season begins, and, to the directors, is over."""

from __future__ import annotations

from django.urls import reverse

from accounts.clubs.selectors import directors_of
from accounts.models import User
from accounts.people.services.notices import notice_send, notices_send, notices_withdraw
from games.engine.text import gettext_noop
from games.leagues.models import DivisionPlayer, League, LeagueSeason
from games.tournaments.services.notices import EVENT

BEGINS = gettext_noop("“%(league)s”: season %(season)s. You play in division %(division)s.")
OVER = gettext_noop("“%(league)s”: season %(season)s is over. The next one is one press away.")


def season_tell(season: LeagueSeason) -> None:
    """Tell everybody in which division they play."""
    notices_withdraw(subject=_subject(season.league))
    players = DivisionPlayer.objects.filter(division__season=season)
    for one in players.select_related("user", "division"):
        if one.user is not None:
            notice_send(
                user=one.user,
                kind=EVENT,
                subject=_subject(season.league),
                text=BEGINS,
                args={**_args(season), "division": one.division.number},
                url=_url(season.league),
            )


def over_tell(season: LeagueSeason) -> None:
    """Tell the club's directors that a season is over."""
    _tell_directors(season, OVER)


def _tell_directors(season: LeagueSeason, text: str) -> None:
    people: list[User] = list(directors_of(season.league.club))
    notices_send(
        users=people, kind=EVENT, subject=_subject(season.league), text=text,
        args=_args(season), url=_url(season.league),
    )  # fmt: skip


def _args(season: LeagueSeason) -> dict[str, object]:
    return {"league": season.league.name, "season": season.number}


def _subject(league: League) -> str:
    return f"league:{league.pk}"


def _url(league: League) -> str:
    return reverse("leagues:league", args=[league.club.slug, league.pk])
