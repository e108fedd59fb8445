"""Reporting a person. The caller supplies everything but the reporter's words."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.moderation.forms import ReportForm
from accounts.moderation.services import ReportRefused, report_create
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
def report_page(request: HttpRequest, subject: User, *, back: str, **about: Any) -> HttpResponse:
    """Show the form, or store the report with `match_code`, `ply` and `evidence` in `about`."""
    assert isinstance(request.user, User)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            report_create(reporter=request.user, subject=subject, **form.cleaned_data, **about)
        except ReportRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("Thank you. The moderators have your report."))
            return redirect(back)
    context = {"form": form, "subject": subject, "back": back, **about}
    status = 422 if form.errors else 200
    return render(request, "moderation/report.html", context, status=status)
