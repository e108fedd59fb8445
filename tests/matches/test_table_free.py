"""Tables that wait: who is away is seen, and nobody keeps a seat from all others for long."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.db.models import F

from accounts.people.services.notices import notices_read
from games.matches.clock import database_now
from games.matches.models import Heartbeat, Match, Seat, TurnedAway
from games.matches.services.match_start import match_call_off, seat_unready
from games.matches.services.outage import outage_credit
from games.matches.services.presence import AWAY_AFTER, seats_mark_away, seats_seen
from games.matches.services.sweep import sweep_tables
from games.matches.services.table_free import SILENT_AFTER, table_free_seat
from games.matches.services.table_seats import table_add_bot, table_invite, table_sit, table_stand
from tests.support.tables import (
    contribution_of,
    make_ready,
    make_table,
    make_user,
    pass_deadline,
    refused,
    sit_down,
)

pytestmark = pytest.mark.django_db
A_SECOND = timedelta(seconds=1)


def let_pass(match, time, *away):
    """Let time pass at a table of which only the pages of others than `away` are open."""
    Match.objects.filter(pk=match.pk).update(touched_at=F("touched_at") - time)
    match.seats.filter(user__in=away).update(seen_at=None, joined_at=F("joined_at") - time)
    seats_seen(pages={(match.code, seat.user_id): True for seat in match.seats.exclude(user=None)
                      if seat.user not in away})  # fmt: skip
    seats_mark_away()
    match.refresh_from_db()


def told(user, client):
    client.force_login(user)
    return client.get("/notices/").content.decode()


def names(match):
    return [seat.name for seat in match.seats.order_by("number")]


def test_a_table_shows_who_is_away_until_they_are_back(client, ada, bo):
    match = make_table(ada, bo)
    before = match.revision
    let_pass(match, AWAY_AFTER + A_SECOND, bo)
    assert [seat.is_away for seat in match.seats.order_by("number")] == [False, True]
    assert match.revision == before + 1
    client.force_login(ada)
    assert "Away" in client.get(f"/matches/{match.code}/").content.decode()
    seats_seen(pages={(match.code, bo.pk): True})
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert not re.search(r"\bAway\b", page)  # a token may hold its letters


def test_who_sits_down_where_somebody_was_away_is_there(ada, bo):
    match, chen = make_table(ada, bo), make_user("chen")
    let_pass(match, AWAY_AFTER + A_SECOND, bo)
    table_stand(code=match.code, user=bo)
    table_sit(code=match.code, user=chen)
    assert seats_mark_away() == 0
    assert not match.seats.filter(is_away=True).exists()


def test_a_match_begins_with_everybody_there(ada, bo):
    match = make_table(ada, bo)
    let_pass(match, AWAY_AFTER + A_SECOND, ada, bo)
    assert match.seats.filter(is_away=True).count() == 2
    sit_down(match, ada, bo)
    assert seats_mark_away() == 0
    assert not match.seats.filter(is_away=True).exists()


def test_a_full_table_frees_the_seat_of_who_is_neither_ready_nor_there(client, ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada)
    let_pass(match, SILENT_AFTER - A_SECOND, bo)
    assert sweep_tables() == 0
    let_pass(match, 2 * A_SECOND, bo)
    client.force_login(ada)
    assert "away and not ready" in client.get(f"/matches/{match.code}/").content.decode()
    assert sweep_tables() == 1
    assert names(match) == ["ada", ""]
    assert match.seats.get(user=ada).is_ready
    assert "so your seat was freed" in told(bo, client)
    table_sit(code=match.code, user=bo)
    assert "so your seat was freed" not in told(bo, client)


def test_after_an_outage_everybody_has_as_long_to_be_back(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada)
    let_pass(match, SILENT_AFTER + A_SECOND, bo)
    Heartbeat.objects.create(pk=1, at=database_now() - SILENT_AFTER)
    assert sweep_tables() == 0
    outage_credit()
    assert sweep_tables() == 0
    now = database_now()
    Heartbeat.objects.update(at=now + timedelta(hours=1), back_at=now - SILENT_AFTER)
    assert sweep_tables() == 1


def test_an_owner_who_is_waited_for_hands_the_table_over(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, bo)
    let_pass(match, SILENT_AFTER + A_SECOND, ada)
    assert sweep_tables() == 1
    match.refresh_from_db()
    assert (match.owner, match.status, names(match)) == (bo, Match.Status.OPEN, ["", "bo"])


@pytest.mark.parametrize(
    ("ready", "choices"),
    [
        (["ada"], {"seats": 3}),  # a seat is free: nobody waits for bo alone
        ([], {}),  # nobody waits
        (["ada"], {"arranged": True}),  # its director decides
        ([], {"seats": 3, "bots": ["novice"]}),  # bots are always ready
    ],
)
def test_who_holds_nobody_up_may_be_away(ada, bo, ready, choices):
    match = make_table(ada, bo, **choices)
    make_ready(match, *[one for one in (ada, bo) if one.username in ready])
    let_pass(match, SILENT_AFTER + A_SECOND, bo)
    assert sweep_tables() == 0
    assert match.seats.filter(user=bo).exists()


def test_who_looks_on_or_went_just_now_keeps_the_seat(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada)
    let_pass(match, SILENT_AFTER + A_SECOND)
    assert sweep_tables() == 0
    Seat.objects.filter(user=bo).update(seen_at=F("seen_at") - AWAY_AFTER - A_SECOND)
    seats_mark_away()
    assert sweep_tables() == 0
    assert names(match) == ["ada", "bo"]


def test_after_a_start_was_called_off_those_who_came_are_there(ada, bo):
    match = make_table(ada, bo, seats=2)
    make_ready(match, ada, bo)
    let_pass(match, AWAY_AFTER + A_SECOND)  # their pages are open while it is to start
    pass_deadline(match)
    Seat.objects.filter(user=ada).update(contribution=contribution_of(ada))
    match_call_off(code=match.code)
    assert seats_mark_away() == 0
    assert names(match) == ["ada", ""]


def test_who_is_away_hears_that_everybody_else_is_ready(client, ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada)
    assert not bo.notices.exists()
    let_pass(match, AWAY_AFTER + A_SECOND, bo)
    make_ready(match, ada)
    assert "Everyone else at your" in told(bo, client)
    make_ready(match, bo)
    assert not bo.notices.exists()


def test_who_gets_ready_again_and_again_rings_for_who_is_away_once(ada, bo):
    match = make_table(ada, bo)
    let_pass(match, AWAY_AFTER + A_SECOND, bo)
    make_ready(match, ada)
    notices_read(user=bo)
    told_at = bo.notices.get().created_at
    seat_unready(code=match.code, user=ada)
    make_ready(match, ada)
    make_ready(match, ada)
    notice = bo.notices.get()
    assert (notice.created_at, notice.read_at is None) == (told_at, False)


def test_the_owner_frees_a_seat_and_an_invitation_brings_them_back(client, ada, bo):
    match = make_table(ada, bo, seats=3)
    make_ready(match, bo)
    client.force_login(ada)
    assert client.post(f"/matches/{match.code}/seats/free", {"seat": 1}).status_code == 302
    assert names(match) == ["ada", "", ""]
    assert "ada freed your seat" in told(bo, client)
    with refused("turned_away"):
        table_sit(code=match.code, user=bo)
    table_invite(code=match.code, user=ada, username="bo")
    table_sit(code=match.code, user=bo, number=1)
    assert not TurnedAway.objects.exists()


def test_whoever_sat_down_since_is_not_sent_away_in_anothers_place(client, ada, bo):
    match = make_table(ada, bo, seats=3)
    client.force_login(ada)
    page = client.get(f"/matches/{match.code}/").content.decode()
    [values] = re.findall(r"seats/free\"\s+data-values='([^']+)'", page)
    table_stand(code=match.code, user=bo)
    table_sit(code=match.code, user=make_user("chen"), number=1)
    refused = client.post(f"/matches/{match.code}/seats/free", json.loads(unescape(values)))
    assert refused.status_code == 409
    assert names(match) == ["ada", "chen", ""]
    table_stand(code=match.code, user=match.seats.get(number=1).user)
    table_sit(code=match.code, user=bo, number=1)
    client.post(f"/matches/{match.code}/seats/free", json.loads(unescape(values)))
    assert names(match) == ["ada", "", ""]


def test_whose_seat_at_a_private_table_was_freed_sees_it_no_more(client, ada, bo):
    match = make_table(ada, visibility="private", seats=3)
    table_invite(code=match.code, user=ada, username="bo")
    table_sit(code=match.code, user=bo)
    table_free_seat(code=match.code, user=ada, number=1)
    client.force_login(bo)
    assert client.get(f"/matches/{match.code}/").status_code == 404


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_the_notice_of_a_freed_seat_leads_where_its_reader_may_go(client, ada, bo, visibility):
    match = make_table(ada, visibility=visibility, seats=3)
    table_invite(code=match.code, user=ada, username="bo")
    table_sit(code=match.code, user=bo)
    table_free_seat(code=match.code, user=ada, number=1)
    client.force_login(bo)
    led = client.get(f"/notices/{bo.notices.get().pk}/", follow=True)
    place = f"/matches/{match.code}/" if visibility == "public" else "/lobby/"
    assert (led.request["PATH_INFO"], led.status_code) == (place, 200)


@pytest.mark.parametrize(
    ("by", "number", "why"),
    [
        ("ada", 0, "nobody_else"),
        ("ada", 2, "nobody_else"),  # a bot
        ("ada", 3, "nobody_else"),  # nobody
        ("ada", 4, "no_such_seat"),
        ("bo", 0, "not_owner"),
    ],
)
def test_only_the_owner_frees_seats_and_only_those_of_other_people(ada, bo, by, number, why):
    match = make_table(ada, bo, seats=4)
    table_add_bot(code=match.code, user=ada, bot="novice", number=2)
    with refused(why):
        table_free_seat(code=match.code, user={"ada": ada, "bo": bo}[by], number=number)


def test_who_is_about_to_play_is_not_sent_away(ada, bo):
    match = make_table(ada, bo)
    make_ready(match, ada, bo)
    with refused("not_open"):
        table_free_seat(code=match.code, user=ada, number=1)
