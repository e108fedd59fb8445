"""What the site deletes, and when: one list, shown on the privacy page and carried out.

Rules name tables by label, since some belong to apps above this one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as _

from accounts.guests.services import guests_forget

logger = logging.getLogger(__name__)
Forget = Callable[[QuerySet[Any]], int]


def delete(rows: QuerySet[Any]) -> int:
    """Delete rows; return how many."""
    return rows.delete()[0]


def drop_evidence(rows: QuerySet[Any]) -> int:
    """Delete the evidence of reports, but keep the reports."""
    return rows.exclude(evidence={}, text="").update(evidence={}, text="")


@dataclass(frozen=True)
class Rule:
    """What is deleted (a sentence), from which table, which rows are due, and how."""

    what: str
    days: int
    label: str
    since: str
    only: dict[str, Any]
    forget: Forget = delete

    def due(self) -> QuerySet[Any]:
        """Return the rows that are due."""
        before = {f"{self.since}__lt": Now() - timedelta(days=self.days)}
        rows: QuerySet[Any] = apps.get_model(self.label)._default_manager.filter(
            **self.only, **before
        )
        return rows


RULES = (
    Rule(_("Sign-ups with an unconfirmed e-mail address"), 7, "accounts.User", "date_joined",
         {"last_login": None, "emailaddress__verified": False, "is_staff": False,
          "seats": None}),
    Rule(_("Guests, unless an account took their matches over"), 30, "accounts.User", "last_login",
         {"is_guest": True}, guests_forget),
    Rule(_("Read notifications"), 90, "people.Notice", "read_at", {}),
    Rule(_("Unread notifications"), 365, "people.Notice", "created_at", {}),
    Rule(_("Text and evidence of decided reports"), 365, "moderation.Report",
         "created_at", {"status__in": ("upheld", "dismissed")}, drop_evidence),
    Rule(_("That the moderators removed a picture"), 30, "faces.Picture", "removed_at", {}),
    Rule(_("Table chat"), 180, "talk.Message", "created_at", {"room__match__isnull": False}),
    Rule(_("Club and event chat"), 365, "talk.Message", "created_at", {"room__match": None}),
    Rule(_("Event chat, counted from the event’s end"), 90, "talk.Message",
         "room__event__finished_at", {}),
    Rule(_("Mutes in club and event chats, once they’re over"), 30, "talk.RoomMute", "until", {}),
    Rule(_("Table invites"), 30, "matches.Invitation", "created_at",
         {"match__status__in": ("closed", "void")}),
    Rule(_("Players who got ready but didn’t show up"), 30, "matches.NoShow", "at", {}),
    Rule(_("Players whose seat was freed before a match"), 30, "matches.TurnedAway", "at", {}),
    Rule(_("Names of people without an account, after their event"), 365, "tournaments.GuestName",
         "tournament__finished_at", {}),
    Rule(_("Such names in events that never finished"), 730, "tournaments.GuestName", "created_at",
         {"tournament__finished_at": None}),
    Rule(_("Deliveries to clubs’ webhooks"), 30, "clubs.Delivery", "created_at", {}),
    Rule(_("Admin change log"), 730, "admin.LogEntry", "action_time", {}),
)  # fmt: skip


def forget() -> int:
    """Carry out every rule, and delete the devices and addresses of ended sessions."""
    total = _sessions()
    for rule in RULES:
        total += rule.forget(rule.due())
    if total:
        logger.info("forgot what was due", extra={"rows": total})
    return total


def _sessions() -> int:
    """Delete expired sessions, and what was known about their devices."""
    return delete(Session.objects.filter(expire_date__lt=Now())) + delete(devices_of_the_past())


def devices_of_the_past() -> QuerySet[UserSession]:
    """Return the devices whose session no longer exists.

    Not by `exclude(session_key__in=…)`: with some 100,000 sessions Postgres scans all of them for
    each device and hits the timeout, so that nothing would ever be deleted.
    """
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    found: QuerySet[UserSession] = UserSession.objects.filter(~Exists(session))
    return found
