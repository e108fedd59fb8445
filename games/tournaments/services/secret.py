"""An event's secret: drawn at creation, revealed draw by draw. Nothing here is ever logged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.tournaments.director.draws import DRAWS, MOST_DRAWS, next_draw, secret_of_draw
from games.tournaments.director.state import State
from games.tournaments.models import Tournament, TournamentSecret
from games.tournaments.refusals import refuse


def draw_facts(tournament: Tournament, state: State, kind: str) -> Mapping[str, Any]:
    """Return what an action reveals of a locked event's secret; empty if it draws nothing."""
    if kind not in DRAWS or not state.config.commitment:
        return {}
    kept, number = TournamentSecret.objects.filter(tournament=tournament).first(), next_draw(state)
    if kept is None or number > MOST_DRAWS:
        raise refuse("no_secret")
    return {"draw": secret_of_draw(bytes(kept.secret), number).hex()}
