"""Tasks in study rooms: set them, answer them, show the answers.

The caller has passed the access check of the chapter.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from games.engine.chance import Chance
from games.engine.contract import RESIGN, Action, IllegalAction
from games.engine.match import NOT_AN_ACTION, play_action
from replays.models import ChapterDone, StudyAnswer, StudyChapter, StudyTask
from replays.refusals import refuse
from replays.services.study import study_change, study_hold, study_hold_as_editor
from replays.services.talk import words_of
from replays.timeline import Timeline

MAX_QUESTION = 200
MOST_TASKS = 20


@transaction.atomic
def task_set(
    *,
    chapter: StudyChapter,
    user: Any,
    timeline: Timeline,
    ply: int,
    question: str,
    together: bool,
) -> StudyTask:
    """Ask what the seat to act should play after `ply` actions; raises ReplayRefusal."""
    study = study_hold_as_editor(chapter.study.code, user)
    rules, state = timeline.rules, timeline.plies[ply].state
    seat = rules.to_act(state)
    if seat is None or len(rules.legal_actions(state, seat)) < 2:
        raise refuse("no_choice")
    if chapter.tasks.filter(ply=ply).exists():
        raise refuse("task_known")
    if chapter.tasks.count() >= MOST_TASKS:
        raise refuse("too_many")
    if not study.chapters.filter(pk=chapter.pk).exists():
        raise refuse("no_such_thing")
    task = StudyTask.objects.create(
        chapter=chapter,
        ply=ply,
        seat=seat,
        question=words_of(user, question, MAX_QUESTION, may_be_empty=True),
        together=together,
    )
    study_change(study)
    return task


@transaction.atomic
def task_answer(
    *, chapter: StudyChapter, user: Any, task: int, timeline: Timeline, action: Any
) -> None:
    """Store what `user` would play, in place of an earlier answer until the answers are shown.

    The rules judge the action in the task's position; what it would lead to is thrown away. Raises
    ReplayRefusal or IllegalAction.
    """
    study = study_hold(chapter.study.code)
    asked = _task(chapter, task)
    if asked.revealed_at is not None:
        raise refuse("task_over")
    answers = StudyAnswer.objects.filter(task=asked, user=user)
    if not asked.together and answers.exists():
        raise refuse("task_over")
    StudyAnswer.objects.update_or_create(
        task=asked,
        user=user,
        defaults={"action": _judged(timeline, asked, action), "answered_at": Now()},
    )
    if not chapter.tasks.exclude(answers__user=user).exists():
        ChapterDone.objects.get_or_create(chapter=chapter, user=user)
    study_change(study)


def _judged(timeline: Timeline, task: StudyTask, action: Any) -> Action:
    """Return a legal action in its normal form; raises IllegalAction."""
    rules, state = timeline.rules, timeline.plies[task.ply].state
    if isinstance(action, dict) and action.get("type") == RESIGN["type"]:
        raise IllegalAction("malformed", NOT_AN_ACTION)
    play_action(rules, state, task.seat, action, Chance(bytes(32), rules.meta.key))
    return rules.normal(action)


@transaction.atomic
def task_reveal(*, chapter: StudyChapter, user: Any, task: int) -> StudyTask:
    """Show everybody all answers, and what follows; return the task. Idempotent.

    Raises ReplayRefusal.
    """
    study = study_hold_as_editor(chapter.study.code, user)
    asked = _task(chapter, task)
    if asked.revealed_at is None:
        asked.revealed_at = Now()
        asked.save(update_fields=["revealed_at"])
        study_change(study)
    return asked


@transaction.atomic
def task_remove(*, chapter: StudyChapter, user: Any, task: int) -> None:
    """Remove a task with its answers; raises ReplayRefusal."""
    study = study_hold_as_editor(chapter.study.code, user)
    _task(chapter, task).delete()
    study_change(study)


def _task(chapter: StudyChapter, pk: int) -> StudyTask:
    found = chapter.tasks.filter(pk=pk).first()
    if found is None:
        raise refuse("no_task")
    return found
