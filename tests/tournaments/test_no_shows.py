"""No-shows: counted from an event's actions, and a club that lets them wait."""

from __future__ import annotations

import importlib
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.models import Club, Membership
from games.tournaments.models import Attendance
from games.tournaments.selectors.people import LONGEST_WAIT, no_shows_of, wait_after
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.event_pages import enter, post
from tests.support.events import act, begin, enter_bots, make_event, next_round
from tests.support.pages import shows
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    owner = make_user("owner")
    made = make_club(owner, joining="open", bars_no_shows=True)
    for name in ("ada", "bo"):
        Membership.objects.create(club=made, user=make_user(name))
    return made


def person(club, name):
    return club.memberships.get(user__username=name).user


def started(club, *names, **choices):
    """Return an event of these people and bots whose first round is published."""
    owner = person(club, "owner")
    event = make_event(owner, club, format="swiss", **choices)
    for name in names:
        act(event, owner, "register", players=[person(club, name).pk])
    enter_bots(event, owner, 4 - len(names))
    begin(event, owner)
    return event


def missed(club, name="ada"):
    event = started(club, name)
    act(event, person(club, "owner"), "no_show", entry=1)
    return event


def played(event, owner):
    table = load_state(event).current.table_of(1)
    results = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
    held = load_state(event).current.number
    act(
        event, owner, "override_result", round=held, table=table.number, results=results,
        reason="by hand",
    )  # fmt: skip


def counted(club, name="ada"):
    found = no_shows_of(club, [person(club, name).pk]).get(person(club, name).pk)
    return 0 if found is None else found.count


def enters(club, name="ada", **data):
    event = make_event(person(club, "owner"), club, format="swiss", **data)
    client = Client()
    client.force_login(person(club, name))
    shown = client.get(reverse("tournaments:overview", args=[event.code])).content.decode()
    answer = post(client, event, kind="register", own=1)
    assert (answer.status_code == 302) == ('value="register"' in shown)
    return answer.status_code, shown


def test_who_did_not_come_waits_a_day_and_is_told_until_when(club):
    missed(club)
    status, shown = enters(club)
    assert status == 403
    assert "You missed your last table" in shown
    assert enters(club, "bo")[0] == 302
    Attendance.objects.update(at=timezone.now() - timedelta(days=1, minutes=1))
    assert enters(club)[0] == 302


def test_the_wait_doubles_and_ends_at_thirty_days():
    days = [wait_after(count) / timedelta(days=1) for count in range(1, 9)]
    assert days == [1, 2, 4, 8, 16, 30, 30, 30]
    assert wait_after(10_000) == LONGEST_WAIT


def test_each_further_no_show_counts_until_one_plays(club):
    missed(club)
    missed(club)
    assert counted(club) == 2
    Attendance.objects.update(at=timezone.now() - timedelta(hours=47))
    assert enters(club)[0] == 403
    played(started(club, "ada"), person(club, "owner"))
    assert counted(club) == 0
    assert enters(club)[0] == 302
    missed(club)
    assert counted(club) == 1


def test_a_no_show_that_is_taken_back_does_not_count(club):
    event, owner = missed(club), person(club, "owner")
    act(event, owner, "reseat", entry=1)
    assert counted(club) == 0
    act(event, owner, "no_show", entry=1)
    played(event, owner)
    assert counted(club) == 0
    assert enters(club)[0] == 302


def test_a_later_ruling_on_an_early_round_does_not_outweigh_the_rounds_played_since(club):
    event, owner = started(club, "ada"), person(club, "owner")
    for _ in range(2):
        for table in load_state(event).current.tables:
            if not table.decided:
                rows = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
                number = load_state(event).current.number
                act(
                    event, owner, "override_result", round=number, table=table.number,
                    results=rows, reason="by hand",
                )  # fmt: skip
        if number == 1:
            act(event, owner, "close_round")
            next_round(event, owner)
    table = load_state(event).round(1).table_of(1)
    act(
        event, owner, "override_result", round=1, table=table.number, results=[], absent=[1],
        reason="not there",
    )  # fmt: skip
    assert Attendance.objects.get(user=person(club, "ada"), round=1).came is False
    assert counted(club) == 0


def test_only_a_club_that_wishes_so_lets_people_wait_and_only_in_its_own_events(club):
    missed(club)
    Club.objects.update(bars_no_shows=False)
    assert counted(club) == 1
    assert enters(club)[0] == 302
    Club.objects.update(bars_no_shows=True)
    assert enters(club)[0] == 403
    other = make_club(make_user("other"), name="Larks", bars_no_shows=True)
    Membership.objects.create(club=other, user=person(club, "ada"))
    Membership.objects.create(club=other, user=person(club, "owner"), role="director")
    assert enters(other)[0] == 302


def test_a_director_enters_them_all_the_same_and_reads_the_count(club):
    missed(club)
    director = Client()
    director.force_login(person(club, "owner"))
    event = make_event(person(club, "owner"), club, format="swiss")
    assert enter(director, event, "ada").status_code == 302
    console = director.get(reverse("tournaments:console", args=[event.code])).content.decode()
    assert "1 no-show<" in console
    members = reverse("clubs:members", args=[club.slug])
    assert "1 no-show<" in director.get(members).content.decode()


def test_the_count_is_shown_to_directors_and_oneself_alone(club):
    missed(club)
    event = make_event(person(club, "owner"), club, format="swiss")
    act(event, person(club, "owner"), "register", players=[person(club, "ada").pk])
    act(event, person(club, "owner"), "name_judge", player=person(club, "bo").pk)
    pages = {
        name: reverse(*where)
        for name, where in {
            "members": ("clubs:members", None, [club.slug]),
            "console": ("tournaments:console", None, [event.code]),
        }.items()
    }
    seen = {}
    for name in ("ada", "bo"):
        client = Client()
        client.force_login(person(club, name))
        seen[name] = ["1 no-show<" in client.get(page).content.decode() for page in pages.values()]
    assert seen == {"ada": [True, False], "bo": [False, False]}


def test_nobody_enters_a_pair_with_a_partner_who_waits(club):
    missed(club)
    event = make_event(person(club, "owner"), club, format="swiss", config={"team_size": 2})
    client = Client()
    client.force_login(person(club, "bo"))
    answer = post(client, event, kind="register", own=1, partner="ada")
    assert answer.status_code == 403
    text = answer.content.decode()
    assert "This pair can’t enter on its own" in text
    assert "can enter again from" not in text  # until when somebody waits is their own to read
    assert not load_state(event).entries


def test_events_of_the_site_let_nobody_wait():
    staff, ada = make_user("staff"), make_user("ada")
    event = make_event(staff, format="swiss")
    act(event, staff, "register", players=[ada.pk])
    enter_bots(event, staff, 3)
    begin(event, staff)
    act(event, staff, "no_show", entry=1)
    following = make_event(staff, format="swiss")
    client = Client()
    client.force_login(ada)
    assert post(client, following, kind="register", own=1).status_code == 302


def test_what_was_played_before_this_was_kept_is_found_in_the_actions(club):
    event = missed(club)
    act(event, person(club, "owner"), "reseat", entry=1)
    played(event, person(club, "owner"))
    missed(club, "bo")
    filled = importlib.import_module("games.tournaments.migrations.0006_attendance_so_far")
    kept = {
        (row.tournament_id, row.user_id, row.round): (row.came, row.began_at, row.at)
        for row in Attendance.objects.all()
    }
    assert {came for came, _, _ in kept.values()} == {True, False}
    from_actions = {}
    for tournament in club.tournaments.all():
        for (player, number), told in filled.so_far(tournament.actions.order_by("no")).items():
            row = (told["came"], told["began_at"], told["at"])
            from_actions[tournament.pk, player, number] = row
    assert from_actions == kept


def test_a_table_that_a_no_show_decided_waits_for_no_result(club, client):
    event = started(club, "ada")
    client.force_login(person(club, "owner"))
    console = reverse("tournaments:console", args=[event.code])
    assert client.get(console).content.decode().count("Enter result") == 2
    act(event, person(club, "owner"), "no_show", entry=1)
    html = client.get(console).content.decode()
    assert html.count("Enter result") == 1
    assert html.count("Correct result") == 1


def first_page(client, event, club, name="ada"):
    client.force_login(person(club, name))
    return client.get(reverse("tournaments:overview", args=[event.code])).content.decode()


def test_who_did_not_come_is_told_so_and_not_that_they_dropped_out(club, client):
    event = missed(club)
    html = first_page(client, event, club)
    assert "You didn’t make it to your table in round 1" in html
    assert "You’ve withdrawn" not in html
    act(event, person(club, "owner"), "restore", entry=1)
    assert "You didn’t make it" not in first_page(client, event, club)


def test_who_drops_out_by_themselves_has_missed_nothing(club, client):
    event = started(club, "ada")
    act(event, person(club, "owner"), "withdraw", entry=1)
    html = first_page(client, event, club)
    assert "You’ve withdrawn" in html
    assert "You didn’t make it" not in html


def test_who_has_a_bye_reads_it_on_the_first_page_once_it_is_public(club, client):
    owner = person(club, "owner")
    event = make_event(owner, club, format="swiss")
    act(event, owner, "register", players=[person(club, "ada").pk])
    enter_bots(event, owner, 4)
    act(event, owner, "start")
    if 1 not in act(event, owner, "propose_round").current.unplayed:
        act(event, owner, "give_bye", entry=1)
    assert "You have a bye" not in first_page(client, event, club)
    act(event, owner, "publish_round")
    assert "You have a bye in round 1. It’s worth 1.00 points." in first_page(client, event, club)


def test_resting_in_a_round_robin_is_no_bye_of_no_points(club, client):
    owner = person(club, "owner")
    event = make_event(owner, club, format="round_robin")
    act(event, owner, "register", players=[person(club, "ada").pk])
    enter_bots(event, owner, 2)
    begin(event, owner)
    while 1 not in load_state(event).current.unplayed:
        played(event, owner)
        act(event, owner, "close_round")
        next_round(event, owner)
    told = f"You’re sitting out round {len(load_state(event).rounds)}. Everyone does in turn."
    assert told in first_page(client, event, club)
    for tab, said in (("rounds", "ada (sits out)"), ("schedule", "<td>sits out</td>")):
        html = client.get(reverse(f"tournaments:{tab}", args=[event.code])).content.decode()
        assert shows(html, said)
        assert "0.00)" not in html
    act(event, owner, "withdraw", entry=1)
    html = first_page(client, event, club)
    assert "You’ve withdrawn" in html
    assert told not in html
