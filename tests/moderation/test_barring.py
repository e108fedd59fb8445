"""Whoever is barred keeps nobody waiting: events, open tables, what they asked of others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.access import access_club
from accounts.clubs.models import Membership
from accounts.clubs.refusals import ClubRefusal
from accounts.clubs.services.membership import club_join, club_leave
from accounts.moderation.decide import report_decide, sanction_lift
from accounts.moderation.models import Sanction
from accounts.people.models import Notice
from games.engine.contract import RESIGN, Refusal
from games.matches.models import Match
from games.matches.services.table_seats import table_invite, table_sit
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event, next_round
from tests.support.moderation import make_report
from tests.support.tables import act_for, make_ready, make_table, make_user, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def others():
    return [make_user(name) for name in ("bea", "cai", "dot")]


def bar(rude: Any, mo: Any, days: int = 0) -> None:
    report = make_report(rude)
    report_decide(report_id=report.pk, moderator=mo, measure="ban", reason="Rude.", days=days)


def swiss(director: Any, *people: Any, **choices: Any) -> Any:
    """Return an event of duels that these people have entered."""
    config = {"rounds": 3, **choices.pop("config", {})}
    choices = {"format": "swiss", "game": "death_frontline", "config": config, **choices}
    event = make_event(director, **choices)
    for one in people:
        act(event, director, "register", players=[one.pk], by_organiser=True)
    return event


def statuses(event: Any) -> list[str]:
    event.refresh_from_db()
    return [one.status for one in load_state(event).entries.values()]


@pytest.mark.parametrize("days", [1, 0])
def test_nobody_waits_at_an_events_table_for_who_is_barred(rude, mo, others, days):
    event = swiss(mo, rude, *others)
    table = begin(event, mo).current.table_of(1)
    bar(rude, mo, days)
    assert statuses(event)[0] == "withdrawn"
    table = load_state(event).rounds[0].table(table.number)
    assert (table.decided, table.absent) == (True, {1})
    sweep_tournaments()
    assert event.tables.get(table=table.number).match.status == Match.Status.CLOSED


def test_a_match_that_was_begun_is_played_to_its_end_and_counts(rude, mo, others):
    event = swiss(mo, rude, *others)
    table = begin(event, mo).current.table_of(1)
    match = event.tables.get(table=table.number).match
    sit_down(match, *[seat.user for seat in match.seats.order_by("number")])
    bar(rude, mo)
    assert statuses(event)[0] == "withdrawn"
    held = load_state(event).rounds[0].table(table.number)
    assert (held.decided, held.absent) == (False, frozenset())
    act_for(match, rude, RESIGN)  # as their time running out does it
    sweep_tournaments()
    event.refresh_from_db()
    table = load_state(event).rounds[0].table(table.number)
    assert table.result.place_of(1) == 2


def test_who_is_let_in_again_is_back_in_an_event_only_by_a_director(rude, mo, others):
    event = swiss(mo, rude, *others)
    begin(event, mo)
    bar(rude, mo)
    for kind in ("restore", "reseat"):
        with pytest.raises(Refusal, match="cannot_sign_in"):
            act(event, mo, kind, entry=1)
    sanction_lift(sanction_id=Sanction.objects.get().pk, moderator=mo, reason="A mistake.")
    assert statuses(event)[0] == "withdrawn"
    rest = load_state(event).current.tables
    for table in rest:
        if not table.decided:
            act(event, mo, "forfeit", table=table.number, absent=[table.seats[1]])
    act(event, mo, "restore", entry=1)
    act(event, mo, "close_round")
    assert next_round(event, mo).current.table_of(1) is not None


@pytest.mark.parametrize(
    ("days", "begins_in", "stays"),
    [(3, 7, True), (7, 3, False), (3, None, False), (0, 7, False)],
)
def test_who_may_come_back_before_an_event_begins_stays_entered(
    rude, mo, others, days, begins_in, stays
):
    starts_at = None if begins_in is None else timezone.now() + timedelta(days=begins_in)
    event = swiss(mo, *others, rude, make_user("eve"), starts_at=starts_at, config={"capacity": 4})
    bar(rude, mo, days)
    next_in = "waiting" if stays else "registered"
    assert statuses(event)[3:] == ["registered" if stays else "left", next_in]


@pytest.mark.parametrize("running", [False, True])
def test_the_partner_of_who_is_barred_is_told_that_the_pair_is_out(rude, mo, others, running):
    bea, *rest = others
    event = swiss(mo, config={"team_size": 2})
    for pair in ((rude, bea), (*rest,)):
        act(event, mo, "register", players=[one.pk for one in pair], by_organiser=True)
    if running:
        act(event, mo, "start")
    bar(rude, mo)
    assert statuses(event) == ["withdrawn" if running else "left", "registered"]
    told = {notice.user: notice.text for notice in Notice.objects.filter(kind="partner")}
    assert told == {bea: "Your pair is out of “%(event)s”: one of you left or was removed."}


def test_an_event_that_began_before_its_hour_does_not_wait_either(rude, mo, others):
    event = swiss(mo, rude, *others, starts_at=timezone.now() + timedelta(days=7))
    begin(event, mo)
    bar(rude, mo, days=3)
    assert statuses(event)[0] == "withdrawn"


def test_an_event_that_begins_earlier_than_planned_begins_without_who_is_barred(rude, mo, others):
    event = swiss(mo, *others, rude, starts_at=timezone.now() + timedelta(days=7))
    bar(rude, mo, days=3)
    assert statuses(event)[-1] == "registered"
    held = begin(event, mo)
    assert statuses(event)[-1] == "left"
    assert all(4 not in table.seats for table in held.current.tables)


def test_what_was_refused_after_all_takes_nobody_out(rude, mo, others):
    bea, cai, _ = others
    event = swiss(mo, bea, rude, starts_at=timezone.now() + timedelta(days=7))
    bar(rude, mo, days=3)
    with pytest.raises(Refusal, match="too_few"):
        act(event, mo, "start")
    act(event, mo, "register", players=[cai.pk], by_organiser=True)
    assert statuses(event) == ["registered"] * 3


def test_an_event_that_is_taken_up_again_goes_on_without_who_was_barred_since(rude, mo, others):
    event = swiss(mo, rude, *others)
    begin(event, mo)
    for table in load_state(event).current.tables:
        act(event, mo, "forfeit", table=table.number, absent=[table.seats[1]])
    act(event, mo, "close_round")
    act(event, mo, "finish", reason="Enough.")
    bar(rude, mo)
    assert statuses(event)[0] == "registered"
    assert act(event, mo, "reopen", reason="A mistake.").entries[1].status == "withdrawn"
    assert next_round(event, mo).current.table_of(1) is None


def test_a_club_whose_only_owner_is_barred_is_told_and_moderators_have_a_way(
    rude, mo, others, client
):
    club = make_club(rude, is_private=True)
    bea, cai, _ = others
    for one in (bea, cai):
        Membership.objects.create(club=club, user=one)
    bar(rude, mo)
    home = reverse("clubs:home", args=[club.slug])
    client.force_login(bea)
    assert "No owner of this club can sign in" in client.get(home).content.decode()
    client.force_login(mo)
    assert club.name in client.get(reverse("moderation:desk")).content.decode()
    Membership.objects.filter(user=bea).update(role=Membership.Role.OWNER)
    assert club.name not in client.get(reverse("moderation:desk")).content.decode()
    with pytest.raises(ClubRefusal, match="last_owner"):
        club_leave(access=access_club(bea, club.slug))
    client.force_login(bea)
    assert "No owner of this club" not in client.get(home).content.decode()


def test_open_tables_are_left_and_the_invitations_to_them_taken_back(rude, mo, others):
    bea = others[0]
    alone = make_table(rude, visibility="private")
    table_invite(code=alone.code, user=rude, username=bea.username)
    shared = make_table(rude, seats=3)
    table_sit(code=shared.code, user=bea)
    bar(rude, mo)
    alone.refresh_from_db()
    shared.refresh_from_db()
    assert alone.status == Match.Status.CLOSED
    assert not Notice.objects.filter(user=bea).exists()
    assert (shared.status, shared.owner) == (Match.Status.OPEN, bea)
    assert not shared.seats.filter(user=rude).exists()


def test_a_table_that_is_about_to_begin_holds_no_decision_up(rude, mo, others):
    bea = others[0]
    table = make_table(rude, bea)
    make_ready(table, rude, bea)
    bar(rude, mo)
    table.refresh_from_db()
    assert table.status == Match.Status.STARTING
    rude.refresh_from_db()
    assert not rude.is_active


def test_no_club_has_to_decide_about_who_is_barred(client: Client, rude, mo, others):
    owner, director = others[0], others[1]
    club = make_club(owner, joining="request")
    Membership.objects.create(club=club, user=director, role=Membership.Role.DIRECTOR)
    club_join(club=club, user=rude, message="Please")
    assert Notice.objects.filter(user=director).exists()
    bar(rude, mo, days=1)
    assert not Notice.objects.filter(user__in=(owner, director)).exists()
    client.force_login(director)
    assert "Please" not in client.get(f"/clubs/{club.slug}/members/").content.decode()
    sanction_lift(sanction_id=Sanction.objects.get().pk, moderator=mo, reason="A mistake.")
    rude.refresh_from_db()
    assert club_join(club=club, user=rude) is None


def test_who_reported_somebody_before_still_reads_that_it_was_decided(rude, mo):
    first, second = make_report(rude), make_report(rude)
    report_decide(report_id=first.pk, moderator=mo, measure="warn", reason="Rude.")
    report_decide(report_id=second.pk, moderator=mo, measure="ban", reason="Again.")
    told = Notice.objects.filter(kind="moderation").values_list("user", flat=True)
    assert {first.reporter_id, second.reporter_id} < set(told)
