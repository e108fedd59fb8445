"""Notices on people's devices: which, and until they are read."""

from __future__ import annotations

import pytest

from accounts.devices.services.deliver import pushes_deliver
from accounts.people.services.notice_push import notice_pushes_send
from accounts.people.services.notices import notices_read, notices_withdraw
from accounts.services import preferences_set
from tests.people.test_notice_mail import tell
from tests.support.push_service import PushService, Turned
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def run() -> int:
    """Let the jobs run; return how many messages were delivered."""
    notice_pushes_send()
    return pushes_deliver()


def test_a_notice_is_sent_once_in_its_readers_language(
    service: PushService, turn_on: Turned
) -> None:
    bo = make_user("bo")
    browser, _ = turn_on(bo)
    preferences_set(user=bo, language="zh-hant")
    tell(bo)
    assert [run(), run()] == [1, 0]
    [message] = service.messages(browser)
    assert "死線99" in message["notification"]["body"]
    assert message["notification"]["navigate"].endswith(f"/notices/{bo.notices.get().pk}/")


def test_a_notice_read_or_withdrawn_is_taken_back(service: PushService, turn_on: Turned) -> None:
    bo = make_user("bo")
    browser, _ = turn_on(bo)
    tell(bo)
    tell(bo, subject="table:2")
    run()
    notices_read(user=bo, pk=bo.notices.get(subject="table:1").pk)
    notices_withdraw(subject="table:2")
    assert run() == 2
    assert all("withdraw" in one for one in service.messages(browser)[2:])


def test_what_is_switched_off_or_stays_on_the_site_is_not_sent(turn_on: Turned) -> None:
    bo = make_user("bo")
    turn_on(bo)
    preferences_set(user=bo, push_invitations=False)
    tell(bo)
    tell(bo, kind="follow", subject="person:1")
    assert run() == 0
    tell(bo, kind="table", subject="table:3")
    assert run() == 1
