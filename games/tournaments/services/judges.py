"""Notify people that they are judges of an event."""

from __future__ import annotations

from django.urls import reverse

from accounts.models import User
from accounts.people.services.notices import notice_send, notices_withdraw
from games.engine.text import gettext_noop
from games.tournaments.director.actions import Action
from games.tournaments.models import Tournament

JUDGE = gettext_noop("You are a judge of “%(event)s”.")


def judge_tell(tournament: Tournament, action: Action) -> None:
    """Notify a newly named judge; withdraw the notice on dismissal. Ignore all other kinds.

    A draft event exists for its directors alone, so the notice leads nowhere yet.
    """
    if action.kind not in ("name_judge", "dismiss_judge"):
        return
    person = User.objects.get(pk=action.payload["player"])
    subject = f"judge:{tournament.code}"
    if action.kind == "dismiss_judge":
        notices_withdraw(subject=subject, user=person)
        return
    is_draft = tournament.phase == Tournament.Phase.DRAFT
    notice_send(
        user=person,
        kind="judge",
        subject=subject,
        text=JUDGE,
        args={"event": tournament.name},
        url="" if is_draft else reverse("tournaments:overview", args=[tournament.code]),
    )
