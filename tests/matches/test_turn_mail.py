"""Mails about turns: who gets one, when, how often, and that it tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.services import preferences_set
from games.matches.models import Match, Seat
from games.matches.services import turn_mail
from games.matches.services.turn_mail import turn_mails_send
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 86400


@pytest.fixture
def match() -> Match:
    """A match of days, in which everybody wants mails and nobody has looked for long."""
    users = [make_user(name) for name in ("ada", "bo")]
    for user in users:
        preferences_set(user=user, mail_turns=True)
    match = make_running(*users, turn_seconds=DAY, reserve_seconds=0)
    let_pass(match, hours=1)
    return match


def let_pass(match: Match, hours: float) -> None:
    """Move the turn so far into the past; nobody was there."""
    ago = timedelta(hours=hours)
    moved = {"turn_started_at": F("turn_started_at") - ago, "deadline_at": F("deadline_at") - ago}
    Match.objects.filter(pk=match.pk).update(**moved)
    match.seats.update(seen_at=None)
    match.refresh_from_db()


def mover(match: Match) -> Any:
    """Return whoever is to act."""
    return match.seats.get(number=match.to_act).user


def test_one_mail_is_written_for_a_turn(match: Match, mailoutbox: list[Any]) -> None:
    assert [turn_mails_send(), turn_mails_send()] == [1, 0]
    [mail] = mailoutbox
    assert mail.to == [mover(match).email]
    assert mail.subject == "It’s your turn in Deadline 99"
    assert f"/matches/{match.code}/" in mail.body
    other = match.seats.exclude(number=match.to_act).get().name
    assert f"against {other}." in mail.body


def test_one_reminder_follows_before_the_time_is_up(match: Match, mailoutbox: list[Any]) -> None:
    turn_mails_send()
    let_pass(match, hours=16)
    assert turn_mails_send() == 0
    let_pass(match, hours=3)
    assert [turn_mails_send(), turn_mails_send()] == [1, 0]
    assert mailoutbox[1].subject == "Your time in Deadline 99 is running out"


def test_who_had_a_mail_and_does_not_move_keeps_it_from_nobody_else(
    match: Match, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_mail, "BATCH", 1)
    later = make_running(mover(match), make_user("chen"), turn_seconds=DAY, reserve_seconds=0)
    preferences_set(user=mover(later), mail_turns=True)
    let_pass(later, hours=1)
    assert [turn_mails_send(), turn_mails_send(), turn_mails_send()] == [1, 1, 0]
    assert [match.code in mailoutbox[0].body, later.code in mailoutbox[1].body] == [True, True]


def test_the_next_turn_is_the_next_players_mail(match: Match, mailoutbox: list[Any]) -> None:
    turn_mails_send()
    act_for(match, mover(match), first_legal(match))
    assert turn_mails_send() == 0, "the turn has only just begun"
    let_pass(match, hours=1)
    assert turn_mails_send() == 1
    assert mailoutbox[1].to == [mover(match).email]


def test_a_mail_is_in_its_readers_language(match: Match, mailoutbox: list[Any]) -> None:
    preferences_set(user=mover(match), language="zh-hant")
    turn_mails_send()
    assert "死線" in mailoutbox[0].subject


@pytest.mark.parametrize(
    "why", ["looking", "not asked", "away for good", "quick game", "paused", "over"]
)
def test_no_mail_is_written_to_somebody(why: str, match: Match, mailoutbox: list[Any]) -> None:
    seats, row = Seat.objects.filter(match=match), Match.objects.filter(pk=match.pk)
    if why == "looking":
        seats.update(seen_at=timezone.now())
    elif why == "not asked":
        preferences_set(user=mover(match), mail_turns=False)
    elif why == "away for good":
        seats.update(stand_in="novice")
    elif why == "quick game":
        row.update(turn_seconds=300)
    elif why == "paused":
        row.update(paused_at=timezone.now())
    else:
        row.update(status=Match.Status.FINISHED)
    assert turn_mails_send() == 0
    assert mailoutbox == []


def test_while_the_post_is_down_nothing_stops_and_the_mail_stays_due(
    match: Match, settings: Any, caplog: pytest.LogCaptureFixture, mailoutbox: list[Any]
) -> None:
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert turn_mails_send() == 0
    assert "mails about turns wait" in caplog.text
    settings.EMAIL_BACKEND = working
    assert [turn_mails_send(), turn_mails_send()] == [1, 0]
    assert len(mailoutbox) == 1


class Refusing(BaseEmailBackend):
    """A mail server that knows none of the addresses."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Refuse them."""
        raise SMTPRecipientsRefused(dict.fromkeys(email_messages[0].to, (550, b"unknown")))


def test_a_mail_that_is_refused_is_not_tried_for_ever_and_its_address_not_logged(
    match: Match, settings: Any, caplog: pytest.LogCaptureFixture, mailoutbox: list[Any]
) -> None:
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    assert turn_mails_send() == 0
    assert "refused" in caplog.text
    assert mover(match).email not in caplog.text
    settings.EMAIL_BACKEND = working
    assert turn_mails_send() == 0


def test_a_mail_says_where_it_is_switched_off_and_that_nobody_wrote_it(
    match: Match, mailoutbox: list[Any]
) -> None:
    turn_mails_send()
    headers = mailoutbox[0].message()
    assert headers["List-Unsubscribe"] == f"<{settings.SITE_URL}{reverse('accounts:preferences')}>"
    assert headers["Auto-Submitted"] == "auto-generated"
