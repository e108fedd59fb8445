"""Bots think in processes of their own: what these choose, and what happens when one dies."""

from __future__ import annotations

import os
import signal
from concurrent.futures import BrokenExecutor, wait

import psutil
import pytest

from games.engine.bot import Observation
from games.engine.hidden import Memory
from games.matches.models import MatchAction
from games.matches.services import bot_pool
from games.matches.services.bot_pool import bot_ask, bots_at_once
from games.matches.services.sweep import THOUGHTS, sweep
from games.thinking import Question, choose
from tests.support.database_clock import StandingClock
from tests.support.tables import act_for, first_legal, make_running, make_user

LONGEST_THOUGHT = 60  # seconds, on a machine that does much else


@pytest.fixture
def one_process(settings, monkeypatch):
    """Let bots think in a process of their own for one test."""
    settings.BOT_PROCESSES = 1
    monkeypatch.setattr(bot_pool, "_pool", None)
    yield
    THOUGHTS.clear()
    if bot_pool._pool is not None:
        bot_pool._pool.shutdown()


def question(count: int = 50) -> Question:
    view = {"seat": 0, "state": {"count": count, "hands": [["3S", "KH"], {"count": 5}]}}
    view["state"]["roles"] = None
    legal = [{"type": "play", "card": card} for card in ("3S", "KH")]
    return Question("deadline_99", 1, "club", 0, 7, bytes(32), Observation(view, legal, Memory(2)))


def worker() -> psutil.Process:
    """Return the process in which bots think."""
    (found,) = bot_pool._pool._processes.values()
    return psutil.Process(found.pid)


def test_another_process_chooses_what_this_one_would(one_process):
    for count in (0, 50, 98):
        action = bot_ask(question(count)).result(LONGEST_THOUGHT)
        assert action == choose(question(count))
    assert worker().ppid() == os.getpid()
    assert gives_way(worker().pid)


def gives_way(pid: int) -> bool:
    """Tell whether a process weighs less than this one, and preempts nobody where Linux runs."""
    is_batch = not hasattr(os, "SCHED_BATCH") or os.sched_getscheduler(pid) == os.SCHED_BATCH
    return is_batch and psutil.Process(pid).nice() > psutil.Process().nice()


def test_after_a_process_died_the_next_question_starts_another(one_process):
    bot_ask(question()).result(LONGEST_THOUGHT)
    dead = worker()
    dead.send_signal(signal.SIGSTOP)  # so that it still thinks when it dies
    lost = bot_ask(question())
    dead.kill()
    with pytest.raises(BrokenExecutor):
        lost.result(LONGEST_THOUGHT)
    assert bot_ask(question()).result(LONGEST_THOUGHT) == choose(question())


@pytest.mark.django_db
def test_a_turn_whose_process_died_is_played_later_and_nobody_else_waits(one_process):
    bot_ask(question()).result(LONGEST_THOUGHT)
    clock, people = StandingClock(), [make_user("ada"), make_user("bo")]
    match = make_running(people[0], bots=["club"], seats=2)
    act_for(match, people[0], first_legal(match))
    dead = worker()
    dead.send_signal(signal.SIGSTOP)
    clock.set(match.bot_due_at)
    assert sweep() == 0
    (thought,) = THOUGHTS.values()
    other = make_running(*people)
    assert act_for(other, people[0], first_legal(other)).ply == 1
    dead.kill()
    wait([thought.action], LONGEST_THOUGHT)
    clock.set(thought.due)
    sweep()
    match.refresh_from_db()
    assert match.failures == 1
    clock.set(max(match.retry_at, match.bot_due_at))
    sweep()
    (thought,) = THOUGHTS.values()
    wait([thought.action], LONGEST_THOUGHT)
    clock.set(thought.due)
    assert sweep() == 1
    assert MatchAction.objects.get(match=match, ply=2).auto == "bot:club/1"


@pytest.mark.django_db
def test_no_more_turns_are_claimed_than_can_be_thought_about(one_process):
    bot_ask(question()).result(LONGEST_THOUGHT)
    clock, ada = StandingClock(), make_user("ada")
    matches = [make_running(ada, bots=["club"], seats=2) for _ in range(bots_at_once() + 1)]
    for match in matches:
        act_for(match, ada, first_legal(match))
    busy = worker()
    busy.send_signal(signal.SIGSTOP)
    clock.set(max(match.bot_due_at for match in matches))
    sweep()
    assert len(THOUGHTS) == bots_at_once()
    busy.send_signal(signal.SIGCONT)
    wait([thought.action for thought in THOUGHTS.values()], LONGEST_THOUGHT)
    sweep()
    assert len(THOUGHTS) + MatchAction.objects.filter(seat=1).count() == len(matches)
