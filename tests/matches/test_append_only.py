"""The database itself refuses to change history."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from games.matches.models import MatchAction, MatchEvent
from tests.conftest import LOG_TABLES
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def running():
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    act_for(match, ada, first_legal(match))
    return match


@pytest.mark.parametrize("model", [MatchAction, MatchEvent])
def test_a_logged_row_cannot_be_updated(running, model):
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        model.objects.filter(match=running).update(ply=7)


@pytest.mark.parametrize("model", [MatchAction, MatchEvent])
def test_a_logged_row_cannot_be_deleted(running, model):
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        model.objects.filter(match=running).delete()


@pytest.mark.parametrize("table", LOG_TABLES)
def test_the_log_cannot_be_truncated(table):
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER append_only_table")
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            cursor.execute(f"TRUNCATE {table}")


def test_two_events_cannot_have_one_number(running):
    row = MatchEvent.objects.filter(match=running, seq=1).get()
    row.pk = None
    with pytest.raises(DatabaseError, match="event_seq_once"), transaction.atomic():
        row.save(force_insert=True)


def test_two_actions_cannot_have_one_id(running):
    row = MatchAction.objects.get(match=running, ply=1)
    row.pk, row.ply = None, 2
    with pytest.raises(DatabaseError, match="action_id_once"), transaction.atomic():
        row.save(force_insert=True)
