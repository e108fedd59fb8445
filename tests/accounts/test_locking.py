"""What is counted by person: requests at once do not pass a limit together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.clubs.services import club
from accounts.locking import lock_person
from accounts.models import User
from accounts.moderation import services as reports
from accounts.moderation.models import Report
from accounts.people.services import ties
from accounts.tokens import services as tokens
from games.matches.access import access_match
from games.matches.models import Match
from games.matches.services import table_create
from games.matches.talk import services as chat
from replays.selectors import match_timeline
from replays.services import analysis, fork, study, talk
from tests.replays.factories import person, stored_match
from tests.support.races import Attempt, at_once
from tests.support.tables import make_table

pytestmark = pytest.mark.django_db(transaction=True)
REQUESTS = 6


def one_passes(attempts: list[Attempt], code: str) -> None:
    assert at_once(attempts) == sorted(["done", *[code] * (len(attempts) - 1)])


@pytest.fixture
def ada() -> User:
    return person("ada")


def test_tables(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_create, "MOST_OPEN", 1)
    wanted = {"owner": ada, "game": "deadline_99", "seats": 4, "options": {}}
    one_passes([partial(table_create.own_table_open, **wanted)] * REQUESTS, "too_many")
    assert Match.objects.count() == 1


def test_keys(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    make = partial(tokens.token_make, user=ada, name="bot", scope="play")
    one_passes([make] * REQUESTS, "too_many_tokens")


def test_notes(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ties, "MOST_NOTES", 1)
    note = partial(ties.note_set, owner=ada, text="bluffs")
    one_passes([partial(note, about=person()) for _ in range(REQUESTS)], "too_many_notes")


def test_ties(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ties, "MOST_TIES", 1)
    follow = partial(ties.tie_set, owner=ada, kind="follow", on=True)
    one_passes([partial(follow, other=person()) for _ in range(REQUESTS)], "too_many_ties")


def test_reports(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_A_DAY", 1)
    report = partial(reports.report_create, reporter=ada, subject=person(), kind="abuse")
    one_passes([partial(report, ply=ply) for ply in range(REQUESTS)], "too_many_reports")


def test_ten_reports_of_the_same_are_one(ada: User) -> None:
    about = {"reporter": ada, "subject": person(), "kind": "abuse", "text": "Rude."}
    report = partial(reports.report_create, **about)
    assert at_once([report] * 10) == ["done"] * 10
    assert Report.objects.count() == 1
    with pytest.raises(IntegrityError, match="report_once"):
        Report.objects.create(**about)
    Report.objects.update(status=Report.Status.DISMISSED)
    for more in ({}, {"ply": 3}, {"match_code": "abc"}, {"text": "Very."}):
        report(**more)
    assert Report.objects.count() == 5


def test_clubs(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club, "MOST_OWNED", 1)
    names = [f"Club {number}" for number in range(REQUESTS)]
    one_passes([partial(club.club_found, founder=ada, name=name) for name in names], "too_many")


def test_messages_at_several_tables(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "FLOOD", ((chat.FLOOD[0][0], 1),))
    seats = [access_match(ada, make_table(ada).code) for _ in range(REQUESTS)]
    say = partial(chat.message_say, kind="text", body="Hello")
    one_passes([partial(say, access=seat) for seat in seats], "too_often")


def test_rooms(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "MOST_ROOMS", 1)
    room = partial(study.study_open, match=stored_match(), user=ada, ply=0, eyes="all")
    one_passes([room] * REQUESTS, "too_many")


def test_tours_and_marks(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_TOURS", 1)
    monkeypatch.setattr(talk, "MOST_MOMENTS", 1)
    match = stored_match()
    begin = partial(talk.tour_create, match=match, author=ada, title="How it was won")
    one_passes([begin] * REQUESTS, "too_many")
    mark = partial(talk.moment_mark, match=match, author=ada, eyes="all", title="Here")
    one_passes([partial(mark, ply=ply) for ply in range(REQUESTS)], "too_many")


@pytest.mark.parametrize("limit", ["MOST_COMMENTS", "MOST_OF_ONE"])
def test_comments_on_one_match(limit: str, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, limit, 1)
    authors = [person() if limit == "MOST_COMMENTS" else ada for _ in range(REQUESTS)]
    comment = partial(talk.comment_add, match=stored_match(), ply=0, text="Well played")
    one_passes([partial(comment, author=author) for author in authors], "too_many")


def test_practice(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fork, "MOST_RUNNING", 1)
    source = stored_match()
    timeline = match_timeline(source, list(source.seats.all()))
    again = partial(fork.fork_same_deal, source=source, timeline=timeline, seat=0, user=ada)
    one_passes([again] * REQUESTS, "too_much_practice")


def test_analyses(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MOST_RUNNING", 1)
    matches = [stored_match("deadline_99", number) for number in range(REQUESTS)]
    asks = [partial(analysis.analysis_ask, match=match, user=ada) for match in matches]
    one_passes(asks, "too_much_analysis")


ASKED: dict[str, tuple[str | None, dict[str, str]]] = {
    "play_now": ("deadline_99", {}),
    "clubs:new": (None, {"name": "Night Owls", "joining": "open"}),
    "people:tie": ("bo", {"kind": "follow", "on": "1"}),
    "people:note": ("bo", {"text": "Bluffs."}),
    "moderation:report": ("bo", {"kind": "spam"}),
}


def test_what_waits_too_long_for_ones_own_other_requests_is_too_often_and_no_failure(
    ada: User,
) -> None:
    person("bo")
    first = Client()
    first.force_login(ada)

    def asks(name: str) -> HttpResponse:
        argument, data = ASKED[name]
        browser = Client(raise_request_exception=False)
        browser.cookies = first.cookies
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '100ms'")
            return browser.post(reverse(name, args=[argument] if argument else []), data)
        finally:
            connection.connection.close()  # not for anybody else, as impatient as it is
            connections.close_all()

    with transaction.atomic(), ThreadPoolExecutor(len(ASKED)) as pool:
        lock_person(ada)
        answers = dict(zip(ASKED, pool.map(asks, ASKED), strict=True))
    assert {name: one.status_code for name, one in answers.items()} == dict.fromkeys(ASKED, 429)
    assert all("You’re doing that too often." in one.text for one in answers.values())
