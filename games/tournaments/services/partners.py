"""Notify people that somebody entered them as a partner, or that their pair is out."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import User
from accounts.people.services.notices import notice_send, notices_withdraw
from games.engine.text import gettext_noop
from games.tournaments.director.actions import Action
from games.tournaments.director.state import State
from games.tournaments.models import Tournament

PARTNER = gettext_noop("%(name)s has entered “%(event)s” with you as partner.")
OUT = gettext_noop("Your pair is out of “%(event)s”: one of you left it, or was taken off.")


def partner_tell(tournament: Tournament, actor: Any, action: Action, after: State) -> None:
    """Notify the partner whom a player entered, and those who are out because their pair is."""
    if action.kind not in ("register", "unregister", "withdraw"):
        return
    players = after.entries[action.payload["entry"]].players
    if len(players) < 2:
        return
    people = list(User.objects.filter(pk__in=players, is_active=True))
    others = [one for one in people if one != actor]
    if action.kind != "register":
        for user in people:
            notices_withdraw(subject=_subject(tournament), user=user)
        _tell(tournament, others, OUT)
    elif len(others) < len(people):  # a director enters both: no surprise to either
        _tell(tournament, others, PARTNER, name=actor.get_username())


def _tell(tournament: Tournament, users: list[User], text: str, **args: str) -> None:
    for user in users:
        notice_send(
            user=user,
            kind="partner",
            subject=_subject(tournament),
            text=text,
            args={**args, "event": tournament.name},
            url=reverse("tournaments:overview", args=[tournament.code]),
        )


def _subject(tournament: Tournament) -> str:
    return f"partner:{tournament.code}"
