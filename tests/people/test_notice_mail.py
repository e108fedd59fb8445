"""Mails of what the bell tells: who gets one, when, how often."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.people.models import Notice, Presence
from accounts.people.services import notice_mail
from accounts.people.services.notice_mail import MOST_A_DAY, notice_mails_send
from accounts.people.services.notices import (
    notice_send,
    notices_read,
    notices_send,
    notices_withdraw,
)
from accounts.services import preferences_set
from tests.matches.test_turn_mail import Refusing
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
WORDS = "%(name)s invited you to a %(game)s table."


@pytest.fixture
def reader():
    cache.clear()
    user = make_user("bo")
    preferences_set(user=user, mail_notices=True)
    return user


def tell(*users, kind="invitation", subject="table:1", minutes=2, game="Deadline 99", **said):
    """Tell people something, so many minutes ago."""
    args = {"name": "ada", "game": {"translate": game}}
    said = {"kind": kind, "subject": subject, "text": WORDS, "args": args, "url": "/x/"} | said
    notices_send(users=users, **said)
    then = timezone.now() - timedelta(minutes=minutes)
    Notice.objects.filter(user__in=users, subject=subject).update(created_at=then)


def test_who_asked_for_it_is_written_to_once(reader, mailoutbox):
    tell(reader)
    assert [notice_mails_send(), notice_mails_send()] == [1, 0]
    [mail] = mailoutbox
    assert mail.to == [reader.email]
    assert mail.subject == "ada invited you to a Deadline 99 table."
    assert f"/notices/{reader.notices.get().pk}/" in mail.body
    assert "/accounts/preferences/" in mail.body
    assert "/accounts/preferences/" in mail.extra_headers["List-Unsubscribe"]


def test_a_mail_is_in_its_readers_language(reader, mailoutbox):
    preferences_set(user=reader, language="zh-hant")
    tell(reader)
    notice_mails_send()
    assert "死線" in mailoutbox[0].subject


@pytest.mark.parametrize(
    "why", ["here", "not asked", "read", "a moment ago", "yesterday", "a follower", "barred"]
)
def test_no_mail_is_written(why, reader, mailoutbox):
    minutes = {"a moment ago": 0, "yesterday": 25 * 60}.get(why, 2)
    tell(reader, minutes=minutes, kind="follow" if why == "a follower" else "invitation")
    if why == "here":
        Presence.objects.create(user=reader, seen_at=timezone.now())
    elif why == "not asked":
        preferences_set(user=reader, mail_notices=False)
    elif why == "read":
        notices_read(user=reader)
    elif why == "barred":
        reader.is_active = False
        reader.save()
    assert notice_mails_send() == 0
    assert mailoutbox == []


@pytest.mark.parametrize("again", [notice_send, notices_send])
def test_what_replaces_a_notice_is_mailed_anew(reader, mailoutbox, again):
    tell(reader)
    notice_mails_send()
    whom = {"user": reader} if again is notice_send else {"users": [reader]}
    args = {"name": "chen", "game": "Skat"}
    again(**whom, kind="invitation", subject="table:1", text=WORDS, args=args)
    Notice.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    assert notice_mails_send() == 1
    assert "chen invited you" in mailoutbox[1].subject


def test_nobody_gets_more_than_ten_a_day_and_the_oldest_come_first(reader, mailoutbox, monkeypatch):
    for number in range(MOST_A_DAY + 2):
        tell(reader, subject=f"table:{number}", minutes=60 - number, game=f"game {number}")
    other = make_user("chen")
    preferences_set(user=other, mail_notices=True)
    sent = [notice_mails_send() for _ in range(MOST_A_DAY + 1)]
    assert sent == [1] * MOST_A_DAY + [0]
    assert [mail.subject.split()[-2] for mail in mailoutbox[:2]] == ["0", "1"]
    tell(other)
    assert notice_mails_send() == 1
    tomorrow = time.time() + 25 * 60 * 60
    monkeypatch.setattr(time, "time", lambda: tomorrow)
    tell(reader, subject="table:99")
    assert notice_mails_send() == 1


def test_what_is_taken_back_once_it_was_mailed_counts_too(reader, mailoutbox):
    for number in range(MOST_A_DAY + 2):
        tell(reader, subject=f"table:{number}")
        notice_mails_send()
        notices_withdraw(subject=f"table:{number}")
    assert len(mailoutbox) == MOST_A_DAY


def test_what_people_write_stays_in_the_line_of_the_subject(reader, mailoutbox):
    tell(reader, args={"name": "ada\r\nBcc: all@example.org", "game": "Skat"})
    assert notice_mails_send() == 1
    assert mailoutbox[0].subject == "ada Bcc: all@example.org invited you to a Skat table."
    assert mailoutbox[0].recipients() == [reader.email]


def test_what_was_read_while_it_was_being_written_is_not_sent(reader, mailoutbox, monkeypatch):
    tell(reader)
    due = list(notice_mail._due())
    notices_read(user=reader)
    monkeypatch.setattr(notice_mail, "_due", lambda: due)
    assert notice_mails_send() == 0
    assert mailoutbox == []


def test_while_the_post_is_down_the_mail_stays_due(reader, settings, caplog, mailoutbox):
    tell(reader)
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert notice_mails_send() == 0
    assert "mails about notices wait" in caplog.text
    settings.EMAIL_BACKEND = working
    assert [notice_mails_send(), notice_mails_send()] == [1, 0]


def test_a_mail_that_is_refused_is_not_tried_again_and_its_address_not_logged(
    reader, settings, caplog, mailoutbox
):
    tell(reader)
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = f"{Refusing.__module__}.Refusing"
    assert notice_mails_send() == 0
    assert "refused" in caplog.text
    assert reader.email not in caplog.text
    settings.EMAIL_BACKEND = working
    assert notice_mails_send() == 0
