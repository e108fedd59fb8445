"""When a bot answers says nothing of its hand: that time is fixed before it looks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.engine.bot import Bot, Observation
from games.matches.models import MatchAction
from games.matches.services.match_turn import LONGEST, bot_pause
from games.matches.services.sweep import CLAIM, THOUGHTS, sweep
from games.registry import current_rules
from tests.support.database_clock import StandingClock
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db
INSTANT = timedelta(microseconds=1)


@pytest.fixture
def clock():
    yield StandingClock()
    THOUGHTS.clear()


def slow_bot(monkeypatch: pytest.MonkeyPatch, clock: StandingClock, takes: timedelta) -> list[Any]:
    """Sit a bot into the game that looks at the clock, and thinks so long; return what it saw."""
    looked: list[Any] = []

    def think(known: Observation, dice: Any) -> Any:
        looked.append(clock.now)
        clock.move(takes)
        return known.legal[0]

    bot = Bot("novice", 1, think)
    monkeypatch.setitem(current_rules("deadline_99").bots, "novice", bot)
    return looked


def answered(match: Any) -> Any:
    """Return when the bot's answer was given, in milliseconds since the match began."""
    return MatchAction.objects.get(match=match, ply=2).at_ms


def the_bots_turn(clock: StandingClock) -> Any:
    person = make_user("ada")
    match = make_running(person, bots=["novice"], seats=2)
    act_for(match, person, first_legal(match))
    return match


@pytest.mark.parametrize("share", [0, 0.3, 1])
def test_thinking_does_not_move_the_moment_drawn_as_the_turn_began(clock, monkeypatch, share):
    match = the_bots_turn(clock)
    began, due = clock.now, match.bot_due_at
    assert bot_pause() <= due - began <= bot_pause() * LONGEST
    looked = slow_bot(monkeypatch, clock, (due - began) * share)
    assert sweep() == (share == 1)
    assert looked == [began]
    if share < 1:
        clock.set(due - INSTANT)
        assert sweep() == 0
        clock.set(due)
        assert sweep() == 1
    assert answered(match) == (due - match.started_at) // timedelta(milliseconds=1)
    assert sweep() == 0


def test_who_thinks_longer_answers_whole_pauses_later(clock, monkeypatch):
    match = the_bots_turn(clock)
    due = match.bot_due_at
    slow_bot(monkeypatch, clock, due - clock.now + bot_pause() * 1.3)
    assert sweep() == 0
    clock.set(due + 2 * bot_pause() - INSTANT)
    assert sweep() == 0
    clock.move(INSTANT)
    assert sweep() == 1
    assert answered(match) == (clock.now - match.started_at) // timedelta(milliseconds=1)


def test_the_turn_of_a_process_that_died_while_thinking_is_taken_up_by_another(clock, monkeypatch):
    match = the_bots_turn(clock)
    due = match.bot_due_at
    looked = slow_bot(monkeypatch, clock, timedelta())
    sweep()
    THOUGHTS.clear()  # as the process did
    clock.set(due)
    assert sweep() == 0
    clock.set(due + CLAIM)
    assert sweep() == 1
    assert len(looked) == 2


def test_where_the_match_has_gone_on_an_answer_is_dropped(clock, monkeypatch):
    match = the_bots_turn(clock)
    slow_bot(monkeypatch, clock, timedelta())
    sweep()
    act_for(match, match.owner, {"type": "resign"})
    clock.set(match.started_at + timedelta(minutes=1))
    sweep()
    assert not MatchAction.objects.filter(match=match, seat=1).exists()


def test_a_stand_in_takes_its_time_too(clock, monkeypatch):
    people = make_user("ada"), make_user("bo")
    match = make_running(*people, on_absence="stand_in")
    match.seats.filter(number=0).update(timeouts_in_row=2)
    clock.set(match.deadline_at + timedelta(seconds=2))
    sweep()
    match.refresh_from_db()
    assert match.seats.get(number=0).stand_in == "club"
    assert bot_pause() <= match.bot_due_at - CLAIM - clock.now <= bot_pause() * LONGEST
