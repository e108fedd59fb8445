"""Reads reports, sanctions and the audit log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.moderation.models import Decision, Report, Sanction
from accounts.throttle import network_of


def is_muted(user_id: int) -> bool:
    """Tell whether a person is muted by the moderators now."""
    holds = Q(until=None) | Q(until__gt=Now())
    return Sanction.objects.filter(holds, user=user_id, kind=Sanction.Kind.MUTE).exists()


def queue() -> QuerySet[Report]:
    """Return the open reports, those about the most-reported people first, then the oldest."""
    others = Count("subject__reports", filter=Q(subject__reports__status=Report.Status.OPEN))
    found = Report.objects.filter(status=Report.Status.OPEN).annotate(open_about=others)
    return found.select_related("reporter", "subject").order_by("-open_about", "created_at")


def barred_person(user_id: int) -> User | None:
    """Return the person with this id if they are barred."""
    return User.objects.filter(pk=user_id, is_active=False).first()


def sanctions_of(user: User) -> QuerySet[Sanction]:
    """Return the sanctions in force against a person, newest first."""
    return Sanction.objects.filter(user=user).order_by("-created_at")


def sanctions() -> QuerySet[Sanction]:
    """Return the sanctions in force, newest first."""
    return Sanction.objects.select_related("user").order_by("-created_at", "-pk")


def decisions() -> QuerySet[Decision]:
    """Return every decision ever made."""
    return Decision.objects.select_related("moderator", "subject")


def appeals() -> QuerySet[Sanction]:
    """Return the unanswered appeals, oldest first."""
    waiting = Sanction.objects.filter(appealed_at__isnull=False, appeal_refused=False)
    return waiting.select_related("user", "decided_by").order_by("appealed_at")


def may_read_evidence(report: Report, moderator: Any) -> bool:
    """Tell whether a moderator may read it now: not while playing in that match.

    A report of a club's or an event's talk is about all matches of events and ladders. It may
    contain spectators' talk. Matches belong to an app above this one.
    """
    seats = apps.get_model("matches.Seat")._default_manager
    about = Q(match__code=report.match_code)
    if "room" in report.evidence:
        about |= Q(match__arranged=True)
    return not seats.filter(about, user=moderator, match__status="running").exists()


def history_of(user: User | None) -> QuerySet[Decision]:
    """Return the earlier decisions about a person."""
    if user is None:
        return Decision.objects.none()
    return Decision.objects.filter(subject=user)


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
