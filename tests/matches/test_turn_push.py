"""Calls to people's devices: whose turn it is, and that it is told once, to whoever looks away."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.devices.models import Push
from accounts.devices.services.deliver import pushes_deliver
from accounts.services import preferences_set
from games.matches.models import Match
from games.matches.services.presence import seats_seen
from games.matches.services.turn_push import LOOKING, turn_pushes_send
from tests.matches.test_turn_mail import mover
from tests.support.push_service import Browser, PushService, Turned
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 86400


class Story:
    """A match of days between two people with a device each, neither of whom looks at it."""

    def __init__(self, service: PushService, turn_on: Turned) -> None:
        users = [make_user(name) for name in ("ada", "bo")]
        self.service = service
        self.browsers = {user: turn_on(user, user.username)[0] for user in users}
        self.match = make_running(*users, turn_seconds=DAY, reserve_seconds=0)
        self.pass_time(minutes=1)

    def pass_time(self, minutes: float) -> None:
        """Move the turn so far into the past; nobody was there."""
        ago = timedelta(minutes=minutes)
        moved = {at: F(at) - ago for at in ("turn_started_at", "deadline_at")}
        Match.objects.filter(pk=self.match.pk).update(**moved)
        self.match.seats.update(looked_at=None)
        self.match.refresh_from_db()

    def run(self) -> int:
        """Let the jobs run; return how many messages were delivered."""
        turn_pushes_send()
        return pushes_deliver()

    def told(self, user: Any) -> list[dict[str, Any]]:
        """Return what a person's device was sent."""
        browser: Browser = self.browsers[user]
        return self.service.messages(browser)


@pytest.fixture
def story(service: PushService, turn_on: Turned) -> Story:
    return Story(service, turn_on)


def test_a_call_names_the_game_the_others_and_the_way_and_nothing_else(story: Story) -> None:
    user = mover(story.match)
    assert [story.run(), story.run()] == [1, 0]
    [message] = story.told(user)
    other = story.match.seats.exclude(user=user).get().name
    assert message["notification"] == {
        "title": "Your turn in Deadline 99",
        "body": f"Against {other}",
        "navigate": f"http://localhost:8000/matches/{story.match.code}/",
        "tag": f"match:{story.match.code}",
        "app_badge": 1,
    }


def test_whoever_acts_elsewhere_has_the_call_taken_back(story: Story) -> None:
    user = mover(story.match)
    story.run()
    act_for(story.match, user, first_legal(story.match))
    story.pass_time(minutes=1)
    assert story.run() == 2  # taken back from one, and the other is called
    assert story.told(user)[1] == {"withdraw": f"match:{story.match.code}", "app_badge": 0}
    assert len(story.told(mover(story.match))) == 1


def test_one_reminder_comes_when_a_tenth_of_the_time_is_left(story: Story) -> None:
    user = mover(story.match)
    story.run()
    story.pass_time(minutes=21 * 60)
    assert story.run() == 0
    story.pass_time(minutes=60)
    assert [story.run(), story.run()] == [1, 0]
    assert story.told(user)[1]["notification"]["title"] == "Hurry: Deadline 99"


def test_a_visible_page_keeps_calls_away_and_a_hidden_one_does_not(story: Story) -> None:
    page = (story.match.code, mover(story.match).pk)
    seats_seen(pages={page: True})
    assert story.run() == 0
    story.match.seats.update(looked_at=timezone.now() - 2 * LOOKING)
    seats_seen(pages={page: False})
    assert story.run() == 1


def test_a_switch_turns_calls_off(story: Story) -> None:
    preferences_set(user=mover(story.match), push_turns=False)
    assert story.run() == 0


def test_nobody_is_called_about_a_match_that_is_over_or_paused(story: Story) -> None:
    story.run()
    Match.objects.filter(pk=story.match.pk).update(paused_at=timezone.now())
    assert story.run() == 1
    assert story.told(mover(story.match))[1]["withdraw"]
    assert not Push.objects.exists()
