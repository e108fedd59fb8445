"""Remind an event's entrants, once for each start time it is given."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from games.tournaments.models import Tournament
from games.tournaments.services.notices import check_in_tell, soon_tell
from games.tournaments.store import load_state

logger = logging.getLogger(__name__)

BEFORE = timedelta(hours=1)


def reminders_send() -> int:
    """Remind the entrants of events that begin within the hour; return the number of events."""
    reminded = 0
    for code in _due().values_list("code", flat=True):
        try:
            reminded += _remind(code)
        except Exception:
            logger.exception("reminding of an event failed", extra={"tournament": code})
    return reminded


def _due() -> QuerySet[Tournament]:
    """Return upcoming events whose entrants have not been reminded of this start time."""
    before_start = (Tournament.Phase.REGISTRATION, Tournament.Phase.CHECK_IN)
    return Tournament.objects.filter(
        Q(reminded_for=None) | ~Q(reminded_for=F("starts_at")),
        phase__in=before_start,
        starts_at__gt=Now(),
        starts_at__lte=Now() + BEFORE,
    )


@transaction.atomic
def _remind(code: str) -> bool:
    """Remind the entrants of one event, unless another process is doing so."""
    rows = _due().select_for_update(of=("self",), no_key=True, skip_locked=True)
    tournament = rows.filter(code=code).first()
    if tournament is None:
        return False
    state = load_state(tournament)
    if state.phase == "check_in":
        check_in_tell(tournament, state)
    soon_tell(tournament, state)
    tournament.reminded_for = tournament.starts_at
    tournament.save(update_fields=["reminded_for"])
    return True
