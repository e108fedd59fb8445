"""Open the matches of a published round, each exactly once, even across crashes.

The row records that tables are due (`tables_due`), in the same transaction as the action that made
them so. Each table is opened in its own transaction under the tournament's lock; any process that
finds the row continues where another stopped. The request that published the round waits only for
its first tables; the sweep opens the others. A link that no longer fits its table loses its match.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet

from games.engine.contract import Options
from games.engine.options import fitting_options
from games.engine.stocks import KEY as OWN_STOCKS
from games.matches.invitations import event_table_tell
from games.matches.labels import bot_name
from games.matches.models import Match
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.match_finish import ending_refresh
from games.matches.services.match_start import match_start
from games.matches.services.match_turn import match_give_time
from games.matches.services.table_create import table_create
from games.matches.services.table_free import match_call_off_for_good
from games.matches.services.table_seats import seat_give_bot, seat_give_user
from games.registry import current_rules
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.seating import entries_by_seat, players_by_seat
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.services.deals import deal_of, tables_dealt
from games.tournaments.store import load_state

AT_ONCE = 16
"""How many tables to open while the request waits; the sweep opens the rest."""

OF_LINKS = (
    "tournament", "round", "table", "chairs", "extra_seconds", "match__code", "match__status",
    "match__deal_open",
)  # fmt: skip
"""The columns of a round's links, queried afresh for each table that is opened."""
BEGUN = ("running", "finished")
GONE = ("closed", "void")


@dataclass(frozen=True)
class Due:
    """What is due for an event's tables.

    table  the next one that has no match, or whose match seats other people
    late   the next link whose clocks have not received all the time that a director granted
    gone   links whose table changed, or was decided, before the match had begun; and those whose
           match would keep a deal closed although its table is decided
    """

    table: Table | None
    late: TournamentTable | None
    gone: list[TournamentTable]


def tables_are_due(tournament: Tournament, state: State) -> bool:
    """Tell whether a table of the latest round needs a match, or a match its table."""
    due = _due(tournament, state)
    return bool(due.table or due.late or due.gone) or _dropped(tournament.code).exists()


def tables_open(*, code: str, waits: bool = True, most: int | None = None) -> None:
    """Open every match that is due, or the first `most`, and call off those that no longer fit.

    With `waits` off, skip an event whose tables another process is opening at that moment.
    """
    turns = count() if most is None else range(most)
    if all(_open_next(code, waits) for _ in turns):
        return
    dropped = list(_dropped(code).select_related("match")[:most])
    for link in dropped:
        match_call_off_for_good(code=link.match.code)
    if dropped:
        _open_next(code, waits)


@transaction.atomic
def _open_next(code: str, waits: bool) -> bool:
    """Open one table under the tournament's lock; return whether there was one."""
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True, skip_locked=not waits)
    tournament = rows.filter(code=code, tables_due=True).select_related("club").first()
    if tournament is None:
        return False
    state = load_state(tournament)
    due = _due(tournament, state)
    gone = [link.pk for link in due.gone]
    TournamentTable.objects.filter(pk__in=gone).update(is_current=False)
    if due.table is not None:
        _open(tournament, state, due.table)
    elif due.late is not None:
        _give_time(state, due.late)
    else:
        tournament.tables_due = _dropped(code).exists()
        tournament.save(update_fields=["tables_due"])
        _lead_on(tournament, state)
        return False
    return True


def _lead_on(tournament: Tournament, state: State) -> None:
    """Show those who still look at their last match of the round before their new table."""
    if state.config.format == "arena":
        return
    before = tournament.tables.filter(round=len(state.rounds) - 1, is_current=True)
    over = before.filter(match__status=Match.Status.FINISHED)
    for code in over.values_list("match__code", flat=True):
        ending_refresh(code=code)


def published_round(state: State) -> Round | None:
    """Return the latest round if it is being played."""
    current = state.current
    return current if current is not None and current.phase == "published" else None


def _undecided(state: State) -> dict[int, Table]:
    """Return the tables of the current round that need a match."""
    held = published_round(state)
    if held is None or state.phase != "running":
        return {}
    return {
        table.number: table
        for table in held.tables
        if not table.decided and not state.on_paper(held, table)
    }


def _due(tournament: Tournament, state: State) -> Due:
    """Return what is due for the current round, and the leftovers of earlier ones.

    Of decided tables, read only the links whose match had not begun: an arena has thousands. The
    process due to call off such a match may have died, and the event moved on to the next round.
    A table that must not be dealt its shared deal again keeps its match, even one that is void.
    """
    tables, number = _undecided(state), len(state.rounds)
    dealt = tables_dealt(tournament, state) if tables else frozenset()
    of_round = Q(round=number, table__in=list(tables))
    holds = Q(match__deal_open=True, match__status=Match.Status.RUNNING)
    rows = tournament.tables.filter(of_round | holds | ~Q(match__status__in=BEGUN), is_current=True)
    links = list(rows.select_related("match").only(*OF_LINKS))
    fitting = {
        link.table: link
        for link in links
        if link.round == number
        and link.table in tables
        and (link.table in dealt or _fits(state, tables[link.table], link))
    }
    unmatched = (one for at, one in tables.items() if at not in fitting and at not in dealt)
    return Due(
        table=next(unmatched, None),
        late=next(
            (link for at, link in fitting.items() if link.extra_seconds < tables[at].extra_seconds),
            None,
        ),
        gone=[
            link
            for link in links
            if fitting.get(link.table) is not link
            and (link.match.status not in BEGUN or link.match.deal_open)
        ],
    )


def _give_time(state: State, link: TournamentTable) -> None:
    """Add the director's extra time to a table's clocks, once."""
    given = _undecided(state)[link.table].extra_seconds
    match_give_time(code=link.match.code, seconds=given - link.extra_seconds)
    link.extra_seconds = given
    link.save(update_fields=["extra_seconds"])


def _fits(state: State, table: Table, link: TournamentTable) -> bool:
    """Tell whether a link is a table's match; one that has begun stays, whoever is missing."""
    return link.match.status in BEGUN or link.chairs == entries_by_seat(state, table)


def _open(tournament: Tournament, state: State, table: Table) -> None:
    """Open the match of one table, and start it if only bots sit there."""
    players = players_by_seat(state, table)
    assert state.current is not None
    match = table_create(
        owner=None,
        game=tournament.game,
        seats=len(players),
        options=_options(tournament, state, len(players)),
        deal=deal_of(tournament, state),
        visibility=_visibility(tournament),
        turn_seconds=tournament.turn_seconds,
        reserve_seconds=tournament.reserve_seconds,
        rated=tournament.rated
        and not state.config.duplicate
        and all(player > 0 for player in players),
        club=tournament.club,
        club_season=tournament.season.ladder_key if tournament.season else "",
        arranged=True,
        embargo_until=tournament.embargo_until,
    )
    TournamentTable.objects.create(
        tournament=tournament,
        round=state.current.number,
        table=table.number,
        match=match,
        chairs=entries_by_seat(state, table),
    )
    seat_players(tournament, match, players, state.current.number)


def _options(tournament: Tournament, state: State, seats: int) -> Options:
    """Return the options of a match; tables of the same deal draw from own stocks."""
    wanted = {**tournament.options, **({OWN_STOCKS: True} if state.config.duplicate else {})}
    return fitting_options(current_rules(tournament.game).meta, seats, wanted)


def _visibility(tournament: Tournament) -> str:
    """Return the match's visibility: a private club's matches exist for its members only."""
    private = tournament.club is not None and tournament.club.is_private
    return Match.Visibility.PRIVATE if private else Match.Visibility.PUBLIC


def seat_players(
    tournament: Tournament, match: Match, players: list[int], round_number: int
) -> None:
    """Seat everybody and notify them, or begin at once if nobody has to come."""
    people = get_user_model().objects.in_bulk([one for one in players if one > 0])
    seats = seats_of(match)
    bots = match.rules.bots
    for seat, player in zip(seats, players, strict=True):
        if player in people:
            seat_give_user(seat, people[player])
        else:
            seat_give_bot(match, seat, tournament.bot or next(iter(bots)))
            seat.name = bot_name(tournament.game, seat.bot, -player)
            seat.save(update_fields=["name"])
    if all(seat.contribution for seat in seats):
        match_start(lock_match(match.code), seats)
        return
    told = None if tournament.format == "arena" else round_number
    for user in people.values():
        event_table_tell(match, to=user, event=tournament.name, round_number=told)


def links_drop(tournament: Tournament, *, round_number: int, table: int | None = None) -> None:
    """Release the matches of a round that was taken back, or of one table."""
    links = tournament.tables.filter(round=round_number, is_current=True)
    if table is not None:
        links = links.filter(table=table)
    links.update(is_current=False, result_due=False)


def _dropped(code: str) -> QuerySet[TournamentTable]:
    """Return the links that lost their table but whose match is still open."""
    links = TournamentTable.objects.filter(tournament__code=code, is_current=False)
    return links.exclude(match__status__in=["finished", *GONE])
