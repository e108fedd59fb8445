"""Hints that two accounts may be one person: for a human to judge, never acted on automatically.

They say *that* two accounts share a network or a device, not which: addresses are shown to nobody.
A household or a club's network looks the same, which the page says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from allauth.usersessions.models import UserSession

from accounts.models import User
from accounts.networks import network_of


@dataclass(frozen=True)
class Link:
    """Two accounts and what they share."""

    one: User
    other: User
    network: bool
    device: bool


def linked(people: Iterable[User]) -> list[Link]:
    """Return the pairs among `people` that share a network, those sharing a device first."""
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
