"""Handle failing turns: retry with exponential backoff, report once, give up after an hour.

A turn fails when rules, a bot or the site raise an unexpected error; retrying at once could loop
for ever. The match's row holds the failure count and the time of the next retry, for all processes
and across restarts; the next turn resets them (`clock.start_turn`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction
from django.urls import reverse

from accounts.models import User
from accounts.people.services.notices import notices_send
from accounts.people.words import FAULT
from games.engine.text import gettext_noop
from games.matches.invitations import given_up_tell
from games.matches.models import FAILURES_TOLD, MOST_FAILURES
from games.matches.notify import announce
from games.matches.services.locking import lock_match, touch
from games.matches.services.outage import ClocksStand
from games.matches.services.table_free import match_call_off_for_good
from games.registry import UnknownRules

logger = logging.getLogger(__name__)

LONGEST_PAUSE = timedelta(minutes=5)
NOTE = """
    UPDATE matches_match SET failures = failures + 1, retry_at = clock_timestamp()
        + make_interval(secs => least(2 ^ least(failures, 9), %(longest)s))
    WHERE code = %(code)s AND (retry_at IS NULL OR retry_at <= clock_timestamp())
    RETURNING failures
"""
# of several processes that tried at the same time, only one counts its failure
KEEPS_FAILING = gettext_noop(
    "A turn of match %(match)s (%(game)s) keeps failing; the log says why. After an hour the match"
    " ends without a result."
)


def turn_try(code: str, verb: Callable[[], object]) -> bool:
    """Do what is due in a match; on failure, postpone it so that it blocks no other match.

    Returns whether nothing is left to do now. Raises ClocksStand if it is due later. A match whose
    rules are gone has not failed, it just cannot continue: raises UnknownRules.
    """
    try:
        verb()
    except (ClocksStand, UnknownRules):
        raise
    except Exception:
        return _noted(code)
    return True


def _noted(code: str) -> bool:
    """Record the failure being handled; return whether it could be recorded."""
    try:
        _note(code)
    except Exception:  # most likely the database itself is failing
        logger.exception("a turn failed, and could not be put off", extra={"match": code})
        return False
    return True


def _note(code: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(NOTE, {"code": code, "longest": LONGEST_PAUSE.total_seconds()})
        failures = (cursor.fetchone() or [0])[0]
    if failures == 1:
        logger.exception("a turn failed, it is tried again", extra={"match": code})
    elif failures == FAILURES_TOLD:
        _failing_tell(code)
    elif failures >= MOST_FAILURES:
        match_give_up(code=code)


@transaction.atomic
def _failing_tell(code: str) -> None:
    """Notify staff and the table that a match is stuck."""
    match = lock_match(code)
    touch(match)
    announce(match)
    failing = "?status__exact=running&retry_at__isempty=0"
    notices_send(
        users=User.objects.filter(is_staff=True, is_active=True),
        kind=FAULT,
        subject="failing",
        text=KEEPS_FAILING,
        args={"match": code, "game": {"translate": match.rules.meta.title}},
        url=reverse("admin:matches_match_changelist") + failing,
    )


@transaction.atomic
def match_give_up(*, code: str) -> None:
    """End a match that has failed for too long, without a result, and tell its people why."""
    match = match_call_off_for_good(code=code)
    for seat in match.seats.filter(user__isnull=False).select_related("user"):
        given_up_tell(match, to=seat.user)
    logger.warning("a match that kept failing was ended", extra={"match": code})
