"""Delivery: what a push service receives, and what each of its answers leads to."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from accounts.devices.keys import public_key, signing_key
from accounts.devices.models import Device, Push, SigningKey
from accounts.devices.services.deliver import pushes_deliver
from accounts.devices.services.push import push_send, pushes_withdraw
from tests.support.push_service import PushService, Turned
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def say(user: Any, words: str, tag: str = "match:abc") -> None:
    push_send(user=user, tag=tag, title="Your turn", body=words, url="/matches/abc/")


def test_a_message_arrives_encrypted_and_signed(
    turn_on: Turned, service: PushService, settings: Any
) -> None:
    ada = make_user("ada")
    browser, _ = turn_on(ada)
    say(ada, "Against bo")
    assert [pushes_deliver(), pushes_deliver()] == [1, 0]
    [message] = service.messages(browser)
    assert message == {
        "web_push": 8030,
        "notification": {
            "title": "Your turn",
            "body": "Against bo",
            "navigate": f"{settings.SITE_URL}/matches/abc/",
            "tag": "match:abc",
            "app_badge": 0,
        },
    }
    [received] = service.received
    assert b"Against bo" not in received.body
    assert received.claims["aud"] == f"http://{service.host}"
    assert received.claims["sub"].startswith("mailto:")
    assert received.claims["key"] == public_key()
    assert received.headers["ttl"] == "86400"
    assert received.headers["urgency"] == "high"


def test_a_newer_message_replaces_the_older_of_its_tag_here_and_at_the_service(
    turn_on: Turned, service: PushService
) -> None:
    ada = make_user("ada")
    browser, _ = turn_on(ada)
    say(ada, "first")
    say(ada, "second")
    pushes_deliver()
    say(ada, "third")
    pushes_deliver()
    bodies = [one["notification"]["body"] for one in service.messages(browser)]
    assert bodies == ["second", "third"]
    first, second = service.received
    assert first.headers["topic"] == second.headers["topic"]
    assert len(first.headers["topic"]) <= 32  # RFC 8030, section 5.4


def test_all_devices_of_a_person_are_told(turn_on: Turned, service: PushService) -> None:
    ada = make_user("ada")
    browsers = [turn_on(ada, name)[0] for name in ("one", "two")]
    say(ada, "both")
    assert pushes_deliver() == 2
    assert [len(service.messages(browser)) for browser in browsers] == [1, 1]


def test_a_sent_message_is_taken_back_and_an_unsent_one_never_sent(
    turn_on: Turned, service: PushService
) -> None:
    ada = make_user("ada")
    browser, _ = turn_on(ada)
    say(ada, "sent", "match:sent")
    pushes_deliver()
    say(ada, "unsent", "match:unsent")
    pushes_withdraw(found=Push.objects.all())
    assert [pushes_deliver(), pushes_deliver()] == [1, 0]
    assert service.messages(browser)[1:] == [{"withdraw": "match:sent", "app_badge": 0}]
    assert not Push.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_over_is_deleted(
    turn_on: Turned, service: PushService, status: int
) -> None:
    ada = make_user("ada")
    turn_on(ada)
    say(ada, "gone")
    service.status = status
    pushes_deliver()
    assert not Device.objects.exists()


@pytest.mark.parametrize("status", [302, 400, 403, 413, 429, 500, 503])
def test_any_other_failure_is_tried_again_ever_later(
    turn_on: Turned, service: PushService, status: int
) -> None:
    ada = make_user("ada")
    browser, _ = turn_on(ada)
    say(ada, "again")
    service.status, service.location = status, f"http://{service.host}/elsewhere"
    pauses = []
    for _ in range(2):
        assert pushes_deliver() == 0
        device = Device.objects.get()
        pauses.append(device.retry_at - timezone.now())
        assert pushes_deliver() == 0
        Device.objects.update(retry_at=Now() - timedelta(seconds=1))
    assert len(service.received) == 2  # none in the pauses, and no redirect was followed
    assert pauses[1] > 1.5 * pauses[0] > timedelta(seconds=30)
    service.status = 201
    assert pushes_deliver() == 1
    assert Device.objects.get().failures == 0
    assert len(service.messages(browser)) == 3


def test_a_service_that_cannot_be_reached_is_tried_again(
    turn_on: Turned, service: PushService, settings: Any
) -> None:
    ada = make_user("ada")
    turn_on(ada)
    Device.objects.update(endpoint="http://127.0.0.1:1/x")
    settings.PUSH_SERVICES = ["127.0.0.1:1"]
    say(ada, "nobody there")
    assert pushes_deliver() == 0
    assert Device.objects.get().failures == 1


def test_a_test_message_says_how_far_it_got(turn_on: Turned, service: PushService) -> None:
    browser, client = turn_on(make_user("ada"))
    address = reverse("devices:test", args=[Device.objects.get().pk])
    assert "It should arrive" in client.post(address).content.decode()
    assert service.messages(browser)[0]["notification"]["tag"] == "test"
    service.status = 500
    assert "status 500" in client.post(address).content.decode()
    service.status = 410
    assert "no longer accepts" in client.post(address).content.decode()
    assert not Device.objects.exists()


def test_the_key_is_made_once_and_outlives_the_process(settings: Any) -> None:
    signing_key.cache_clear()
    first = public_key()
    signing_key.cache_clear()
    assert public_key() == first
    assert SigningKey.objects.count() == 1
    signing_key.cache_clear()


def test_the_operators_own_key_is_used(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = "AQABAQABAQABAQABAQABAQABAQABAQABAQABAQABAQA"
    signing_key.cache_clear()
    assert public_key()
    assert not SigningKey.objects.exists()
    signing_key.cache_clear()
