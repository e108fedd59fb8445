"""The moderators' desk: queue, reports, appeals, audit. For staff with a second factor."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.clubs.selectors import clubs_without_owner
from accounts.models import User
from accounts.moderation.decide import (
    DAYS,
    MEASURES,
    appeal_decide,
    report_decide,
    sanction_lift,
)
from accounts.moderation.linked import linked
from accounts.moderation.models import Decision, Report, Sanction
from accounts.moderation.refusals import ModerationRefused
from accounts.moderation.selectors import appeals, history_of, may_read_evidence, queue
from accounts.numbers import whole_number
from accounts.second_factor import staff_only

PER_PAGE = 30


@never_cache
@staff_only
@require_GET
def desk(request: HttpRequest) -> HttpResponse:
    """Show open reports and appeals, and the sanctions in force."""
    held = Sanction.objects.select_related("user").order_by("-created_at", "-pk")
    context = {
        "page_obj": Paginator(queue(), PER_PAGE).get_page(request.GET.get("page")),
        "appeals": appeals(),
        "ownerless": clubs_without_owner(),
        "sanctions": Paginator(held, PER_PAGE).get_page(request.GET.get("holds")),
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
    rows = Decision.objects.select_related("moderator", "subject")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
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
            messages.success(request, _("Decided."))
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
    messages.success(request, _("Decided."))
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
