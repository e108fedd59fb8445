"""Writes reports, and removes from them whoever leaves the site."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as _

from accounts.faces.selectors import picture_evidence
from accounts.leaving import without_name
from accounts.locking import lock_person
from accounts.models import User
from accounts.moderation.models import Report
from accounts.refusals import CodedRefusal

MAX_TEXT = 2000
MOST_A_DAY = 20


SENTENCES = {
    "no_such_kind": _("Choose what your report is about."),
    "about_oneself": _("You can’t report yourself."),
    "long_text": _("That’s too long. Please shorten it."),
    "too_many_reports": _("You’ve sent a lot of reports today. Please try again tomorrow."),
}


class ReportRefused(CodedRefusal):
    """A report that cannot be accepted."""

    sentences = SENTENCES


@transaction.atomic
def report_create(
    *,
    reporter: User,
    subject: User,
    kind: str,
    text: str = "",
    match_code: str = "",
    ply: int | None = None,
    evidence: dict[str, Any] | None = None,
) -> Report:
    """Store a report with its evidence, once while it is open; raises ReportRefused."""
    text = text.replace("\0", "").strip()
    if kind not in Report.Kind.values:
        raise ReportRefused("no_such_kind")
    if reporter == subject:
        raise ReportRefused("about_oneself")
    if len(text) > MAX_TEXT:
        raise ReportRefused("long_text")
    lock_person(reporter)
    made, is_new = Report.objects.get_or_create(
        reporter=reporter,
        subject=subject,
        kind=kind,
        text=text,
        match_code=match_code,
        ply=ply,
        status=Report.Status.OPEN,
        defaults={"evidence": {**(evidence or {}), **_shown(subject, kind)}},
    )
    if is_new:
        _check_flood(reporter)
    return made


def _shown(subject: User, kind: str) -> dict[str, str]:
    """Return a copy of the picture that a report is about."""
    return picture_evidence(subject) if kind == Report.Kind.PICTURE else {}


def _check_flood(reporter: User) -> None:
    """Refuse a report from a person who has made many."""
    recent = Report.objects.filter(
        reporter=reporter, created_at__gt=Now() - timedelta(days=1)
    ).count()
    if recent > MOST_A_DAY:
        raise ReportRefused("too_many_reports")


def person_forget(user: User) -> None:
    """Remove name and picture from the evidence; the report and its decision stay."""
    for report in Report.objects.filter(subject=user, evidence__has_key="picture"):
        del report.evidence["picture"]
        report.save(update_fields=["evidence"])
    name = user.get_username()
    for report in Report.objects.filter(evidence__icontains=name).iterator():
        Report.objects.filter(pk=report.pk).update(evidence=without_name(report.evidence, name))
