"""One accepted action and its commit: raced for, refused at the last moment, and last of all."""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.matches import store
from games.matches.clock import database_now
from games.matches.match_cache import rows_get
from games.matches.models import Match, MatchAction, MatchEvent
from games.matches.services import match_act as match_act_module
from games.matches.services.locking import lock_unchanged, read_match
from games.matches.services.match_act import match_act, match_time_out
from games.matches.services.match_bots import match_bot_play, match_bot_think
from games.matches.services.secret import chance_of
from tests.support.races import at_once
from tests.support.tables import (
    act_for,
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
        match_act(code=match.code, user=ada, action=action, version=version, action_id=f"n{number}")

    answers = at_once([partial(attempt, number) for number in range(8)])
    assert answers == ["done", *["stale_version"] * 7]
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


def test_an_action_asks_the_database_twice(people, match):
    with_bot = make_running(people[1], bots=["novice"])
    act_for(with_bot, people[1], first_legal(with_bot))
    asked = {"action": first_legal(match), "version": match.version, "action_id": "mine"}
    twice = ["read_match", "append_ply"]
    chance_of(match), store.load_position(match)
    assert executed(lambda: match_act(code=match.code, user=people[0], **asked)) == twice
    pass_deadline(match)
    assert executed(lambda: match_time_out(code=match.code)) == twice
    thought = match_bot_think(code=with_bot.code, due=database_now())
    assert executed(lambda: match_bot_play(thought)) == twice


def executed(do):
    """Return the names of the prepared statements that are executed; there may be no others."""
    with CaptureQueriesContext(connection) as queries:
        do()
    return [query["sql"].split()[1] for query in queries.captured_queries]


@pytest.mark.parametrize("ends", [False, True])
def test_what_others_change_between_is_seen_before_anything_is_written(
    people, match, monkeypatch, ends
):
    """Somebody else changes the match's row after it was read: it is read and judged again."""
    action = {"type": "resign"} if ends else first_legal(match)
    read, times = match_act_module.read_match, []

    def read_and_let_change(*args):
        snapshot = read(*args)
        times.append(snapshot.match.revision)
        if len(times) < 3:
            Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
        return snapshot

    monkeypatch.setattr(match_act_module, "read_match", read_and_let_change)
    done = act_for(match, people[0], action)
    assert (done.ply, done.revision) == (1, times[-1] + 1)
    assert times == [times[0], times[0] + 1, times[0] + 2]
    assert MatchAction.objects.filter(match=match).count() == 1
    match.refresh_from_db()
    assert (match.revision, match.version) == (done.revision, done.version)


def test_who_goes_absent_gets_a_bot_even_if_others_change_the_match_meanwhile(people):
    match = make_running(*people, on_absence=Match.Absence.STAND_IN)
    snapshot = read_match(match.code)
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    with pytest.raises(store.MatchChanged), transaction.atomic():
        lock_unchanged(snapshot)
    with transaction.atomic():
        lock_unchanged(read_match(match.code))
