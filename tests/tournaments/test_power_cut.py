"""The server is killed between two tables of a round: a real process, a real kill."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from games.matches.models import Match
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.clusters import wait_until
from tests.support.database import somebody_waits_for_us
from tests.support.events import act, enter_bots, make_event
from tests.support.servers import database_url_of_tests
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE, TABLES = 24, 6
PUBLISH = """
import sys, django
django.setup()
from games.tournaments.services.act import tournament_act
tournament_act(code=sys.argv[1], actor=None, role="organiser", kind="publish_round",
               payload={"round": 1}, request_id="publish")
"""
WAIT = """
CREATE FUNCTION wait_for_seven() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM tournaments_tournamenttable) > 1 THEN
        PERFORM pg_advisory_xact_lock(7);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER wait_for_seven BEFORE INSERT ON tournaments_tournamenttable
FOR EACH ROW EXECUTE FUNCTION wait_for_seven();
"""
PATIENT = {"DATABASE_LOCK_TIMEOUT": "100s", "DATABASE_STATEMENT_TIMEOUT": "100s"}


def test_a_server_killed_between_two_tables_leaves_nobody_missing_and_nobody_twice() -> None:
    ada = make_user("ada")
    event = make_event(ada, make_club(ada))
    enter_bots(event, ada, PEOPLE)
    act(event, ada, "start")
    act(event, ada, "propose_round")
    kill_between_tables(event.code)
    event.refresh_from_db()
    assert event.tables_due
    assert 0 < event.tables.count() < TABLES
    sweep_tournaments()
    event.refresh_from_db()
    state = load_state(event)
    seated = [one for link in event.tables.all() for one in link.chairs]
    assert sorted(seated + list(state.current.unplayed)) == sorted(state.entries)
    assert event.tables.count() == Match.objects.count() == len(state.current.tables) == TABLES
    assert not event.tables_due


def kill_between_tables(code: str) -> None:
    """Let a process publish the round, stop it after its first tables, and kill it there."""
    env = {**os.environ, "DATABASE_URL": database_url_of_tests(), **PATIENT}
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with third_table_waits(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(7)")
        child = subprocess.Popen([sys.executable, "-c", PUBLISH, code], env=env)
        try:
            wait_until(lambda: somebody_waits_for_us() or child.poll() is not None)
            assert child.poll() is None, "the round was published, or never"
        finally:
            child.kill()
            child.wait()


@contextmanager
def third_table_waits() -> Iterator[None]:
    """Let whoever opens a third table wait for a lock, and die waiting."""
    with connection.cursor() as cursor:
        cursor.execute(WAIT)
        try:
            yield
        finally:
            cursor.execute("DROP FUNCTION wait_for_seven CASCADE")
