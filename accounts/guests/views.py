"""The moderators' switch for guests, on their desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.guests.services import guests_switch
from accounts.models import User
from accounts.second_factor import staff_only


@never_cache
@staff_only
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Let guests in (`open` = yes), or no more."""
    assert isinstance(request.user, User)
    guests_switch(by=request.user, is_open=request.POST.get("open") == "yes")
    return redirect("moderation:desk")
