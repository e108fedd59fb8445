"""One's own data: a whole copy, and a clean way out."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.clubs.journal import journal_write, sentence_of
from accounts.clubs.models import JournalEntry, Membership
from accounts.clubs.services.membership import club_join, request_decide
from accounts.leaving import LeaveRefused
from accounts.models import User
from accounts.moderation.models import Report
from accounts.people.models import Note, Notice
from accounts.privacy.leave import person_leave
from accounts.privacy.relations import RELATIONS, TAKEN, person_export, relations
from accounts.registry import person_leaves
from games.engine.read_record import read_record
from games.engine.verify import verify_record
from games.matches.export import record_json
from games.matches.models import Match
from games.matches.talk.models import Message, Room
from games.ratings.models import RatingChange, Standing
from games.ratings.services.ratings_rebuild import ratings_rebuild
from games.registry import all_rulesets
from games.tournaments.services.tables import tables_open
from replays.services.analysis import analysis_ask
from replays.services.study import study_open, study_seen
from tests.replays.factories import stored_match
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.tables import make_ready, make_running, make_table, make_user, play_to_end

pytestmark = pytest.mark.django_db
NAME = "leonora"


@pytest.fixture
def leonora() -> User:
    found: User = make_user(NAME)
    return found


def test_every_table_that_points_to_a_person_says_what_they_are_given() -> None:
    assert set(relations()) == set(RELATIONS), "add the table to accounts/privacy/relations.py"
    for name, told in RELATIONS.items():
        assert bool(told.fields) != bool(told.why), f"{name}: fields of a copy, or a reason"


def test_the_fate_of_every_row_is_written_and_is_what_the_database_does() -> None:
    for name, relation in relations().items():
        fate = RELATIONS[name].fate
        assert fate in (relation.on_delete, TAKEN), name
        if fate is TAKEN:
            app = apps.get_app_config(name.partition(".")[0])
            handlers = [one.__module__ for one in person_leaves.functions]
            assert f"{app.name}.handlers" in handlers, f"{name}: nothing takes the row away"


def test_the_copy_names_the_rooms_and_analyses_somebody_asked_for(leonora: User) -> None:
    match = stored_match(users={0: leonora})
    room = study_open(match=match, user=leonora, ply=2, eyes="all")
    study_seen(code=room.code, user=leonora)
    analysis_ask(match=match, user=leonora)
    copy = person_export(leonora)
    assert copy["replays.Study.leader"][0]["code"] == room.code
    assert copy["replays.StudyMember.user"][0]["study__code"] == room.code
    assert copy["replays.Analysis.asked_by"][0]["match__code"] == match.code


def test_the_copy_holds_what_is_ones_own_and_no_secret(leonora: User) -> None:
    match = make_running(leonora, make_user("bo"))
    text = json.dumps(person_export(leonora), default=str)
    assert match.code in text
    assert "leonora@example.org" in text
    assert "password" not in text
    assert match.seats.get(user=leonora).contribution not in text


def test_the_copy_holds_nothing_of_others_nor_what_they_said_of_one(leonora: User) -> None:
    bo = make_user("bo")
    Note.objects.create(owner=bo, about=leonora, text="a sore loser")
    Note.objects.create(owner=bo, about=make_user("cy"), text="a good sport")
    Report.objects.create(reporter=bo, subject=leonora, kind="abuse", text="was rude")
    Notice.objects.create(user=bo, kind="x", subject="x", text="for bo alone", args={})
    text = json.dumps(person_export(leonora), default=str)
    for words in ("sore loser", "good sport", "was rude", "for bo alone"):
        assert words not in text, words
    assert "for bo alone" in json.dumps(person_export(bo), default=str)


def test_the_copy_asks_for_the_password_again(client: Client, leonora: User) -> None:
    leonora.set_password("four-aces-in-hand")
    leonora.save()
    client.force_login(leonora)
    for page in ("privacy:export", "privacy:leave"):
        answer = client.get(reverse(page))
        assert answer["Location"].startswith(reverse("account_reauthenticate")), page


def stored_text() -> str:
    """Return every row of every table as text, but for what the framework keeps itself."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT t::text FROM {table} t")
            found += [f"{table}: {text}" for (text,) in cursor.fetchall()]
    return "\n".join(found)


def rated_match(*users: User) -> Match:
    match = make_running(*users, rated=True)
    play_to_end(match, *users)
    return match


def ratings() -> list[tuple[object, ...]]:
    fields = ("ladder_id", "player_id", "mu", "sigma", "matches")
    return list(Standing.objects.order_by(*fields).values_list(*fields))


def test_somebody_leaves_and_no_row_knows_their_name_any_more(leonora: User) -> None:
    bo = make_user("bo")
    match = rated_match(leonora, bo)
    club = make_club(bo)
    Membership.objects.create(club=club, user=leonora)
    JournalEntry.objects.create(club=club, actor=bo, verb="accepted", about=NAME)
    Notice.objects.create(user=bo, kind="x", subject="x", text="%(name)s", args={"name": NAME})
    evidence = {"messages": [{"author": NAME, "body": "hello"}], "seats": {"0": NAME}}
    Report.objects.create(reporter=bo, subject=leonora, kind="abuse", evidence=evidence)
    room = Room.objects.create(match=match, kind="seats", last=1)
    said = {"author": leonora, "name": NAME, "kind": "text", "body": "Hello.", "ply": 1}
    Message.objects.create(room=room, number=1, **said)
    study_open(match=match, user=leonora, ply=1, eyes="all")
    before, changes = ratings(), RatingChange.objects.count()
    person_leave(user=leonora)
    browsers_part = f"contribution of {NAME}"  # chance, of which the tests make a sentence
    text = stored_text().replace(browsers_part, "")
    lines = [line for line in text.splitlines() if NAME in line]
    assert not lines
    assert not Message.objects.exists()
    record = read_record(json.dumps(record_json(match)).encode(), all_rulesets())
    assert verify_record(record)[-1]
    assert record.head == match.head
    assert ratings() == before
    assert list(ratings_rebuild())
    assert ratings() == before
    assert RatingChange.objects.count() == changes


def test_who_leaves_is_logged_out_everywhere_and_out_of_the_administrations_log(
    client: Client, leonora: User
) -> None:
    client.force_login(leonora)
    client.get("/")
    key = client.session.session_key
    root = make_user("root")
    kind = ContentType.objects.get_for_model(User)
    other = ContentType.objects.get_for_model(Notice)
    for about, name in ((kind, NAME), (other, "a notice of the same number")):
        LogEntry.objects.create(
            user=root, content_type=about, object_id=leonora.pk, object_repr=name, action_flag=2
        )
    person_leave(user=leonora)
    assert not Session.objects.filter(session_key=key).exists()
    assert [one.content_type for one in LogEntry.objects.all()] == [other]


def test_only_what_was_told_of_the_person_goes_not_of_a_club_of_that_name(leonora: User) -> None:
    bo, chen = make_user("bo"), make_user("chen")
    club = make_club(bo, name=NAME)
    for one in (leonora, chen):
        club_join(club=club, user=one)
    request_decide(club=club, actor=bo, user_id=chen.pk, accept=True)
    assert [one.args["name"] for one in bo.notices.all()] == [NAME]
    person_leave(user=leonora)
    assert not bo.notices.exists()
    assert chen.notices.get().args == {"club": NAME}


def test_the_pages_of_those_who_stay_still_stand(leonora: User) -> None:
    bo = make_user("bo")
    match = rated_match(leonora, bo)
    person_leave(user=leonora)
    client = Client()
    client.force_login(bo)
    pages = {
        "match": reverse("matches:match", args=[match.code]),
        "replay": reverse("replays:show", args=[match.code]),
        "ladder": "/ladders/deadline_99-survivor/",
        "person": reverse("accounts:person", args=["bo"]),
    }
    texts = {name: client.get(page).content.decode() for name, page in pages.items()}
    assert "a former member" in texts["match"]
    assert "a former member" in texts["replay"]
    assert NAME not in "".join(texts.values())
    assert client.get(reverse("accounts:person", args=[NAME])).status_code == 404


def test_a_journal_forgets_the_person_and_not_an_event_of_their_name(leonora: User) -> None:
    bo = make_user("bo")
    club = make_club(bo)
    journal_write(club=club, actor=bo, verb="removed", about=NAME)
    journal_write(club=club, actor=bo, verb="opened_event", about=NAME)
    person_leave(user=leonora)
    assert [sentence_of(entry) for entry in club.journal.all()[:2]] == [
        f"bo opened the event “{NAME}”.",
        "bo removed a former member.",
    ]


def test_nobody_leaves_in_the_middle_of_a_match(leonora: User) -> None:
    make_running(leonora, make_user("bo"))
    with pytest.raises(LeaveRefused, match="match_running"):
        person_leave(user=leonora)
    assert User.objects.filter(pk=leonora.pk).exists()


def test_a_club_is_not_left_without_an_owner(leonora: User) -> None:
    club = make_club(leonora)
    Membership.objects.create(club=club, user=make_user("bo"))
    with pytest.raises(LeaveRefused, match="last_owner"):
        person_leave(user=leonora)


def test_an_open_table_is_left_to_the_others(leonora: User) -> None:
    bo = make_user("bo")
    table = make_table(leonora, bo)
    person_leave(user=leonora)
    table.refresh_from_db()
    assert table.owner == bo
    assert table.seats.get(number=0).name == ""


def test_nobody_leaves_while_their_match_is_about_to_begin(leonora: User) -> None:
    bo = make_user("bo")
    make_ready(make_table(leonora, bo), leonora, bo)
    with pytest.raises(LeaveRefused, match="match_running"):
        person_leave(user=leonora)
    assert User.objects.filter(pk=leonora.pk).exists()


def test_the_seat_of_an_event_waits_for_nobody_who_has_left(client: Client, leonora: User) -> None:
    bo, owner = make_user("bo"), make_user("owner")
    event = make_event(owner, make_club(owner), format="swiss")
    for one in (leonora, bo):
        act(event, owner, "register", players=[one.pk], by_organiser=True)
    begin(event, owner)
    tables_open(code=event.code)
    table = event.tables.get().match
    make_ready(table, leonora)
    person_leave(user=leonora)
    make_ready(table, bo)
    table.refresh_from_db()
    assert table.status == Match.Status.OPEN
    assert not table.seats.get(user=None).is_ready
    client.force_login(owner)
    for page in ("", "rounds/", "console/"):
        answer = client.get(f"/tournaments/{event.code}/{page}")
        assert answer.status_code == 200
        assert NAME not in answer.content.decode()
