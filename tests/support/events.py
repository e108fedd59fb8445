"""Events for tests, made and run by the real services."""

from __future__ import annotations

import uuid
from typing import Any

from games.matches.models import Match
from games.tournaments.direct.config import Config
from games.tournaments.direct.state import State
from games.tournaments.models import Tournament
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import tournament_create
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.store import load_state
from tests.support.tables import bot_acts


def make_event(actor: Any, club: Any = None, **choices: Any) -> Tournament:
    """Return an event whose registration is open."""
    config = Config(choices.pop("format", "pods"), "-", **choices.pop("config", {}))
    about = {"name": "Friday pods", "game": "deadline_99", "rated": False, **choices}
    event = tournament_create(actor=actor, club=club, config=config, about=about)
    act(event, actor, "open_registration")
    return event


def act(event: Tournament, actor: Any, kind: str, **payload: Any) -> State:
    """Let a director press a button; return the new state."""
    reason = payload.pop("reason", "")
    done = tournament_act(
        code=event.code, actor=actor, role="organiser", kind=kind, payload=payload,
        request_id=payload.pop("request_id", uuid.uuid4().hex), reason=reason,
    )  # fmt: skip
    event.refresh_from_db()
    return done.state


def enter_bots(event: Tournament, actor: Any, count: int) -> None:
    """Enter so many bots."""
    taken = [one for entry in load_state(event).entries.values() for one in entry.players]
    first = min([0, *taken]) - 1
    for player in range(first, first - count, -1):
        act(event, actor, "register", players=[player], by_organiser=True)


def begin(event: Tournament, actor: Any) -> State:
    """Start, propose and publish the first round."""
    act(event, actor, "start")
    return next_round(event, actor)


def next_round(event: Tournament, actor: Any) -> State:
    """Propose and publish the next round."""
    act(event, actor, "propose_round")
    return act(event, actor, "publish_round")


def play_bots(event: Tournament) -> None:
    """Let the bots play every running match of the event to its end."""
    for link in event.tables.filter(is_current=True, match__status=Match.Status.RUNNING):
        while bot_acts(link.match):
            pass
    sweep_tournaments()  # in a test's own transaction nothing is ever committed
    event.refresh_from_db()
