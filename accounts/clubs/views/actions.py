"""Doing something in a club: founding, joining, roles, notices."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.clubs.access import (
    ClubAccess,
    access_club,
    access_club_as_director,
    access_club_as_owner,
)
from accounts.clubs.crest import PARTS, Crest, crest_of
from accounts.clubs.forms import ClubForm, CrestForm, JoinForm, NewsForm
from accounts.clubs.refusals import ClubRefusal, refuse
from accounts.clubs.services.club import club_crest, club_edit, club_found, news_post, news_remove
from accounts.clubs.services.membership import (
    club_join,
    club_join_by_link,
    club_leave,
    link_club,
    link_make,
    link_withdraw,
    member_remove,
    membership_hear,
    request_decide,
    role_set,
)
from accounts.clubs.views.gate import club_counted, club_form, club_page, club_post, say
from accounts.numbers import whole_number


@club_form
def found(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)

    def save() -> HttpResponse:
        club = club_found(founder=request.user, **form.cleaned_data)
        say(request, _("Your club is ready. Invite your people."))
        return redirect("clubs:members", slug=club.slug)

    return _form_page(request, form, save)


@club_form
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's page; owners only."""
    access = access_club_as_owner(request.user, slug)
    shown = copy(access.club)  # a refused form still writes its input into its instance
    form = ClubForm(request.POST if request.method == "POST" else None, instance=shown)

    def save() -> HttpResponse:
        club_edit(club=access.club, actor=request.user, **form.cleaned_data)
        say(request, _("Saved."))
        return redirect("clubs:home", slug=slug)

    return _form_page(request, form, save, club=access.club)


@club_form
def crest(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the parts of the club's crest; directors only."""
    club = access_club_as_director(request.user, slug).club
    form = CrestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        club_crest(club=club, actor=request.user, crest=Crest(**form.cleaned_data))
        say(request, _("Saved."))
        return redirect("clubs:crest", slug=slug)
    now = crest_of(club.slug, club.crest)
    parts = [
        (
            form[name],
            [(key, label, " ".join(now._replace(**{name: key}))) for key, label in of.items()],
        )
        for name, of in PARTS.items()
    ]
    context = {"club": club, "form": form, "parts": parts, "chosen": now, "nav": "clubs"}
    return render(request, "clubs/crest.html", context, status=422 if form.errors else 200)


def _form_page(
    request: HttpRequest, form: ClubForm, save: Callable[[], HttpResponse], **context: Any
) -> HttpResponse:
    """Save a valid form, or show it with its errors."""
    if request.method == "POST" and form.is_valid():
        try:
            return save()
        except ClubRefusal as refusal:
            form.add_error("name", refusal.sentence)
    context |= {"form": form, "nav": "clubs"}
    return render(request, "clubs/form.html", context, status=422 if form.errors else 200)


@club_post(access_club, "clubs:home")
def join(request: HttpRequest, access: ClubAccess) -> None:
    """Join, or ask to."""
    form = JoinForm(request.POST)
    message = form.cleaned_data["message"] if form.is_valid() else ""
    membership = club_join(club=access.club, user=request.user, message=message)
    say(request, _("Welcome to the club!") if membership else _("Request sent."))


@require_http_methods(["GET", "POST"])
@club_counted
@club_page
def join_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose invitation this is; a POST accepts it."""
    club = link_club(token)
    if request.method == "GET" or not request.user.is_authenticated:
        context = {"club": club, "members": club.memberships.count(), "nav": "clubs"}
        return render(request, "clubs/invitation.html", context)
    club_join_by_link(token=token, user=request.user)
    say(request, _("Welcome to the club!"))
    return redirect("clubs:home", slug=club.slug)


@club_post(access_club, "clubs:home")
def hear(request: HttpRequest, access: ClubAccess) -> None:
    """Turn notifications of the club's news and events on (`hears` = yes) or off."""
    hears = request.POST.get("hears") == "yes"
    membership_hear(club=access.club, user=request.user, hears=hears)
    say(request, _("Saved."))


@club_post(access_club, "clubs:home")
def leave(request: HttpRequest, access: ClubAccess) -> HttpResponse | None:
    """Leave the club."""
    club_leave(access=access)
    say(request, _("You’ve left the club."))
    return redirect("clubs:list")


@club_post(access_club_as_director, "clubs:members")
def decide(request: HttpRequest, access: ClubAccess) -> None:
    """Accept or decline somebody who asked to join."""
    request_decide(
        club=access.club,
        actor=request.user,
        user_id=posted_id(request, "user", "no_request"),
        accept=request.POST.get("answer") == "accept",
    )


@club_post(access_club_as_director, "clubs:members")
def remove(request: HttpRequest, access: ClubAccess) -> None:
    """Remove a member."""
    user_id = posted_id(request, "user", "no_such_member")
    member_remove(club=access.club, actor=request.user, user_id=user_id)


@club_post(access_club_as_owner, "clubs:members")
def set_role(request: HttpRequest, access: ClubAccess) -> None:
    """Give a member another role."""
    role_set(
        club=access.club,
        actor=request.user,
        user_id=posted_id(request, "user", "no_such_member"),
        role=request.POST.get("role", ""),
    )


@club_post(access_club_as_director, "clubs:members")
def make_link(request: HttpRequest, access: ClubAccess) -> None:
    """Make an invitation link."""
    link_make(club=access.club, actor=request.user)


@club_post(access_club_as_director, "clubs:members")
def withdraw_link(request: HttpRequest, access: ClubAccess) -> None:
    """Withdraw an invitation link."""
    link_withdraw(
        club=access.club, actor=request.user, link_id=posted_id(request, "link", "no_such_link")
    )


@club_post(access_club_as_director, "clubs:home")
def post_news(request: HttpRequest, access: ClubAccess) -> HttpResponse | None:
    """Put a notice on the club's page."""
    form = NewsForm(request.POST)
    if not form.is_valid():
        context: dict[str, Any] = {"form": form, "club": access.club, "nav": "clubs"}
        return render(request, "clubs/news_form.html", context, status=422)
    news_post(club=access.club, author=request.user, **form.cleaned_data)
    return None


@club_post(access_club_as_director, "clubs:home")
def remove_news(request: HttpRequest, access: ClubAccess) -> None:
    """Take a notice off the page."""
    item_id = posted_id(request, "item", "no_such_news")
    news_remove(club=access.club, actor=request.user, item_id=item_id)


def posted_id(request: HttpRequest, key: str, refusal: str) -> int:
    """Return a posted number; refuse anything else."""
    number = whole_number(request.POST.get(key, ""), digits=15)
    if number is None:
        raise refuse(refusal)
    return number
