"""How to answer a refused tournament request, from forms or the API."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError
from psycopg.errors import DeadlockDetected, LockNotAvailable

from games.engine.contract import Refusal
from games.tournaments.access import TournamentNotFound, access_tournament
from games.tournaments.names import entry_names, sentence
from games.tournaments.refusals import FORBIDDEN, OVERTAKEN, TOO_OFTEN, refuse

logger = logging.getLogger(__name__)

POSTS_A_MINUTE = 120
"""How many event actions a person may request per minute, by forms and API together."""
WAITED_TOO_LONG = (LockNotAvailable, DeadlockDetected)
"""Failures caused by contention on the same event; any other is the site's (config/views.py)."""

STATUS_OF = {
    **dict.fromkeys(FORBIDDEN, 403),
    **dict.fromkeys(OVERTAKEN, 409),
    **dict.fromkeys(TOO_OFTEN, 429),
}


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status for this kind of refusal."""
    return STATUS_OF.get(refusal.code, 422)


def refusal_sentence(user: Any, refusal: Refusal, code: str) -> str:
    """Return a refusal in the active language, with the names of the event's entries.

    Rate limits are checked before it is known whether the event exists for this person.
    """
    try:
        access = access_tournament(user, code)
        names = entry_names(access.tournament, access.state)
    except TournamentNotFound:
        names = {}
    return sentence(refusal.phrase, names)


@contextmanager
def refused_where_busy(code: str) -> Iterator[None]:
    """Refuse with a sentence a request that waited too long for a lock on the event."""
    try:
        yield
    except OperationalError as error:
        if not isinstance(error.__cause__, WAITED_TOO_LONG):
            raise
        logger.warning("an event was busy", extra={"code": code})
        raise refuse("busy") from None
