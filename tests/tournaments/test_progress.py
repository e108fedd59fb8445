"""What people are told of an event before its tables: enter, check in, it is about to begin."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.clubs.access import access_club
from accounts.clubs.models import Membership
from accounts.clubs.services.membership import club_leave, membership_hear
from accounts.models import User
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.services.create import event_tell
from games.tournaments.services.reminders import reminders_send
from tests.support.clubs import make_club
from tests.support.events import act, enter_bots, make_event
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
OPENED, CHECK_IN, SOON = "you can now enter", "check in now", "starts within the hour"


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def members(club):
    people = [make_user("bo"), make_user("chen"), make_user("dora")]
    for one in people:
        Membership.objects.create(club=club, user=one)
    return people


def told(*words):
    """Return who was told of an event, and make sure that each was told this."""
    rows = list(User.objects.filter(notices__kind="event").values_list("username", "notices__text"))
    assert all(any(word in text for word in words) for _, text in rows), rows
    return sorted(name for name, _ in rows)


def enter(event, *users):
    for user in users:
        act(event, user, "register", players=[user.pk])


def in_minutes(minutes):
    return timezone.now() + timedelta(minutes=minutes)


def test_members_are_told_when_an_event_can_be_entered_until_they_have(ada, club, members):
    bo, _, dora = members
    make_user("stranger")
    membership_hear(club=club, user=dora, hears=False)
    event = make_event(ada, club)
    assert told(OPENED) == ["bo", "chen"]
    notice = bo.notices.get()
    assert notice.args == {"club": club.name, "event": event.name}
    assert notice.url == f"/tournaments/{event.code}/"
    enter(event, bo)
    assert told(OPENED) == ["chen"]
    act(event, ada, "close_registration")
    assert told() == []


def test_of_an_event_of_no_club_nobody_is_told_that_it_can_be_entered(ada, members):
    make_event(ada)
    assert told() == []


def test_who_entered_is_asked_to_check_in_until_they_have(ada, club, members):
    bo, chen, _ = members
    event = make_event(ada, club, config={"check_in": True})
    enter(event, bo, chen)
    enter_bots(event, ada, 3)
    act(event, ada, "close_registration")
    assert told(CHECK_IN) == ["bo", "chen"]
    act(event, bo, "check_in", entry=1)
    assert told(CHECK_IN) == ["chen"]
    act(event, ada, "check_in_all")
    assert told(CHECK_IN) == []
    act(event, ada, "open_registration")
    assert told(OPENED) == ["dora"]


def test_who_entered_is_reminded_once_of_each_time_it_is_to_begin(ada, club, members):
    bo, chen, _ = members
    event = make_event(ada, club, starts_at=in_minutes(59))
    later = make_event(ada, club, starts_at=in_minutes(61))
    enter(event, bo, chen)
    enter(later, bo, chen)
    assert reminders_send() == 1
    assert told(OPENED, SOON) == ["bo", "chen", "dora", "dora"]
    bo.notices.all().delete()
    assert reminders_send() == 0
    event_tell(code=event.code, actor=ada, about={"starts_at": in_minutes(90)})
    assert told(OPENED) == ["dora", "dora"]
    event_tell(code=event.code, actor=ada, about={"starts_at": in_minutes(30)})
    assert reminders_send() == 1
    assert told(OPENED, SOON) == ["bo", "chen", "dora", "dora"]


def test_an_event_that_cannot_be_read_keeps_no_other_from_reminding(ada, club, members, caplog):
    event, newer = (make_event(ada, club, starts_at=in_minutes(30)) for _ in range(2))
    enter(event, *members)
    DirectorAction.objects.create(
        tournament=newer, no=newer.no + 1, request_id="1", kind="of a later version", payload={}
    )
    Tournament.objects.filter(pk=newer.pk).update(no=newer.no + 1)
    assert reminders_send() == 1
    assert "reminding of an event failed" in caplog.text
    assert SOON in members[0].notices.get(subject=f"event:{event.code}").text


def test_with_a_check_in_each_is_told_what_they_still_have_to_do(ada, club, members):
    bo, chen, _ = members
    event = make_event(ada, club, config={"check_in": True}, starts_at=in_minutes(30))
    enter(event, bo, chen)
    act(event, ada, "close_registration")
    act(event, chen, "check_in", entry=2)
    bo.notices.all().delete()
    reminders_send()
    assert CHECK_IN in bo.notices.get().text
    assert SOON in chen.notices.get().text


def test_when_an_event_has_begun_its_tables_tell_and_nothing_else(ada, club, members):
    event = make_event(ada, club, starts_at=in_minutes(30))
    enter(event, *members)
    reminders_send()
    assert told(SOON) == ["bo", "chen", "dora"]
    act(event, ada, "start")
    assert told() == []
    assert reminders_send() == 0


def test_what_began_long_ago_or_is_over_reminds_nobody(ada, club, members):
    enter(make_event(ada, club, starts_at=in_minutes(-1)), *members)
    over = make_event(ada, club, starts_at=in_minutes(30))
    enter(over, *members)
    act(over, ada, "archive")
    assert reminders_send() == 0
    assert told() == []


def test_who_leaves_a_club_hears_only_of_events_they_are_still_in(ada, club, members):
    bo, chen, dora = members
    soon = in_minutes(30)
    public = make_event(ada, club, starts_at=soon)
    closed = make_event(ada, club, starts_at=soon, entry="members")
    for event in (public, closed):
        enter(event, bo, chen)
    reminders_send()
    for one in (bo, dora):
        club_leave(access=access_club(one, club.slug))
    assert told(SOON) == ["bo", "chen", "chen"]
    assert bo.notices.get().url == f"/tournaments/{public.code}/"
