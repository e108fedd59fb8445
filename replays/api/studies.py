"""Study rooms for programs: their chapters and tasks."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from games.matches import converters as converters
from replays.access import ReplayNotFound
from replays.models import StudyChapter
from replays.study.access import StudyAccess, access_study
from replays.study.chapters import chapter_title
from replays.study.tasks import SeenTask, answers_to

router = Router(tags=["matches"])


class ChapterTold(TypedDict):
    """A chapter of a study room."""

    chapter: Annotated[int, Field(description="its number, which the other call names it by")]
    title: str
    notes: str
    tasks: int


class StudyTold(TypedDict):
    """A study room, with the chapters whose matches you may see."""

    study: Annotated[str, Field(description="its code")]
    title: str
    owner: str | None
    chapters: list[ChapterTold]


class AnswerTold(TypedDict):
    """What somebody would play."""

    name: str
    action: dict[str, Any]


class TaskTold(TypedDict):
    """A task: what should `seat` play after `ply` actions?"""

    ply: int
    seat: int
    question: str
    together: Annotated[bool, Field(description="whether all answers are shown at once")]
    shown: Annotated[bool, Field(description="whether you may see the answers")]
    count: Annotated[int, Field(description="how many have answered")]
    own: Annotated[dict[str, Any] | None, Field(description="your own answer")]
    answers: Annotated[list[AnswerTold], Field(description="empty until you may see them")]


class ChapterWithTasks(ChapterTold):
    """A chapter with its tasks, up to the first that hides what follows it from you."""

    match: Annotated[str | None, Field(description="its code; null while a task hides the rest")]
    ply: int
    eyes: Annotated[str, Field(description="a seat’s number, `all` or `public`")]
    asked: list[TaskTold]


@router.get("/studies/{code:code}", response=StudyTold)
def study(request: HttpRequest, code: str) -> StudyTold:
    """Show a study room and its chapters."""
    access = _room(request, code)
    owner = access.study.owner
    return {
        "study": access.study.code,
        "title": access.study.title,
        "owner": owner.get_username() if owner else None,
        "chapters": [_chapter(one, getattr(one, "task_count", 0)) for one in access.chapters],
    }


@router.get("/studies/{code:code}/chapters/{int:chapter}", response=ChapterWithTasks)
def study_chapter(request: HttpRequest, code: str, chapter: int) -> ChapterWithTasks:
    """Show a chapter of a study room and its tasks."""
    access = _room(request, code, chapter)
    begin = access.place(access.chapter.ply, access.chapter.eyes)
    last = access.timeline.last
    return {
        **_chapter(access.chapter, len(access.tasks)),
        "match": None if access.hiding else access.replay.match.code,
        "ply": begin.ply,
        "eyes": begin.eyes,
        "asked": [_task(one, request.user) for one in access.tasks if one.task.ply <= last],
    }


def _room(request: HttpRequest, code: str, chapter: int | None = None) -> StudyAccess:
    try:
        return access_study(request.user, code, chapter)
    except ReplayNotFound:
        raise HttpError(404, "There is no such study room.") from None


def _chapter(chapter: StudyChapter, tasks: int) -> ChapterTold:
    return {
        "chapter": chapter.pk,
        "title": chapter_title(chapter),
        "notes": chapter.notes,
        "tasks": tasks,
    }


def _task(seen: SeenTask, reader: Any) -> TaskTold:
    task = seen.task
    answers = answers_to(task, reader) if seen.is_shown else ()
    return {
        "ply": task.ply,
        "seat": task.seat,
        "question": task.question,
        "together": task.together,
        "shown": seen.is_shown,
        "count": seen.count,
        "own": seen.own,
        "answers": [{"name": one.user.get_username(), "action": one.action} for one in answers],
    }
