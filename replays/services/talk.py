"""Write comments, marked moments and guided tours. The caller has passed `access_finished`."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.locking import lock_person
from accounts.moderation.selectors import is_muted
from games.matches.models import Match
from games.matches.services.locking import lock_match
from games.matches.talk.words import plain_line
from replays.models import Comment, Moment, Tour, TourStop
from replays.refusals import refuse
from replays.services.order import order_store, order_up

MAX_COMMENT = 2000
MAX_MOMENT = 80
MAX_TOUR = 120
MAX_STOP = 4000
MOST_COMMENTS = 1000
MOST_OF_ONE = 200  # so that one person cannot use up the match's limit
MOST_MOMENTS = 50
MOST_TOURS = 20
MOST_STOPS = 100


def words_of(author: Any, text: str, most: int, *, may_be_empty: bool = False) -> str:
    """Return the cleaned text; refuses empty or too long text, and authors muted by moderators."""
    if is_muted(author.pk):
        raise refuse("muted")
    words = "\n".join(map(plain_line, text.splitlines())).strip()
    if not words and not may_be_empty:
        raise refuse("empty_text")
    if len(words) > most:
        raise refuse("long_text")
    return words


@transaction.atomic
def comment_add(*, match: Match, author: Any, ply: int, text: str) -> Comment:
    """Comment on the position after `ply`; raises ReplayRefusal."""
    text = words_of(author, text, MAX_COMMENT)
    lock_match(match.code)  # so that the count of its comments stays exact
    said = Comment.objects.filter(match=match)
    if said.count() >= MOST_COMMENTS or said.filter(author=author).count() >= MOST_OF_ONE:
        raise refuse("too_many")
    return Comment.objects.create(match=match, author=author, ply=ply, text=text)


def comment_remove(*, match: Match, user: Any, pk: int) -> None:
    """Delete the user's own comment; staff may delete anybody's."""
    _remove(Comment.objects.filter(match=match, pk=pk).first(), user)


@transaction.atomic
def moment_mark(*, match: Match, author: Any, ply: int, eyes: str, title: str) -> Moment:
    """Mark a position with a short title; marking it again changes the title."""
    title = words_of(author, title, MAX_MOMENT)
    lock_person(author)
    if Moment.objects.filter(match=match, author=author).exclude(ply=ply).count() >= MOST_MOMENTS:
        raise refuse("too_many")
    moment, _ = Moment.objects.update_or_create(
        match=match, author=author, ply=ply, defaults={"eyes": eyes, "title": title}
    )
    return moment


def moment_remove(*, match: Match, user: Any, pk: int) -> None:
    """Delete the user's own mark; staff may delete anybody's."""
    _remove(Moment.objects.filter(match=match, pk=pk).first(), user)


def _remove(found: Comment | Moment | None, user: Any) -> None:
    if found is None:
        raise refuse("no_such_thing")
    if found.author_id != user.pk and not user.is_staff:
        raise refuse("not_yours")
    found.delete()


@transaction.atomic
def tour_create(*, match: Match, author: Any, title: str) -> Tour:
    """Begin a tour; nobody else sees it until it is published."""
    title = words_of(author, title, MAX_TOUR)
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
    own, text = _own_tour(match, user, tour), words_of(user, text, MAX_STOP)
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
    order_store(stops)
    if not stops:
        own.published = False
        own.save(update_fields=["published"])
    return own


@transaction.atomic
def stop_up(*, match: Match, user: Any, tour: int, number: int) -> Tour:
    """Move a stop one place towards the beginning."""
    own = _own_tour(match, user, tour)
    stops = list(own.stops.all())
    order_up(stops, number - 1)
    return own


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
