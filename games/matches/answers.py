"""Answers to refused requests of players, over HTTP or the WebSocket."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.matches.models import Match
from games.matches.phrases import phrase_text
from games.matches.presenters import seat_names

PLAYS_A_MINUTE = 240
"""Rate limit of a person's requests at tables, over HTTP and the WebSocket together."""

STATUS_OF = {"stale_version": 409, "seat_taken": 409, "too_late": 409, "paused": 409,
             "not_starting": 409, "not_running": 409, "stand_in": 409,
             "not_seated": 403, "not_owner": 403, "not_steady": 403, "turned_away": 403,
             "too_often": 429}  # fmt: skip


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status that says what kind of refusal this is."""
    return STATUS_OF.get(refusal.code, 422)


def refusal_sentence(refusal: Refusal, code: str) -> str:
    """Return a refusal in the reader's language, with the names of this match."""
    match = Match.objects.filter(code=code).first() if code else None
    if match is None:
        return phrase_text(refusal.phrase, None, ())
    names = seat_names(list(match.seats.order_by("number")))
    return phrase_text(refusal.phrase, match.rules, names)
