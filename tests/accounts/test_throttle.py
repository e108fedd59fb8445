"""Who is counted as one, where somebody does something too often, and how long they wait."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.throttle import Throttled, person_key, throttle_one, who
from games.matches.views.learn import ASKED_A_MINUTE
from tests.support.tables import make_user

ONE = ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:db8:1:2:a:b:c:d"]


def guest_at(rf: RequestFactory, address: str, **headers: str) -> str:
    request = rf.get("/", REMOTE_ADDR=address, headers=headers)
    request.user = AnonymousUser()
    return who(request)


def test_a_guest_is_one_in_all_addresses_of_their_network(rf: RequestFactory) -> None:
    assert len({guest_at(rf, address) for address in ONE}) == 1
    assert guest_at(rf, ONE[0]) != guest_at(rf, "2001:db8:1:3::1")
    assert guest_at(rf, "192.0.2.7") != guest_at(rf, "192.0.2.8")


def test_behind_a_proxy_too(rf: RequestFactory, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    seen = {guest_at(rf, "127.0.0.1", **{"X-Forwarded-For": address}) for address in ONE}
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("proxies", "told", "counted"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "203.0.113.9, 192.0.2.7", "192.0.2.7"),
        (2, "203.0.113.9, 192.0.2.7, 192.0.2.8", "192.0.2.7"),
        (2, "203.0.113.9", "192.0.2.1"),
        (1, "", "192.0.2.1"),
    ],
)
def test_only_what_the_trusted_proxies_add_is_believed(
    rf: RequestFactory, settings: Settings, proxies: int, told: str, counted: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert guest_at(rf, "192.0.2.1", **{"X-Forwarded-For": told}) == f"ip:{counted}/32"


@pytest.mark.parametrize("address", ["", "unknown", "/run/site.sock"])
def test_what_is_no_address_counts_as_it_is(rf: RequestFactory, address: str) -> None:
    assert guest_at(rf, address) == f"ip:{address}"


def seconds_to_wait() -> int | None:
    """Do something a second time that may be done once in a minute."""
    try:
        throttle_one("ada", "sing", limit=1, seconds=60)
    except Throttled as refusal:
        return refusal.seconds
    return None


def test_the_wait_is_what_is_left_of_the_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    begun = time.time()
    waits = []
    for passed in (0.0, 0.5, 41.5, 59.9, 60.1):
        monkeypatch.setattr(time, "time", lambda passed=passed: begun + passed)
        waits.append(seconds_to_wait())
    assert waits == [None, 60, 19, 1, None]


def test_a_counter_whose_end_was_lost_waits_for_all_of_it() -> None:
    cache.clear()
    cache.set("often:sing:ada", 9, 60)
    assert seconds_to_wait() == 60


def test_a_counter_that_is_about_to_end_is_waited_for_a_second() -> None:
    cache.clear()
    cache.set("often:sing:ada", 9, 60)
    cache.set("often:sing:ada:until", time.time() - 1, 60)
    assert seconds_to_wait() == 1


def test_a_counter_that_ran_out_while_it_was_asked_for_refuses_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    monkeypatch.setattr(cache, "add", lambda *asked: False)  # it was there then, and is no more
    assert seconds_to_wait() is None


@pytest.mark.django_db
def test_whatever_page_refuses_says_how_long_to_wait(client: Client) -> None:
    ada = make_user("ada")
    client.force_login(ada)
    assert "Retry-After" not in client.get("/matches/nosuchcode/help")
    for _ in range(ASKED_A_MINUTE - 1):
        throttle_one(person_key(ada.pk), "help", limit=ASKED_A_MINUTE, seconds=60)
    answer = client.get("/matches/nosuchcode/help")
    assert answer.status_code == 429
    assert 50 <= int(answer["Retry-After"]) <= 60
