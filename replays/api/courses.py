"""A club's course for programs."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.clubs.access import ClubNotFound, access_club
from accounts.clubs.selectors import memberships_of
from replays.study.course import lessons_of, progress_of

router = Router(tags=["matches"])


class PartTold(TypedDict):
    """A chapter of a lesson, and how far you are with it."""

    chapter: int
    title: str
    done: bool
    answered: Annotated[int, Field(description="how many of its tasks you have answered")]
    tasks: int


class LessonTold(TypedDict):
    """A lesson: a study room."""

    study: Annotated[str, Field(description="its code")]
    title: str
    chapters: list[PartTold]


class LearnerTold(TypedDict):
    """How far a member is."""

    name: str
    done: Annotated[list[int], Field(description="chapters done, by lesson")]
    answered: Annotated[int, Field(description="tasks answered in all lessons")]


class CourseTold(TypedDict):
    """A club's course: its lessons in order, with your own progress."""

    lessons: list[LessonTold]
    members: Annotated[list[LearnerTold] | None, Field(description="for the club's directors")]


@router.get("/clubs/{slug}/course", response=CourseTold)
def course(request: HttpRequest, slug: str) -> CourseTold:
    """Show a club's course."""
    try:
        access = access_club(request.user, slug)
    except ClubNotFound:
        raise HttpError(404, "There is no such club.") from None
    lines = progress_of(access.club, memberships_of(access.club)) if access.is_director else []
    return {
        "lessons": [
            {
                "study": one.row.study.code,
                "title": one.row.study.title,
                "chapters": [
                    {
                        "chapter": part.pk,
                        "title": part.title,
                        "done": part.is_done,
                        "answered": part.answered,
                        "tasks": part.tasks,
                    }
                    for part in one.parts
                ],
            }
            for one in lessons_of(access.club, request.user)
        ],
        "members": [
            {
                "name": line.user.get_username(),
                "done": [done for done, _ in line.done],
                "answered": line.answered,
            }
            for line in lines
        ]
        if access.is_director
        else None,
    }
