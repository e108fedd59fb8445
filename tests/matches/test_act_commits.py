"""One accepted action and its commit: raced for, refused at the last moment, and last of all."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, connection, connections
from django.test.utils import CaptureQueriesContext

from games.engine.contract import Refusal
from games.matches import store
from games.matches.drawings import rows_get
from games.matches.models import MatchEvent
from games.matches.services.match_act import match_act, match_time_out
from tests.support.tables import (
    act_for,
    bot_acts,
    first_legal,
    make_running,
    make_user,
    pass_deadline,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_actions_at_once_one_is_accepted():
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    action, version = first_legal(match), match.version

    def attempt(number):
        try:
            match_act(
                code=match.code, user=ada, action=action, version=version, action_id=f"n{number}"
            )
            return "accepted"
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(attempt, range(16)))
    assert answers.count("accepted") == 1
    assert set(answers) == {"accepted", "stale_version"}
    match.refresh_from_db()
    events = MatchEvent.objects.filter(match=match).order_by("seq")
    assert list(events.values_list("seq", flat=True)) == list(range(1, match.version + 1))


def test_a_commit_that_fails_leaves_nothing_and_the_same_id_is_taken_later(people, match):
    load = store.load_position(match)
    action, action_id = first_legal(match), uuid.uuid4().hex
    with nothing_commits(), pytest.raises(IntegrityError, match="nothing fits"):
        act_for(match, people[0], action, action_id=action_id)
    assert store.POSITIONS.get(match.pk) is load
    assert rows_get(match.code, match.revision + 1) is None
    match.refresh_from_db()
    assert (match.version, match.ply) == (load.version, 0)
    assert act_for(match, people[0], action, action_id=action_id).ply == 1


@contextmanager
def nothing_commits():
    """Let what is written to the log of actions be refused when it is committed."""
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE FUNCTION nothing_fits() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE integrity_constraint_violation USING MESSAGE = 'nothing fits'; END $$;
            CREATE CONSTRAINT TRIGGER nothing_fits AFTER INSERT ON matches_matchaction
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nothing_fits();
        """)
        try:
            yield
        finally:
            cursor.execute("DROP FUNCTION nothing_fits CASCADE")


def test_nothing_is_asked_after_the_commit_that_goes_with_an_action(people, match):
    with_bot = make_running(people[1], bots=["simple"])
    act_for(with_bot, people[1], first_legal(with_bot))
    asked = {"action": first_legal(match), "version": match.version, "action_id": "mine"}
    assert last_asked(lambda: match_act(code=match.code, user=people[0], **asked)) == "COMMIT"
    pass_deadline(match)
    assert last_asked(lambda: match_time_out(code=match.code)) == "COMMIT"
    assert last_asked(lambda: bot_acts(with_bot)) == "COMMIT"


def last_asked(do):
    """Return the last statement of the last text that goes to the database."""
    with CaptureQueriesContext(connection) as queries:
        do()
    return queries.captured_queries[-1]["sql"].rpartition("; ")[2]
