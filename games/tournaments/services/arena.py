"""What goes on in an arena by itself: who does not come loses and rests, who is free is paired.

The server calls `sweep_arenas` in every process. Each step is an action of the event with a request
id made of what it is about, judged under the lock of the event's row: two processes that find the
same thing to do do it once, and whatever dies in between is found again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.engine.contract import Refusal
from games.matches.models import MAX_TIMEOUTS, Match, NoShow, Seat
from games.tournaments.director.arena import next_pairs
from games.tournaments.director.state import State
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.services.act import tournament_act
from games.tournaments.services.results import result_take
from games.tournaments.services.tables import published_round
from games.tournaments.store import load_state

logger = logging.getLogger(__name__)

TO_COME = timedelta(seconds=60)
"""So long somebody may take to get ready at a table; then they lose it without play, and rest."""
LOOKED_BACK = timedelta(minutes=5)
"""Whoever was away when a match ended so long ago has been found, or has come back since."""


def sweep_arenas() -> int:
    """Let every arena go on that is played just now; return how many there are."""
    events = list(Tournament.objects.filter(format="arena", phase=Tournament.Phase.RUNNING))
    for event in events:
        try:
            arena_go_on(event, timezone.now())
        except Exception:
            logger.exception("an arena does not go on", extra={"tournament": event.code})
    return len(events)


def arena_go_on(event: Tournament, now: datetime) -> None:
    """Do what is due in a running arena: end it, or let those who are away rest, and pair."""
    state = load_state(event)
    if published_round(state) is None:
        return  # it was over before, and is taken up again to be corrected
    if now.timestamp() >= state.ends_at:
        _end(event, state)
        return
    _pass_by_the_absent(event, state, now)
    event.refresh_from_db()
    if next_pairs(load_state(event)):
        _do(event, "pair_free", {}, f"pair-{event.code}-{event.no}")


def _end(event: Tournament, state: State) -> None:
    """Take the results that came in time, and finish."""
    for link in event.tables.filter(result_due=True, is_current=True):
        result_take(match_id=link.match_id)
    _do(event, "finish", {"time_is_up": True}, f"end-{event.code}-{state.ends_at}")


def _pass_by_the_absent(event: Tournament, state: State, now: datetime) -> None:
    """Let those rest who have not come to their table, or stayed away until they had lost."""
    links = event.tables.filter(is_current=True).prefetch_related("match__seats")
    late = links.filter(match__status=Match.Status.OPEN, created_at__lt=now - TO_COME)
    for link in late.select_related("match"):
        for entry in _not_come(link):
            _do(event, "no_show", {"entry": entry}, f"late-{link.pk}-{entry}")
    ended = links.filter(match__status=Match.Status.FINISHED)
    for link in ended.filter(match__finished_at__gt=now - LOOKED_BACK).select_related("match"):
        for entry in _entries_at(link, lambda seat: seat.timeouts_in_row >= MAX_TIMEOUTS):
            if state.entries[entry].status == "registered":
                _do(event, "withdraw", {"entry": entry}, f"away-{link.pk}-{entry}")


def _not_come(link: TournamentTable) -> list[int]:
    """Return who has not got ready.

    Where a start was spoilt, who did that: the others were ready, and are asked to be so again.
    """
    spoilt = set(NoShow.objects.filter(match=link.match).values_list("user_id", flat=True))
    if spoilt:
        return _entries_at(link, lambda seat: seat.user_id in spoilt)
    return _entries_at(link, lambda seat: not seat.is_ready)


def _entries_at(link: TournamentTable, holds: Callable[[Seat], bool]) -> list[int]:
    """Return the entries at a table of whose seats this holds."""
    seats = zip(link.chairs, link.match.seats.all(), strict=True)
    return [entry for entry, seat in seats if holds(seat)]


def _do(event: Tournament, kind: str, payload: dict[str, Any], request_id: str) -> None:
    """Act as the server; what has become wrong meanwhile is left alone."""
    try:
        tournament_act(
            code=event.code,
            actor=None,
            role="organiser",
            kind=kind,
            payload=payload,
            request_id=request_id,
        )
    except Refusal as refusal:
        logger.info("refused", extra={"tournament": event.code, "code": refusal.code})
