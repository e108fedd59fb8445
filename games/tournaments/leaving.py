"""What becomes of events when somebody leaves the site."""

from __future__ import annotations

from accounts.models import User
from games.tournaments.models import Tournament
from games.tournaments.services.act import action_store
from games.tournaments.store import load_state

OVER = (Tournament.Phase.FINISHED, Tournament.Phase.ARCHIVED)


def leaves(user: User) -> None:
    """Take somebody out of all events that are not over: nobody waits for who is gone."""
    for event in Tournament.objects.exclude(phase__in=OVER).order_by("pk"):
        for entry in load_state(event).entries.values():
            if user.pk in entry.players and entry.status in ("registered", "waiting"):
                _take_out(event, entry.number, user)


def _take_out(event: Tournament, entry: int, user: User) -> None:
    """Take an entry off, or out of an event that runs, with the round that is being played."""
    running = event.phase == Tournament.Phase.RUNNING
    action_store(
        event.code,
        None,
        "organiser",
        "withdraw" if running else "unregister",
        {"entry": entry, "this_round": True} if running else {"entry": entry},
        f"left-{user.pk}-{event.pk}-{entry}",
        "",
    )
