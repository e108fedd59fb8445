"""Bad input is refused with a sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction

from games.tournaments.models import Tournament
from games.tournaments.store import STATES
from tests.support.event_pages import (
    address,
    enter,
    filled,
    login,
    post,
)

pytestmark = pytest.mark.django_db


BAD = ["", "x", "-", "1e9", "1e9999999", "٣", "9" * 40, "\0", "1/2", "0x1", "-1", "0", "99"]
TOO_MANY = "99999"  # more than the column of an event takes


@contextmanager
def undone() -> Iterator[None]:
    """Undo what a request does, so that the next one meets the same event."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    STATES.clear()


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("withdraw", "entry"),
        ("override_result", "rank-1"),
        ("override_result", "table"),
        ("override_result", "round"),
        ("penalty", "points"),
        ("extend_time", "seconds"),
        ("extend_time", "minutes"),
        ("set_tables", "tables"),
        ("keep_apart", "other"),
        ("plan_rounds", "rounds"),
        ("swap", "entry"),
        ("no_show", "entry"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(client, world, kind, field):
    login(client, world, "director")
    for bad in (*BAD, TOO_MANY):
        data = {"round": "1", "table": "1", "entry": "1", "reason": "x", field: bad}
        with undone():
            answer = post(client, world["event"], kind=kind, **data)
        assert answer.status_code in (302, 403, 422), bad
        if answer.status_code != 302:
            assert "notice--error" in answer.content.decode(), bad


@pytest.mark.parametrize("field", ["names", "guest", "place", "club"])
def test_no_list_of_names_breaks_the_server(client, world, field):
    login(client, world, "director")
    for bad in (*BAD, TOO_MANY):
        data = {"names": bad, "guest": bad} if field == "guest" else {field: bad}
        with undone():
            answer = enter(client, world["event"], "Anna", **data)
        assert answer.status_code in (200, 302, 422), bad


@pytest.mark.parametrize("bad", ["", "x", "-1", "0", "513", "9" * 40, "٣"])
def test_a_number_of_bots_is_one_that_an_event_can_take(client, world, bad):
    login(client, world, "director")
    assert enter(client, world["event"], bots=bad).status_code == 422


def test_tables_by_hand_that_are_no_numbers_are_refused_with_how_to_write_them(client, world):
    login(client, world, "director")
    for data in ({"tables": "Ann, Ben"}, {"tables": "1 2", "byes": "x"}):
        answer = post(client, world["event"], kind="set_tables", round="1", **data)
        assert "one line for each table" in answer.content.decode()


@pytest.mark.parametrize("key", ["kind", "reason", "request_id", "no"])
def test_no_field_of_a_button_breaks_the_server(client, world, key):
    login(client, world, "director")
    for bad in ("\0", "x" * 5000, "é", "create", "configure"):
        data = {"kind": "close_round", "round": "1", key: bad}
        with undone():
            answer = post(client, world["event"], **data)
        assert answer.status_code in (302, 409, 422), bad


@pytest.mark.parametrize("name", ["rounds", "schedule", "paper", "standings", "console", "hall"])
def test_odd_addresses_show_the_page(client, world, name):
    login(client, world, "director")
    for query in ("round=x", "round=99", "entry=-1", "entry=99999999", "seen=1"):
        assert client.get(f"{address(name, world)}?{query}").status_code == 200, query


@pytest.mark.parametrize("field", ["fewest", "most", "seats", "team_size", "cut", "format"])
def test_a_new_events_form_is_drawn_whatever_was_asked(client, world, field):
    login(client, world, "director")
    for bad in (*BAD, "9" * 5000):
        asked = {"club": world["club"].slug, field: bad}
        assert client.get(address("create", world), asked).status_code == 200, bad


@pytest.mark.parametrize("field", ["starts_at", "embargo_until"])
@pytest.mark.parametrize(
    "bad", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1999-12-31T23:59", "x"]
)
def test_a_moment_that_no_page_could_show_is_refused(client, world, field, bad):
    login(client, world, "director")
    new = client.get(address("create", world)).context["form"]
    running = client.get(address("settings", world)).context["form"]
    assert 'max="2999-12-31T23:59"' in str(new[field])
    no = world["event"].no
    for page, form in (("create", new), ("settings", running)):
        answer = client.post(address(page, world), filled(form, **{"no": no, field: bad}))
        assert answer.status_code == 422
        assert field in answer.context["form"].errors
    assert Tournament.objects.count() == 1
