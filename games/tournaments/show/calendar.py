"""Events in calendar format (RFC 5545), and the owner of a calendar address.

A program that subscribes to a club's calendar cannot log in, so the address itself says for whom it
was made. It shows what that person may currently see of this club, and becomes invalid when their
password changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from icalendar import STATUS, Calendar, Event

from accounts.clubs.models import Club
from games.tournaments.models import Tournament

REACHES_BACK = timedelta(days=90)
PROGRAM = "-//Kibitz//Club events//EN"


def calendar(name: str, events: Mapping[str, Tournament], now: datetime) -> bytes:
    """Return a calendar called `name`; `events` is keyed by page address, and all have a start."""
    made = Calendar.new(prodid=PROGRAM, language=get_language(), name=name)
    for address, event in events.items():
        made.add_component(_entry(address, event, now))
    text: bytes = made.to_ical()
    return text


def _entry(address: str, event: Tournament, now: datetime) -> Event:
    """Return one event, without an end, because nobody knows how long it takes."""
    called_off = event.phase == Tournament.Phase.ARCHIVED and not event.rounds
    return Event.new(
        uid=f"{event.code}@kibitz",
        summary=event.name,
        description="\n\n".join(part for part in (event.about, address) if part),
        url=address,
        start=event.starts_at,
        stamp=now,
        sequence=event.no,
        status=STATUS.CANCELLED if called_off else STATUS.CONFIRMED,
    )


def lately_and_coming(events: QuerySet[Tournament], now: datetime) -> QuerySet[Tournament]:
    """Return events with a start set, no longer ago than REACHES_BACK, earliest first."""
    return events.filter(starts_at__gte=now - REACHES_BACK).order_by("starts_at", "pk")


def key_for(user: Any, club: Club) -> str:
    """Return the part of a club calendar's address that identifies `user`."""
    return _signer(user, club.slug).sign(user.pk)


def user_of(key: str, slug: str) -> Any:
    """Return the person a club's address was made for, None if it is invalid or has expired."""
    pk = key.partition(":")[0]
    user = None
    if pk.isascii() and pk.isdecimal() and len(pk) < 19:
        user = get_user_model().objects.filter(pk=int(pk), is_active=True).first()
    try:
        if user is not None and _signer(user, slug).unsign(key) == pk:
            return user
    except BadSignature:
        pass
    return AnonymousUser()


def _signer(user: Any, slug: str) -> Signer:
    """Return the signer of a person's address for one club; a new password changes it."""
    return Signer(salt=f"calendar {user.get_session_auth_hash()} {slug}")


def as_calendar(request: HttpRequest, name: str, events: Iterable[Tournament]) -> HttpResponse:
    """Return events as a calendar file called `name`."""
    pages = {
        request.build_absolute_uri(reverse("tournaments:overview", args=[event.code])): event
        for event in events
    }
    text = calendar(name, pages, timezone.now())
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
