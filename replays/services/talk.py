"""Write comments and marked moments. The caller has passed `access_finished`."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.locking import lock_person
from games.matches.models import Match
from games.matches.services.locking import lock_match
from replays.models import Comment, Moment
from replays.refusals import refuse
from replays.text import words_of

MAX_COMMENT = 2000
MAX_TITLE = 80
MOST_COMMENTS = 1000
MOST_OF_ONE = 200  # so that one person cannot use up the match's limit
MOST_MOMENTS = 50


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
    comment = Comment.objects.filter(match=match, pk=pk).first()
    if comment is None:
        raise refuse("no_such_thing")
    if comment.author_id != user.pk and not user.is_staff:
        raise refuse("not_yours")
    comment.delete()


@transaction.atomic
def moment_mark(*, match: Match, author: Any, ply: int, eyes: str, title: str) -> Moment:
    """Mark a position with a short title; marking it again changes the title."""
    title = words_of(author, title, MAX_TITLE)
    lock_person(author)
    if Moment.objects.filter(match=match, author=author).exclude(ply=ply).count() >= MOST_MOMENTS:
        raise refuse("too_many")
    moment, _ = Moment.objects.update_or_create(
        match=match, author=author, ply=ply, defaults={"eyes": eyes, "title": title}
    )
    return moment


def moment_remove(*, match: Match, user: Any, pk: int) -> None:
    """Delete the user's own mark; staff may delete anybody's."""
    moment = Moment.objects.filter(match=match, pk=pk).first()
    if moment is None:
        raise refuse("no_such_thing")
    if moment.author_id != user.pk and not user.is_staff:
        raise refuse("not_yours")
    moment.delete()
