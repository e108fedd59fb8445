"""Close tables that nobody uses."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.matches.clock import database_now
from games.matches.invitations import invitations_withdraw
from games.matches.models import Match
from games.matches.notify import announce
from games.matches.services.agreement import match_void
from games.matches.services.locking import lock_match, touch

STALE_AFTER = timedelta(minutes=30)


@transaction.atomic
def tables_close_stale() -> int:
    """Close open tables that nobody has touched for half an hour; return how many.

    An event's tables wait for their players until the event releases them.
    """
    limit = database_now() - STALE_AFTER
    stale = Match.objects.select_for_update(no_key=True, skip_locked=True).filter(
        status=Match.Status.OPEN, arranged=False, touched_at__lt=limit
    )
    closed = 0
    for match in stale:
        match.status = Match.Status.CLOSED
        touch(match, "status")
        invitations_withdraw(match)
        announce(match, lobby=True)
        closed += 1
    return closed


@transaction.atomic
def match_call_off_for_good(*, code: str) -> Match:
    """Close an open table, or void a running match, which then never gets a result.

    Does nothing to a finished match.
    """
    match = lock_match(code)
    if match.status in (Match.Status.OPEN, Match.Status.STARTING):
        match.status = Match.Status.CLOSED
    elif match.status == Match.Status.RUNNING:
        match_void(match, database_now())
    else:
        return match
    invitations_withdraw(match)
    match.to_act = match.deadline_at = match.bot_due_at = None
    match.revision += 1
    match.save()
    announce(match, lobby=True)
    return match
