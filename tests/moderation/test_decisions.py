"""From a report to a decision, an appeal, and the audit nobody can change."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.journal import sentence_of
from accounts.clubs.models import Membership
from accounts.clubs.services.membership import club_join, member_remove
from accounts.moderation.decide import (
    appeal_decide,
    appeal_make,
    report_decide,
    sanction_lift,
    sanctions_expire,
)
from accounts.moderation.models import Decision, Report, Sanction
from accounts.moderation.refusals import ModerationRefused
from accounts.moderation.selectors import is_muted, queue
from accounts.people.models import Notice
from accounts.people.services.ties import tie_set
from games.matches.access import access_match
from games.matches.rendering import render_push
from games.matches.talk.refusals import TalkRefused
from games.matches.talk.selectors import render_talk
from games.matches.talk.services import message_say
from tests.support.clubs import make_club
from tests.support.moderation import make_report, make_staff
from tests.support.tables import make_running, make_table, make_user

pytestmark = pytest.mark.django_db
WORD = "four-aces-in-hand"


def decide(subject, mo, measure, **choices):
    report = make_report(subject)
    return report_decide(
        report_id=report.pk, moderator=mo, measure=measure, reason="Rude.", **choices
    )


def refused(code):
    return pytest.raises(ModerationRefused, match=code)


def test_a_report_is_decided_once_with_a_reason(rude, mo):
    report = make_report(rude)
    with refused("no_reason"):
        report_decide(report_id=report.pk, moderator=mo, measure="warn", reason="  ")
    with refused("no_such_measure"):
        report_decide(report_id=report.pk, moderator=mo, measure="hang", reason="Rude.")
    report_decide(report_id=report.pk, moderator=mo, measure="warn", reason="Rude.")
    with refused("already_decided"):
        report_decide(report_id=report.pk, moderator=mo, measure="ban", reason="Rude.")
    assert Report.objects.get().status == "upheld"
    assert Notice.objects.get(user=rude).args == {"reason": "Rude."}


def test_nobody_decides_a_case_of_their_own(rude, mo):
    for report in (make_report(mo), make_report(rude, reporter=mo)):
        with refused("own_case"):
            report_decide(report_id=report.pk, moderator=mo, measure="dismiss", reason="No.")


def test_who_has_become_staff_since_still_decides_nothing_about_themselves(rude, mo):
    decide(rude, mo, "mute", days=7)
    held = Sanction.objects.get()
    appeal_make(user=rude, sanction_id=held.pk, text="I was not.")
    rude.is_staff = True
    rude.save()
    with refused("own_case"):
        sanction_lift(sanction_id=held.pk, moderator=rude, reason="Me.")
    with refused("own_case"):
        appeal_decide(sanction_id=held.pk, moderator=rude, granted=True, reason="Me.")
    assert is_muted(rude.pk)


def test_a_mute_ends_by_itself(rude, mo):
    decide(rude, mo, "mute", days=1)
    assert is_muted(rude.pk)
    table = make_table(rude)
    with pytest.raises(TalkRefused, match="muted"):
        message_say(access=access_match(rude, table.code), kind="text", body="Hello.")
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert not is_muted(rude.pk)
    assert sanctions_expire() == 1
    assert not Sanction.objects.exists()


def test_whoever_is_barred_is_out_at_once_and_back_when_it_is_over(client, rude, mo):
    client.force_login(rude)
    client.get("/")
    decide(rude, mo, "ban", days=7)
    assert client.get(reverse("accounts:profile")).status_code == 302
    assert not UserSession.objects.filter(user=rude).exists()
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    sanctions_expire()
    rude.refresh_from_db()
    assert rude.is_active


def test_whoever_is_barred_learns_why_with_the_password_alone_and_appeals(settings, rude, mo):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    rude.set_password(WORD)
    rude.save()
    decide(rude, mo, "ban")
    wrong, client = Client(), Client()
    wrong.post(reverse("account_login"), {"login": "rude", "password": "no"})
    assert wrong.get(reverse("moderation:standing")).status_code == 302
    answer = client.post(reverse("account_login"), {"login": "rude", "password": WORD}, follow=True)
    assert "Rude." in answer.content.decode()
    assert "_auth_user_id" not in client.session
    sanction = Sanction.objects.get()
    client.post(reverse("moderation:standing"), {"sanction": sanction.pk, "text": "It was not me."})
    sanction.refresh_from_db()
    assert sanction.appeal == "It was not me."


def test_an_appeal_is_looked_at_by_somebody_else_and_once(rude, mo):
    decide(rude, mo, "ban")
    sanction = Sanction.objects.get()
    with refused("no_such_sanction"):
        appeal_make(user=mo, sanction_id=sanction.pk, text="Hm.")
    appeal_make(user=rude, sanction_id=sanction.pk, text="Please.")
    with refused("already_appealed"):
        appeal_make(user=rude, sanction_id=sanction.pk, text="Please!")
    other = make_staff("other")
    with refused("own_decision"):
        appeal_decide(sanction_id=sanction.pk, moderator=mo, granted=False, reason="No.")
    appeal_decide(sanction_id=sanction.pk, moderator=other, granted=True, reason="True.")
    rude.refresh_from_db()
    assert rude.is_active
    verbs = list(Decision.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["ban", "grant"]


def test_an_offensive_name_is_taken_away_where_they_sat_too(rude, mo):
    match = make_running(rude, make_user("bo"))
    decide(rude, mo, "rename")
    rude.refresh_from_db()
    assert rude.username.startswith("player-")
    assert match.seats.get(user=rude).name == rude.username


def test_an_offensive_name_is_taken_away_wherever_others_read_it(rude, mo):
    bo = make_user("bo")
    match = make_running(rude, bo)
    said = message_say(access=access_match(rude, match.code), kind="phrase", body="hello")
    club = make_club(bo)
    Membership.objects.create(club=club, user=rude)
    member_remove(club=club, actor=bo, user_id=rude.pk)
    tie_set(owner=rude, other=bo, kind="follow", on=True)
    decide(rude, mo, "rename")
    rude.refresh_from_db()
    said.refresh_from_db()
    assert said.name == rude.username
    assert rude.username in {entry.about for entry in club.journal.all()}
    told = bo.notices.get(kind="follow")
    assert (told.args, told.url) == ({"name": rude.username}, rude.get_absolute_url())
    shown = [render_talk(access_match(bo, match.code)), *map(sentence_of, club.journal.all())]
    assert not any("rude" in text for text in shown)


@pytest.mark.parametrize("measure", ["dismiss", "warn", "ban"])
def test_who_reported_hears_that_it_is_decided_and_not_how(rude, mo, client, measure):
    bo = make_user("bo")
    report = make_report(rude, reporter=bo)
    report_decide(report_id=report.pk, moderator=mo, measure=measure, reason="Rude words.")
    notice = bo.notices.get()
    client.force_login(bo)
    page = client.get(reverse("people:notices")).content.decode()
    assert (
        "The moderators have reviewed your report about rude and made a decision. Thank you."
        in page
    )
    assert "Rude words" not in page
    assert (notice.args, notice.url) == ({"name": "rude"}, "")


def test_a_club_that_is_called_the_same_keeps_its_name_in_notices(rude, mo):
    bo = make_user("bo")
    club = make_club(bo, name="rude")
    club_join(club=club, user=rude)
    decide(rude, mo, "rename")
    rude.refresh_from_db()
    assert bo.notices.get().args == {"name": rude.username, "club": "rude"}


def test_a_table_that_is_open_somewhere_shows_the_new_name_at_once(rude, mo):
    bo = make_user("bo")
    match = make_running(rude, bo)
    assert "rude" in render_push(bo, match.code).html
    before = match.revision
    decide(rude, mo, "rename")
    match.refresh_from_db()
    assert match.revision == before + 1
    assert "rude" not in render_push(bo, match.code).html


def test_staff_are_not_barred_by_staff(mo):
    with refused("staff"):
        decide(make_staff("other"), mo, "ban")
    assert Report.objects.get().status == "open"


def test_the_audit_cannot_be_changed(rude, mo):
    decision = decide(rude, mo, "mute")
    sanction_lift(sanction_id=Sanction.objects.get().pk, moderator=mo, reason="Enough.")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Decision.objects.filter(pk=decision.pk).update(reason="nicer")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Decision.objects.filter(pk=decision.pk).delete()
    rude.delete()
    assert Decision.objects.count() == 2


def test_the_most_reported_come_first(rude, mo):
    once = make_report(make_user("once"))
    make_report(rude)
    make_report(rude)
    assert list(queue())[-1] == once
