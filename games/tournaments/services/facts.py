"""Facts an event cannot know: matches, ratings, memberships, time; actions carry them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.matches.clock import database_now
from games.matches.models import Match
from games.ratings.algorithm import WLBT
from games.ratings.display import cautious
from games.ratings.selectors import cautious_rating, side_records, standings_of
from games.tournaments.access import members_of
from games.tournaments.direct.actions import Fact
from games.tournaments.direct.draws import MOST_DRAWS, next_draw, secret_of_draw
from games.tournaments.direct.fold import KINDS
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament, TournamentSecret
from games.tournaments.rank.points import side_weight
from games.tournaments.refusals import refuse
from games.tournaments.services.deals import deal_secret
from games.tournaments.services.qualifiers import sources_asked

Asked = Mapping[str, Any]


def facts_for(tournament: Tournament, state: State, kind: str, asked: Asked) -> dict[str, Any]:
    """Return the facts that a request of this kind needs and an event cannot know."""
    found = {fact: PROVIDERS[fact](tournament, state, asked) for fact in KINDS[kind].facts}
    return {fact: value for fact, value in found.items() if value is not None}


def clock() -> int:
    """Return the clock for arena ends, in seconds: the database's, which matches also use."""
    return int(database_now().timestamp())


def _strength(tournament: Tournament, state: State, asked: Asked) -> int | None:
    """Return a new entry's strength."""
    return strength_of(asked["players"], tournament.game)


def _membership(tournament: Tournament, state: State, asked: Asked) -> int | None:
    """Return a new judge's membership, if any; a private club's judges must be members."""
    membership = members_of(tournament, [asked["player"]]).get(asked["player"])
    if membership is None and tournament.club is not None and tournament.club.is_private:
        raise refuse("members_only")
    return membership


def _draw(tournament: Tournament, state: State, asked: Asked) -> str | None:
    """Return what a draw reveals of a locked event's secret; None if the event has none."""
    if not state.config.commitment:
        return None
    kept, number = TournamentSecret.objects.filter(tournament=tournament).first(), next_draw(state)
    if kept is None or number > MOST_DRAWS:
        raise refuse("no_secret")
    return secret_of_draw(bytes(kept.secret), number).hex()


def _weights(tournament: Tournament, state: State, asked: Asked) -> list[list[Any]] | None:
    """Return what each side's wins weigh, where the event counts it."""
    is_weighed = state.config.scoring.preset == "weighed_side"
    return side_weights(tournament.game) if is_weighed else None


def _ends_at(tournament: Tournament, state: State, asked: Asked) -> int | None:
    """Return when an arena that starts now will end."""
    return clock() + 60 * state.config.minutes if state.config.format == "arena" else None


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


def strength_of(players: Sequence[int], game: str) -> int | None:
    """Return the mean cautious rating of an entry's players; None for bots, which are unrated.

    Of a game's ladders, use the one in which the player has played most.
    """
    found = [_rating(player, game) for player in players if player > 0]
    return None if not found or len(found) < len(players) else round(sum(found) / len(found))


def _rating(player: int, game: str) -> int:
    own = [one for one in standings_of(player) if one.ladder.game == game]
    if not own:
        return cautious(WLBT.mu0, WLBT.sigma0)
    return cautious_rating(own[0])


def side_weights(game: str) -> list[list[Any]]:
    """Return [side, table size, units of a win] for every side that has been played (3.1)."""
    return [
        [record.side, record.size, side_weight(record.wins, record.matches)]
        for record in side_records(game)
    ]


PROVIDERS: dict[Fact, Callable[[Tournament, State, Asked], Any]] = {
    "deal": lambda tournament, state, asked: deal_secret(tournament, state),
    "strength": _strength,
    "membership": _membership,
    "started": lambda tournament, state, asked: started_tables(tournament, state),
    "playing": lambda tournament, state, asked: still_playing(tournament),
    "weights": _weights,
    "ends_at": _ends_at,
    "now": lambda tournament, state, asked: clock(),
    "draw": _draw,
    "sources": lambda tournament, state, asked: sources_asked(tournament, asked["sources"]),
}
