"""Tables whose seats an event gave: for those people alone, and as long as it takes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from games.matches.models import Match
from games.matches.selectors import open_tables
from games.matches.services.sweep import sweep, sweep_tables
from games.matches.services.table_free import STALE_AFTER
from tests.support.tables import make_ready, make_table, make_user, pass_deadline

pytestmark = pytest.mark.django_db


@pytest.fixture
def arranged(people):
    return make_table(*people, arranged=True)


@pytest.fixture
def usual(people):
    return make_table(*people)


def test_only_those_who_sit_there_find_it_among_the_open_tables(people, arranged, usual):
    for stranger in (AnonymousUser(), make_user("chen")):
        assert set(open_tables(stranger)) == {usual}
    for one in people:
        assert set(open_tables(one)) == {usual, arranged}


def test_it_waits_while_a_usual_table_grows_stale(arranged, usual):
    Match.objects.update(touched_at=F("touched_at") - STALE_AFTER - timedelta(seconds=1))
    assert sweep_tables() == 1
    arranged.refresh_from_db()
    usual.refresh_from_db()
    assert (arranged.status, usual.status) == (Match.Status.OPEN, Match.Status.CLOSED)


def test_who_does_not_reveal_in_time_keeps_the_seat_and_gets_ready_again(people, arranged):
    make_ready(arranged, *people)
    pass_deadline(arranged)
    sweep()
    arranged.refresh_from_db()
    assert arranged.status == Match.Status.OPEN
    assert [seat.user for seat in arranged.seats.all()] == [*people]
    assert not any(seat.is_ready for seat in arranged.seats.all())
    assert arranged.no_shows.count() == 2
