"""What is forgotten by itself, when its time has come and not before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation.models import Report
from accounts.people.models import Notice
from accounts.privacy.retention import RULES, devices_of_the_past, forget
from tests.support.tables import make_table, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def leonora() -> User:
    found: User = make_user("leonora")
    return found


def test_what_the_privacy_page_promises_is_done(client: Client, leonora: User) -> None:
    page = client.get(reverse("privacy:privacy")).content.decode()
    assert all(rule.what in page for rule in RULES)
    long_ago = timezone.now() - timedelta(days=400)
    old = Notice.objects.create(user=leonora, kind="a", subject="1", text="x", read_at=long_ago)
    new = Notice.objects.create(
        user=leonora, kind="a", subject="2", text="x", read_at=timezone.now()
    )
    report = Report.objects.create(kind="abuse", text="rude", evidence={"a": 1}, status="upheld")
    wordy = Report.objects.create(kind="abuse", text="rude", evidence={}, status="dismissed")
    Report.objects.update(created_at=long_ago)
    Session.objects.create(session_key="old", session_data="", expire_date=long_ago)
    forget()
    report.refresh_from_db()
    wordy.refresh_from_db()
    assert wordy.text == ""
    assert list(Notice.objects.values_list("pk", flat=True)) == [new.pk]
    assert (report.text, report.evidence, report.status) == ("", {}, "upheld")
    assert not Session.objects.filter(session_key="old").exists()
    assert old.pk != new.pk


def test_who_is_logged_in_stays_so_and_only_devices_of_the_past_are_forgotten(
    client: Client, leonora: User
) -> None:
    client.force_login(leonora)
    client.get("/")
    here = client.session.session_key
    UserSession.objects.create(
        user=leonora, session_key="gone", ip="192.0.2.1", user_agent="", data={}
    )
    forget()
    assert Session.objects.filter(session_key=here).exists()
    assert [one.session_key for one in leonora.usersession_set.all()] == [here]


def test_devices_of_the_past_are_found_in_one_go_however_many_sessions_there_are() -> None:
    plan = devices_of_the_past().explain()
    assert "Anti Join" in plan
    assert "SubPlan" not in plan  # all sessions for each device: 20 s at 60,000 and 200,000


def test_nothing_is_forgotten_before_its_time(leonora: User) -> None:
    days = next(rule.days for rule in RULES if rule.since == "read_at")
    for subject, age in (("young", days - 1), ("old", days + 1)):
        read_at = timezone.now() - timedelta(days=age)
        Notice.objects.create(user=leonora, kind="a", subject=subject, text="x", read_at=read_at)
    forget()
    assert [one.subject for one in Notice.objects.all()] == ["young"]


def test_an_account_that_plays_is_never_forgotten(leonora: User) -> None:
    leonora.emailaddress_set.create(email=leonora.email, verified=False)
    make_table(leonora)
    stale = make_user("stale")
    stale.emailaddress_set.create(email=stale.email, verified=False)
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    forget()
    assert set(User.objects.values_list("username", flat=True)) == {"leonora"}
