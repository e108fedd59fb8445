"""People's pages and their preferences. allauth provides the other account pages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.i18n import LANGUAGE_QUERY_PARAMETER, set_language

from accounts.forms import PreferencesForm
from accounts.mail import MAILS, may_read
from accounts.models import Preferences, User
from accounts.registry import profile_panels
from accounts.second_factor import admin_allows
from accounts.selectors import PersonNotFound, person_called, preferences_of
from accounts.services import preferences_set
from accounts.throttle import counted


def person_or_404(username: str, *, also_barred: bool = False) -> User:
    """Return the person that a URL names, or raise Http404."""
    try:
        return person_called(username, also_barred=also_barred)
    except PersonNotFound:
        raise Http404 from None


@never_cache
@require_GET
def person(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person's page to anybody; redirect a name in the wrong case.

    A barred person's page is visible to moderators only, who answer appeals.
    """
    found = person_or_404(username, also_barred=admin_allows(request))
    if found.username != username:
        return redirect(found)
    return _profile(request, found)


@never_cache
@login_required
@require_GET
def profile(request: HttpRequest) -> HttpResponse:
    """Show one's own page, with links to the account pages."""
    assert isinstance(request.user, User)
    return _profile(request, request.user)


def _profile(request: HttpRequest, found: User) -> HttpResponse:
    context: dict[str, Any] = {
        "person": found,
        "is_me": found == request.user,
        "panels": profile_panels(request, found),
    }
    return render(request, "accounts/person.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@counted("account", a_minute=60)
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change one's own preferences."""
    assert isinstance(request.user, User)
    if request.method == "GET":
        form = PreferencesForm(instance=preferences_of(request.user))
        return render(request, "accounts/preferences.html", {"form": form})
    # A fresh instance, since even a refused form changes its instance.
    form = PreferencesForm(request.POST, instance=Preferences(user=request.user))
    if not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form}, status=422)
    preferences_set(user=request.user, **form.cleaned_data)
    chosen = form.cleaned_data["language"] or translation.get_language_from_request(request)
    with translation.override(chosen):
        messages.success(request, _("Settings saved."))
    return redirect("accounts:preferences")


@require_POST
def language_set(request: HttpRequest) -> HttpResponseBase:
    """Change the language of this browser, and of the account if signed in."""
    language = request.POST.get(LANGUAGE_QUERY_PARAMETER, "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        preferences_set(user=request.user, language=language)
    return set_language(request)


@never_cache
@require_GET
def mails(request: HttpRequest) -> HttpResponse:
    """Show the mails of a local site, newest first; 404 on any other."""
    if not may_read(request):
        raise Http404
    return render(request, "accounts/mails.html", {"mails": list(reversed(MAILS))})
