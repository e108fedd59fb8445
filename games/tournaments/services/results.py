"""Results that come from matches: marked due when the match ends, recorded after its commit."""

from __future__ import annotations

import logging
from typing import Any

from django.db import transaction

from games.engine.contract import Refusal
from games.matches.models import Match
from games.matches.selectors import of_known_rules
from games.matches.services.match_finish import ranks_counted
from games.matches.store import load_position
from games.tournaments.direct import asked
from games.tournaments.direct.round import Table
from games.tournaments.direct.seating import entries_by_seat, result_payload
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.refusals import refuse
from games.tournaments.services.act import OF_MATCH, lock_tournament, tournament_act
from games.tournaments.services.deals import deal_end, deals_to_end, tables_dealt
from games.tournaments.services.tables import AT_ONCE, links_drop, tables_open
from games.tournaments.store import load_state

logger = logging.getLogger(__name__)


def result_note(match: Match) -> None:
    """Mark the result of a finished match as due; it is taken after the commit."""
    noted = TournamentTable.objects.filter(match=match, is_current=True).update(result_due=True)
    if noted:
        transaction.on_commit(lambda: result_take(match_id=match.pk), robust=True)


def result_take(*, match_id: int) -> bool:
    """Set the result of a finished match at its table; return whether it stands now.

    Idempotent: a recorded result is not recorded again. A result that comes after a ruling, or that
    the event refuses, is noted on the link for the director.
    """
    links = TournamentTable.objects.filter(match_id=match_id, result_due=True, is_current=True)
    link = links.select_related("match", "tournament").first()
    if link is None:
        return False
    if link.match.deal_open:  # its result waits for the other tables, and comes with theirs
        return match_id in _deal_take(link.tournament, link.match.commitment)
    note = _take(link)
    links.update(result_due=False, note=note)
    return not note


def _deal_take(tournament: Tournament, commitment: str) -> list[int]:
    """Take the results of a deal if every table has played it; return its matches, or nothing."""
    played = deal_end(tournament=tournament, commitment=commitment)
    for match_id in played:
        result_take(match_id=match_id)
    return played


def _take(link: TournamentTable) -> str:
    """Act on one result; return the code of the refusal, or an empty string."""
    try:
        payload = _payload(link, load_state(link.tournament))
        if payload is None:
            return "wrong_people"
        tournament_act(
            code=link.tournament.code,
            actor=None,
            role="organiser",
            kind="set_result",
            payload=payload,
            request_id=f"{OF_MATCH}{link.match.code}",
        )
    except Refusal as refusal:
        logger.info("result not taken", extra={"match": link.match.code, "code": refusal.code})
        return refusal.code
    return ""


def _payload(link: TournamentTable, state: State) -> dict[str, Any] | None:
    """Return the payload of `set_result`, None if the table now seats other players.

    A player who quit ranks last (spec 3.2), even if the game ranked by order of elimination.
    """
    held = state.round(link.round)
    table = None if held is None else held.table(link.table)
    result = link.match.result
    if table is None or result is None:
        return None
    seats = _seats_of(state, table, link.chairs)
    if seats is None:
        return None
    contest = link.match.rules.meta.contest(load_position(link.match).state)
    counted = ranks_counted(link.match, contest)
    ranks = [counted[seat] for seat in seats]
    sides = {seat: side.code for side in contest.sides for seat in side.seats}
    best = min(ranks, default=1)
    scores = result["scores"]
    told = result_payload(
        state,
        table,
        round_number=link.round,
        ranks=[rank - best + 1 for rank in ranks],
        scores=None if scores is None else [scores[seat] for seat in seats],
        sides=[sides.get(seat) for seat in seats],
        match=link.match.code,
    )
    assert link.match.finished_at is not None
    return {**told, "ended_at": int(link.match.finished_at.timestamp())}


def _seats_of(state: State, table: Table, chairs: list[int]) -> list[int] | None:
    """Return the match's seats in the order in which the table now lists its players."""
    free = list(enumerate(chairs))
    found = []
    for entry in entries_by_seat(state, table):
        chair = next((one for one in free if abs(one[1]) == abs(entry)), None)
        if chair is None:
            return None
        free.remove(chair)
        found.append(chair[0])
    return found


def match_replay(*, code: str, match: str) -> bool:
    """Release match `match` of an event and open a new one at its undecided table, once.

    Return whether this call did it; of two directors at once only one does. Raises
    TournamentNotFound, EventRefusal if there is no such match, TournamentRefusal.
    """
    with transaction.atomic():
        tournament = lock_tournament(code)
        link = tournament.tables.filter(match__code=match).first()
        if link is None:
            raise refuse("no_match")
        if link.is_current and link.table in tables_dealt(tournament, load_state(tournament)):
            raise refuse("deal_known")
        if link.is_current:
            _let_go(tournament, link.round, link.table)
    tables_open(code=code, most=AT_ONCE)
    return link.is_current


def _let_go(tournament: Tournament, round_number: int, table: int) -> None:
    """Release the match of an undecided table of a locked event; the next one becomes due."""
    held = asked.published(load_state(tournament), {"round": round_number})
    asked.undecided(asked.table(held, {"table": table}))
    links_drop(tournament, round_number=round_number, table=table)
    tournament.tables_due = True
    tournament.save(update_fields=["tables_due"])


def sweep_tournaments() -> int:
    """Finish what a crash left behind: due tables and unrecorded results."""
    due = list(Tournament.objects.filter(tables_due=True).values_list("code", flat=True)[:20])
    for code in due:
        try:
            tables_open(code=code, waits=False)
        except Exception:
            logger.exception("opening tables failed", extra={"tournament": code})
    links = TournamentTable.objects.filter(result_due=True, is_current=True)
    ended = links.filter(
        of_known_rules("match__"), match__status="finished", match__deal_open=False
    )
    finished = list(ended.values_list("match_id", flat=True)[:50])
    for match_id in finished:
        try:
            result_take(match_id=match_id)
        except Exception:
            logger.exception("taking a result failed", extra={"match": match_id})
    return len(due) + len(finished) + _sweep_deals()


def _sweep_deals() -> int:
    """Open the deals that no table plays any more, and take their results."""
    over = deals_to_end()
    for tournament, commitment in over:
        try:
            _deal_take(tournament, commitment)
        except Exception:
            logger.exception("opening a deal failed", extra={"tournament": tournament.code})
    return len(over)
