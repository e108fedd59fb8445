"""The deals of duplicate events: what each table is dealt, and when a deal may be known.

While a deal is open only those seated at a table see anything of it, and its results wait. The
sweep looks at every open deal, so nothing is lost by a crash.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.engine.fairness import commitment_of
from games.matches.models import Match
from games.matches.services.deal import deal_open_up
from games.matches.services.secret import Deal
from games.tournaments.direct.draws import deal_parts, secret_of_draw
from games.tournaments.direct.round import Round
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament, TournamentSecret, TournamentTable
from games.tournaments.refusals import refuse
from games.tournaments.store import load_state

PLAYING = (Match.Status.OPEN, Match.Status.STARTING, Match.Status.RUNNING)
MOST_AT_ONCE = 20


def deal_of(tournament: Tournament, state: State) -> Deal | None:
    """Return what the tables of the latest round share; None unless the event is duplicate."""
    held = state.current
    if held is None or held.deal is None:
        return None
    secret = _secret(tournament, held.deal.no)
    return Deal(secret, state.config.commitment, deal_parts(state, held.deal))


def deal_secret(tournament: Tournament, state: State) -> str | None:
    """Return the secret of the latest round's deal, which closing the round reveals."""
    held = state.current
    if held is None or held.deal is None:
        return None
    of_round = tournament.tables.filter(round=held.number, match__deal_open=True)
    if of_round.exists():
        raise refuse("deal_open")
    return _secret(tournament, held.deal.no).hex()


def _secret(tournament: Tournament, number: int) -> bytes:
    kept = TournamentSecret.objects.filter(tournament=tournament).first()
    if kept is None:
        raise refuse("no_secret")
    return secret_of_draw(bytes(kept.secret), number)


def tables_dealt(tournament: Tournament, state: State) -> AbstractSet[int]:
    """Return the tables of the latest round that are not dealt its shared deal again.

    Somebody there has seen it: their match had begun, however it ended. Once the deal is open,
    anybody may have: then these are all tables.
    """
    held = state.current
    if held is None or held.deal is None:
        return frozenset()
    of_round = tournament.tables.filter(
        round=held.number, match__commitment=_commitment(tournament, held.deal.no)
    )
    if of_round.filter(match__deal_open=False).exists():
        return {table.number for table in held.tables}
    return set(of_round.filter(match__version__gt=0).values_list("table", flat=True))


def _commitment(tournament: Tournament, number: int) -> str:
    return commitment_of(_secret(tournament, number))


@transaction.atomic
def deal_end(*, tournament: Tournament, commitment: str) -> list[int]:
    """Open an event's deal if every table has played it; return its matches, or nothing.

    Locks the event, then the matches.
    """
    locked = Tournament.objects.select_for_update(of=("self",), no_key=True).get(pk=tournament.pk)
    rows = _of_deal(locked, commitment).select_for_update(of=("self",), no_key=True)
    matches = list(rows.order_by("pk"))
    if any(match.status in PLAYING for match in matches) or _is_awaited(locked, commitment):
        return []
    deal_open_up(matches)
    return [match.pk for match in matches]


def _of_deal(tournament: Tournament, commitment: str) -> QuerySet[Match]:
    about: dict[str, Any] = {"tournament_table__tournament": tournament}
    return Match.objects.filter(deal_open=True, commitment=commitment, **about)


def _is_awaited(tournament: Tournament, commitment: str) -> bool:
    """Tell whether a table of the round in play has yet to play a deal to its end."""
    held: Round | None = load_state(tournament).current
    if held is None or held.deal is None or held.phase != "published":
        return False
    if commitment != _commitment(tournament, held.deal.no):
        return False
    links = tournament.tables.filter(round=held.number, is_current=True)
    found = {link.table: link.match.status for link in links.select_related("match")}
    waiting = [table.number for table in held.tables if not table.decided]
    return any(found.get(number) != Match.Status.FINISHED for number in waiting)


def deals_to_end() -> list[tuple[Tournament, str]]:
    """Return some open deals that no match is playing any more."""
    links = TournamentTable.objects.filter(match__deal_open=True)
    played = links.filter(match__status__in=PLAYING).values_list("tournament", "match__commitment")
    found = links.values_list("tournament", "match__commitment").distinct()
    over = sorted(set(found) - set(played))[:MOST_AT_ONCE]
    events = Tournament.objects.in_bulk([event for event, _ in over])
    return [(events[event], commitment) for event, commitment in over]
