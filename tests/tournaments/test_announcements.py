"""Announcements on an event's pages: who sees them, and who may make them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.privacy.leave import person_leave
from games.engine.contract import Refusal
from games.tournaments.models import DirectorAction
from games.tournaments.services import check
from games.tournaments.store import load_state
from tests.support.announcing import LATE, announce, make_entered, told
from tests.support.clubs import make_club
from tests.support.event_pages import login, post
from tests.support.events import act, begin, make_event
from tests.support.judges import browser, page
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def entered(ada, club):
    return make_entered(ada, club)


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
    assert "Third" in open_.split('class="notice notice--info" id="announcement-')[1]
    assert "Second" not in open_
    assert folded.index("Second") < folded.index("First")
    act(entered, ada, "start")
    for end in ("finish", "archive"):
        act(entered, ada, end, reason="rain")
        text = page(client, entered, "overview").content.decode()
        assert 'class="notice notice--info" id="announcement-' not in text
        folded = text.split('<details id="announced-before"')[1]
        assert folded.index("Third") < folded.index("Second") < folded.index("First")


def test_only_so_many_are_listed(client, ada, entered, monkeypatch):
    monkeypatch.setattr(check, "MOST_ANNOUNCEMENTS", ())
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
    assert 'href="/people/ada/"' in page(client, entered, "overview").content.decode()
    for name in ("hall", "embed"):  # which lead nowhere
        assert 'href="/people/ada/"' not in page(client, entered, name).content.decode()
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
        ("", "Write something to announce."),
        ("  \r\n ", "Write something to announce."),
        ("a" * 501, "An announcement can have at most 500 characters."),
        ("a" * 1001, "That’s too long. Please shorten it."),
        ("\0", "That’s too long. Please shorten it."),
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
    form = page(client, entered).content.decode().split('id="announce"')[1]
    assert 'name="no"' not in form.split("</form>")[0]
    seen = entered.no
    wrong = announce(entered, ada)
    form = page(client, entered).content.decode().split('class="plain announced__all"')[1]
    assert 'name="no"' not in form.split("</form>")[0]
    act(entered, ada, "take_back_announcement", announcement=wrong)
    answer = post(client, entered, kind="penalty", entry=1, points=0, reason="late", no=seen)
    assert answer.status_code == 302


def test_pressed_twice_it_is_said_once(client, ada, entered):
    client.force_login(ada)
    for _ in range(2):
        post(client, entered, kind="announce", text=LATE, request_id="one")
    assert DirectorAction.objects.filter(kind="announce").count() == 1


def test_nobody_is_flooded(client, ada, entered, monkeypatch):
    monkeypatch.setattr(
        check,
        "MOST_ANNOUNCEMENTS",
        ((2, timedelta(minutes=1), "announced_often"), (3, timedelta(days=1), "announced_enough")),
    )
    client.force_login(ada)
    announce(entered, ada, "one")
    number = announce(entered, ada, "two")
    act(entered, ada, "take_back_announcement", announcement=number)
    answer = post(client, entered, kind="announce", text="three")
    assert answer.status_code == 429
    assert "Please wait a minute" in answer.content.decode()
    monkeypatch.setattr(check, "MOST_ANNOUNCEMENTS", check.MOST_ANNOUNCEMENTS[1:])
    assert post(client, entered, kind="announce", text="three").status_code == 302
    answer = post(client, entered, kind="announce", text="four")
    assert answer.status_code == 429
    assert "tomorrow" in answer.content.decode()
    with pytest.raises(Refusal):
        announce(entered, ada, "five")


def test_other_events_and_times_gone_by_count_for_nothing(ada, entered, club, monkeypatch):
    monkeypatch.setattr(
        check, "MOST_ANNOUNCEMENTS", ((1, timedelta(minutes=1), "announced_often"),)
    )
    announce(make_event(ada, club), ada)
    announce(entered, ada)
    monkeypatch.setattr(check, "MOST_ANNOUNCEMENTS", ((1, timedelta(), "announced_often"),))
    announce(entered, ada)
