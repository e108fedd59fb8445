"""The page where a director imports an event from its file."""

from __future__ import annotations

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.throttle import throttle
from games.tournaments.names import sentence
from games.tournaments.refusals import EventRefusal
from games.tournaments.services.bring_in import MOST_BYTES, event_import
from games.tournaments.views.create import asking_club
from games.tournaments.views.gate import event_form

A_MINUTE = 6
"""Imports allowed per minute: each one is folded, and kept for good."""


@event_form
def bring_in(request: HttpRequest) -> HttpResponse:
    """Ask for the file; on POST check and store it, or say what is wrong."""
    club = asking_club(request, request.GET.get("club", ""))
    context = {"club": club, "nav": "tournaments"}
    if request.method == "GET":
        return render(request, "tournaments/import.html", context)
    throttle(request, "import", limit=A_MINUTE, seconds=60)
    posted = request.FILES.get("event")
    data = posted.read(MOST_BYTES + 1) if isinstance(posted, UploadedFile) else b""
    try:
        event = event_import(actor=request.user, club=club, data=data)
    except EventRefusal as refusal:
        context["sentence"] = sentence(refusal.phrase, {})
        return render(request, "tournaments/import.html", context, status=422)
    messages.success(request, _("The event was checked and is here now."))
    return redirect("tournaments:overview", code=event.code)
