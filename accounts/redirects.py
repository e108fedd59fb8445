"""Where to send people next: always to an address that can be opened by GET.

A POST-only address shows nothing on GET. People would get there by logging in after a POST that
required it, or by choosing another language on the page that refused a POST.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit, urlunsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Return the page of this site that a form names as `next`, else the address `otherwise`.

    Use HttpResponseRedirect with it: `redirect` would take `account_logout` for a view's name.
    """
    wanted = request.POST.get("next", "")
    own = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if own and wanted.startswith("/") else otherwise


def page_before(request: HttpRequest) -> str:
    """Return the page of this site that a request was sent from, else the front page."""
    sender = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sender, {request.get_host()}, request.is_secure()):
        return reverse("home")
    parts = urlsplit(sender)
    return urlunsplit(("", "", parts.path or "/", parts.query, ""))


def page_after_login(request: HttpRequest) -> str:
    """Return the page to show after signing in, as the query or the form says, or ""."""
    return request.POST.get("next") or request.GET.get("next", "")


def is_entrance(request: HttpRequest) -> bool:
    """Tell whether this is an account page, which shows a refused form at its own address."""
    return bool(request.resolver_match and request.resolver_match.route.startswith("accounts/"))


def here(request: HttpRequest) -> str:
    """Return the address at which this page can be opened again by GET.

    A refused log-in form keeps its `next`; other POSTs are not repeated.
    """
    if request.method == "GET":
        return request.get_full_path()
    if not is_entrance(request):
        return page_before(request)
    wanted = page_after_login(request)
    return f"{request.path}?{urlencode({'next': wanted})}" if wanted else request.path


class ReturnPageMiddleware:
    """Show a page for a POST-only address; after log-in for a POST, return to its form's page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and _leads_back_here(request, response):
            return redirect_to_login(page_before(request))
        if request.method == "GET" and response.status_code == 405 and not response.content:
            page = render(request, "404.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        return response


def _leads_back_here(request: HttpRequest, response: HttpResponse) -> bool:
    """Tell whether a response redirects to the log-in page, and then back to this address."""
    to = urlsplit(response.get("Location", ""))
    is_login = response.status_code == 302 and to.path == resolve_url(settings.LOGIN_URL)
    return is_login and parse_qs(to.query).get("next") == [request.get_full_path()]
