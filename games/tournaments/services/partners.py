"""Telling people that somebody has entered them as their partner."""

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


def partner_tell(tournament: Tournament, actor: Any, action: Action, after: State) -> None:
    """Tell whom a player entered with themselves; take that back when the pair is taken off."""
    if action.kind not in ("register", "unregister"):
        return
    players = after.entries[action.payload["entry"]].players
    subject = f"partner:{tournament.code}"
    if action.kind == "unregister":
        for user in User.objects.filter(pk__in=players):
            notices_withdraw(subject=subject, user=user)
        return
    if actor is None or actor.pk not in players:
        return
    for user in User.objects.filter(pk__in=players).exclude(pk=actor.pk):
        notice_send(
            user=user,
            kind="partner",
            subject=subject,
            text=PARTNER,
            args={"name": actor.get_username(), "event": tournament.name},
            url=reverse("tournaments:overview", args=[tournament.code]),
        )
