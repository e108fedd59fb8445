"""Read a club's course: its lessons, which are study rooms, and how far people are with them.

Nothing here writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from accounts.clubs.models import Club, Membership
from replays.models import ChapterDone, CourseLesson, Study, StudyAnswer, StudyChapter
from replays.study.access import chapters_open_to, own_studies
from replays.study.chapters import chapter_address, chapter_title


@dataclass(frozen=True)
class Part:
    """A chapter of a lesson, and how far one person is with it."""

    pk: int
    title: str
    url: str
    is_done: bool
    answered: int
    tasks: int


@dataclass(frozen=True)
class Lesson:
    """A lesson with the chapters that its reader may open."""

    row: CourseLesson
    parts: Sequence[Part]

    @property
    def done(self) -> int:
        """Return how many of these chapters the reader has done."""
        return sum(part.is_done for part in self.parts)


@dataclass(frozen=True)
class Line:
    """How far a member is: chapters done by lesson, of how many, and tasks answered."""

    user: Any
    done: Sequence[tuple[int, int]]
    answered: int


def lessons_of(club: Club, user: Any) -> list[Lesson]:
    """Return a club's lessons in order, as `user` (anonymous allowed) may see them."""
    rows = list(club.lessons.select_related("study"))
    chapters = chapters_open_to(user, list(_chapters(rows)))
    done = set(_done(rows).filter(user_id=user.pk).values_list("chapter_id", flat=True))
    answers = Counter(
        _answers(rows).filter(user_id=user.pk).values_list("task__chapter_id", flat=True)
    )
    return [
        Lesson(
            row,
            [
                Part(
                    one.pk,
                    chapter_title(one),
                    chapter_address(one),
                    one.pk in done,
                    answers[one.pk],
                    getattr(one, "task_count", 0),
                )
                for one in chapters
                if one.study_id == row.study_id
            ],
        )
        for row in rows
    ]


def progress_of(club: Club, memberships: Iterable[Membership]) -> list[Line]:
    """Return how far members are, for those who run the course."""
    rows = list(club.lessons.all())
    totals = Counter(_chapters(rows).values_list("study_id", flat=True))
    people = [one.user for one in memberships]
    done = Counter(_done(rows).filter(user__in=people).values_list("user_id", "chapter__study_id"))
    answered = Counter(_answers(rows).filter(user__in=people).values_list("user_id", flat=True))
    return [
        Line(
            person,
            [(done[person.pk, row.study_id], totals[row.study_id]) for row in rows],
            answered[person.pk],
        )
        for person in people
    ]


def tasks_in(club: Club) -> int:
    """Return how many tasks a club's lessons have."""
    return sum(getattr(one, "task_count", 0) for one in _chapters(list(club.lessons.all())))


def studies_to_add(user: Any) -> QuerySet[Study]:
    """Return the rooms of `user` that could become lessons: with a title, and in no course yet."""
    return own_studies(user).filter(lesson=None).exclude(title="")


def _chapters(rows: Sequence[CourseLesson]) -> QuerySet[StudyChapter]:
    of_lessons = StudyChapter.objects.filter(study__in=[row.study_id for row in rows])
    found = of_lessons.select_related("match", "study").annotate(task_count=Count("tasks"))
    return found.order_by("study", "number")


def _done(rows: Sequence[CourseLesson]) -> QuerySet[ChapterDone]:
    return ChapterDone.objects.filter(chapter__study__in=[row.study_id for row in rows])


def _answers(rows: Sequence[CourseLesson]) -> QuerySet[StudyAnswer]:
    return StudyAnswer.objects.filter(task__chapter__study__in=[row.study_id for row in rows])
