"""A club's course: its page, and what its directors do with it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.clubs.access import ClubAccess, access_club, access_club_as_director
from accounts.clubs.selectors import memberships_of
from accounts.clubs.views.gate import club_page, club_post
from accounts.numbers import whole_number
from replays.refusals import refuse
from replays.services import course as service
from replays.study.course import lessons_of, progress_of, studies_to_add, tasks_in
from replays.views.answers import refusal_or_page

MEMBERS_PER_PAGE = 50
directed = club_post(access_club_as_director, "course:index")


@never_cache
@require_GET
@club_page
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lessons with one's own progress; directors also see everybody's."""
    access = access_club(request.user, slug)
    page = Paginator(memberships_of(access.club) if access.is_director else [], MEMBERS_PER_PAGE)
    members = page.get_page(request.GET.get("page"))
    context = {
        "access": access,
        "club": access.club,
        "lessons": lessons_of(access.club, request.user),
        "page_obj": members,
        "lines": progress_of(access.club, members),
        "tasks": tasks_in(access.club) if access.is_director else 0,
        "to_add": studies_to_add(request.user) if access.is_director else [],
        "nav": "clubs",
    }
    return render(request, "clubs/course.html", context)


@refusal_or_page
@directed
def add(request: HttpRequest, access: ClubAccess) -> None:
    """Add the room `study` as the last lesson."""
    service.lesson_add(club=access.club, actor=request.user, code=request.POST.get("study", ""))


@refusal_or_page
@directed
def up(request: HttpRequest, access: ClubAccess) -> None:
    """Move the lesson `lesson` towards the beginning."""
    service.lesson_up(club=access.club, actor=request.user, pk=_lesson(request))


@refusal_or_page
@directed
def remove(request: HttpRequest, access: ClubAccess) -> None:
    """Take the lesson `lesson` out of the course."""
    service.lesson_remove(club=access.club, actor=request.user, pk=_lesson(request))


def _lesson(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("lesson", ""), digits=15)
    if number is None:
        raise refuse("no_such_thing")
    return number
