"""Notify the two people of a challenge; at its table, `event_table_tell` does."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.people.services.notices import notice_send, notices_withdraw
from games.challenges.models import Challenge
from games.engine.text import gettext_noop
from games.matches.invitations import INVITATION

CHALLENGED = gettext_noop("%(name)s challenged you on “%(ladder)s”.")
DECLINED = gettext_noop("%(name)s declined your challenge on “%(ladder)s”.")
DECLINED_AT_A_PRICE = gettext_noop(
    "%(name)s declined your challenge on “%(ladder)s” and loses by default."
)
EXPIRED = gettext_noop("%(name)s didn’t answer your challenge on “%(ladder)s” in time.")
EXPIRED_AT_A_PRICE = gettext_noop(
    "%(name)s didn’t answer your challenge on “%(ladder)s” in time and loses by default."
)
WITHDRAWN = gettext_noop("%(name)s withdrew their challenge on “%(ladder)s”.")
VOID = gettext_noop("Your challenge with %(name)s on “%(ladder)s” was cancelled.")
WON_BY_DEFAULT = gettext_noop("You won against %(name)s on “%(ladder)s” by default.")
LOST_BY_DEFAULT = gettext_noop("You lost to %(name)s on “%(ladder)s” by default.")


def challenge_tell(challenge: Challenge, text: str, *, to: Any) -> None:
    """Tell one of the two about a challenge, in place of the previous notice about it."""
    other = challenge.other(to)
    if to is None or other is None:
        return
    ladder = challenge.ladder
    notice_send(
        user=to,
        kind=INVITATION,
        subject=_subject(challenge),
        text=text,
        args={"name": other.username, "ladder": ladder.name},
        url=reverse("challenges:ladder", args=[ladder.club.slug, ladder.pk]),
    )


def challenge_untell(challenge: Challenge, *, to: Any = None) -> None:
    """Withdraw the notices about a challenge, to one person or to both."""
    notices_withdraw(subject=_subject(challenge), user=to)


def _subject(challenge: Challenge) -> str:
    return f"challenge:{challenge.pk}"
