"""Turning messages on and off: whose device it is, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.devices.models import Device
from accounts.devices.push_services import is_known
from accounts.devices.services.deliver import pushes_deliver, pushes_forget
from accounts.devices.services.device import MOST
from accounts.devices.services.push import push_send
from tests.support.push_service import PushService, Turned, text_of
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def say(user: Any, words: str = "Hello") -> None:
    push_send(user=user, tag="x", title="Kibitz", body=words, url="/x/")


def test_a_browser_that_changes_hands_calls_only_its_new_user(
    turn_on: Turned, service: PushService
) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    browser, _ = turn_on(ada)
    say(ada, "for ada")
    turn_on(bo)
    say(ada, "for ada")
    say(bo, "for bo")
    pushes_deliver()
    assert [one["notification"]["body"] for one in service.messages(browser)] == ["for bo"]


def test_a_logged_out_browser_is_told_nothing_and_forgotten(
    turn_on: Turned, service: PushService
) -> None:
    ada = make_user("ada")
    _, client = turn_on(ada)
    say(ada)
    client.logout()
    pushes_deliver()
    assert service.received == []
    pushes_forget()
    assert not Device.objects.exists()


def test_a_device_stays_known_when_a_session_changes_its_key(turn_on: Turned) -> None:
    ada = make_user("ada")
    _, client = turn_on(ada)
    home = reverse("devices:devices")
    assert "data-device" not in client.get(home).content.decode()
    session = client.session
    session.cycle_key()
    client.cookies["sessionid"] = session.session_key
    assert 'data-device="unknown"' in client.get(home).content.decode()
    client.post(reverse("devices:add"), _subscription_of(ada))
    assert Device.objects.logged_in().filter(user=ada).count() == 1


def _subscription_of(user: Any) -> dict[str, str]:
    device = user.devices.get()
    return {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": ""},
        {"endpoint": "http://127.0.0.1:1/x"},
        {"endpoint": "https://push.example.com/x"},
        {"endpoint": "https://fcm.googleapis.com/" + "x" * 1000},
        {"p256dh": ""},
        {"p256dh": text_of(b"\x04" + bytes(64))},
        {"p256dh": "é" * 87},
        {"auth": text_of(bytes(15))},
        {"auth": "\0"},
    ],
)
def test_a_wrong_subscription_is_refused_with_a_sentence(
    service: PushService, change: dict[str, str]
) -> None:
    client = Client()
    client.force_login(make_user("ada"))
    answer = client.post(reverse("devices:add"), service.browser().subscription | change)
    assert answer.status_code == 422
    assert answer.content.decode().endswith(".</p>")
    assert not Device.objects.exists()


def test_one_has_at_most_so_many_devices_but_may_renew_each(
    service: PushService, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.devices.services.device.MOST", 2)
    assert MOST > 2
    client.force_login(make_user("ada"))
    answers = [
        client.post(reverse("devices:add"), service.browser(name).subscription).status_code
        for name in ("one", "two", "three", "one")
    ]
    assert answers == [204, 204, 422, 204]


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=x", True),
        ("https://web.push.apple.com/x", True),
        ("http://fcm.googleapis.com/fcm/send/x", False),
        ("https://fcm.googleapis.com:8443/x", False),
        ("https://fcm.googleapis.com@10.0.0.1/x", False),
        ("https://user@fcm.googleapis.com/x", False),
        ("https://evilfcm.googleapis.com.example.org/x", False),
        ("https://notpush.apple.com/x", False),
        ("https://127.0.0.1/x", False),
        ("https://[::1]/x", False),
        ("https://[fcm.googleapis.com/x", False),
        ("file:///etc/passwd", False),
    ],
)
def test_only_known_push_services_are_called(endpoint: str, known: bool) -> None:
    assert is_known(endpoint) is known


def test_a_site_for_strangers_calls_no_service_of_its_own(settings: Any) -> None:
    settings.PUSH_SERVICES, settings.LOCAL = ["127.0.0.1:9"], False
    assert not is_known("http://127.0.0.1:9/x")


def test_somebody_elses_device_can_be_neither_tested_nor_removed(
    turn_on: Turned, service: PushService
) -> None:
    turn_on(make_user("ada"))
    device = Device.objects.get()
    _, other = turn_on(make_user("bo"), "two")
    assert other.post(reverse("devices:test", args=[device.pk])).status_code == 404
    other.post(reverse("devices:remove", args=[device.pk]))
    assert Device.objects.filter(pk=device.pk).exists()
    assert service.received == []
