"""The hook of reports for a person who leaves the site."""

from __future__ import annotations

from accounts.leaving import without_name
from accounts.models import User
from accounts.moderation.models import Report


def leaves(user: User) -> None:
    """Remove the name from the evidence; the report and its decision stay."""
    name = user.get_username()
    for report in Report.objects.filter(evidence__icontains=name).iterator():
        Report.objects.filter(pk=report.pk).update(evidence=without_name(report.evidence, name))
