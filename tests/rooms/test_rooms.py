"""The talk of clubs and events: who reads, who writes, and what officers do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.clubs.journal import sentence_of
from accounts.clubs.services.membership import member_remove
from accounts.moderation.models import Report
from accounts.people.models import Notice
from accounts.people.services.ties import tie_set
from accounts.privacy.relations import person_export
from accounts.privacy.retention import forget
from accounts.services import preferences_set
from games.matches.talk.models import Message, Room, RoomMute
from games.matches.talk.refusals import TalkRefused
from games.rooms.access import RoomNotFound, access_room
from games.rooms.selectors import PER_PAGE, people_beginning
from games.rooms.services import message_remove, person_mute, person_unmute, phrases_set
from games.tournaments.models import Tournament
from tests.replays.factories import stored_match
from tests.support.events import act

pytestmark = pytest.mark.django_db


def access(rooms, name, kind="club"):
    return access_room(rooms.people[name], rooms.place(kind))


def browser(rooms, name):
    client = Client()
    client.force_login(rooms.people[name])
    return client


def test_a_clubs_members_read_each_other_and_nobody_else_does(rooms):
    rooms.say("club", "ada")
    assert rooms.heard("club", "bo") == ["hello there"]
    for kind in ("club", "event"):
        with pytest.raises(RoomNotFound):
            access(rooms, "stranger", kind)
    member_remove(club=rooms.club, actor=rooms.people["owner"], user_id=rooms.people["bo"].pk)
    with pytest.raises(RoomNotFound):
        access(rooms, "bo")


def test_an_events_players_and_officers_read_each_other_and_other_members_do_not(rooms):
    rooms.say("event", "ada")
    for name in ("bo", "owner", "director"):
        assert rooms.heard("event", name) == ["hello there"]
    with pytest.raises(RoomNotFound):
        access(rooms, "chen", "event")
    act(rooms.event, rooms.people["owner"], "name_judge", player=rooms.people["chen"].pk)
    assert access(rooms, "chen", "event").is_officer
    act(rooms.event, rooms.people["owner"], "unregister", entry=2)
    with pytest.raises(RoomNotFound):
        access(rooms, "bo", "event")


@pytest.mark.parametrize("place", ["event/%00", "club/%00", "event/A-B", "club/a%20b", "team/a"])
def test_an_address_that_names_no_room_is_not_found(rooms, place):
    assert browser(rooms, "ada").get(f"/talk/{place}/").status_code == 404


def test_a_guest_reads_no_room_even_as_a_member(rooms):
    rooms.people["bo"].is_guest = True
    with pytest.raises(RoomNotFound):
        access(rooms, "bo")


def test_the_limits_of_table_talk_hold_in_every_room(rooms):
    for number in range(5):
        rooms.say("club" if number % 2 else "event", "ada", f"word {number}")
    with pytest.raises(TalkRefused, match="too_often"):
        rooms.say("club", "ada", "one more")


def test_phrases_are_read_in_the_readers_language(rooms):
    rooms.say("club", "ada", "luck", "phrase")
    page = browser(rooms, "bo").get(
        f"/talk/{rooms.place('club')}/", headers={"Accept-Language": "zh-hant"}
    )
    (said,) = page.content.decode().split('class="said__text">')[1:]
    with translation.override("zh-hant"):
        assert said.startswith(gettext("Good luck!"))


def test_where_only_phrases_are_allowed_officers_still_write(rooms):
    with pytest.raises(TalkRefused, match="not_officer"):
        phrases_set(access=access(rooms, "ada"), only=True)
    phrases_set(access=access(rooms, "director"), only=True)
    with pytest.raises(TalkRefused, match="phrases_only"):
        rooms.say("club", "ada")
    rooms.say("club", "ada", "hello", "phrase")
    rooms.say("club", "director", "order, please")
    phrases_set(access=access(rooms, "director"), only=False)
    rooms.say("club", "ada")


def test_ones_own_message_goes_and_an_officers_removal_leaves_a_trace(rooms):
    mine, theirs = rooms.say("club", "ada", "oh dear"), rooms.say("club", "bo", "an insult")
    with pytest.raises(TalkRefused, match="not_officer"):
        message_remove(access=access(rooms, "ada"), number=theirs.number)
    message_remove(access=access(rooms, "ada"), number=mine.number)
    message_remove(access=access(rooms, "director"), number=theirs.number)
    (left,) = rooms.context("club", "chen")["said"]
    assert (left.text, left.message.is_removed) == ("", True)
    text = browser(rooms, "chen").get(f"/talk/{rooms.place('club')}/").content.decode()
    assert "Removed by an officer" in text
    assert "insult" not in text
    assert sentence_of(rooms.club.journal.first()) == "director removed a chat message by bo."
    with pytest.raises(TalkRefused, match="no_such_message"):
        message_remove(access=access(rooms, "director"), number=theirs.number)


def test_somebody_muted_reads_on_but_says_nothing_until_it_is_over(rooms):
    said = rooms.say("club", "bo").number
    for wrong in ("2", "", "-1"):
        with pytest.raises(TalkRefused, match="no_such_time"):
            person_mute(access=access(rooms, "director"), number=said, days=wrong)
    person_mute(access=access(rooms, "director"), number=said, days="7")
    for how, body in (("text", "let me"), ("phrase", "hello")):
        with pytest.raises(TalkRefused, match="muted_here"):
            rooms.say("club", "bo", body, how)
    rooms.say("event", "bo", "elsewhere I may")
    rooms.say("club", "ada", "peace")
    assert "peace" in rooms.heard("club", "bo")
    RoomMute.objects.update(until=timezone.now() - timedelta(seconds=1))
    rooms.say("club", "bo", "back again")
    person_mute(access=access(rooms, "director"), number=said, days="0")
    assert RoomMute.objects.get().until is None
    person_unmute(access=access(rooms, "director"), user_id=rooms.people["bo"].pk)
    rooms.say("club", "bo", "and again")


def test_officers_cannot_mute_each_other(rooms):
    said = rooms.say("club", "owner").number
    with pytest.raises(TalkRefused, match="officer_too"):
        person_mute(access=access(rooms, "director"), number=said, days="0")


def test_whoever_is_muted_or_blocked_is_not_read(rooms):
    rooms.say("club", "bo")
    tie_set(owner=rooms.people["ada"], other=rooms.people["bo"], kind="block", on=True)
    assert rooms.heard("club", "ada") == []
    assert rooms.heard("club", "chen") == ["hello there"]


def notices(rooms, name):
    return list(Notice.objects.filter(user=rooms.people[name], kind="mention"))


def test_a_mention_tells_those_who_may_read_it_and_wish_to_know(rooms):
    rooms.say("event", "ada", "@bo @chen @stranger and @ada, hello")
    assert [len(notices(rooms, one)) for one in ("bo", "chen", "stranger", "ada")] == [1, 0, 0, 0]
    (notice,) = notices(rooms, "bo")
    assert "hello" not in str(notice.args)
    (said,) = rooms.context("event", "bo")["said"]
    assert '<b class="said__name is-me">@bo</b>' in said.text
    assert "@chen</b>" not in said.text
    preferences_set(user=rooms.people["chen"], hear_mentions=False)
    tie_set(owner=rooms.people["bo"], other=rooms.people["ada"], kind="mute", on=True)
    Notice.objects.all().delete()
    rooms.say("club", "ada", "@bo, @chen, @owner.")
    assert [len(notices(rooms, one)) for one in ("bo", "chen", "owner")] == [0, 0, 1]


def test_names_are_suggested_among_those_who_read_here(rooms):
    assert people_beginning(access(rooms, "ada"), "b") == ["bo"]
    assert people_beginning(access(rooms, "ada"), "CH") == ["chen"]
    assert people_beginning(access(rooms, "ada", "event"), "ch") == []
    assert people_beginning(access(rooms, "ada"), "str") == []


def test_markup_in_a_message_stays_text(rooms):
    rooms.say("club", "ada", "<b>@bo</b> & <script>")
    text = browser(rooms, "bo").get(f"/talk/{rooms.place('club')}/").content.decode()
    assert '&lt;b&gt;<b class="said__name is-me">@bo</b>&lt;/b&gt; &amp; &lt;script&gt;' in text


def test_a_link_to_a_moment_is_a_card_for_those_who_may_see_the_replay_alone(rooms):
    match = stored_match(users={0: rooms.people["ada"]}, visibility="private")
    rooms.say("club", "ada", f"Look: https://example.org/replays/{match.code}/?ply=7&as=0 !")
    (mine,), (theirs,) = (rooms.context("club", name)["said"] for name in ("ada", "bo"))
    assert (mine.card.ply, mine.text) == (7, "Look: !")
    assert mine.card.url == f"/replays/{match.code}/?ply=7&as=0"
    assert theirs.card is None
    assert match.code in theirs.text
    page = browser(rooms, "bo").get(f"/talk/{rooms.place('club')}/").content.decode()
    assert match.rules.meta.title not in page
    for wrong in ("ply=999999", "ply=x", "ply=7&as=99"):
        Message.objects.update(body=f"/replays/{match.code}/?{wrong}")
        assert rooms.context("club", "ada")["said"][0].card is None


def test_earlier_messages_are_on_pages_of_their_own(rooms):
    room = Room.objects.create(kind="club", club=rooms.club, last=PER_PAGE + 5)
    ada = rooms.people["ada"]
    Message.objects.bulk_create(
        Message(room=room, number=n, author=ada, name="ada", kind="text", body=f"word {n}.")
        for n in range(1, PER_PAGE + 6)
    )
    shown = rooms.context("club", "bo")
    assert [shown["older"], shown["said"][0].text] == [6, "word 6."]
    page = browser(rooms, "bo").get(f"/talk/{rooms.place('club')}/?before=6").content.decode()
    assert "word 5." in page
    assert "word 6." not in page


def test_a_report_reaches_moderators_with_its_context_and_the_other_officers(rooms):
    for name, body in (("ada", "hello"), ("director", "an insult"), ("bo", "well")):
        said = rooms.say("club", name, body)
    page = f"/talk/{rooms.place('club')}/report/{said.number - 1}/"
    assert browser(rooms, "stranger").get(page).status_code == 404
    assert browser(rooms, "ada").post(page, {"kind": "abuse"}).status_code == 302
    report = Report.objects.get()
    assert report.subject == rooms.people["director"]
    copied = [(one["body"], one["is_reported"]) for one in report.evidence["messages"]]
    assert copied == [("hello", False), ("an insult", True), ("well", False)]
    (told,) = Notice.objects.filter(kind="report")
    assert told.user == rooms.people["owner"]
    assert "ada" not in str(told.args)


def test_messages_are_deleted_when_the_privacy_page_says(rooms):
    rooms.say("club", "ada")
    rooms.say("event", "ada", "good luck")
    now = timezone.now()
    Message.objects.update(created_at=now - timedelta(days=364))
    Tournament.objects.update(finished_at=now - timedelta(days=89))
    forget()
    assert Message.objects.count() == 2
    Tournament.objects.update(finished_at=now - timedelta(days=91))
    forget()
    assert Message.objects.get().room.club == rooms.club
    Message.objects.update(created_at=now - timedelta(days=366))
    forget()
    assert not Message.objects.exists()


def test_the_export_holds_what_somebody_said_and_where(rooms):
    rooms.say("club", "ada")
    (row,) = person_export(rooms.people["ada"])["talk.Message.author"]
    assert (row["body"], row["room__club__name"]) == ("hello there", rooms.club.name)
