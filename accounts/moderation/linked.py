"""Hints that two accounts may be one person: shown to a person who judges, never acted upon.

Whoever looks is told *that* two accounts share a network or a device, not which: addresses are not
shown to anybody. A household and a club's own network look the same, which the page says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from itertools import combinations

from allauth.usersessions.models import UserSession

from accounts.models import User

NETWORK_BITS = {4: 32, 6: 64}


@dataclass(frozen=True)
class Link:
    """Two accounts and what they share."""

    one: User
    other: User
    network: bool
    device: bool


def network_of(address: str) -> str:
    """Return the network an address belongs to: the address itself, or its /64 of IPv6.

    A socket that takes both kinds tells an address of IPv4 as ::ffff:203.0.113.5.
    """
    told = ip_address(address)
    meant = getattr(told, "ipv4_mapped", None) or told
    bits = meant.max_prefixlen if meant.is_loopback else NETWORK_BITS[meant.version]
    return str(ip_network(f"{meant}/{bits}", strict=False))


def linked(people: Iterable[User]) -> list[Link]:
    """Return the pairs among `people` that share a network, those with one device first."""
    by_pk = {one.pk: one for one in people}
    networks: dict[str, set[int]] = defaultdict(set)
    devices: dict[tuple[str, str], set[int]] = defaultdict(set)
    sessions = UserSession.objects.filter(user__in=by_pk)
    for user, address, agent in sessions.values_list("user_id", "ip", "user_agent"):
        network = network_of(address)
        networks[network].add(user)
        devices[network, agent].add(user)
    near, same = _pairs(networks.values()), _pairs(devices.values())
    found = [Link(by_pk[a], by_pk[b], True, (a, b) in same) for a, b in near]
    return sorted(found, key=lambda link: (not link.device, link.one.username))


def _pairs(groups: Iterable[set[int]]) -> set[tuple[int, int]]:
    return {pair for group in groups for pair in combinations(sorted(group), 2)}
