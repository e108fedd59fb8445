"""What a club's webhooks are told of a round."""

from __future__ import annotations

from typing import Any

from accounts.clubs.models import Club
from accounts.clubs.webhook_events import link_to
from games.tournaments.api.events import event_told, pairings_told
from games.tournaments.models import Tournament
from games.tournaments.show.event import public_state
from games.tournaments.show.names import entry_names
from games.tournaments.store import load_state


def round_body(club: Club, subject: str) -> dict[str, Any] | None:
    """Return an event and the pairings of a round, as the API does; None if it was taken back."""
    code, number = subject.split("/")
    event = club.tournaments.exclude(phase=Tournament.Phase.DRAFT).filter(code=code).first()
    state = public_state(load_state(event)) if event is not None else None
    held = state.round(int(number)) if state is not None else None
    if event is None or state is None or held is None:
        return None
    return {
        **event_told(event),
        "round": held.number,
        "pairings": pairings_told(state, held, entry_names(event, state)),
        "url": link_to("tournaments:overview", event.code),
    }
