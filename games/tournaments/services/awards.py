"""What follows from a finished event: everybody's final place, and their points.

An event gives points in its season, in its series, in both or in none.
"""

from __future__ import annotations

from games.tournaments.direct.board import final_places, played
from games.tournaments.direct.state import State
from games.tournaments.models import FinalPlace, Season, SeasonAward, Tournament
from games.tournaments.selectors.places import points_of


def places_update(tournament: Tournament, state: State) -> None:
    """Rewrite the final places of an event, and its awards; without a round it has none."""
    tournament.places.all().delete()
    if state.phase in ("finished", "archived") and state.rounds:
        came = played(state)
        FinalPlace.objects.bulk_create(
            FinalPlace(
                tournament=tournament,
                entry=entry,
                player=player,
                user_id=player if player > 0 else None,
                is_guest=player in state.entries[entry].unclaimed,
                place=place,
                came=entry in came,
            )
            for entry, place in final_places(state).items()
            for player in state.entries[entry].players
        )
    awards_update(tournament)


def awards_update(tournament: Tournament) -> None:
    """Rewrite an event's awards from its places; an imported event gives none."""
    tournament.awards.all().delete()
    if tournament.imported:
        return
    rows = list(tournament.places.all())
    for table in (tournament.season, tournament.series):
        if table is not None:
            SeasonAward.objects.bulk_create(_awards(tournament, table, rows))


def _awards(tournament: Tournament, table: Season, rows: list[FinalPlace]) -> list[SeasonAward]:
    """Return the awards of an event in a season or series: of accounts, not of bots and guests."""
    points = points_of(rows, table.rule)
    return [
        SeasonAward(
            season=table,
            tournament=tournament,
            user_id=row.player,
            place=row.place,
            points=points[row.entry],
        )
        for row in rows
        if row.player > 0
    ]
