"""Update events when a person leaves the site or a club, or is barred."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.clubs.models import Club
from accounts.models import User
from games.tournaments.director.state import State
from games.tournaments.models import Tournament
from games.tournaments.selectors import OVER
from games.tournaments.services.act import action_store, lock_tournament
from games.tournaments.services.announcements import announcements_withdraw
from games.tournaments.services.facts import started_tables
from games.tournaments.services.progress import opened_withdraw
from games.tournaments.store import load_state


def leaves(user: User) -> None:
    """Take a person out of all unfinished events: nobody should wait for somebody who is gone."""
    _take_out(user, _not_over(), at_once=True)


def is_barred(user: User, until: datetime | None) -> None:
    """Take a barred person out of all unfinished events, like one who leaves the site.

    Spare events that begin after the ban ends (`until`, None for good). If such an event begins
    earlier, or a finished one is reopened, they are taken out then (`services/act.py`). Nothing
    brings them back automatically; a director may restore or enter them again.
    """
    events = _not_over()
    if until is not None:
        events = events.filter(~Q(starts_at__gt=until) | Q(phase=Tournament.Phase.RUNNING))
    _take_out(user, events, at_once=True)


def leaves_club(sender: Any, club: Club, user: User, verb: str, **kwargs: Any) -> None:
    """Receive `membership_changed`: people who leave drop out of events for members.

    They play the round to its end, like anybody who withdraws by the button; a private club's event
    is no longer visible to them, though.
    """
    if verb in ("left", "removed"):
        opened_withdraw(club, user)
        announcements_withdraw(club, user)
        members_only = Q(entry=Tournament.Entry.MEMBERS) | Q(club__is_private=True)
        _take_out(user, _not_over().filter(members_only, club=club), at_once=False)


def _not_over() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(phase__in=OVER).order_by("pk")


def _take_out(user: User, events: Iterable[Tournament], *, at_once: bool) -> None:
    """Remove a person's entries, or withdraw them from a running event.

    `at_once`: this round's table does not wait for them either, unless its match has begun.
    """
    for event in events:
        tournament = lock_tournament(event.code)
        state = load_state(tournament)
        if state.phase in OVER:  # since it was queried
            continue
        running = state.phase == "running"
        for entry in state.entries.values():
            if user.pk in entry.players and entry.status in ("registered", "waiting"):
                missing = running and at_once and not _plays(tournament, state, entry.number)
                action_store(
                    event.code,
                    None,
                    "organiser",
                    "withdraw" if running else "unregister",
                    {"entry": entry.number, **({"this_round": True} if missing else {})},
                    f"left-{uuid.uuid4().hex}",
                    "",
                )


def _plays(tournament: Tournament, state: State, entry: int) -> bool:
    """Tell whether an entry sits at a table of the round whose match has begun."""
    table = None if state.current is None else state.current.table_of(entry)
    return table is not None and table.number in started_tables(tournament, state)
