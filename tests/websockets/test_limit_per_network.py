"""One network cannot open sockets without end."""

from __future__ import annotations

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from games.websockets.handlers.handshake import LimitPerNetwork, is_loopback, network_of_socket

ADDRESS = "203.0.113.5"


async def open_until_they_leave(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.fixture
def guarded(settings: Settings) -> LimitPerNetwork:
    settings.SOCKETS_PER_ADDRESS = 2
    return LimitPerNetwork(open_until_they_leave)


async def opened(guarded: LimitPerNetwork, address: str) -> WebsocketCommunicator | None:
    """Return an open socket from an address, or None where it is refused."""
    visitor = WebsocketCommunicator(guarded, "/")
    visitor.scope["client"] = [address, 50_000]
    connected, _ = await visitor.connect(timeout=20)
    return visitor if connected else None


async def test_a_network_may_hold_only_so_many(
    guarded: LimitPerNetwork,
) -> None:
    first, second = await opened(guarded, ADDRESS), await opened(guarded, ADDRESS)
    assert first is not None
    assert second is not None
    assert await opened(guarded, ADDRESS) is None
    assert await opened(guarded, "203.0.113.6"), "others do not pay"
    await first.disconnect()
    third = await opened(guarded, ADDRESS)
    assert third is not None
    assert await opened(guarded, ADDRESS) is None


async def test_nothing_is_kept_of_networks_that_have_gone(guarded: LimitPerNetwork) -> None:
    visitor = await opened(guarded, ADDRESS)
    assert visitor is not None
    assert guarded.open == {f"{ADDRESS}/32": 1}
    await visitor.disconnect()
    assert guarded.open == {}


async def test_network_of_ipv6_counts_as_one(guarded: LimitPerNetwork) -> None:
    held = [await opened(guarded, f"2001:db8:0:1:{there}::1") for there in ("0", "ffff")]
    assert all(held)
    assert await opened(guarded, "2001:db8:0:1::3") is None
    assert await opened(guarded, "2001:db8:0:2::1")


async def test_addresses_of_ipv4_are_told_apart_by_a_socket_of_both_kinds(
    guarded: LimitPerNetwork,
) -> None:
    held = [await opened(guarded, f"::ffff:203.0.113.{last}") for last in (5, 6, 7)]
    assert all(held)
    assert set(guarded.open) == {f"203.0.113.{last}/32" for last in (5, 6, 7)}


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
async def test_this_machine_is_not_counted(guarded: LimitPerNetwork, address: str) -> None:
    assert all([await opened(guarded, address) for _ in range(4)])


def test_proxy_is_believed_only_where_it_is_named(settings: Settings) -> None:
    scope = {
        "headers": [(b"x-forwarded-for", b"198.51.100.1, 203.0.113.5")],
        "client": ["127.0.0.1", 50_000],
    }
    assert is_loopback(network_of_socket(scope))
    settings.TRUSTED_PROXIES = 1
    assert network_of_socket(scope) == "203.0.113.5/32"


def test_what_proxies_tell_in_lines_of_their_own_counts_like_one_line(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 2
    told = [b"198.51.100.1", b"203.0.113.5", b"10.0.0.9"]
    scope = {
        "headers": [(b"x-forwarded-for", line) for line in told],
        "client": ["127.0.0.1", 50_000],
    }
    assert network_of_socket(scope) == "203.0.113.5/32"


def test_socket_file_is_this_machine() -> None:
    assert is_loopback(network_of_socket({"headers": [], "client": None}))
