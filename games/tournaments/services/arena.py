"""What runs automatically in an arena: absent players lose and rest, free ones are paired.

The server calls `sweep_arenas` in every process. Each step is an action of the event whose request
id (its idempotency key) is derived from its subject, judged under the lock of the event's row: two
processes that find the same work do it once, and work cut off by a crash is found again. All times
come from the database's clock, as they do in matches.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.engine.contract import Refusal
from games.matches.clock import database_now
from games.matches.models import MAX_TIMEOUTS, Match, NoShow, Seat
from games.matches.services.locking import lock_match, seats_of
from games.matches.services.outage import has_served_for
from games.tournaments.direct.kinds.arena import next_pairs
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.services.act import OF_ARENA, action_store, lock_tournament
from games.tournaments.services.facts import still_playing
from games.tournaments.services.results import result_take
from games.tournaments.services.tables import AT_ONCE, BEGUN, published_round, tables_open
from games.tournaments.store import load_state

logger = logging.getLogger(__name__)

TO_COME = timedelta(seconds=60)
"""How long players have to get ready at a table before they lose it without play, and rest."""
LOOKED_BACK = timedelta(minutes=5)
"""Anybody away when a match ended longer ago has been handled, or has come back since."""
LONGEST_RUN = timedelta(hours=1)
"""How long the site must have run before the late are passed by, if they have days to come."""
LAST_RESULTS = timedelta(seconds=2)
"""How long to wait for last-moment results to be stored; nobody is paired meanwhile."""


def sweep_arenas() -> int:
    """Advance every running arena; return how many there are."""
    events = list(Tournament.objects.filter(format="arena", phase=Tournament.Phase.RUNNING))
    for event in events:
        try:
            arena_go_on(event, database_now())
        except Exception:
            logger.exception("an arena does not go on", extra={"tournament": event.code})
    return len(events)


def arena_go_on(event: Tournament, now: datetime) -> None:
    """Do what is due in a running arena: end it, or let absent players rest, and pair."""
    state = load_state(event)
    if published_round(state) is None:
        return  # it had ended, and was reopened to be corrected
    over = now.timestamp() - state.ends_at
    if over < 0:
        _pass_by_the_absent(event, state, now)
        _pair(event)
    elif over >= LAST_RESULTS.total_seconds():
        _end(event, state)
    tables_open(code=event.code, waits=False, most=AT_ONCE)


def _pair(event: Tournament) -> None:
    """Pair the free entries, if any can be paired."""
    event.refresh_from_db()
    if next_pairs(load_state(event), still_playing(event)):
        _do(event, "pair_free", {}, f"pair-{event.code}-{event.no}")


def _end(event: Tournament, state: State) -> None:
    """Record the results that came in time, and finish."""
    for link in event.tables.filter(result_due=True, is_current=True):
        result_take(match_id=link.match_id)
    _do(event, "finish", {"time_is_up": True}, f"end-{event.code}-{state.ends_at}")


def _pass_by_the_absent(event: Tournament, state: State, now: datetime) -> None:
    """Rest the players who have not come to their table, or stayed away until they had lost."""
    pass_by_the_late(event, now, TO_COME, OF_ARENA)
    links = event.tables.filter(is_current=True).select_related("match")
    ended = links.filter(match__status=Match.Status.FINISHED)
    ended = ended.filter(match__finished_at__gt=now - LOOKED_BACK)
    for link in ended.prefetch_related("match__seats"):
        for entry in _entries_at(link, link.match.seats.all(), _stayed_away):
            if state.entries[entry].status == "registered":
                _do(event, "withdraw", {"entry": entry}, f"away-{link.pk}-{entry}")


def pass_by_the_late(
    event: Tournament, now: datetime, to_come: timedelta, prefix: str, kind: str = "no_show"
) -> None:
    """Note as no-shows those who have not come to their table within the time for it.

    After an outage everybody gets the full time again, up to an hour. `prefix` is that of the
    request ids; with the kind `forfeit` the late are not withdrawn.
    """
    links = event.tables.filter(is_current=True).select_related("match")
    late = links.filter(match__status=Match.Status.OPEN, created_at__lt=now - to_come)
    has_served = has_served_for(min(to_come, LONGEST_RUN))
    for link in late.prefetch_related("match__seats") if has_served else ():
        for entry in _not_come(link, link.match.seats.all()):
            _pass_by(event, link, entry, prefix, kind)


@transaction.atomic
def _pass_by(event: Tournament, link: TournamentTable, entry: int, prefix: str, kind: str) -> None:
    """Let an absent entry lose, unless it has got ready in the meantime.

    The match cannot begin meanwhile: its row is locked, after the event's as everywhere.
    """
    lock_tournament(event.code)
    match = lock_match(link.match.code)
    begins = match.status in (Match.Status.STARTING, *BEGUN)
    if not begins and entry in _not_come(link, seats_of(match)):
        at_table = {"round": link.round, "table": link.table, "absent": [entry]}
        payload = {"entry": entry} if kind == "no_show" else at_table
        _do(event, kind, payload, f"late-{link.pk}-{entry}", prefix)


def _not_come(link: TournamentTable, seats: Iterable[Seat]) -> list[int]:
    """Return the entries that have not got ready.

    If a start was spoilt, return those who spoilt it: the others were ready, and are asked again.
    """
    spoilt = set(NoShow.objects.filter(match=link.match).values_list("user_id", flat=True))
    if spoilt:
        return _entries_at(link, seats, lambda seat: seat.user_id in spoilt)
    return _entries_at(link, seats, lambda seat: not seat.is_ready)


def _stayed_away(seat: Seat) -> bool:
    return seat.timeouts_in_row >= MAX_TIMEOUTS


def _entries_at(
    link: TournamentTable, seats: Iterable[Seat], holds: Callable[[Seat], bool]
) -> list[int]:
    """Return the entries at a table whose seats satisfy the predicate."""
    return [entry for entry, seat in zip(link.chairs, seats, strict=True) if holds(seat)]


def _do(
    event: Tournament, kind: str, payload: dict[str, Any], about: str, prefix: str = OF_ARENA
) -> None:
    """Act as the server, once per subject; actions that no longer apply are skipped."""
    try:
        action_store(event.code, None, "organiser", kind, payload, f"{prefix}{about}", "")
    except Refusal as refusal:
        logger.info("refused", extra={"tournament": event.code, "code": refusal.code})
