"""Season points of a finished event: rows derived from its final places."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from games.tournaments.direct.board import final_places
from games.tournaments.direct.state import State
from games.tournaments.models import SeasonAward, Tournament
from games.tournaments.rank.season import event_points


def awards_update(tournament: Tournament, state: State) -> None:
    """Rewrite the awards of a finished event.

    An event that was reopened, or no longer counts for a season, loses its awards.
    """
    tournament.awards.all().delete()
    if tournament.season_id is None or state.phase not in ("finished", "archived"):
        return
    places = final_places(state)
    points = event_points(places)
    players = {
        player: entry for entry in places for player in state.entries[entry].players if player > 0
    }
    there = get_user_model().objects.filter(pk__in=players).values_list("pk", flat=True)
    SeasonAward.objects.bulk_create(
        SeasonAward(
            season_id=tournament.season_id,
            tournament=tournament,
            user_id=player,
            place=places[players[player]],
            points=points[players[player]],
        )
        for player in there
    )
