"""Who is counted as one, where somebody does something too often."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from pytest_django import Settings

from games.matches.throttle import who

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
