"""Looking at clubs: the list, the home page, members, the journal."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.clubs.access import (
    access_club,
    access_club_as_director,
    owners_of,
    visible_clubs,
)
from accounts.clubs.forms import JoinForm, NewsForm
from accounts.clubs.journal import sentence_of
from accounts.clubs.models import JoinRequest, Membership
from accounts.clubs.views.gate import club_page

PER_PAGE = 30
MEMBERS_PER_PAGE = 100
NEWS_PER_PAGE = 5
ROLE_ORDER = list(Membership.Role.values)


@require_GET
def club_list(request: HttpRequest) -> HttpResponse:
    """List the clubs one may see, one's own first; `q` searches names and places."""
    clubs = visible_clubs(request.user).annotate(members=Count("memberships", distinct=True))
    wanted = request.GET.get("q", "").replace("\0", "").strip()[:60]
    if wanted:
        clubs = clubs.filter(Q(name__icontains=wanted) | Q(place__icontains=wanted))
    own: set[int] = set()
    if request.user.is_authenticated:
        mine = Membership.objects.filter(user=request.user)
        own = set(mine.values_list("club_id", flat=True))
    page = Paginator(clubs.order_by("name"), PER_PAGE).get_page(request.GET.get("page"))
    query = urlencode({"q": wanted}) if wanted else ""
    context = {"page": page, "own": own, "q": wanted, "query": query, "nav": "clubs"}
    return render(request, "clubs/list.html", context)


@require_GET
@club_page
def club_home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what is coming, who plays, news, ladder."""
    access = access_club(request.user, slug)
    asked = (
        request.user.is_authenticated
        and JoinRequest.objects.filter(club=access.club, user=request.user).exists()
    )
    news = access.club.news.select_related("author")
    context = {
        "access": access,
        "club": access.club,
        "members": access.club.memberships.count(),
        "has_owner": not access.is_member or owners_of(access.club.pk).exists(),
        "news": Paginator(news, NEWS_PER_PAGE).get_page(request.GET.get("news")),
        "asked": asked,
        "join_form": JoinForm(),
        "news_form": NewsForm(),
        "requests": access.club.requests.count() if access.is_director else 0,
        "nav": "clubs",
    }
    return render(request, "clubs/home.html", context)


@require_GET
@club_page
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who belongs to a club; directors also see requests and invitation links."""
    access = access_club(request.user, slug)
    memberships = sorted(
        access.club.memberships.select_related("user"),
        key=lambda one: (ROLE_ORDER.index(one.role), one.user.get_username().lower()),
    )
    context = {
        "access": access,
        "club": access.club,
        "page_obj": Paginator(memberships, MEMBERS_PER_PAGE).get_page(request.GET.get("page")),
        "roles": Membership.Role.choices,
        "requests": access.club.requests.select_related("user") if access.is_director else [],
        "links": access.club.links.filter(expires_at__gt=Now()) if access.is_director else [],
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
