"""Send turn mails for correspondence matches: one when a turn begins, one before time runs out.

Mails go only to people who opted in, and not while they have the match's page open. A mail says
whose turn it is, against whom and until when; it never mentions a card or a count.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import (
    Case,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Least
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from accounts.mail import REFUSED, language_of, opt_in_mail, opt_out_url, send_due
from games.matches.clock import database_now
from games.matches.models import Match, Seat, TurnMail
from games.matches.phrases import listing
from games.matches.presenters import seat_names
from games.matches.selectors import of_known_rules

logger = logging.getLogger(__name__)

LONG_TURN_SECONDS = 3600
"""The shortest turn worth a mail: in a faster match people are present, or would read it late."""
LOOKING = timedelta(minutes=1)
"""A page seen within this time counts as open; a turn that began within it gets no mail yet."""
REMIND_AT = 0.25
"""The reminder is due when this fraction of the turn is left, at the earliest REMIND_BEFORE."""
REMIND_BEFORE = timedelta(hours=6)
BATCH = 50


def turn_mails_send() -> int:
    """Send the mails that are due; return how many were sent."""
    return send_due(_due(database_now()), _write, "turns")


def _due(now: datetime) -> QuerySet[Any]:
    """Return the seats whose people are due a mail, each annotated with its kind as `mail`.

    They are to act in correspondence matches, want mails, do not have the page open, and have not
    had this one.
    """
    unseen = Q(seen_at__isnull=True) | Q(seen_at__lt=now - LOOKING)
    found = Seat.objects.filter(
        unseen,
        of_known_rules("match__"),
        match__status=Match.Status.RUNNING,
        match__to_act=F("number"),
        match__turn_seconds__gte=LONG_TURN_SECONDS,
        match__paused_at__isnull=True,
        match__without_clock=False,
        match__deadline_at__gt=now,
        match__turn_started_at__lt=now - LOOKING,
        stand_in="",
        user__is_active=True,
        user__preferences__mail_turns=True,
    ).exclude(user__email="")
    had = TurnMail.objects.filter(
        match=OuterRef("match"), version=OuterRef("match__version"), kind=OuterRef("mail")
    )
    due = found.annotate(mail=_mail_at(now)).filter(~Exists(had))
    return due.select_related("match", "user__preferences").order_by("match_id")[:BATCH]


def _mail_at(now: datetime) -> Case:
    """Return the expression for the kind of mail that a seat's turn has reached."""
    a_part = F("match__turn_seconds") * Value(REMIND_AT * timedelta(seconds=1))
    ahead = Least(Value(REMIND_BEFORE), ExpressionWrapper(a_part, DurationField()))
    is_late = Q(match__deadline_at__lte=ExpressionWrapper(Value(now) + ahead, DateTimeField()))
    return Case(
        When(is_late, then=Value(TurnMail.Kind.REMINDER.value)),
        default=Value(TurnMail.Kind.TURN.value),
    )


def _write(seat: Any) -> bool:
    """Send one mail in its reader's language, unless another process was faster."""
    match, kind = seat.match, seat.mail
    claim, is_mine = TurnMail.objects.get_or_create(match=match, version=match.version, kind=kind)
    if not is_mine:
        return False
    try:
        _mail(seat, kind).send()
    except REFUSED:
        logger.warning("mail about a turn refused", extra={"match": match.code})
        return False
    except OSError:
        claim.delete()
        raise
    return True


def _mail(seat: Seat, kind: str) -> EmailMessage:
    """Return the mail in its reader's language."""
    assert seat.user is not None
    with language_of(seat.user):
        subject, text = _words(seat, kind)
    return opt_in_mail(seat.user, subject, text)


def _words(seat: Seat, kind: str) -> tuple[str, str]:
    """Return subject and text in the active language."""
    match = seat.match
    game = gettext(match.rules.meta.title)
    names = seat_names(list(match.seats.order_by("number")))
    context = {
        "reminder": kind == TurnMail.Kind.REMINDER,
        "game": game,
        "others": listing(name for at, name in enumerate(names) if at != seat.number),
        "deadline": match.deadline_at,
        "url": settings.SITE_URL + reverse("matches:match", args=[match.code]),
        "preferences": opt_out_url(),
    }
    subject = gettext("Your time in %(game)s is running out") % {"game": game}
    if not context["reminder"]:
        subject = gettext("It’s your turn in %(game)s") % {"game": game}
    return subject, render_to_string("matches/turn_mail.txt", context)
