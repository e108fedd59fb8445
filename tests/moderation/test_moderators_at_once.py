"""Two moderators decide in the same moment: one decision is made, the other is told so."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.clubs.models import JournalEntry, Membership
from accounts.clubs.services.membership import role_set
from accounts.moderation.decide import (
    appeal_decide,
    appeal_make,
    report_decide,
    sanction_lift,
    sanctions_expire,
)
from accounts.moderation.models import Decision, Sanction
from tests.support.clubs import make_club
from tests.support.moderation import make_report, make_staff
from tests.support.races import at_once
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def both(mo):
    return mo, make_staff("max")


def measures(report, both, *wanted):
    decide = partial(report_decide, report_id=report.pk, reason="Rude.")
    return [
        partial(decide, moderator=mo, measure=measure)
        for mo, measure in zip(both, wanted, strict=True)
    ]


def test_a_report_is_decided_once(rude, both):
    report = make_report(rude)
    attempts = [one for _ in range(2) for one in measures(report, both, "dismiss", "mute")]
    assert at_once(attempts) == ["already_decided"] * 3 + ["done"]
    assert Decision.objects.count() == 1
    assert Sanction.objects.exists() == Decision.objects.filter(verb="mute").exists()


def test_two_reports_about_one_person_are_decided_one_after_the_other(rude, both):
    owner = make_user("owner")
    club = make_club(owner)
    Membership.objects.create(club=club, user=rude)
    role_set(club=club, actor=owner, user_id=rude.pk, role="director")
    attempts = [one for mo in both for one in measures(make_report(rude), [mo], "rename")]
    assert at_once(attempts) == ["done", "done"]
    rude.refresh_from_db()
    assert JournalEntry.objects.get(verb="made_director").about == rude.username
    attempts = [one for mo in both for one in measures(make_report(rude), [mo], "ban")]
    assert at_once(attempts) == ["done", "done"]
    assert Sanction.objects.get(user=rude).kind == "ban"


def test_what_holds_is_lifted_answered_or_runs_out_once(rude, both):
    held = appealed(rude)
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    about = {"sanction_id": held, "reason": "So."}
    attempts = [
        *[partial(sanction_lift, moderator=mo, **about) for mo in both],
        *[partial(appeal_decide, moderator=mo, granted=True, **about) for mo in both],
        sanctions_expire,
    ]
    assert set(at_once(attempts)) == {"done", "no_such_sanction"}
    assert not Sanction.objects.exists()
    assert Decision.objects.filter(verb__in=["lift", "grant", "expire"]).count() == 1


def test_an_appeal_is_granted_or_refused(rude, both):
    answer = partial(appeal_decide, sanction_id=appealed(rude), reason="So.")
    attempts = [partial(answer, moderator=mo, granted=mo == both[0]) for mo in both]
    assert at_once(attempts) in (["already_decided", "done"], ["done", "no_such_sanction"])
    assert Decision.objects.filter(verb__in=["grant", "refuse"]).count() == 1


def appealed(rude):
    """Mute somebody, who appeals; return what holds."""
    [mute] = measures(make_report(rude), [make_staff("third")], "mute")
    mute()
    held = Sanction.objects.get().pk
    appeal_make(user=rude, sanction_id=held, text="I was not.")
    return held
