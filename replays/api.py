"""Records, study rooms and courses for programs."""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    NotRequired,  # pydantic wants these before Python 3.12
    cast,
)

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict

from accounts.clubs.access import ClubNotFound, access_club
from accounts.clubs.selectors import memberships_of
from games.matches import converters as converters
from games.matches.api_answers import ResultTold
from games.matches.export import record_json
from replays.access import ReplayNotFound, access_finished
from replays.course import lessons_of, progress_of
from replays.models import StudyChapter
from replays.study import StudyAccess, access_study, chapter_title
from replays.tasks import SeenTask, answers_to

router = Router(tags=["matches"])


class DealTold(TypedDict):
    """What the tables of a duplicate event's round share: the seed follows from it."""

    event: Annotated[str, Field(description="the event's commitment")]
    parts: Annotated[list[str], Field(description="what its entrants contributed, by number")]


class FairnessTold(TypedDict):
    """What proves the shuffle; the lists go by seat."""

    secret: str
    commitment: str
    seat_commitments: list[str]
    contributions: list[str]
    deal: NotRequired[Annotated[DealTold, Field(description="in duplicate events alone")]]


class RecordTold(TypedDict):
    """A record, as docs/spec/record.md has it."""

    format: str
    match: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: Annotated[list[str], Field(description="names, by seat")]
    seed: str
    fairness: FairnessTold | None
    actions: Annotated[
        list[dict[str, Any]],
        Field(description="each `seat`, `action`, `at` (milliseconds), and `auto` where it was"),
    ]
    result: ResultTold | None
    head: str


@router.get("/matches/{code:code}/record", response=RecordTold)
def record(request: HttpRequest, code: str) -> RecordTold:
    """Send the record of a finished match."""
    try:
        return cast(RecordTold, record_json(access_finished(request.user, code).match))
    except ReplayNotFound:
        raise HttpError(404, "There is no such record.") from None


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
