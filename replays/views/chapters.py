"""POSTs about a room's chapters: edit, order, remove, and mark them as done."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from replays.services import chapters as service
from replays.study.access import StudyAccess
from replays.views.study import posted_place, room_post

PANEL = "#study-chapters"


@room_post()
def chapter_edit(request: HttpRequest, access: StudyAccess) -> str:
    """Change `title` and `notes`; with `begin` the chapter begins where the form was sent from."""
    place = posted_place(request, access)
    service.chapter_edit(
        code=access.study.code,
        user=request.user,
        pk=access.chapter.pk,
        title=request.POST.get("title", ""),
        notes=request.POST.get("notes", ""),
        begin=(place.ply, place.eyes) if "begin" in request.POST else None,
    )
    return place.url + PANEL


@room_post()
def chapter_up(request: HttpRequest, access: StudyAccess) -> str:
    """Move the chapter towards the beginning."""
    service.chapter_up(code=access.study.code, user=request.user, pk=access.chapter.pk)
    return posted_place(request, access).url + PANEL


@room_post()
def chapter_remove(request: HttpRequest, access: StudyAccess) -> str:
    """Remove the chapter; show the first of those that are left."""
    code = access.study.code
    service.chapter_remove(code=code, user=request.user, pk=access.chapter.pk)
    return reverse("replays:study", args=[code])


@room_post()
def chapter_done(request: HttpRequest, access: StudyAccess) -> str:
    """Mark the chapter as done, or with `undo` as not done."""
    done = "undo" not in request.POST
    service.chapter_done(chapter=access.chapter, user=request.user, done=done)
    return access.base + PANEL
