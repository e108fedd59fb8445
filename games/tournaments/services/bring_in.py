"""Import an event that this site or another one exported: for good, and read-only."""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from games.registry import UnknownGame, current_rules
from games.tournaments.direct.elimination import last_round
from games.tournaments.export.bringing import OTHER_DRAWS, Brought, read_event
from games.tournaments.export.whole import DamagedExportError
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.awards import places_update

MOST_BYTES = 1_900_000
"""Less than the limit of the reverse proxy (`deploy/nginx.conf`)."""

REFUSED = {"not over": "file_not_over", OTHER_DRAWS: "file_draws"}
"""The refusals of files that are not simply damaged, by what is wrong."""


def event_import(*, actor: Any, club: Club | None, data: bytes) -> Tournament:
    """Import an exported event. Raises EventRefusal if it is invalid, unfinished or a duplicate."""
    if len(data) > MOST_BYTES:
        raise refuse("file_too_large")
    try:
        brought = read_event(data)
        current_rules(brought.game)
    except DamagedExportError as error:
        raise refuse(REFUSED.get(str(error), "file_damaged")) from error
    except UnknownGame:
        raise refuse("file_of_another_game") from None
    return _store(actor, club, brought, {hashlib.sha256(data).hexdigest(), brought.digest})


@transaction.atomic
def _store(actor: Any, club: Club | None, brought: Brought, known: set[str]) -> Tournament:
    """Store the event, once for each club: `known` are its digest, and an older one of its file."""
    if club is not None:
        Club.objects.select_for_update().get(pk=club.pk)
    if Tournament.objects.filter(club=club, imported__digest__in=known).exists():
        raise refuse("file_known")
    state = brought.state
    event = Tournament.objects.create(
        name=brought.name,
        game=brought.game,
        club=club,
        created_by=actor,
        imported={"names": brought.names, "digest": brought.digest},
        rated=False,
        format=state.config.format,
        phase=state.phase,
        no=state.no,
        round=len(state.rounds),
        rounds=last_round(state),
        entries=len(state.listed()),
        finished_at=timezone.now(),
    )
    DirectorAction.objects.bulk_create(
        DirectorAction(
            tournament=event,
            no=no,
            request_id=f"import-{event.code}-{no}",
            kind=one.kind,
            payload=dict(one.payload),
            reason=one.reason,
        )
        for no, one in enumerate(brought.actions, 1)
    )
    places_update(event, state)
    if club is not None:
        journal_write(club=club, actor=actor, verb="imported_event", about=event.name)
    return event
