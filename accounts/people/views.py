"""The pages of people and notices, with their POSTs. Plain forms, no script required."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.people.forms import NoteForm
from accounts.people.models import Notice, Presence, Tie
from accounts.people.push import render_at_table
from accounts.people.refusals import PeopleRefused
from accounts.people.selectors import (
    here_among,
    notices_of,
    people_here,
    pinned_notice,
    presence_of,
    tied,
)
from accounts.people.services.notices import notices_read
from accounts.people.services.presence import presence_show
from accounts.people.services.ties import note_set, tie_set
from accounts.redirects import next_page
from accounts.selectors import find_person
from accounts.throttle import counted
from accounts.views import person_or_404

PER_PAGE = 30


@never_cache
@login_required
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Show who is here and whom one follows, mutes or blocks; search for people."""
    assert isinstance(request.user, User)
    asked = request.GET.get("name", "").strip()
    if asked and (found := find_person(asked)) is not None:
        return redirect(found)
    follows = _page(request, tied(request.user, Tie.Kind.FOLLOW), "follows")
    context = {
        "asked": asked,
        "here": _page(request, people_here(request.user), "here"),
        "follows": follows,
        "follows_here": here_among(request.user, follows),
        "muted": _page(request, tied(request.user, Tie.Kind.MUTE), "muted"),
        "blocked": _page(request, tied(request.user, Tie.Kind.BLOCK), "blocked"),
        "shown_to": presence_of(request.user).shown_to,
        "shown_choices": Presence.ShownTo.choices,
    }
    return render(request, "people/index.html", context)


def _page(request: HttpRequest, people: QuerySet[User], key: str) -> Page[User]:
    """Return the page of a list that the query parameter `key` names, by default the first."""
    return Paginator(people, PER_PAGE).get_page(request.GET.get(key))


def people_post(view: Callable[..., None]) -> Callable[..., HttpResponse]:
    """Make a POST for logged-in people; it redirects to `next`, which shows any refusal."""

    @wraps(view)
    def post(request: HttpRequest, **kwargs: str) -> HttpResponse:
        try:
            view(request, **kwargs)
        except PeopleRefused as refusal:
            messages.error(request, refusal.sentence)
        return HttpResponseRedirect(next_page(request, reverse("people:index")))

    return never_cache(require_POST(login_required(counted("people", a_minute=60)(post))))


@people_post
def tie(request: HttpRequest, username: str) -> None:
    """Start (`on` given) or stop following, muting or blocking (`kind`) a person."""
    assert isinstance(request.user, User)
    tie_set(
        owner=request.user,
        other=person_or_404(username),
        kind=request.POST.get("kind", ""),
        on=bool(request.POST.get("on")),
    )


@people_post
def note(request: HttpRequest, username: str) -> None:
    """Save a private note about a person; an empty one deletes it."""
    assert isinstance(request.user, User)
    about = person_or_404(username)
    form = NoteForm({"text": request.POST.get("text", "").replace("\r\n", "\n")})
    if not form.is_valid():
        raise PeopleRefused("bad_note")
    note_set(owner=request.user, about=about, text=form.cleaned_data["text"])
    messages.success(request, _("Saved."))


@people_post
def show(request: HttpRequest) -> None:
    """Choose who may see one's presence."""
    assert isinstance(request.user, User)
    presence_show(user=request.user, shown_to=request.POST.get("shown_to", ""))
    messages.success(request, _("Saved."))


@never_cache
@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """Show one's notices, newest first."""
    assert isinstance(request.user, User)
    page = Paginator(notices_of(request.user), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "people/notices.html", {"page_obj": page})


@people_post
def read(request: HttpRequest) -> None:
    """Mark all notices as read."""
    assert isinstance(request.user, User)
    notices_read(user=request.user)


@never_cache
@require_POST
@login_required
@counted("people", a_minute=60)
def put_away(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a notice pinned at a table as read: it disappears without leaving the table."""
    assert isinstance(request.user, User)
    get_object_or_404(Notice, pk=pk, user=request.user)
    notices_read(user=request.user, pk=pk)
    return HttpResponse(render_at_table(request.user, pinned_notice(request.user)))


@never_cache
@login_required
@require_GET
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a notice as read and redirect to its target."""
    assert isinstance(request.user, User)
    found = get_object_or_404(Notice, pk=pk, user=request.user)
    notices_read(user=request.user, pk=pk)
    return redirect(found.url or "people:notices")
