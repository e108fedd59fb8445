"""What becomes of events when somebody leaves the site, or a club."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from accounts.clubs.models import Club
from accounts.models import User
from games.tournaments.models import Tournament
from games.tournaments.services.act import action_store
from games.tournaments.store import load_state

OVER = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)


def leaves(user: User) -> None:
    """Take somebody out of all events that are not over: nobody waits for who is gone."""
    _take_out(user, _not_over(), this_round=True)


def leaves_club(sender: Any, club: Club, user: User, verb: str, **kwargs: Any) -> None:
    """Receive `membership_changed`: whoever leaves drops out of events that are for members.

    They play the round to its end, as whoever drops out by the button, which a private club's
    event does not show them any more.
    """
    if verb in ("left", "removed"):
        members_only = Q(entry=Tournament.Entry.MEMBERS) | Q(club__is_private=True)
        _take_out(user, _not_over().filter(members_only, club=club))


def _not_over() -> QuerySet[Tournament]:
    return Tournament.objects.exclude(phase__in=OVER).order_by("pk")


def _take_out(user: User, events: Iterable[Tournament], **now: bool) -> None:
    """Take somebody's entries off, or out of an event that runs; `now` says how."""
    for event in events:
        running = event.phase == Tournament.Phase.RUNNING
        for entry in load_state(event).entries.values():
            if user.pk in entry.players and entry.status in ("registered", "waiting"):
                action_store(
                    event.code,
                    None,
                    "organiser",
                    "withdraw" if running else "unregister",
                    {"entry": entry.number, **(now if running else {})},
                    f"left-{uuid.uuid4().hex}",
                    "",
                )
