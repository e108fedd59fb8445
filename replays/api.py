"""Records, study rooms and courses for programs."""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    NotRequired,  # pydantic wants these before Python 3.12
    cast,
)

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Field, Router, Schema
from ninja.errors import HttpError
from typing_extensions import TypedDict

from accounts.clubs.access import ClubNotFound, access_club
from accounts.clubs.selectors import memberships_of
from accounts.tokens.calls import playing
from games.luck.models import Ledger
from games.luck.selectors import ledger_of, lines_of
from games.matches import converters as converters
from games.matches.api_answers import ResultTold
from games.matches.export import record_json
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.coached import coach_of, waiting_of
from replays.course import lessons_of, progress_of
from replays.habits import coached_of
from replays.models import StudyChapter
from replays.services.analysis import analyses_ask, analysis_ask
from replays.study import StudyAccess, access_study, chapter_title
from replays.tasks import SeenTask, answers_to

router = Router(tags=["matches"])
DIGITS = 6
NOT_SEATED = "You didn’t play in this match."


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


class SeatLuckTold(TypedDict):
    """What a seat was due before the deal, and what came of it; the first four add up to `won`."""

    seat: int
    begin: float
    luck: float
    own: Annotated[float, Field(description="what its own decisions gave it")]
    others: float
    won: float
    error: Annotated[float, Field(description="the standard error of luck, and of the decisions")]


class LuckMomentTold(TypedDict):
    """A ply whose chance gave a seat much, or took much; 0 is the deal."""

    ply: int
    seat: int
    luck: float


class LuckTold(TypedDict):
    """A finished match split into luck and decisions, in shares of a win."""

    match: str
    seats: list[SeatLuckTold]
    moments: list[LuckMomentTold]


@router.get("/matches/{code:code}/luck", response=LuckTold)
def match_luck(request: HttpRequest, code: str) -> LuckTold:
    """Tell what luck and decisions gave each seat of a finished match."""
    match = _finished(request, code).match
    ledger = ledger_of(match)
    if ledger is None or ledger.state != Ledger.State.DONE:
        raise HttpError(404, "The luck of this match is not known, or not yet.")
    lines = lines_of(ledger)
    seats: list[SeatLuckTold] = [
        {"seat": seat, **rounded({**one._asdict(), "won": one.won})}  # type: ignore[typeddict-item]
        for seat, one in enumerate(lines)
    ]
    moments: list[LuckMomentTold] = [
        {"ply": ply, "seat": seat, "luck": round(luck, DIGITS)}
        for seat, found in enumerate(ledger.moments)
        for ply, luck in found
    ]
    return {"match": match.code, "seats": seats, "moments": moments}


def rounded(figures: dict[str, float]) -> dict[str, float]:
    """Return figures with so many digits that they still add up."""
    return {name: round(value, DIGITS) for name, value in figures.items()}


class DecisionTold(TypedDict):
    """A decision that cost its player more than chance explains, judged by what they knew."""

    ply: int
    action: dict[str, Any]
    better: Annotated[dict[str, Any], Field(description="the better bot's")]
    chance: Annotated[float, Field(description="of winning after `action`")]
    better_chance: float
    error: Annotated[float, Field(description="the standard error of the difference")]
    why: Annotated[str, Field(description="why `better` is, in the language of the request")]


class CoachTold(TypedDict):
    """What the coach says of one's own seat; `state` is of the analysis, null if nobody asked."""

    match: str
    seat: int
    state: str | None
    decisions: list[DecisionTold]


@router.get("/matches/{code:code}/coach", response=CoachTold)
def match_coach(request: HttpRequest, code: str) -> CoachTold:
    """Tell which decisions of one's own cost most in a finished match."""
    access = _finished(request, code)
    if access.seat is None:
        raise HttpError(403, NOT_SEATED)
    seat = access.seat.number
    found = coach_of(access.match, access.seats, seat)
    told: list[DecisionTold] = [
        {
            "ply": one.trial.ply,
            "action": one.made,
            "better": one.better,
            "chance": round(one.again.made / one.again.pairs, DIGITS),
            "better_chance": round(one.again.better / one.again.pairs, DIGITS),
            "error": round(one.again.error, DIGITS),
            "why": one.why,
        }
        for one in found.decisions
    ]
    return {"match": access.match.code, "seat": seat, "state": found.state, "decisions": told}


@router.post("/matches/{code:code}/coach", auth=playing, response=CoachTold)
def match_coach_ask(request: HttpRequest, code: str) -> CoachTold:
    """Ask for the analysis of a match of one's own, in the background; harmless if it is there."""
    access = _finished(request, code)
    if access.seat is None:
        raise HttpError(403, NOT_SEATED)
    analysis_ask(match=access.match, user=request.user)
    return match_coach(request, code)


class HabitTold(TypedDict):
    """A habit that costs more than chance explains."""

    habit: Annotated[str, Field(description="in the language of the request")]
    matches: Annotated[int, Field(description="in so many it showed")]
    cost: Annotated[float, Field(description="in shares of a win, each time")]
    error: float


class CoachedTold(TypedDict):
    """One's coached matches of a game, and the habits found in them."""

    game: str
    matches: int
    habits: list[HabitTold]


class HabitsTold(TypedDict):
    """One's own habits, by game, and how many matches still wait for the coach."""

    games: list[CoachedTold]
    waiting: int


@router.get("/coach/me", auth=playing, response=HabitsTold)
def habits(request: HttpRequest) -> HabitsTold:
    """Tell the habits that one's own coached matches have in common."""
    games: list[CoachedTold] = [
        {
            "game": one.game,
            "matches": one.matches,
            "habits": [
                {
                    "habit": gettext(habit.kind),
                    "matches": habit.matches,
                    "cost": round(habit.cost, DIGITS),
                    "error": round(habit.error, DIGITS),
                }
                for habit in one.habits
            ],
        }
        for one in coached_of(request.user)
    ]
    return {"games": games, "waiting": waiting_of(request.user)}


class CoachAsked(Schema):
    """Whose last matches to coach: one's own, of a game."""

    game: str = Field(max_length=40)


@router.post("/coach/me", auth=playing, response=HabitsTold)
def habits_ask(request: HttpRequest, asked: CoachAsked) -> HabitsTold:
    """Have one's last ten matches of a game coached, in the background."""
    analyses_ask(user=request.user, game=asked.game)
    return habits(request)


@router.get("/matches/{code:code}/record", response=RecordTold)
def record(request: HttpRequest, code: str) -> RecordTold:
    """Send the record of a finished match."""
    return cast(RecordTold, record_json(_finished(request, code).match))


def _finished(request: HttpRequest, code: str) -> ReplayAccess:
    try:
        return access_finished(request.user, code)
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
