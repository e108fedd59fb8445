"""The privacy page, the export of one's own data, and leaving the site."""

from __future__ import annotations

from copy import copy

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.leaving import LeaveRefused
from accounts.models import User
from accounts.privacy.leave import person_leave
from accounts.privacy.relations import person_export
from accounts.privacy.retention import RULES
from accounts.throttle import counted


@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored, for how long, and one's rights."""
    rules = [(_(rule.what), rule.days) for rule in RULES]
    return render(request, "privacy/privacy.html", {"rules": rules})


@never_cache
@login_required
@require_GET
def own_data(request: HttpRequest) -> HttpResponse:
    """Show what can be done with one's own data."""
    return render(request, "privacy/own_data.html", {})


@never_cache
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Download everything the site knows about oneself."""
    assert isinstance(request.user, User)
    answer = JsonResponse(person_export(request.user), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="kibitz-my-data.json"'
    return answer


@never_cache
@counted("account", a_minute=60)
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation by typing one's own name, then delete the person."""
    assert isinstance(request.user, User)
    if request.method == "GET":
        return render(request, "privacy/leave.html", {})
    if request.POST.get("username", "") != request.user.get_username():
        return _stay(request, _("Type your own name exactly as shown above."))
    try:
        person_leave(user=copy(request.user))  # deleting clears its pk, which logout needs
    except LeaveRefused as refusal:
        return _stay(request, refusal.sentence)
    logout(request)
    messages.success(request, _("Your account has been deleted. Thanks for playing."))
    return redirect("home")


def _stay(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "privacy/leave.html", {"sentence": sentence}, status=422)
