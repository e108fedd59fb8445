"""What members do in an event that was imported from a file: say which entry is theirs."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.tournaments.access import access_tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.act import tournament_act
from games.tournaments.show.event import event_view
from games.tournaments.show.imported import imported_context
from games.tournaments.views.actions import posted_number, posted_text
from games.tournaments.views.gate import event_post


@event_post
def recognise(request: HttpRequest, code: str) -> HttpResponse:
    """Give an entry to the member who says it is theirs, or with `undo` take that back."""
    view = event_view(access_tournament(request.user, code))
    told, number = imported_context(view), posted_number(request, "entry")
    undo = "undo" in request.POST
    listed = told.get("claimed" if undo else "claimable", ())
    if number not in {one for one, _name in listed}:
        raise refuse("not_your_entry")
    guest = 0 if undo else view.state.entries[number].unclaimed[0]
    tournament_act(
        code=code,
        actor=request.user,
        role="organiser" if undo else "player",
        kind="unclaim" if undo else "claim",
        payload={"entry": number, "guest": guest, "user": request.user.pk},
        request_id=posted_text(request, "request_id", 64),
    )
    messages.success(request, _("Takeover undone.") if undo else _("This entry is yours now."))
    return redirect("tournaments:overview", code=code)
