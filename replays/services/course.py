"""A club's course: its directors add study rooms of their own as lessons, and order them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.clubs.journal import journal_write
from accounts.clubs.models import Club
from accounts.clubs.services.membership import club_hold_as_director
from replays.models import CourseLesson
from replays.refusals import refuse
from replays.services.order import order_store, order_up
from replays.services.study import study_hold

MOST_LESSONS = 60


@transaction.atomic
def lesson_add(*, club: Club, actor: Any, code: str) -> CourseLesson:
    """Add a director's own room as the last lesson; the other directors may edit it from now on.

    Raises ReplayRefusal, or ClubRefusal for anybody but a director.
    """
    club_hold_as_director(club, actor)
    study = study_hold(code)
    if study.owner_id != actor.pk:
        raise refuse("not_owner")
    if not study.title:
        raise refuse("no_title")
    if hasattr(study, "lesson"):
        raise refuse("lesson_known")
    lessons = list(club.lessons.all())
    if len(lessons) >= MOST_LESSONS:
        raise refuse("too_many")
    journal_write(club=club, actor=actor, verb="added_lesson", about=study.title)
    number = lessons[-1].number + 1 if lessons else 1
    return CourseLesson.objects.create(club=club, study=study, number=number)


@transaction.atomic
def lesson_up(*, club: Club, actor: Any, pk: int) -> None:
    """Move a lesson one place towards the beginning; raises ReplayRefusal or ClubRefusal."""
    club_hold_as_director(club, actor)
    lessons = list(club.lessons.all())
    order_up(lessons, lessons.index(_lesson(lessons, pk)))


@transaction.atomic
def lesson_remove(*, club: Club, actor: Any, pk: int) -> None:
    """Take a room out of the course; it stays its owner's. Raises ReplayRefusal or ClubRefusal."""
    club_hold_as_director(club, actor)
    lessons = list(club.lessons.select_related("study"))
    lesson = _lesson(lessons, pk)
    journal_write(club=club, actor=actor, verb="removed_lesson", about=lesson.study.title)
    lessons.remove(lesson)
    lesson.delete()
    order_store(lessons)


def _lesson(lessons: Sequence[CourseLesson], pk: int) -> CourseLesson:
    found = next((one for one in lessons if one.pk == pk), None)
    if found is None:
        raise refuse("no_such_thing")
    return found
