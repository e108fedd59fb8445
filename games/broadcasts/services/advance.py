"""Decide how much of each match is shown: the only place that does.

A match is shown at the pace at which it was played, from a moment that never moves forward. In
minutes, that moment is so long after the match's own beginning; in rounds, when so many rounds are
over, one round after the other. While a deal is open or the event's replays are held back, nothing
is shown. A broadcast that was ended shows nothing new until the match is over, then all of it.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from games.broadcasts.access import UNDER_WAY
from games.broadcasts.models import Broadcast, Show
from games.matches import store
from games.matches.clock import database_now, milliseconds_between
from games.matches.models import Match
from games.tournaments.selectors.clubs import OVER
from games.tournaments.store import load_state
from games.websockets.groups import notify_on_commit

logger = logging.getLogger(__name__)
CALLED_OFF = (Match.Status.VOID, Match.Status.CLOSED)


def show_group(match: str) -> str:
    """Return the channel group of everybody watching a match's broadcast."""
    return f"show.{match}"


def show_change(show: Show, **changes: Any) -> None:
    """Store what has changed about a show, and notify its pages: with a pointer, no more.

    Call inside a transaction.
    """
    own = Show.objects.filter(pk=show.pk)
    own.update(revision=F("revision") + 1, **changes)
    message = {"type": "match.changed", "match": show.match.code}
    revision = own.values_list("revision", flat=True).get()
    notify_on_commit(show_group(show.match.code), message={**message, "revision": revision})


def broadcasts_advance() -> int:
    """Show what has become due in all broadcasts; return how many shows moved on."""
    going = set(Broadcast.objects.filter(ended_at=None).values_list("pk", flat=True))
    going.update(Show.objects.filter(is_whole=False).values_list("broadcast_id", flat=True))
    moved = 0
    for pk in sorted(going):
        try:
            moved += _advance(pk)
        except Exception:
            logger.exception("a broadcast stands still", extra={"broadcast": pk})
    return moved


@transaction.atomic
def _advance(pk: int) -> int:
    """Advance one broadcast, unless another process is doing so."""
    rows = Broadcast.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    broadcast = rows.select_related("tournament").filter(pk=pk).first()
    if broadcast is None:
        return 0
    if broadcast.ended_at is None:
        _take_up(broadcast)
    shows = broadcast.shows.filter(is_whole=False).select_related("match")
    now = database_now()
    return sum(_move(broadcast, show, now) for show in shows)


def _take_up(broadcast: Broadcast) -> None:
    """Take up the event's tables that were opened since the broadcast began, once dealt."""
    tables = broadcast.tournament.tables.filter(
        is_current=True,
        created_at__gte=broadcast.started_at,
        match__version__gt=0,
        match__show=None,
    )
    Show.objects.bulk_create(
        [
            Show(broadcast=broadcast, match_id=one.match_id, round=one.round, table=one.table)
            for one in tables
        ],
        ignore_conflicts=True,
    )


def _move(broadcast: Broadcast, show: Show, now: datetime) -> bool:
    """Move a show on to what is due now, if that is more than it shows."""
    match = show.match
    if match.status in CALLED_OFF:  # as it is without a result, no more hands are opened
        show_change(show, is_whole=True)
        return False
    due = horizon(broadcast, show, now)
    is_whole = due == (match.ply, match.version) and match.status == Match.Status.FINISHED
    if due is None or (due[0] <= (-1 if show.ply is None else show.ply) and not is_whole):
        return False
    show_change(show, ply=due[0], version=due[1], is_whole=is_whole)
    return True


def horizon(broadcast: Broadcast, show: Show, now: datetime) -> tuple[int, int] | None:
    """Return the newest ply that may be shown and its version; None if nothing new may be."""
    match = show.match
    if match.is_held_back:
        return None
    if broadcast.ended_at is not None:
        is_over = match.status == Match.Status.FINISHED
        return (match.ply, match.version) if is_over else None
    if show.starts_at is None:
        show.starts_at = _start_of(broadcast, show, now)
        if show.starts_at is None:
            return None
        show.save(update_fields=["starts_at"])
    if now < show.starts_at:
        return None
    return store.reached(match, milliseconds_between(show.starts_at, now))


def _start_of(broadcast: Broadcast, show: Show, now: datetime) -> datetime | None:
    """Return when the deal of a match is shown, None if that can't be said yet."""
    if broadcast.delay == Broadcast.Delay.ROUNDS:
        return now if _may_begin(broadcast, show.round) else None
    if load_state(broadcast.tournament).config.duplicate:  # its deal has been open until now
        return now + timedelta(minutes=broadcast.amount)
    assert show.match.started_at is not None
    return show.match.started_at + timedelta(minutes=broadcast.amount)


def _may_begin(broadcast: Broadcast, number: int) -> bool:
    """Tell whether a round is far enough behind, and the shows of those before it are over."""
    event, last = broadcast.tournament, number + broadcast.amount - 1
    state = load_state(event)
    held = state.round(last)
    if state.phase not in OVER and (held is None or not held.complete):
        return False
    under_way = Match.objects.filter(
        UNDER_WAY, tournament_table__tournament=event, tournament_table__round__range=(number, last)
    )
    before = broadcast.shows.filter(round__lt=number, is_whole=False)
    return not under_way.exists() and not before.exists()
