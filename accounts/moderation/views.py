"""Pages of moderation: reporting, one's own sanctions and appeals, and the moderators' desk.

A barred person gets to their sanctions with their password alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.clubs.selectors import clubs_without_owner
from accounts.guests.services import guests_are_open
from accounts.models import User
from accounts.moderation.decide import (
    DAYS,
    MEASURES,
    appeal_decide,
    appeal_make,
    report_decide,
    sanction_lift,
)
from accounts.moderation.forms import ReportForm
from accounts.moderation.models import Report
from accounts.moderation.refusals import ModerationRefused
from accounts.moderation.selectors import (
    appeals,
    barred_person,
    decisions,
    history_of,
    linked,
    may_read_evidence,
    queue,
    sanctions,
    sanctions_of,
)
from accounts.moderation.services import ReportRefused, report_create
from accounts.numbers import whole_number
from accounts.second_factor import staff_only
from accounts.throttle import counted
from accounts.views import person_or_404


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """Report a person from their own page."""
    subject = person_or_404(username)
    return report_page(request, subject, back=subject.get_absolute_url())


@counted("report", a_minute=10)
def report_page(
    request: HttpRequest,
    subject: User,
    *,
    back: str,
    told: Callable[[], None] | None = None,
    **about: Any,
) -> HttpResponse:
    """Show the form, or store the report with `match_code`, `ply` and `evidence` in `about`.

    `told` is called once it is stored.
    """
    assert isinstance(request.user, User)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            report_create(reporter=request.user, subject=subject, **form.cleaned_data, **about)
        except ReportRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            if told is not None:
                told()
            messages.success(request, _("Thank you. The moderators have your report."))
            return redirect(back)
    context = {"form": form, "subject": subject, "back": back, **about}
    status = 422 if form.errors else 200
    return render(request, "moderation/report.html", context, status=status)


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
    return barred_person(request.session.get(BARRED, 0))


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
            messages.success(request, _("Another moderator will look at it."))
            return redirect("moderation:standing")
    context = {
        "sanctions": sanctions_of(person),
        "sentence": sentence,
    }
    return render(request, "moderation/standing.html", context, status=422 if sentence else 200)


PER_PAGE = 30


@never_cache
@staff_only
@require_GET
def desk(request: HttpRequest) -> HttpResponse:
    """Show open reports and appeals, the sanctions in force, and the switch for guests."""
    context = {
        "page_obj": Paginator(queue(), PER_PAGE).get_page(request.GET.get("page")),
        "appeals": appeals(),
        "guests_are_open": guests_are_open(),
        "ownerless": clubs_without_owner(),
        "sanctions": Paginator(sanctions(), PER_PAGE).get_page(request.GET.get("holds")),
    }
    return render(request, "moderation/desk.html", context)


@never_cache
@staff_only
@require_GET
def case(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one report with its evidence, the person's history, and the possible decisions."""
    return case_page(request, get_object_or_404(Report, pk=pk))


def case_page(
    request: HttpRequest, report: Report, sentence: str = "", status: int = 200
) -> HttpResponse:
    """Render a report; `sentence` says why a decision was refused."""
    pair = [one for one in (report.reporter, report.subject) if one is not None]
    context: dict[str, Any] = {
        "report": report,
        "evidence": report.evidence if may_read_evidence(report, request.user) else None,
        "history": history_of(report.subject).select_related("moderator")[:20],
        "decisions": report.decisions.select_related("moderator"),
        "links": linked(pair),
        "measures": [(verb.value, _(label)) for verb, label in MEASURES.items()],
        "days": DAYS,
        "sentence": sentence,
    }
    return render(request, "moderation/case.html", context, status=status)


@never_cache
@staff_only
@require_GET
def audit(request: HttpRequest) -> HttpResponse:
    """Show every decision ever made."""
    page = Paginator(decisions(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/audit.html", {"page_obj": page})


def desk_post(view: Callable[..., None]) -> Callable[..., HttpResponse]:
    """Make a POST for moderators; it redirects to the desk, which shows any refusal."""

    @wraps(view)
    def post(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            view(request, pk)
        except ModerationRefused as refusal:
            messages.error(request, refusal.sentence)
        else:
            messages.success(request, _("Decision saved."))
        return redirect("moderation:desk")

    return never_cache(staff_only(require_POST(post)))


def moderator_of(request: HttpRequest) -> User:
    """Return the request's user; every view of the desk requires an account."""
    return cast(User, request.user)


@never_cache
@staff_only
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide a report: `measure`, `days`, `reason`."""
    report = get_object_or_404(Report, pk=pk)
    days = whole_number(request.POST.get("days", "0"), digits=3)
    try:
        report_decide(
            report_id=report.pk,
            moderator=moderator_of(request),
            measure=request.POST.get("measure", ""),
            reason=request.POST.get("reason", ""),
            days=-1 if days is None else days,
        )
    except ModerationRefused as refusal:
        return case_page(request, report, refusal.sentence, status=422)
    messages.success(request, _("Decision saved."))
    return redirect("moderation:desk")


@desk_post
def lift(request: HttpRequest, pk: int) -> None:
    """Lift a sanction, for a `reason`."""
    reason = request.POST.get("reason", "")
    sanction_lift(sanction_id=pk, moderator=moderator_of(request), reason=reason)


@desk_post
def answer(request: HttpRequest, pk: int) -> None:
    """Answer an appeal: `granted` or not, for a `reason`."""
    appeal_decide(
        sanction_id=pk,
        moderator=moderator_of(request),
        granted=bool(request.POST.get("granted")),
        reason=request.POST.get("reason", ""),
    )
