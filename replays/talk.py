"""Comments, moments and tours of a match, limited to what a visitor at a ply may read."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q
from django.urls import reverse

from accounts.people.selectors import unheard_by
from games.matches.models import Match
from replays.address import Address, all_eyes
from replays.models import Comment, Moment, Tour, TourStop
from replays.presenters import eyes_label

TOUR = re.compile(r"([1-9][0-9]{0,9})\.([1-9][0-9]{0,3})")


def talk_context(
    match: Match, address: Address, user: Any, names: tuple[str, ...]
) -> dict[str, Any]:
    """Return the comments here, the moments and tours, and the tour being followed.

    Moments beyond this ply stay hidden until the visitor asks to see what lies ahead. Hide
    everything by people whom the visitor muted or who are separated from them by a block.
    """
    unheard = unheard_by(user)
    comments = Comment.objects.filter(match=match, ply=address.ply).exclude(author__in=unheard)
    tours = Tour.objects.filter(Q(published=True) | Q(author_id=user.pk), match=match)
    tours = tours.exclude(author__in=unheard).select_related("author").prefetch_related("stops")
    shown = list(tours.order_by("pk"))
    return {
        "comments": comments.select_related("author").order_by("pk"),
        "moments": _moments(match, address, user, unheard),
        "tours": [
            {"tour": tour, "url": stop_url(stops[0], address), "stops": len(stops)}
            for tour in shown
            if (stops := list(tour.stops.all()))
        ],
        "own_tours": [
            (tour, _stops(tour, address, names)) for tour in shown if tour.author_id == user.pk
        ],
        "guide": guide_of(shown, address),
        "talk_url": reverse("replays:comment_add", args=[match.code]),
    }


def _moments(
    match: Match, address: Address, user: Any, unheard: Collection[int]
) -> list[dict[str, Any]]:
    """Return the moments, those that lie ahead only if the visitor asked to see it."""
    moments = Moment.objects.filter(match=match).exclude(author__in=unheard)
    if not address.open:
        moments = moments.filter(ply__lte=address.ply)
    return [
        {
            "moment": moment,
            "url": address.at(ply=moment.ply, eyes=moment.eyes),
            "is_mine": moment.author_id == user.pk,
        }
        for moment in moments.select_related("author").order_by("ply", "pk")
    ]


def _stops(tour: Tour, address: Address, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return a tour's stops with the names of their viewpoints."""
    labels = {eyes.key: eyes_label(eyes, names) for eyes in all_eyes(len(names))}
    return [
        {"stop": stop, "eyes": labels.get(stop.eyes, ""), "url": stop_url(stop, address)}
        for stop in tour.stops.all()
    ]


def stop_url(stop: TourStop, address: Address) -> str:
    """Return the address of a stop."""
    return address.at(ply=stop.ply, eyes=stop.eyes, tour=f"{stop.tour_id}.{stop.number}")


def guide_of(tours: list[Tour], address: Address) -> dict[str, Any] | None:
    """Return the tour stop that the visitor is at, with the neighbouring stops.

    None if the address names none, or an unknown one.
    """
    found = TOUR.fullmatch(address.tour)
    tour = next((tour for tour in tours if found and tour.pk == int(found[1])), None)
    if found is None or tour is None:
        return None
    stops = {stop.number: stop for stop in tour.stops.all()}
    urls = {number: stop_url(stop, address) for number, stop in stops.items()}
    number = int(found[2])
    if number not in stops:
        return None
    return {
        "tour": tour,
        "stop": stops[number],
        "stops": len(stops),
        "here": urls[number],
        "back": urls.get(number - 1, ""),
        "on": urls.get(number + 1, ""),
        "leave": address.at(tour=""),
    }
