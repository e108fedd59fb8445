"""Facts an event cannot know: matches, ratings, memberships, time; actions carry them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.matches.clock import database_now
from games.matches.models import Match
from games.tournaments.director.state import State
from games.tournaments.judges import members_of
from games.tournaments.models import Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.strength import side_weights, strength_of

BRINGS_STRENGTH = {"register", "late_entry", "join"}
BROUGHT_STARTED = {"no_show", "forfeit", "withdraw", "exclude", "late_entry"}


def with_facts(
    tournament: Tournament, state: State, kind: str, payload: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the payload completed with facts the event cannot know."""
    if kind in BROUGHT_STARTED:
        payload = {**payload, "started": started_tables(tournament, state)}
    if kind in BRINGS_STRENGTH and isinstance(players := payload.get("players"), list):
        return {"strength": strength_of(players, tournament.game), **payload}
    if kind == "name_judge" and isinstance(player := payload.get("player"), int):
        return {**payload, **_as_member(tournament, player)}
    if kind == "start" and state.config.scoring.preset == "weighed_side":
        return {**payload, "weights": side_weights(tournament.game)}
    if kind == "start" and state.config.format == "arena":
        return {**payload, "ends_at": clock() + 60 * state.config.minutes}
    if kind == "move_end":
        return {**payload, "now": clock()}
    if kind == "pair_free":
        return {**payload, "playing": still_playing(tournament)}
    return payload


def clock() -> int:
    """Return the clock for arena ends, in seconds: the database's, which matches also use."""
    return int(database_now().timestamp())


def _as_member(tournament: Tournament, player: int) -> Mapping[str, Any]:
    """Return a new judge's membership, if any; a private club's judges must be members."""
    membership = members_of(tournament, [player]).get(player)
    if membership is None and tournament.club is not None and tournament.club.is_private:
        raise refuse("members_only")
    return {"membership": membership}


def started_tables(tournament: Tournament, state: State) -> list[int]:
    """Return the tables of the latest round whose match has begun."""
    links = tournament.tables.filter(
        round=len(state.rounds), is_current=True, match__status__in=["running", "finished"]
    )
    return list(links.values_list("table", flat=True))


def still_playing(tournament: Tournament) -> list[int]:
    """Return the entries whose match is still running, even if a ruling decided its table."""
    status = (Match.Status.STARTING, Match.Status.RUNNING)
    links = tournament.tables.filter(is_current=True, match__status__in=status)
    return sorted({entry for chairs in links.values_list("chairs", flat=True) for entry in chairs})
