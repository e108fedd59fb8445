"""The pages of clubs: list, home page, members, journal."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.clubs.access import access_club, access_club_as_director
from accounts.clubs.forms import JoinForm, NewsForm
from accounts.clubs.journal import sentence_of
from accounts.clubs.models import Membership
from accounts.clubs.selectors import (
    clubs_found,
    has_asked,
    links_open,
    memberships_of,
    own_clubs,
    owners_of,
)
from accounts.clubs.views.gate import club_page

PER_PAGE = 30
MEMBERS_PER_PAGE = 100
NEWS_PER_PAGE = 5


@require_GET
def club_list(request: HttpRequest) -> HttpResponse:
    """List the clubs one may see, one's own first; `q` searches names and places."""
    wanted = request.GET.get("q", "").replace("\0", "").strip()[:60]
    clubs = clubs_found(request.user, wanted)
    context = {
        "page": Paginator(clubs, PER_PAGE).get_page(request.GET.get("page")),
        "own": own_clubs(request.user),
        "q": wanted,
        "query": urlencode({"q": wanted}) if wanted else "",
        "nav": "clubs",
    }
    return render(request, "clubs/list.html", context)


@require_GET
@club_page
def club_home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: coming events, current play, news, ladder."""
    access = access_club(request.user, slug)
    news = access.club.news.select_related("author")
    context = {
        "access": access,
        "club": access.club,
        "members": access.club.memberships.count(),
        "has_owner": not access.is_member or owners_of(access.club.pk).exists(),
        "news": Paginator(news, NEWS_PER_PAGE).get_page(request.GET.get("news")),
        "asked": has_asked(access.club, request.user),
        "join_form": JoinForm(),
        "news_form": NewsForm(),
        "requests": access.club.requests.count() if access.is_director else 0,
        "nav": "clubs",
    }
    return render(request, "clubs/home.html", context)


@require_GET
@club_page
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's members; directors also see requests and invitation links."""
    access = access_club(request.user, slug)
    memberships = memberships_of(access.club)
    context = {
        "access": access,
        "club": access.club,
        "page_obj": Paginator(memberships, MEMBERS_PER_PAGE).get_page(request.GET.get("page")),
        "roles": Membership.Role.choices,
        "requests": access.club.requests.select_related("user") if access.is_director else [],
        "links": links_open(access.club) if access.is_director else [],
        "nav": "clubs",
    }
    return render(request, "clubs/members.html", context)


@require_GET
@club_page
def club_journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who did what, to directors."""
    access = access_club_as_director(request.user, slug)
    entries = access.club.journal.select_related("actor")
    page = Paginator(entries, PER_PAGE).get_page(request.GET.get("page"))
    lines = [(entry.created_at, sentence_of(entry)) for entry in page]
    context = {"access": access, "club": access.club, "page": page, "lines": lines, "nav": "clubs"}
    return render(request, "clubs/journal.html", context)
