"""A club's webhooks, for its owners: their addresses, secrets, tests, and the latest deliveries."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.clubs.access import ClubAccess, access_club_as_owner
from accounts.clubs.forms import WebhookForm
from accounts.clubs.models import Webhook
from accounts.clubs.refusals import ClubRefusal
from accounts.clubs.selectors import deliveries_latest
from accounts.clubs.services.deliver import webhook_test
from accounts.clubs.services.webhook import webhook_add, webhook_remove, webhook_rotate
from accounts.clubs.views.actions import posted_id
from accounts.clubs.views.gate import club_form, club_post, say
from accounts.clubs.webhook_faults import outcome
from accounts.throttle import counted

NONE_SUCH = "no_such_webhook"


@never_cache
@club_form
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's webhooks; a POST adds one and shows its secret this once."""
    access = access_club_as_owner(request.user, slug)
    form, fresh = WebhookForm(request.POST if request.method == "POST" else None), None
    if request.method == "POST" and form.is_valid():
        try:
            fresh = webhook_add(club=access.club, actor=request.user, **form.cleaned_data)
        except ClubRefusal as refusal:
            form.add_error("url", refusal.sentence)
        else:
            form = WebhookForm()
    return _page(request, access, form, fresh)


@never_cache
@club_post(access_club_as_owner, "clubs:webhooks")
def rotate(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Give a webhook a new secret, and show it this once."""
    webhook_id = posted_id(request, "webhook", NONE_SUCH)
    webhook = webhook_rotate(club=access.club, actor=request.user, webhook_id=webhook_id)
    return _page(request, access, WebhookForm(), webhook)


@counted("webhook_test", a_minute=6)
@club_post(access_club_as_owner, "clubs:webhooks")
def test(request: HttpRequest, access: ClubAccess) -> None:
    """Send a webhook a test message, and say how far it got."""
    webhook_id = posted_id(request, "webhook", NONE_SUCH)
    answer = webhook_test(club=access.club, actor=request.user, webhook_id=webhook_id)
    if answer.is_accepted:
        say(request, _("It works: the receiver took the test message."))
    else:
        messages.error(request, outcome(answer.status, answer.fault))


@club_post(access_club_as_owner, "clubs:webhooks")
def remove(request: HttpRequest, access: ClubAccess) -> None:
    """Remove a webhook."""
    webhook_id = posted_id(request, "webhook", NONE_SUCH)
    webhook_remove(club=access.club, actor=request.user, webhook_id=webhook_id)
    say(request, _("Webhook removed."))


def _page(
    request: HttpRequest, access: ClubAccess, form: WebhookForm, fresh: Webhook | None
) -> HttpResponse:
    """Show the page, with the secret of the webhook that has just got one."""
    deliveries = list(deliveries_latest(access.club))
    context = {
        "access": access,
        "club": access.club,
        "form": form,
        "fresh": fresh,
        "webhooks": access.club.webhooks.all(),
        "deliveries": [(one, outcome(one.status, one.fault)) for one in deliveries],
        "nav": "clubs",
    }
    return render(request, "clubs/webhooks.html", context, status=422 if form.errors else 200)
