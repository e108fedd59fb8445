"""POSTs about a room's tasks: set one, answer it on the table, show the answers, remove it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.throttle import throttle
from games.engine.contract import Refusal
from games.matches.phrases import phrase_text
from games.matches.requests import read_action
from replays.refusals import refuse
from replays.services import tasks as service
from replays.study.access import StudyAccess, access_study
from replays.study.rendering import study_context
from replays.views.answers import STATUS_OF, refusal_page, replay_post
from replays.views.study import posted_place, room_post

ANSWERS_A_MINUTE = 60
PANEL = "#study-chapters"


@room_post()
def task_set(request: HttpRequest, access: StudyAccess) -> str:
    """Ask a `question` at the position; with `each`, each person sees the answers after theirs."""
    place = posted_place(request, access)
    service.task_set(
        chapter=access.chapter,
        user=request.user,
        timeline=access.timeline,
        ply=place.ply,
        question=request.POST.get("question", ""),
        together="each" not in request.POST,
    )
    return place.url + PANEL


@room_post()
def task_reveal(request: HttpRequest, access: StudyAccess, *, task: int) -> str:
    """Show everybody the answers; redirect to them."""
    asked = service.task_reveal(chapter=access.chapter, user=request.user, task=task)
    return posted_place(request, access).at(ply=asked.ply)


@room_post()
def task_remove(request: HttpRequest, access: StudyAccess, *, task: int) -> None:
    """Remove a task."""
    service.task_remove(chapter=access.chapter, user=request.user, task=task)


@replay_post
def task_answer(request: HttpRequest, code: str, chapter: int) -> HttpResponse:
    """Answer the chapter's open task, at move `version`, with an `action`; return the strip."""
    access = access_study(request.user, code, chapter)
    try:
        throttle(request, "answer", limit=ANSWERS_A_MINUTE, seconds=60)
        _answer(request, access)
    except Refusal as refusal:
        return _refused(request, access, refusal)
    if not request.headers.get("HX-Request"):
        return redirect(access.base)
    context = {**study_context(access_study(request.user, code, chapter)), "oob": True}
    return render(request, "replays/_study.html", context)


def _answer(request: HttpRequest, access: StudyAccess) -> None:
    asked = access.hiding
    if asked is None or request.POST.get("version") != str(asked.task.ply):
        raise refuse("no_task")
    service.task_answer(
        chapter=access.chapter,
        user=request.user,
        task=asked.task.pk,
        timeline=access.timeline,
        action=read_action(request.POST.get("action", "")),
    )


def _refused(request: HttpRequest, access: StudyAccess, refusal: Refusal) -> HttpResponse:
    """Answer the table with the refusal's sentence, which may name its cards and players."""
    if not request.headers.get("HX-Request"):
        return refusal_page(request, refusal)
    timeline = access.timeline
    names = timeline.holders.at(timeline.last)
    context = {"sentence": phrase_text(refusal.phrase, timeline.rules, names), "code": refusal.code}
    status = STATUS_OF.get(refusal.code, 422)
    return render(request, "matches/_notice.html", context, status=status)
