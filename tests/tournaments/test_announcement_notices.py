"""Who is told of an announcement, by bell and mail and at their table, and who is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.access import access_club
from accounts.clubs.services.membership import club_leave
from accounts.moderation.decide import report_decide
from accounts.people.models import Notice, Tie
from accounts.people.push import render_at_table, render_bell
from accounts.people.services.notice_mail import notice_mails_send
from accounts.people.services.notices import notice_send
from accounts.privacy.relations import person_export
from accounts.services import preferences_set
from games.tournaments.models import Tournament
from games.tournaments.services import notices
from games.tournaments.store import load_state
from tests.support.announcing import LATE, announce, called, make_entered, told
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.judges import page
from tests.support.moderation import make_report, make_staff
from tests.support.pages import shows
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def entered(ada, club):
    return make_entered(ada, club)


# --- who is told ---------------------------------------------------------------------------------


def test_who_is_still_in_is_told_by_the_bell_but_not_whose_words_they_are(ada, entered):
    begin(entered, ada)
    announce(entered, ada)
    assert told() == [("bo", LATE), ("chen", LATE)]
    notice = Notice.objects.filter(kind="announcement").first()
    assert notice.url == f"/tournaments/{entered.code}/"
    assert notice.args["event"] == entered.name


def test_the_waiting_list_is_told_too(ada, club):
    event = make_event(ada, club, config={"capacity": 2})
    for name in ("bo", "chen", "dora"):
        act(event, ada, "register", players=[make_user(name).pk])
    announce(event, ada)
    assert [name for name, _ in told()] == ["bo", "chen", "dora"]


@pytest.mark.parametrize("end", ["withdraw", "exclude"])
def test_who_is_out_is_not_told_and_what_they_were_told_goes(ada, entered, end):
    begin(entered, ada)
    announce(entered, ada)
    act(entered, ada, end, entry=2, reason="rude")
    assert told() == [("chen", LATE)]
    announce(entered, ada, "Pizza")
    assert told() == [("chen", "Pizza")]


def test_who_was_taken_off_before_the_start_is_not_told_and_what_they_were_told_goes(ada, entered):
    announce(entered, ada)
    act(entered, ada, "unregister", entry=2)
    assert told() == [("chen", LATE)]
    announce(entered, ada, "Pizza")
    assert told() == [("chen", "Pizza")]


@pytest.mark.parametrize(("days", "stays"), [(0, False), (3, True)])
def test_who_is_barred_is_not_told(ada, entered, days, stays):
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=7))
    report = make_report(called("bo"))
    mo = make_staff("mo")
    report_decide(report_id=report.pk, moderator=mo, measure="ban", reason="Rude.", days=days)
    entered.refresh_from_db()
    assert (load_state(entered).entries[2].status == "registered") is stays
    announce(entered, ada)
    assert told() == [("chen", LATE)]


def test_who_leaves_a_private_club_keeps_nothing_of_it(world):
    event, member, owner = world["event"], world["people"]["member"], world["people"]["owner"]
    public = make_event(owner, format="swiss")
    act(public, owner, "register", players=[member.pk])
    act(event, owner, "late_entry", players=[member.pk])
    for one in (event, public):
        announce(one, owner)
    assert len(told()) == 2
    club_leave(access=access_club(member, world["club"].slug))
    assert [one.subject for one in Notice.objects.filter(kind="announcement")] == [
        f"announcement:{public.code}"
    ]


def test_to_who_left_a_private_club_its_event_says_nothing_even_after_the_end(world):
    member, owner = world["people"]["member"], world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss")
    for one in (member, world["people"]["director"]):
        act(event, owner, "register", players=[one.pk])
    act(event, owner, "start")
    act(event, owner, "finish", reason="rain")
    announce(event, owner, "Prizes at six")
    assert ("member", "Prizes at six") in told()
    club_leave(access=access_club(member, world["club"].slug))
    assert told() == [("director", "Prizes at six")]
    announce(event, owner)
    assert told() == [("director", LATE)]


def test_a_block_keeps_no_announcement_of_an_event_from_anybody(ada, entered):
    bo = called("bo")
    Tie.objects.create(owner=bo, other=ada, kind=Tie.Kind.BLOCK)
    announce(entered, ada)
    assert ("bo", LATE) in told()


def test_taken_back_it_stands_nowhere_but_in_the_journal(client, ada, entered):
    number = announce(entered, ada)
    act(entered, ada, "take_back_announcement", announcement=number)
    assert told() == []
    for name in ("overview", "rounds", "hall"):
        assert LATE not in page(client, entered, name).content.decode()
    export = client.get(reverse("tournaments:export", args=[entered.code, "event.json"]))
    assert LATE not in export.content.decode()
    client.force_login(ada)
    text = page(client, entered, "journal").content.decode()
    made = f'An announcement was posted. <span class="muted">ada</span> <em>{LATE}</em>'
    assert shows(text, made)
    assert "An announcement was removed." in text


def test_to_take_back_an_older_one_leaves_the_notice_of_the_newest(ada, entered):
    number = announce(entered, ada)
    announce(entered, ada, "Pizza")
    act(entered, ada, "take_back_announcement", announcement=number)
    assert told() == [("bo", "Pizza"), ("chen", "Pizza")]
    act(entered, ada, "archive")
    assert told() == []


def test_who_announced_something_since_keeps_nothing_of_what_others_take_back(ada, club, entered):
    bo = called("bo")
    club.memberships.create(user=bo, role="director")
    wrong = announce(entered, ada)
    announce(entered, bo, "Round 3 begins in time")
    assert ("bo", LATE) in told()
    act(entered, ada, "take_back_announcement", announcement=wrong)
    assert told() == [(name, "Round 3 begins in time") for name in ("ada", "chen")]


def test_a_file_has_no_words_that_were_taken_back_after_what_it_tells(client, ada, entered):
    wrong = announce(entered, ada)
    announce(entered, ada, "Pizza")
    act(entered, ada, "start")
    act(entered, ada, "propose_round")  # which nobody is told, nor what comes after
    act(entered, ada, "take_back_announcement", announcement=wrong)
    export = client.get(reverse("tournaments:export", args=[entered.code, "event.json"]))
    kinds = [one["kind"] for one in export.json()["actions"]]
    assert (kinds.count("announce"), kinds[-1]) == (2, "start")
    assert LATE not in export.content.decode()
    assert "Pizza" in export.content.decode()


def test_a_notice_has_one_line_and_not_the_whole_of_a_long_one(ada, entered):
    announce(entered, ada, "one\n\ntwo " + "龜" * 400)
    words = told()[0][1]
    assert words.startswith("one two 龜")
    assert words.endswith("龜…")
    assert len(words) == notices.TOLD


def test_it_goes_by_mail_to_who_asked_for_that(ada, entered, mailoutbox):
    bo = called("bo")
    preferences_set(user=bo, mail_notices=True)
    announce(entered, ada, f"{LATE}\n\nBcc: eve@example.org")
    then = timezone.now() - timedelta(minutes=2)
    Notice.objects.filter(kind="announcement").update(created_at=then)
    assert notice_mails_send() == 1
    [mail] = mailoutbox
    assert mail.to == [bo.email]
    assert mail.subject == f"“{entered.name}”: {LATE} Bcc: eve@example.org"
    assert mail.bcc == []


def test_ones_own_words_are_in_ones_copy(ada, entered):
    announce(entered, ada)
    rows = person_export(ada)["tournaments.DirectorAction.actor"]
    assert [row["payload__text"] for row in rows if row["kind"] == "announce"] == [LATE]


# --- at a table ----------------------------------------------------------------------------------


def table_of(client, person):
    """Return the page of the table at which somebody sits, as they are shown it."""
    client.force_login(person)
    match = person.seats.get().match
    return client.get(reverse("matches:match", args=[match.code])).content.decode()


def test_at_a_table_it_stands_until_it_is_put_away(client, ada, entered):
    begin(entered, ada)
    announce(entered, ada)
    bo = called("bo")
    notice = Notice.objects.get(user=bo, kind="announcement")
    table = table_of(client, bo)
    assert f"“{entered.name}”: {LATE}" in table
    assert f'&amp;pinned={notice.told_at}"' in table
    answer = client.post(reverse("people:put_away", args=[notice.pk]))
    assert answer.status_code == 200
    assert LATE not in answer.content.decode()
    assert 'hx-swap-oob="innerMorph:#pinned"' in answer.content.decode()
    assert LATE not in table_of(client, bo)


def test_over_a_table_stands_the_newest_announcement_of_all_events_and_no_other_notice(
    client, ada, club, entered
):
    begin(entered, ada)
    bo = called("bo")
    other = make_event(ada, club, name="Sunday pods")
    act(other, ada, "register", players=[bo.pk])
    announce(other, ada, "No coffee")
    announce(entered, ada)
    notice_send(user=bo, kind="news", subject="news:1", text="Much is new", args={})
    over = table_of(client, bo).split('id="pinned"')[1].split("</button>")[0]
    assert LATE in over
    assert "No coffee" not in over
    assert "Much is new" not in over
    assert client.get(reverse("people:put_away", args=[1])).status_code == 405


def test_yesterdays_announcement_is_left_to_the_bell(client, ada, entered):
    begin(entered, ada)
    announce(entered, ada)
    Notice.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    assert LATE not in table_of(client, called("bo"))


def test_others_put_nothing_of_mine_away(client, ada, entered):
    announce(entered, ada)
    notice = Notice.objects.get(user=called("bo"), kind="announcement")
    client.force_login(called("chen"))
    assert client.post(reverse("people:put_away", args=[notice.pk])).status_code == 404
    notice.refresh_from_db()
    assert notice.read_at is None


def test_a_push_to_a_table_lays_nothing_over_it_and_to_another_page_says_it_once(ada, entered):
    announce(entered, ada)
    bo = called("bo")
    notice = Notice.objects.get(user=bo, kind="announcement")
    elsewhere, at_table = render_bell(bo, notice.pk), render_at_table(bo, notice, notice.pk)
    assert "beforeend:#toasts" in elsewhere
    assert "#pinned" not in elsewhere
    assert "beforeend:#toasts" not in at_table
    assert LATE in at_table.split("innerMorph:#pinned")[1]
    assert LATE not in render_at_table(bo, None, notice.pk)


def test_an_invitation_is_said_at_a_table_as_anywhere(ada):
    told_ = {"kind": "invitation", "subject": "table:x", "text": "%(name)s", "args": {"name": "z"}}
    notice = notice_send(user=ada, **told_)
    assert "beforeend:#toasts" in render_at_table(ada, None, notice.pk)
