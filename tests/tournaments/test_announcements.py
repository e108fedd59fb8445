"""Announcements on an event's pages, at tables, by bell and mail: who is told, and who is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.access import access_club
from accounts.clubs.services.membership import club_leave
from accounts.models import User
from accounts.moderation.decide import report_decide
from accounts.people.models import Notice, Tie
from accounts.people.push import render_bell
from accounts.people.services.notice_mail import notice_mails_send
from accounts.people.services.notices import notice_send, notices_withdraw
from accounts.privacy.export import person_export
from accounts.privacy.leave import person_leave
from accounts.services import preferences_set
from games.engine.contract import Refusal
from games.tournaments.models import DirectorAction
from games.tournaments.services import announcements
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.event_pages import login, post
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser, page
from tests.support.moderation import make_report, make_staff
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
LATE = "Round 3 begins ten minutes late"


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def entered(ada, club):
    """Return an event of ada's that she, bo and chen have entered, and four bots."""
    event = make_event(ada, club, format="swiss")
    for one in (ada, make_user("bo"), make_user("chen")):
        act(event, ada, "register", players=[one.pk])
    enter_bots(event, ada, 4)
    return event


def called(name):
    return User.objects.get(username=name)


def announce(event, by, text=LATE):
    """Announce something; return its number."""
    return act(event, by, "announce", text=text).no


def told():
    """Return who has a notice of an announcement, and its words."""
    rows = Notice.objects.filter(kind="announcement").order_by("user__username")
    return [(one.user.username, one.args["words"]) for one in rows]


# --- on the pages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["overview", "rounds", "standings", "schedule", "crosstable", "hall", "embed"]
)
def test_every_page_of_the_event_shows_it_to_everybody_with_who_and_when(
    client, ada, entered, name
):
    begin(entered, ada)
    before = page(client, entered, name).context["stamp"]
    announce(entered, ada)
    answer = page(client, entered, name)
    text = answer.content.decode()
    assert LATE in text
    assert "ada" in text.split(LATE)[1][:200]
    assert "<time" in text.split(LATE)[1][:300]
    assert answer.context["stamp"] != before


def test_the_newest_stands_open_and_the_others_are_folded_all_of_them_at_the_end(
    client, ada, entered
):
    for words in ("First", "Second", "Third"):
        announce(entered, ada, words)
    text = page(client, entered, "overview").content.decode()
    open_, folded = text.split("2 earlier announcements")
    assert "Third" in open_
    assert "Second" not in open_
    assert folded.index("Second") < folded.index("First")
    act(entered, ada, "start")
    act(entered, ada, "finish", reason="rain")
    text = page(client, entered, "overview").content.decode()
    assert "Third" not in text.split("<summary>")[0]
    assert "Third" in text


def test_only_so_many_are_listed(client, ada, entered, monkeypatch):
    monkeypatch.setattr(announcements, "MOST", ())
    for number in range(12):
        announce(entered, ada, f"Word {number}.")
    shown = page(client, entered, "overview").context["announced"]
    assert [one["text"] for one in shown] == [f"Word {number}." for number in range(11, 1, -1)]


def test_an_event_without_any_asks_for_none_and_one_with_many_asks_once(client, ada, entered):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            page(client, entered, "hall")
        return sum("directoraction" in one["sql"] for one in queries)

    asked()  # which reads the newest action
    assert asked() == 0
    for words in ("First", "Second", "Third"):
        announce(entered, ada, words)
    asked()
    assert asked() == 1


def test_it_is_text_and_never_markup(client, ada, entered):
    announce(entered, ada, "<script>alert(1)</script>\n\nhttps://example.org/ <b>")
    for name in ("overview", "rounds", "hall"):
        text = page(client, entered, name).content.decode()
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text
        assert "<b>" not in text
    assert 'rel="nofollow"' in page(client, entered, "overview").content.decode()
    assert "example.org/</a>" not in page(client, entered, "embed").content.decode()


def test_who_left_the_site_stands_there_no_more(client, ada, entered):
    announce(entered, ada)
    entered.club.memberships.create(user=make_user("erin"), role="owner")
    person_leave(user=ada)
    text = page(client, entered, "overview").content.decode()
    assert LATE in text
    assert ">ada<" not in text.split(LATE)[1][:300]


# --- who may -------------------------------------------------------------------------------------


def test_a_private_clubs_announcements_are_for_its_members_alone(client, world):
    announce(world["event"], world["people"]["owner"])
    for name in ("anonymous", "outsider", "staff"):
        client.logout()
        login(client, world, name)
        for where in ("overview", "rounds", "hall", "embed"):
            assert page(client, world["event"], where).status_code == 404
    login(client, world, "member")
    assert LATE in page(client, world["event"], "overview").content.decode()


@pytest.mark.parametrize(
    ("who", "status"),
    [("outsider", 404), ("staff", 404), ("member", 403), ("judge", 403), ("director", 302)],
)
def test_only_directors_announce_and_take_back(world, who, status):
    client, event = browser(world["people"][who]), world["event"]
    owners = announce(event, world["people"]["owner"], "Welcome")
    assert post(client, event, kind="announce", text=LATE).status_code == status
    event.refresh_from_db()
    stand = load_state(event).announcements
    assert len(stand) == (2 if status == 302 else 1)
    back = post(client, event, kind="take_back_announcement", announcement=owners)
    assert back.status_code == status
    event.refresh_from_db()
    assert (owners in load_state(event).announcements) is (status != 302)


def test_judges_read_it_in_their_console_and_directors_write_it_in_theirs(world):
    announce(world["event"], world["people"]["owner"])
    of_judge = page(browser(world["people"]["judge"]), world["event"]).content.decode()
    assert LATE in of_judge
    assert 'name="text"' not in of_judge
    assert "take_back_announcement" not in of_judge
    of_director = page(browser(world["people"]["director"]), world["event"]).content.decode()
    assert 'name="text"' in of_director
    assert of_director.count("take_back_announcement") == 1


def test_an_archived_event_takes_no_more_but_its_words_can_be_taken_back(client, ada, entered):
    number = announce(entered, ada)
    act(entered, ada, "archive")
    client.force_login(ada)
    text = page(client, entered).content.decode()
    assert 'name="text"' not in text
    assert post(client, entered, kind="announce", text="x").status_code == 422
    answer = post(
        client, entered, kind="take_back_announcement", announcement=number, tab="console"
    )
    assert answer.url == f"/tournaments/{entered.code}/console/"
    entered.refresh_from_db()
    assert load_state(entered).announcements == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "An announcement needs words."),
        ("  \r\n ", "An announcement needs words."),
        ("a" * 501, "An announcement has at most 500 characters."),
        ("a" * 1001, "This is too long."),
        ("\0", "This is too long."),
    ],
)
def test_wrong_input_is_refused_in_a_sentence_and_changes_nothing(
    client, ada, entered, text, sentence
):
    client.force_login(ada)
    answer = post(client, entered, kind="announce", text=text)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert told() == []
    assert post(client, entered, kind="take_back_announcement").status_code == 422
    assert post(client, entered, kind="take_back_announcement", announcement="x").status_code == 422


def test_new_lines_count_once_whatever_a_browser_sends(client, ada, entered):
    client.force_login(ada)
    assert post(client, entered, kind="announce", text="a\r\n" * 250).status_code == 302
    assert DirectorAction.objects.get(kind="announce").payload["text"].count("\n") == 249


def test_what_others_did_meanwhile_is_no_hindrance_and_hinders_nobody(client, ada, entered):
    begin(entered, ada)
    client.force_login(ada)
    form = page(client, entered).content.decode().split('aria-labelledby="announce"')[1]
    assert 'name="no"' not in form.split("</form>")[0]
    seen = entered.no
    announce(entered, ada)
    answer = post(client, entered, kind="penalty", entry=1, points=0, reason="late", no=seen)
    assert answer.status_code == 302


def test_pressed_twice_it_is_said_once(client, ada, entered):
    client.force_login(ada)
    for _ in range(2):
        post(client, entered, kind="announce", text=LATE, request_id="one")
    assert DirectorAction.objects.filter(kind="announce").count() == 1


def test_nobody_is_flooded(client, ada, entered, monkeypatch):
    monkeypatch.setattr(
        announcements,
        "MOST",
        ((2, timedelta(minutes=1), "announced_often"), (3, timedelta(days=1), "announced_enough")),
    )
    client.force_login(ada)
    announce(entered, ada, "one")
    number = announce(entered, ada, "two")
    act(entered, ada, "take_back_announcement", announcement=number)
    answer = post(client, entered, kind="announce", text="three")
    assert answer.status_code == 429
    assert "wait a minute" in answer.content.decode()
    monkeypatch.setattr(announcements, "MOST", announcements.MOST[1:])
    assert post(client, entered, kind="announce", text="three").status_code == 302
    answer = post(client, entered, kind="announce", text="four")
    assert answer.status_code == 429
    assert "tomorrow" in answer.content.decode()
    with pytest.raises(Refusal):
        announce(entered, ada, "five")


def test_other_events_and_times_gone_by_count_for_nothing(ada, entered, club, monkeypatch):
    monkeypatch.setattr(announcements, "MOST", ((1, timedelta(minutes=1), "announced_often"),))
    announce(make_event(ada, club), ada)
    announce(entered, ada)
    monkeypatch.setattr(announcements, "MOST", ((1, timedelta(), "announced_often"),))
    announce(entered, ada)


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


def test_who_is_barred_is_not_told(ada, entered):
    report = make_report(called("bo"))
    mo = make_staff("mo")
    report_decide(report_id=report.pk, moderator=mo, measure="ban", reason="Rude.", days=0)
    entered.refresh_from_db()
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
    assert f'An announcement was made. <span class="muted">ada</span> <em>{LATE}</em>' in text
    assert "An announcement was taken back." in text


def test_to_take_back_an_older_one_leaves_the_notice_of_the_newest(ada, entered):
    number = announce(entered, ada)
    announce(entered, ada, "Pizza")
    act(entered, ada, "take_back_announcement", announcement=number)
    assert told() == [("bo", "Pizza"), ("chen", "Pizza")]
    act(entered, ada, "archive")
    assert told() == []


def test_a_notice_has_one_line_and_not_the_whole_of_a_long_one(ada, entered):
    announce(entered, ada, "one\n\ntwo " + "龜" * 400)
    words = told()[0][1]
    assert words.startswith("one two 龜")
    assert words.endswith("龜…")
    assert len(words) == announcements.TOLD


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
    assert f"“{entered.name}”: {LATE}" in table_of(client, bo)
    notice = Notice.objects.get(user=bo, kind="announcement")
    answer = client.post(reverse("people:put_away", args=[notice.pk]))
    assert answer.status_code == 200
    assert LATE not in answer.content.decode()
    assert 'hx-swap-oob="innerMorph:#pinned"' in answer.content.decode()
    assert LATE not in table_of(client, bo)


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
    elsewhere, at_table = render_bell(bo, notice.pk), render_bell(bo, notice.pk, at_table=True)
    assert "beforeend:#toasts" in elsewhere
    assert "#pinned" not in elsewhere
    assert "beforeend:#toasts" not in at_table
    assert LATE in at_table.split("innerMorph:#pinned")[1]
    notices_withdraw(subject=notice.subject)
    assert LATE not in render_bell(bo, at_table=True)


def test_an_invitation_is_said_at_a_table_as_anywhere(ada):
    told_ = {"kind": "invitation", "subject": "table:x", "text": "%(name)s", "args": {"name": "z"}}
    notice = notice_send(user=ada, **told_)
    assert "beforeend:#toasts" in render_bell(ada, notice.pk, at_table=True)
