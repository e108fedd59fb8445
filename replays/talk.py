"""Comments, moments and tours of a match, limited to what a visitor at a ply may read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.people.selectors import unheard_by
from games.matches.models import Match
from replays.eyes import all_eyes
from replays.models import Comment, Moment, Tour, TourStop
from replays.place import Place
from replays.presenters import eyes_label

TOUR = re.compile(r"([1-9][0-9]{0,9})\.([1-9][0-9]{0,3})")


@dataclass(frozen=True)
class MomentLink:
    """A marked moment with its address."""

    moment: Moment
    url: str
    is_mine: bool


@dataclass(frozen=True)
class TourLink:
    """A tour with the address of its first stop."""

    tour: Tour
    url: str
    stops: int


@dataclass(frozen=True)
class StopLink:
    """A stop in its author's list."""

    stop: TourStop
    eyes: str
    url: str


@dataclass(frozen=True)
class Guide:
    """The tour stop that the visitor is at, with the neighbouring stops."""

    tour: Tour
    stop: TourStop
    stops: int
    here: str
    back: str
    on: str
    leave: str


def talk_context(match: Match, place: Place, user: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the comments here, the moments and tours, and the tour being followed.

    Moments beyond this ply stay hidden until the visitor asks to see what lies ahead. Hide
    everything by people whom the visitor muted or who are separated from them by a block.
    """
    unheard = unheard_by(user)
    comments = Comment.objects.filter(match=match, ply=place.ply).exclude(author__in=unheard)
    moments = visible_moments(match, place).exclude(author__in=unheard)
    tours = [tour for tour in visible_tours(match, user) if tour.author_id not in unheard]
    own = [tour for tour in tours if tour.author_id == user.pk]
    return {
        "comments": comments.select_related("author").order_by("pk"),
        "moments": [moment_link(moment, place, user) for moment in moments],
        "tours": [tour_link(tour, place) for tour in tours if tour.stops.all()],
        "own_tours": [(tour, own_stops(tour, place, names)) for tour in own],
        "guide": guide_of(tours, place),
        "talk_url": reverse("replays:comment_add", args=[match.code]),
    }


def visible_moments(match: Match, place: Place) -> QuerySet[Moment]:
    """Return the marked moments that do not reveal what lies ahead."""
    moments = Moment.objects.filter(match=match).select_related("author").order_by("ply", "pk")
    return moments if place.open else moments.filter(ply__lte=place.ply)


def moment_link(moment: Moment, place: Place, user: Any) -> MomentLink:
    """Return a moment with its address, from the viewpoint of the person who marked it."""
    url = place.at(ply=moment.ply, eyes=moment.eyes)
    return MomentLink(moment, url, moment.author_id == user.pk)


def visible_tours(match: Match, user: Any) -> list[Tour]:
    """Return the match's published tours, and the user's own."""
    listed = Q(published=True) | Q(author_id=user.pk)
    tours = Tour.objects.filter(listed, match=match).select_related("author")
    return list(tours.prefetch_related("stops").order_by("pk"))


def tour_link(tour: Tour, place: Place) -> TourLink:
    """Return a tour with the address of its first stop."""
    stops = list(tour.stops.all())
    return TourLink(tour, stop_url(stops[0], place), len(stops))


def stop_url(stop: TourStop, place: Place) -> str:
    """Return the address of a stop."""
    return place.at(ply=stop.ply, eyes=stop.eyes, tour=f"{stop.tour_id}.{stop.number}")


def own_stops(tour: Tour, place: Place, names: tuple[str, ...]) -> list[StopLink]:
    """Return the stops of a tour as its author edits them."""
    labels = {eyes.key: eyes_label(eyes, names) for eyes in all_eyes(len(names))}
    return [
        StopLink(stop, labels.get(stop.eyes, ""), stop_url(stop, place))
        for stop in tour.stops.all()
    ]


def guide_of(tours: list[Tour], place: Place) -> Guide | None:
    """Return the stop named in the address, or None if it names none or an unknown one."""
    found = TOUR.fullmatch(place.tour)
    if found is None:
        return None
    tour = next((tour for tour in tours if tour.pk == int(found[1])), None)
    stops = list(tour.stops.all()) if tour else []
    number = int(found[2])
    if tour is None or number > len(stops):
        return None
    urls = {stop.number: stop_url(stop, place) for stop in stops}
    return Guide(
        tour=tour,
        stop=stops[number - 1],
        stops=len(stops),
        here=urls[number],
        back=urls.get(number - 1, ""),
        on=urls.get(number + 1, ""),
        leave=place.at(tour=""),
    )
