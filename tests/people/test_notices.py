"""Notices: sent, said in the reader's language, read, withdrawn; invitations among them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils.translation import gettext, override

from accounts.people.models import Notice
from accounts.people.push import render_bell
from accounts.people.selectors import unread_count
from accounts.people.services.notices import KEPT, notice_send, notices_read
from accounts.people.services.ties import tie_set
from games.matches.refusals import MatchRefusal
from games.matches.services.match_start import match_start
from games.matches.services.table_seats import table_invite, table_sit, table_stand
from tests.support.tables import make_ready, make_table, make_user

pytestmark = pytest.mark.django_db


def invite(match, by, to):
    table_invite(code=match.code, user=by, username=to.username)


def test_an_invitation_rings_once_and_leads_to_the_table(client, ada, bo):
    match = make_table(ada)
    for _ in range(2):
        invite(match, ada, bo)
    notice = Notice.objects.get(user=bo)
    bell = render_bell(bo, notice.pk)
    assert "1 new notification" in bell
    assert "ada invited you to a Deadline 99 table." in bell
    client.force_login(bo)
    assert "ada invited you" in client.get(reverse("people:notices")).content.decode()
    answer = client.get(reverse("people:notice", args=[notice.pk]))
    assert answer.url == reverse("matches:match", args=[match.code])
    assert unread_count(bo) == 0


def test_what_is_unread_rings_nobody_again(ada, bo, django_capture_on_commit_callbacks):
    match = make_table(ada)
    invite(match, ada, bo)
    with django_capture_on_commit_callbacks() as rings:
        notice = Notice.objects.get(user=bo)
        notice_send(
            user=bo, kind=notice.kind, subject=notice.subject, text=notice.text,
            args=notice.args, url=notice.url,
        )  # fmt: skip
    assert not rings
    notices_read(user=bo)
    invite(match, ada, bo)
    assert unread_count(bo) == 1


def test_an_invitation_goes_when_its_table_goes_or_one_has_come(ada, bo):
    match = make_table(ada)
    invite(match, ada, bo)
    table_sit(code=match.code, user=bo)
    assert not Notice.objects.exists()
    table_stand(code=match.code, user=bo)
    invite(match, ada, bo)
    table_stand(code=match.code, user=ada)
    assert not Notice.objects.exists()


def test_an_invitation_goes_when_the_match_begins(ada, bo):
    chen = make_user("chen")
    match = make_table(ada, bo)
    make_ready(match, ada, bo)
    notice_send(
        user=chen,
        kind="invitation",
        subject=f"table:{match.code}",
        text="%(name)s",
        args={"name": 1},
    )
    match.refresh_from_db()
    match_start(match, list(match.seats.all()))
    assert not Notice.objects.exists()


def test_a_block_prevents_invitations_either_way(ada, bo):
    match = make_table(ada)
    for owner, other in ((ada, bo), (bo, ada)):
        tie_set(owner=owner, other=other, kind="block", on=True)
        with pytest.raises(MatchRefusal, match="blocked"):
            invite(match, ada, bo)
        tie_set(owner=owner, other=other, kind="block", on=False)
    assert not Notice.objects.exists()


def test_the_owner_of_a_table_is_offered_whom_they_follow(client, ada, bo):
    tie_set(owner=ada, other=bo, kind="follow", on=True)
    match = make_table(ada)
    client.force_login(ada)
    page = reverse("matches:match", args=[match.code])
    assert '"username": "bo"' in client.get(page).content.decode()
    invite(match, ada, bo)
    assert '"username": "bo"' not in client.get(page).content.decode()


def test_others_notices_are_nobodys_business(client, ada, bo):
    notice = notice_send(user=bo, kind="x", subject="y", text="%(name)s", args={"name": "z"})
    client.force_login(ada)
    assert client.get(reverse("people:notice", args=[notice.pk])).status_code == 404
    assert notices_read(user=ada, pk=notice.pk) == 0
    assert "new notification" not in render_bell(ada, notice.pk)


def test_only_so_many_are_kept(ada):
    Notice.objects.bulk_create(
        Notice(user=ada, kind="x", subject=str(n), text="old") for n in range(KEPT)
    )
    notice_send(user=ada, kind="x", subject="new", text="new", args={})
    assert Notice.objects.filter(user=ada).count() == KEPT
    assert Notice.objects.filter(user=ada, text="new").exists()


def test_what_a_name_holds_is_escaped(ada):
    notice = notice_send(
        user=ada, kind="x", subject="y", text="%(name)s now follows you.", args={"name": "<b>"}
    )
    assert "&lt;b&gt; now follows you" in render_bell(ada, notice.pk)


def test_old_notices_are_shown_in_todays_words(ada):
    migration = import_module("accounts.people.migrations.0004_notices_in_new_words")
    for number, text in enumerate(migration.NEW):
        notice_send(user=ada, kind="old", subject=str(number), text=text, args={})
    migration.rename(apps, None)
    texts = ada.notices.values_list("text", flat=True)
    assert set(texts) == set(migration.NEW.values())
    with override("zh-hant"):
        assert [text for text in texts if gettext(text) == text] == []
