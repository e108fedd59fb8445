"""Bots' emotes: at what everybody saw, seldom, and for readers who want them."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from django.db.models import F

from accounts.models import Preferences
from games.matches.access import access_match
from games.matches.models import MatchAction
from games.matches.notify import ply_played
from games.matches.talk.models import Message
from games.matches.talk.remarks import TURNS_BETWEEN, is_in_the_mood
from games.matches.talk.selectors import talk_context
from games.rules.deadline_99.events.endings import Eliminated
from games.rules.deadline_99.events.moves import CardsDrawn
from tests.support.tables import make_running, make_user

pytestmark = pytest.mark.django_db
OUT = Eliminated(seat=1, reason="over", hand=(), turn=0)


@pytest.fixture
def match():
    return make_running(make_user("ada"), bots=["club"])


def show(match, *events):
    """Let the bot in seat 1 hear of a ply at which it is in the mood; return what it showed."""
    moods = (ply for ply in count(match.ply + 1) if is_in_the_mood(match.code, ply, 1))
    match.ply = next(moods)
    ply_played(match, list(match.seats.all()), events)
    return [(one.seat, one.kind, one.body) for one in Message.objects.all()]


def act(match, *seats):
    """Store actions of these seats at the plies from the match's next one on."""
    for ply, seat in enumerate(seats, match.ply + 1):
        MatchAction.objects.create(
            match=match, ply=ply, seat=seat, action={}, action_id=f"x-{ply}", at_ms=0, version=ply
        )


def later(seconds=60):
    Message.objects.update(created_at=F("created_at") - timedelta(seconds=seconds))


def test_a_bot_shows_what_fits_a_public_event(match):
    assert show(match, CardsDrawn(seat=1, cards=("5S",))) == []
    assert show(match, OUT) == [(1, "emoji", "doom")]


def test_a_bot_waits_six_turns_of_its_own_and_the_table_twenty_seconds(match):
    show(match, OUT)
    assert len(show(match, OUT)) == 1, "at once"
    later()
    assert len(show(match, OUT)) == 1, "without a turn in between"
    act(match, *[1, 1, 0] * TURNS_BETWEEN)
    later(-55)
    assert len(show(match, OUT)) == 1, "within the table's twenty seconds"
    later()
    assert len(show(match, OUT)) == 2


def test_people_and_events_tables_show_nothing_of_themselves(match):
    assert show(match, Eliminated(seat=0, reason="over", hand=(), turn=1)) == []
    match.arranged = True
    assert show(match, OUT) == []


def test_a_reader_sees_who_it_was_or_nothing_if_they_want_no_emotes(match):
    show(match, OUT)
    ada = match.seats.get(number=0).user
    (said,) = talk_context(access_match(ada, match.code))["said"]
    assert (said.bot.shown_name, said.word) == ("Otto", "Doom")
    Preferences.objects.create(user=ada, bot_emotes=False)
    ada = type(ada).objects.get(pk=ada.pk)
    assert talk_context(access_match(ada, match.code))["said"] == []
