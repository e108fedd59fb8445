"""The strip of a study room, and the list of its chapters, for one person's page."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from games.matches.presenters import seat_names
from games.matches.rendering import Rendered
from replays.address import read_eyes, seat_eyes
from replays.models import ChapterDone, StudyChapter
from replays.presenters import eyes_sentence
from replays.study.access import StudyAccess, access_study, course_of
from replays.study.chapters import chapter_address, chapter_title
from replays.study.tasks import answer_words, tally_of


def study_context(access: StudyAccess) -> dict[str, Any]:
    """Return the context of `replays/_study.html` for one person."""
    study = access.study
    return {
        "study": study,
        "chapter": access.chapter,
        "leads": access.leads,
        "leader_here": access.is_led,
        "people": [one.user for one in access.here if one.user_id != study.leader_id],
        "user": access.user,
        "is_editor": access.is_editor,
        "is_public": access.replay.match.visibility == "public"
        and not access.replay.match.is_private,
        "tasks_state": _tasks_state(access),
        **_leaders_place(access),
        **_task_context(access),
    }


def _tasks_state(access: StudyAccess) -> str:
    """Return a word that changes when the page must ask for its position again."""
    hides = access.hiding
    return f"at-{hides.task.pk}" if hides else f"shown-{sum(one.is_shown for one in access.tasks)}"


def _leaders_place(access: StudyAccess) -> dict[str, Any]:
    """Return where the leader is, as far as this person may see it; None if they may not."""
    study, seats = access.study, access.replay.seats
    if study.chapter_id in (access.chapter.pk, None):
        place = access.place(study.ply, study.eyes)
        eyes = eyes_sentence(read_eyes(place.eyes, len(seats)), seat_names(seats))
        return {"study_address": place, "study_eyes": eyes, "led_chapter": None}
    found = next((one for one in access.chapters if one.pk == study.chapter_id), None)
    return {"study_address": None, "led_chapter": found and _entry(found)}


def _task_context(access: StudyAccess) -> dict[str, Any]:
    """Return the task that waits for this person's answer, or for an editor to show the answers.

    Only where the leader is, the strip offers an editor to show them: a second click on the button
    must not show those of the next task.
    """
    study = access.study
    asked, led = access.hiding, study.ply if study.chapter_id == access.chapter.pk else None
    if asked is None and access.is_editor:
        waiting = [one for one in access.tasks if not one.is_shown]
        at_leader = [one for one in waiting if one.task.ply == led]
        asked = next(iter(at_leader or waiting), None)
    if asked is None:
        return {"asked": None}
    task, timeline = asked.task, access.timeline
    return {
        "asked": asked,
        "may_show": asked.is_editor and task.ply == led,
        "asked_seat": timeline.holders.at(task.ply)[task.seat],
        "asked_url": access.place(task.ply, seat_eyes(task.seat).key).url,
        "own_words": answer_words(timeline, task, asked.own) if asked.own else "",
    }


def chapter_context(access: StudyAccess, ply: int) -> dict[str, Any]:
    """Return the context of `replays/_study_chapters.html`: the chapter, its tasks, all others."""
    user = access.user
    done = ChapterDone.objects.filter(chapter__in=access.chapters, user_id=user.pk)
    finished = set(done.values_list("chapter_id", flat=True))
    here = next((one for one in access.tasks if one.task.ply == ply and one.is_shown), None)
    return {
        "course_club": course_of(access.study, user),
        "chapter_title": chapter_title(access.chapter),
        "chapter_done": access.chapter.pk in finished,
        "study_chapters": [
            {
                **_entry(one),
                "is_here": one == access.chapter,
                "is_done": one.pk in finished,
            }
            for one in access.chapters
        ],
        "study_tasks": [
            {
                "seen": one,
                "url": access.place(one.task.ply, seat_eyes(one.task.seat).key).url,
                "is_here": one.task.ply == ply,
            }
            for one in access.tasks
            if one.task.ply <= access.timeline.last
        ],
        "task_shown": here,
        "tally": tally_of(access.timeline, here.task, user, is_whole=access.hiding is None)
        if here
        else None,
    }


def _entry(chapter: StudyChapter) -> dict[str, Any]:
    return {
        "chapter": chapter,
        "title": chapter_title(chapter),
        "url": chapter_address(chapter),
    }


def render_study(user: Any, code: str, chapter: int) -> Rendered:
    """Return the room's strip to push to one person's page of a chapter."""
    access = access_study(user, code, chapter)
    context = {**study_context(access), "oob": True}
    html = render_to_string("replays/_study.html", context)
    return Rendered(access.study.revision, "", html)
