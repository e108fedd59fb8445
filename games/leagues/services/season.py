"""The seasons of a league: begin the next one, end the running one at once, hold the final.

Locks are taken in one order: the club (for its directors), the league, its events.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.clubs.journal import journal_write
from games.leagues.models import Division, DivisionPlayer, League, LeagueMember, LeagueSeason
from games.leagues.refusals import refuse
from games.leagues.selectors.plan import fewest_players, latest_season, next_season
from games.leagues.selectors.standing import Standing, standings_of
from games.leagues.services.events import division_config, event_begin, event_end, final_config
from games.leagues.services.league import league_hold, league_hold_as_director
from games.leagues.services.notices import over_tell, season_tell
from games.tournaments.direct.board import final_places
from games.tournaments.models import Tournament
from games.tournaments.selectors.clubs import OVER
from games.tournaments.store import load_state


@transaction.atomic
def season_begin(
    *, league: League, actor: Any, after: int, starts_at: datetime | None = None
) -> LeagueSeason:
    """Close the last season, and begin the next one at `starts_at` (None: now).

    `after` is the number of the season that the page showed as the last one (0: none), so of two
    directors at the same moment one is refused. Makes the event of each division, enters everybody,
    and notifies them.
    """
    held = league_hold_as_director(league, actor)
    last = latest_season(held)
    if (last.number if last else 0) != after:
        raise refuse("season_begun")
    if last is not None and any(not one.is_over for one in standings_of(held, last)):
        raise refuse("still_playing")
    begins = _checked(starts_at)
    planned = next_season(held)
    if sum(len(one) for one in planned) < fewest_players(held):
        raise refuse("too_few", n=fewest_players(held))
    if last is not None:
        season_close(last)
    season = LeagueSeason.objects.create(league=held, number=after + 1, starts_at=begins)
    for number, placed in enumerate(planned, 1):
        division = Division.objects.create(season=season, number=number)
        DivisionPlayer.objects.bulk_create(
            DivisionPlayer(division=division, user_id=one.player, reason=one.reason, order=order)
            for order, one in enumerate(placed, 1)
        )
        people = [one.player for one in placed]
        LeagueMember.objects.filter(league=held, user__in=people).update(division=number)
        division.event = event_begin(
            held, actor, _title(season, number), people, config=division_config(held),
            starts_at=begins,
        )  # fmt: skip
        division.save(update_fields=["event"])
    season_tell(season)
    journal_write(club=held.club, actor=actor, verb="began_league_season", about=held.name)
    return season


def _checked(starts_at: datetime | None) -> datetime:
    """Return when a season begins; refuse a time that is over, or more than a year away."""
    now = timezone.now()
    if starts_at is None:
        return now
    if not now - timedelta(hours=1) <= starts_at <= now + timedelta(days=366):
        raise refuse("bad_start")
    return starts_at


def _title(season: LeagueSeason, number: int) -> str:
    """Return the name of a division's event, in the language of whoever begins the season."""
    return gettext("%(league)s %(season)s, division %(number)s") % {
        "league": season.league.name, "season": season.number, "number": number,
    }  # fmt: skip


def season_close(season: LeagueSeason) -> None:
    """Store the places of a season whose events are over, and its champions."""
    standings = standings_of(season.league, season)
    winners = champions_of(season, standings)
    for one in standings:
        lines = {line.player: line for line in one.lines}
        rows = list(one.division.players.all())
        for row in rows:
            line = lines.get(row.user_id or 0)
            if line is not None:
                row.place, row.points = line.place, line.points
            row.is_champion = one.division.number == 1 and row.user_id in winners
        DivisionPlayer.objects.bulk_update(rows, ["place", "points", "is_champion"])
    season.closed_at = timezone.now()
    season.save(update_fields=["closed_at"])


def champions_of(season: LeagueSeason, standings: list[Standing]) -> set[int]:
    """Return who won the final if there is a finished one, else the first of the first division."""
    if season.final is not None and season.final.phase in OVER:
        state = load_state(season.final)
        first = [entry for entry, place in final_places(state).items() if place == 1]
        return {state.entries[one].players[0] for one in first}
    top = standings[0].lines if standings else []
    return {line.player for line in top if line.place == 1}


@transaction.atomic
def season_end(*, league: League, actor: Any) -> None:
    """End the running season at once, the final included: open matches as when time is up."""
    held = league_hold_as_director(league, actor)
    season = running_season(held)
    events = [one.event for one in standings_of(held, season)]
    running = [one for one in (*events, season.final) if one and one.phase not in OVER]
    if not running:
        raise refuse("season_over")
    for event in running:
        event_end(event, actor)
    journal_write(club=held.club, actor=actor, verb="ended_league_season", about=held.name)


@transaction.atomic
def season_final(*, league: League, actor: Any) -> Tournament:
    """Begin the final of a season that is over: the best of the first division who are still in."""
    held = league_hold_as_director(league, actor)
    season = running_season(held)
    standings = standings_of(held, season)
    if not held.finalists or season.final is not None:
        raise refuse("no_final")
    if any(not one.is_over for one in standings):
        raise refuse("still_playing")
    still_in = set(held.members.filter(user__is_active=True).values_list("user_id", flat=True))
    best = [one for one in standings[0].order if one in still_in][: held.finalists]
    least = 2 if held.table_size == 2 else fewest_players(held)
    if len(best) < least:
        raise refuse("too_few_left", n=least)
    title = gettext("%(league)s %(season)s, final") % {
        "league": held.name, "season": season.number,
    }  # fmt: skip
    season.final = event_begin(
        held, actor, title, best, config=final_config(held), starts_at=timezone.now()
    )
    season.save(update_fields=["final"])
    return season.final


def running_season(league: League) -> LeagueSeason:
    """Return the season of a locked league that is not closed; refuse if there is none."""
    season = league.seasons.filter(closed_at=None).select_related("final").first()
    if season is None:
        raise refuse("no_season")
    season.league = league
    return season


@transaction.atomic
def league_close(*, league: League, actor: Any) -> None:
    """Close a league between seasons; its seasons stay readable."""
    held = league_hold_as_director(league, actor)
    season = held.seasons.filter(closed_at=None).select_related("final").first()
    if season is not None:
        season.league = held
        if any(not one.is_over for one in standings_of(held, season)):
            raise refuse("still_playing")
        season_close(season)
    held.is_open = False
    held.save(update_fields=["is_open"])
    journal_write(club=held.club, actor=actor, verb="closed_league", about=held.name)


def sweep_leagues() -> int:
    """Tell the directors, once, of each season whose matches are all played; return how many."""
    found = LeagueSeason.objects.filter(closed_at=None, is_told=False)
    over = found.exclude(divisions__event__in=Tournament.objects.exclude(phase__in=OVER))
    told = 0
    for season in over.select_related("league__club"):
        with transaction.atomic():
            league_hold(season.league)
            if LeagueSeason.objects.filter(pk=season.pk, is_told=False).update(is_told=True):
                over_tell(season)
                told += 1
    return told
