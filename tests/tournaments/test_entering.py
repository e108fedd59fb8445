"""Joining an event, acting for one's own entry, waiting, being seated."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.people.models import Notice
from accounts.people.services.ties import tie_set
from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.event_pages import enter, post
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.pages import shows
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def test_a_person_joins_checks_in_and_leaves(client, open_event):
    bo = make_user("bo")
    client.force_login(bo)
    assert post(client, open_event, kind="register").status_code == 302
    open_event.refresh_from_db()
    entry = load_state(open_event).entries[1]
    assert entry.players == (bo.pk,)
    post(client, open_event, kind="check_in")
    post(client, open_event, kind="unregister")
    open_event.refresh_from_db()
    assert load_state(open_event).entries[1].status == "left"


def test_a_player_acts_for_the_own_entry_alone(client, open_event):
    owner = open_event.created_by
    enter_bots(open_event, owner, 2)
    client.force_login(make_user("bo"))
    assert post(client, open_event, kind="unregister", entry="1").status_code == 403
    post(client, open_event, kind="register")
    post(client, open_event, kind="unregister", entry="1")
    open_event.refresh_from_db()
    state = load_state(open_event)
    assert [one.status for one in state.entries.values()] == ["registered", "registered", "left"]


def test_who_comes_too_late_waits(client, open_event):
    enter_bots(open_event, open_event.created_by, 2)
    client.force_login(make_user("bo"))
    post(client, open_event, kind="register")
    page = client.get(reverse("tournaments:overview", args=[open_event.code]))
    assert "You’re on the waiting list" in page.content.decode()
    client.force_login(open_event.created_by)
    page = client.get(reverse("tournaments:console", args=[open_event.code]))
    assert "bo joined the waiting list." in page.content.decode()


def test_who_got_no_place_reads_that_registration_is_over_and_who_can_enter_them(client, ada):
    event = make_event(ada, make_club(ada), format="swiss", config={"capacity": 2})
    enter_bots(event, ada, 2)
    client.force_login(make_user("bo"))
    post(client, event, kind="register")
    act(event, ada, "start")
    page = client.get(reverse("tournaments:overview", args=[event.code])).content.decode()
    assert "Registration is closed." in page
    assert "A director can still enter you." in page
    entered = act(event, ada, "late_entry", players=[make_user("zoe").pk])
    assert entered.entries[4].status == "registered"


def test_an_event_tells_what_holds_for_entries(client, ada):
    config = {"check_in": True, "third_place": True}
    event = make_event(ada, make_club(ada), format="knockout", rated=True, config=config)
    client.force_login(make_user("bo"))
    post(client, event, kind="register")
    page = client.get(reverse("tournaments:overview", args=[event.code])).content.decode()
    assert page.count("Check-in required to play") == 2  # beside the button, and below
    assert "Third-place match" in page
    assert "Rated matches" in page
    assert "Late entries allowed" not in page  # nobody comes late to a knockout


def test_an_event_of_a_private_club_is_open_to_its_members(client, world):
    client.force_login(world["people"]["member"])
    page = client.get(reverse("tournaments:overview", args=[world["event"].code]))
    assert world["event"].entry == "everybody"  # what it says once the club is private no more
    assert shows(page.content.decode(), "<dt>Open to</dt><dd>club members</dd>")


def test_an_event_for_members_takes_no_others(client, open_event):
    Tournament.objects.filter(pk=open_event.pk).update(entry="members")
    client.force_login(make_user("bo"))
    assert post(client, open_event, kind="register").status_code == 403


def test_nobody_enters_a_partner_whom_a_block_keeps_apart(client, ada, bo):
    event = make_event(
        ada, make_club(ada), format="swiss", game="death_frontline", config={"team_size": 2}
    )
    tie_set(owner=bo, other=ada, kind="block", on=True)
    client.force_login(ada)
    asked = {"kind": "register", "own": "1", "partner": "bo"}
    assert post(client, event, **asked).status_code == 422
    tie_set(owner=bo, other=ada, kind="block", on=False)
    assert post(client, event, **asked).status_code == 302
    event.refresh_from_db()
    assert load_state(event).entries[1].players == (ada.pk, bo.pk)


@pytest.mark.parametrize(("owner", "other"), [("ada", "bo"), ("bo", "ada")])
def test_no_director_brings_in_whom_a_block_keeps_apart_but_they_come_by_themselves(
    client, ada, bo, owner, other
):
    event = make_event(ada, make_club(ada), format="swiss")
    enter_bots(event, ada, 4)
    people = {"ada": ada, "bo": bo}
    tie_set(owner=people[owner], other=people[other], kind="block", on=True)
    client.force_login(ada)
    answer = enter(client, event, "bo")
    assert answer.status_code == 422
    assert "One of you has blocked the other." in answer.content.decode()
    client.force_login(bo)
    assert post(client, event, kind="register").status_code == 302
    begin(event, ada)
    assert post(client, event, kind="withdraw", own=1).status_code == 302
    client.force_login(ada)
    assert post(client, event, kind="restore", entry=5, reason="back").status_code == 422
    tie_set(owner=people[owner], other=people[other], kind="block", on=False)
    assert post(client, event, kind="restore", entry=5, reason="back").status_code == 302


def test_a_partner_is_told_who_entered_them_until_the_pair_is_taken_off(client, ada, bo):
    event = make_event(
        ada, make_club(ada), format="swiss", game="death_frontline", config={"team_size": 2}
    )
    client.force_login(ada)
    post(client, event, kind="register", own="1", partner="bo")
    client.force_login(bo)
    page = client.get(reverse("people:notices")).content.decode()
    assert "ada entered “Friday pods” with you as their partner." in page
    assert bo.notices.get().url == reverse("tournaments:overview", args=[event.code])
    assert not ada.notices.exists()
    post(client, event, kind="unregister", own="1")
    assert not bo.notices.exists()
    told = ada.notices.get()
    assert told.text % told.args == (
        "Your pair is out of “Friday pods”: one of you left or was removed."
    )
    told.delete()
    act(event, ada, "register", players=[bo.pk, make_user("chen").pk], by_organiser=True)
    assert not Notice.objects.exists()


def test_who_is_given_a_seat_is_told_until_the_match_begins(client, world):
    event = make_event(world["people"]["owner"], world["club"], name="Cup", format="swiss")
    member, owner = world["people"]["member"], world["people"]["owner"]
    for user in (member, owner):
        act(event, owner, "register", players=[user.pk], by_organiser=True)
    begin(event, owner)
    match = event.tables.get().match
    told = Notice.objects.get(user=member)
    assert told.url == reverse("matches:match", args=[match.code])
    assert told.args == {"event": "Cup", "round": 1}
    act(event, owner, "cancel_round", round=1, reason="again")
    assert not Notice.objects.filter(user=member).exists()
