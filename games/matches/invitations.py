"""Telling people that they are invited, and taking it back when there is no table to come to."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.people.services.notices import notice_send, notices_withdraw
from games.engine.text import gettext_noop
from games.matches.models import Match
from games.registry import rules_for

KIND = "invitation"
INVITES = gettext_noop("%(name)s invites you to a table of %(game)s.")
WAITS = gettext_noop("%(event)s, round %(round)s: your table waits for you.")
REMATCH = gettext_noop("%(name)s offers a rematch of %(game)s.")


def invitation_tell(match: Match, *, by: Any, to: Any) -> None:
    """Tell somebody that they are invited to an open table."""
    _tell(match, by, to, INVITES)


def rematch_tell(match: Match, *, by: Any, to: Any) -> None:
    """Tell somebody that those they played with would like to play again."""
    _tell(match, by, to, REMATCH)


def event_table_tell(match: Match, *, to: Any, event: str, round_number: int) -> None:
    """Tell somebody that an event has given them a seat, and the table waits for them."""
    notice_send(
        user=to,
        kind=KIND,
        subject=_subject(match),
        text=WAITS,
        args={"event": event, "round": round_number},
        url=reverse("matches:match", args=[match.code]),
    )


def invitations_withdraw(match: Match, *, to: Any = None) -> None:
    """Take the invitations to a table back: it has begun, or closed, or `to` has come."""
    notices_withdraw(subject=_subject(match), kind=KIND, user=to)


def _subject(match: Match) -> str:
    return f"table:{match.code}"


def _tell(match: Match, by: Any, to: Any, text: str) -> None:
    notice_send(
        user=to,
        kind=KIND,
        subject=_subject(match),
        text=text,
        args={"name": by.username, "game": {"translate": rules_for(match.game).meta.title}},
        url=reverse("matches:match", args=[match.code]),
    )
