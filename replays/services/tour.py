"""Create, edit, order and publish guided tours. The caller has passed the access check."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.locking import lock_person
from games.matches.models import Match
from replays.models import Tour, TourStop
from replays.refusals import refuse
from replays.text import words_of

MAX_TITLE = 120
MAX_TEXT = 4000
MOST_TOURS = 20
MOST_STOPS = 100


@transaction.atomic
def tour_create(*, match: Match, author: Any, title: str) -> Tour:
    """Begin a tour; nobody else sees it until it is published."""
    title = words_of(author, title, MAX_TITLE)
    lock_person(author)
    if Tour.objects.filter(match=match, author=author).count() >= MOST_TOURS:
        raise refuse("too_many")
    return Tour.objects.create(match=match, author=author, title=title)


def _own_tour(match: Match, user: Any, pk: int) -> Tour:
    """Lock and return a tour that `user` may change; call inside a transaction."""
    tour = Tour.objects.select_for_update().filter(match=match, pk=pk).first()
    if tour is None:
        raise refuse("no_such_thing")
    if tour.author_id != user.pk:
        raise refuse("no_such_thing" if not tour.published else "not_yours")
    return tour


@transaction.atomic
def stop_add(*, match: Match, user: Any, tour: int, ply: int, eyes: str, text: str) -> TourStop:
    """Add a position to the end of the user's own tour."""
    own, text = _own_tour(match, user, tour), words_of(user, text, MAX_TEXT)
    count = own.stops.count()
    if count >= MOST_STOPS:
        raise refuse("too_many")
    return TourStop.objects.create(tour=own, number=count + 1, ply=ply, eyes=eyes, text=text)


@transaction.atomic
def stop_remove(*, match: Match, user: Any, tour: int, number: int) -> Tour:
    """Remove a stop; those after it move up."""
    own = _own_tour(match, user, tour)
    stops = list(own.stops.all())
    if not 1 <= number <= len(stops):
        raise refuse("no_such_thing")
    stops.pop(number - 1).delete()
    _number(stops)
    if not stops:
        own.published = False
        own.save(update_fields=["published"])
    return own


@transaction.atomic
def stop_up(*, match: Match, user: Any, tour: int, number: int) -> Tour:
    """Move a stop one place towards the beginning."""
    own = _own_tour(match, user, tour)
    stops = list(own.stops.all())
    if not 2 <= number <= len(stops):
        raise refuse("no_such_thing")
    stops.insert(number - 2, stops.pop(number - 1))
    _number(stops)
    return own


def _number(stops: list[TourStop]) -> None:
    """Number the stops in this order; the unique constraint is deferred to the commit."""
    for number, stop in enumerate(stops, start=1):
        stop.number = number
    TourStop.objects.bulk_update(stops, ["number"])


@transaction.atomic
def tour_publish(*, match: Match, user: Any, tour: int, published: bool) -> Tour:
    """Show a tour to everybody who may see the match, or hide it from all but its author."""
    own = _own_tour(match, user, tour)
    if published and not own.stops.exists():
        raise refuse("empty_tour")
    own.published = published
    own.save(update_fields=["published"])
    return own


@transaction.atomic
def tour_remove(*, match: Match, user: Any, tour: int) -> None:
    """Delete the user's own tour."""
    _own_tour(match, user, tour).delete()
