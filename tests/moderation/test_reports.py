"""Reports: what is taken down, and what is not."""

from __future__ import annotations

import pytest

from accounts.moderation.models import Report
from accounts.moderation.services import MOST_A_DAY, ReportRefused, report_create

pytestmark = pytest.mark.django_db


def test_a_report_keeps_its_evidence(ada, bo):
    evidence = {"messages": [{"number": 1, "author": "bo", "body": "rude"}]}
    made = report_create(
        reporter=ada, subject=bo, kind="abuse", text=" He said it. ", match_code="abc", ply=7,
        evidence=evidence,
    )  # fmt: skip
    kept = Report.objects.get(pk=made.pk)
    assert (kept.text, kept.ply, kept.evidence) == ("He said it.", 7, evidence)
    assert kept.status == Report.Status.OPEN


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kind": "nonsense"}, "no_such_kind"),
        ({"text": "x" * 2001}, "long_text"),
        ({"subject": None}, "about_oneself"),
    ],
)
def test_a_report_that_makes_no_sense_is_refused_with_a_sentence(ada, bo, changes, code):
    asked = {"reporter": ada, "subject": bo, "kind": "abuse", **changes}
    asked["subject"] = asked["subject"] or ada
    with pytest.raises(ReportRefused) as refused:
        report_create(**asked)
    assert refused.value.code == code
    assert refused.value.sentence
    assert not Report.objects.exists()


def test_nobody_can_flood_the_moderators(ada, bo):
    Report.objects.bulk_create(
        Report(reporter=ada, subject=bo, kind="spam", ply=ply) for ply in range(MOST_A_DAY)
    )
    with pytest.raises(ReportRefused, match="too_many_reports"):
        report_create(reporter=ada, subject=bo, kind="spam")
    assert Report.objects.count() == MOST_A_DAY
    report_create(reporter=ada, subject=bo, kind="spam", ply=1)  # which waits already
