"""A match whose turn keeps failing delays nobody, is told of once, and ends without a result."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.engine.bot import Bot
from games.engine.hidden import Hidden
from games.engine.practice import played_on
from games.matches import store
from games.matches.clock import GRACE
from games.matches.models import FAILURES_TOLD, MOST_FAILURES, Match, MatchAction
from games.matches.models.match import new_code
from games.matches.services.failing import LONGEST_PAUSE
from games.matches.services.sweep import BATCH, THOUGHTS, sweep
from tests.support.database_clock import StandingClock
from tests.support.tables import act_for, agree, first_legal, make_running, make_user, refused

pytestmark = pytest.mark.django_db
INSTANT = timedelta(microseconds=1)


@pytest.fixture
def clock():
    yield StandingClock()
    THOUGHTS.clear()


@pytest.fixture
def faults(caplog):
    caplog.set_level(logging.ERROR)
    return caplog


def make_stuck(match: Match) -> Match:
    """Take the hand of whoever is to act, as no position dealt anew does any more."""
    rules, state = match.rules, store.load_position(match).state
    found = rules.hiding.hidden(state, 1 - match.to_act)
    nothing = Hidden({**found.hands, match.to_act: ()}, found.piles)
    store.append_events(match, [played_on(1 - match.to_act, nothing)])
    match.save(update_fields=["version"])
    return match


@pytest.fixture
def stuck(clock, people):
    match = make_stuck(make_running(*people))
    clock.set(match.deadline_at + GRACE)
    return match


def another(match: Match) -> Match:
    """Return one more match like this, with the same log."""
    log = [logged.event for logged in store.load_position(match).log]
    one = Match.objects.get(pk=match.pk)
    one.pk, one.code, one.version, one._state.adding = None, new_code(), 0, True
    one.save()
    for seat in match.seats.all():
        seat.pk, seat.match, seat._state.adding = None, one, True
        seat.save()
    store.append_events(one, log)
    one.save(update_fields=["version"])
    return one


def fail(match: Match, clock: StandingClock, times: int) -> None:
    """Let the turn fail so often, each time as soon as it is tried again."""
    for _ in range(times):
        sweep()
        match.refresh_from_db()
        if match.retry_at is not None:
            clock.set(match.retry_at)


def page_of(match: Match, user: Any) -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/matches/{match.code}/").content.decode()


def test_it_is_tried_again_after_pauses_that_double(stuck, clock):
    pauses = []
    for failures in range(1, MOST_FAILURES):
        sweep()
        stuck.refresh_from_db()
        assert stuck.failures == failures
        pauses.append(stuck.retry_at - clock.now)
        clock.set(stuck.retry_at - INSTANT)
        assert sweep() == 0
        clock.set(stuck.retry_at)
    doubling = [timedelta(seconds=2**n) for n in range(MOST_FAILURES - 1)]
    assert pauses == [min(pause, LONGEST_PAUSE) for pause in doubling]
    assert timedelta(minutes=55) < sum(pauses, timedelta()) < timedelta(hours=1)


def test_after_an_hour_it_ends_without_a_result_and_its_people_read_why(stuck, people, clock):
    fail(stuck, clock, MOST_FAILURES - 1)
    assert stuck.status == Match.Status.RUNNING
    fail(stuck, clock, 1)
    assert (stuck.status, stuck.result) == (Match.Status.VOID, None)
    for user in people:
        notice = user.notices.get(subject=f"table:{stuck.code}")
        assert (notice.text, notice.url) == (
            "Your %(game)s match ended without a result because of a fault on our side.",
            f"/matches/{stuck.code}/",
        )
        assert "A fault on our side kept it from going on." in page_of(stuck, user)
    clock.move(timedelta(days=1))
    assert sweep() == 0


def test_an_end_by_agreement_is_nobodys_fault(people):
    match = make_running(*people)
    agree(match, "void", *people)
    assert "A fault on our side" not in page_of(match, people[0])


def test_it_is_logged_once_and_staff_are_told_once(stuck, people, clock, faults):
    chief = make_user("chief")
    chief.is_staff = True
    chief.save()
    fail(stuck, clock, FAILURES_TOLD - 1)
    assert not chief.notices.exists()
    fail(stuck, clock, 1)
    told = chief.notices.get()
    assert told.args["match"] == stuck.code
    assert told.url == "/admin/matches/match/?status__exact=running&retry_at__isempty=0"
    chief.notices.update(created_at=stuck.started_at)
    fail(stuck, clock, MOST_FAILURES)
    assert chief.notices.get().created_at == stuck.started_at
    assert not any(user.notices.filter(kind=told.kind).exists() for user in people)
    assert [record.getMessage() for record in faults.records] == [
        "a turn failed, it is tried again"
    ]


def test_meanwhile_the_table_says_so(stuck, people, clock):
    sentence = "The site can’t play this turn right now."
    fail(stuck, clock, FAILURES_TOLD - 1)
    assert sentence not in page_of(stuck, people[0])
    before = stuck.revision
    fail(stuck, clock, 1)
    assert stuck.revision > before
    assert sentence in page_of(stuck, people[0])


def test_who_acts_too_late_in_it_is_refused_with_a_sentence(stuck, people):
    with refused("too_late"):
        act_for(stuck, people[0], {"type": "resign"})
    stuck.refresh_from_db()
    assert stuck.failures == 1


def test_what_fails_for_two_at_once_has_failed_once(stuck, people):
    for _ in range(2):
        with refused("too_late"):
            act_for(stuck, people[0], {"type": "resign"})
    stuck.refresh_from_db()
    assert stuck.failures == 1


def test_a_hundred_of_them_delay_nobody(stuck, people, clock):
    """Not when they fail for the first time, nor when all are tried again at one moment."""
    all_stuck = [stuck, *(another(stuck) for _ in range(99))]
    healthy = make_running(*people)
    for failures in (1, 2):
        healthy.refresh_from_db()
        clock.set(healthy.deadline_at + GRACE)
        ply, sweeps = healthy.ply, 0
        while healthy.ply == ply:
            sweep()
            sweeps += 1
            healthy.refresh_from_db()
        assert sweeps <= (1 if failures > 1 else -(-len(all_stuck) // BATCH) + 1)
        for _ in all_stuck[::BATCH]:
            sweep()
        tried = Match.objects.filter(pk__in=[match.pk for match in all_stuck])
        assert set(tried.values_list("failures", flat=True)) == {failures}
        tried.update(retry_at=healthy.deadline_at)


@pytest.fixture
def failing_bot(clock, monkeypatch):
    """A match in which a bot's turn begins, and the bot fails."""
    person = make_user("ada")
    match = make_running(person, bots=["novice"], seats=2)
    act_for(match, person, first_legal(match))

    def think(known: Any, dice: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(match.rules.bots, "novice", Bot("novice", 1, think))
    clock.set(match.bot_due_at)
    return match


def test_a_bot_that_fails_is_asked_again_more_and_more_rarely(failing_bot, clock, faults):
    waited = []
    for _ in range(8):
        sweep()
        failing_bot.refresh_from_db()
        waited.append(failing_bot.retry_at - clock.now)
        clock.set(max(failing_bot.retry_at, failing_bot.bot_due_at))
    assert waited == [timedelta(seconds=2**n) for n in range(8)]
    assert len(faults.records) == 1


def test_when_its_time_is_up_it_is_played_for_and_the_failures_are_forgotten(failing_bot, clock):
    sweep()
    clock.set(failing_bot.deadline_at + GRACE)
    sweep()
    failing_bot.refresh_from_db()
    assert MatchAction.objects.get(match=failing_bot, ply=2).auto == "timeout"
    assert (failing_bot.failures, failing_bot.retry_at) == (0, None)
