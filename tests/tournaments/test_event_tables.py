"""Tables of events: who sits there, which take no strangers, and their clocks."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.engine.contract import Refusal
from games.matches.models import Match
from games.matches.selectors import open_tables
from games.matches.services.match_start import match_call_off
from games.matches.services.match_turn import LONGEST_RESERVE, match_give_time
from games.matches.services.table_free import tables_close_stale
from games.matches.services.table_seats import table_sit, table_stand
from games.tournaments.services.act import action_store
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.services.tables import AT_ONCE
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots
from tests.support.tables import make_user

ROMAN = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X", " XI", " XII")
PIPS = [f"Pip{number}" for number in ROMAN]
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_published_round_opens_each_table_with_the_right_people(running):
    state = load_state(running)
    links = running.tables.filter(is_current=True)
    assert [link.table for link in links] == [table.number for table in state.current.tables]
    for link, table in zip(links, state.current.tables, strict=True):
        assert link.chairs == list(table.seats)
        assert link.match.status == Match.Status.RUNNING
        assert [seat.name for seat in link.match.seats.all()] == [
            PIPS[-state.entries[one].players[0] - 1] for one in table.seats
        ]
    running.refresh_from_db()
    assert not running.tables_due


def test_who_publishes_a_round_of_many_tables_waits_for_the_first_alone(client, ada):
    event = make_event(ada, make_club(ada), format="swiss", game="death_frontline")
    enter_bots(event, ada, 2 * AT_ONCE + 6)
    begin(event, ada)
    client.force_login(ada)
    console = reverse("tournaments:console", args=[event.code])
    assert event.tables.count() == AT_ONCE
    before = client.get(console)
    assert "3 tables are opening." in before.content.decode()
    sweep_tournaments()
    assert [link.table for link in event.tables.all()] == list(range(1, AT_ONCE + 4))
    after = client.get(console)
    assert "is opening" not in after.content.decode()
    assert after.context["stamp"] != before.context["stamp"]


def test_who_takes_back_a_round_of_many_tables_waits_for_the_first_alone(ada):
    event = make_event(ada, make_club(ada), format="swiss", game="death_frontline")
    enter_bots(event, ada, 2 * AT_ONCE + 6)
    begin(event, ada)
    sweep_tournaments()
    act(event, ada, "cancel_round", round=1, reason="wrong deck")
    assert Match.objects.filter(status=Match.Status.VOID).count() == AT_ONCE
    sweep_tournaments()
    event.refresh_from_db()
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.VOID}
    assert not event.tables_due


def test_the_seats_of_an_event_are_not_free_to_take(event, ada):
    bo, eve = make_user("bo"), make_user("eve")
    enter_bots(event, ada, 2)
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    assert match.status == Match.Status.OPEN
    number = match.seats.get(user=bo).number
    for change in (table_stand, table_sit):
        with pytest.raises(Refusal, match="seats_given"):
            change(code=match.code, user=bo)
    match.seats.filter(user=bo).update(user=None, name="")
    with pytest.raises(Refusal, match="seats_given"):
        table_sit(code=match.code, user=eve, number=number)
    table_sit(code=match.code, user=bo, number=number)


def test_a_round_taken_back_lets_its_matches_go(running, ada):
    act(running, ada, "cancel_round", round=1, reason="wrong deck")
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    next_round(running, ada)
    assert running.tables.filter(is_current=True, match__status="running").count() == 2


def test_a_no_show_before_the_start_is_seated_nowhere(event, ada):
    bo = make_user("bo")
    enter_bots(event, ada, 3)
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    begin(event, ada)
    old = event.tables.get().match
    act(event, ada, "no_show", entry=4)
    old.refresh_from_db()
    assert old.status == Match.Status.CLOSED
    new = event.tables.get(is_current=True).match
    assert new.seat_count == 3
    play_bots(event)
    assert load_state(event).current.complete


def test_a_late_entry_joins_the_bye_at_a_new_table(ada):
    event = make_event(ada, make_club(ada), config={"sizes": tables_module_sizes()})
    enter_bots(event, ada, 11)
    state = begin(event, ada)
    assert len(state.current.unplayed) == 3
    act(event, ada, "late_entry", players=[-20], this_round=True)
    assert event.tables.filter(is_current=True).count() == 3


def tables_module_sizes():
    from games.tournaments.direct.config import FOURS

    return FOURS


def test_pairs_of_death_frontline_sit_opposite_each_other(ada):
    event = make_event(
        ada, make_club(ada), format="swiss", game="death_frontline", config={"team_size": 2}
    )
    for first in (-1, -3):
        act(event, ada, "register", players=[first, first - 1], by_organiser=True)
    begin(event, ada)
    names = [seat.name for seat in event.tables.get().match.seats.all()]
    assert {frozenset(names[0::2]), frozenset(names[1::2])} == {
        frozenset({"Finch", "Finch II"}),
        frozenset({"Finch III", "Finch IV"}),
    }


def seat_people(event, actor, *names):
    people = [make_user(name) for name in names]
    for user in people:
        act(event, actor, "register", players=[user.pk], by_organiser=True)
    begin(event, actor)
    return people


def test_an_events_table_waits_for_its_people_and_is_on_offer_to_nobody_else(event, ada):
    bo, cy, eve = *seat_people(event, ada, "bo", "cy", "dan")[:2], make_user("eve")
    match = event.tables.get().match
    Match.objects.update(touched_at=timezone.now() - timedelta(days=1))
    tables_close_stale()
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert [set(open_tables(user)) for user in (bo, cy, eve)] == [{match}, {match}, set()]


def test_a_start_that_somebody_missed_leaves_everybody_their_seat(event, ada):
    bo, cy, dan = seat_people(event, ada, "bo", "cy", "dan")
    match = event.tables.get().match
    Match.objects.update(status="starting", deadline_at=timezone.now() - timedelta(seconds=1))
    match_call_off(code=match.code)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert {seat.user for seat in match.seats.all()} == {bo, cy, dan}
    assert not any(seat.is_ready for seat in match.seats.all())


def test_more_time_reaches_the_clocks_once(running, ada):
    first, *_ = links = list(running.tables.filter(is_current=True))
    before = {link.pk: reserve_and_deadline(link.match) for link in links}
    act(running, ada, "extend_time", round=1, seconds=90)
    act(running, ada, "extend_time", round=1, table=first.table, seconds=30)
    sweep_tournaments()
    for link in links:
        more = 120 if link == first else 90
        reserve, deadline = before[link.pk]
        then = (reserve + more * 1000, deadline + timedelta(seconds=more))
        assert reserve_and_deadline(link.match) == then


def reserve_and_deadline(match):
    match.refresh_from_db()
    reserves = {seat.reserve_ms for seat in match.seats.all()}
    return (*reserves, match.deadline_at)


def test_more_time_is_given_as_often_as_one_likes_and_no_clock_overflows(running):
    match = running.tables.filter(is_current=True)[0].match
    for _ in range(30):
        match_give_time(code=match.code, seconds=86_400)
    assert reserve_and_deadline(match)[0] == LONGEST_RESERVE * 1000


def test_more_time_at_a_table_that_has_not_begun_is_there_at_its_start(event, ada):
    seat_people(event, ada, "bo", "cy", "dan")
    match = event.tables.get().match
    before = match.reserve_seconds
    act(event, ada, "extend_time", round=1, seconds=60)
    match.refresh_from_db()
    assert match.reserve_seconds == before + 60


def test_a_table_that_nobody_called_off_in_time_is_called_off_in_a_later_round(ada):
    """Whoever made each step died before the tables were seen to, until the next one was made."""
    event = make_event(ada, make_club(ada), format="swiss", game="death_frontline")
    for name in ("bo", "chen", "dora", "emil"):
        act(event, ada, "register", players=[make_user(name).pk], by_organiser=True)
    begin(event, ada)
    first = list(Match.objects.all())
    for table in load_state(event).current.tables:
        rows = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
        step(event, ada, "override_result", round=1, table=table.number, results=rows)
    step(event, ada, "close_round")
    step(event, ada, "propose_round")
    step(event, ada, "publish_round")
    sweep_tournaments()
    assert {Match.objects.get(pk=one.pk).status for one in first} == {Match.Status.CLOSED}
    second = event.tables.filter(is_current=True, round=2)
    assert {link.match.status for link in second} == {Match.Status.OPEN}
    assert second.count() == 2
    event.refresh_from_db()
    assert not event.tables_due


def step(event, actor, kind, **payload):
    """Store an action, and see to nothing that follows from it."""
    action_store(event.code, actor, "organiser", kind, payload, uuid.uuid4().hex, "so")
    event.refresh_from_db()
