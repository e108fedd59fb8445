"""What somebody is answered whose wish about an event is refused, by whichever door it came."""

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
"""How often a person may ask for something at events, by both doors together."""
WAITED_TOO_LONG = (LockNotAvailable, DeadlockDetected)
"""What others' work on the same event causes; any other failure is the site's (config/views.py)."""

STATUS_OF = {
    **dict.fromkeys(FORBIDDEN, 403),
    **dict.fromkeys(OVERTAKEN, 409),
    **dict.fromkeys(TOO_OFTEN, 429),
}


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status that says what kind of refusal this is."""
    return STATUS_OF.get(refusal.code, 422)


def refusal_sentence(user: Any, refusal: Refusal, code: str) -> str:
    """Return a refusal in the active language, with the names of the event's entries.

    Who asks too often is refused before it is known whether there is such an event for them.
    """
    try:
        access = access_tournament(user, code)
        names = entry_names(access.tournament, access.state)
    except TournamentNotFound:
        names = {}
    return sentence(refusal.phrase, names)


@contextmanager
def refused_where_busy(code: str) -> Iterator[None]:
    """Refuse with a sentence what waited too long for others' work on the same event."""
    try:
        yield
    except OperationalError as error:
        if not isinstance(error.__cause__, WAITED_TOO_LONG):
            raise
        logger.warning("an event was busy", extra={"code": code})
        raise refuse("busy") from None
