"""One's own sanctions, and appeals; a barred person gets here with their password alone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.moderation.decide import appeal_make
from accounts.moderation.models import Sanction
from accounts.moderation.refusals import ModerationRefused
from accounts.numbers import whole_number
from accounts.throttle import counted

BARRED = "barred_person"  # session key of a barred person whose password was right


def barred_remember(request: HttpRequest, user: User) -> HttpResponse:
    """Remember the barred person in the session, and redirect to the reasons."""
    request.session[BARRED] = user.pk
    request.session.set_expiry(3600)
    return redirect("moderation:standing")


def _person(request: HttpRequest) -> User | None:
    """Return the page's person: logged in, or barred and with the right password."""
    if isinstance(request.user, User):
        return request.user
    return User.objects.filter(pk=request.session.get(BARRED, 0), is_active=False).first()


@never_cache
@require_http_methods(["GET", "POST"])
@counted("standing", a_minute=10)
def standing(request: HttpRequest) -> HttpResponse:
    """Show the moderators' decisions about oneself; a POST appeals against `sanction`."""
    person = _person(request)
    if person is None:
        return redirect(reverse("account_login"))
    sentence = ""
    if request.method == "POST":
        wanted = whole_number(request.POST.get("sanction", ""), digits=15) or 0
        try:
            appeal_make(user=person, sanction_id=wanted, text=request.POST.get("text", ""))
        except ModerationRefused as refusal:
            sentence = refusal.sentence
        else:
            messages.success(request, _("Somebody else among the moderators will look at it."))
            return redirect("moderation:standing")
    context = {
        "sanctions": Sanction.objects.filter(user=person).order_by("-created_at"),
        "sentence": sentence,
    }
    return render(request, "moderation/standing.html", context, status=422 if sentence else 200)
