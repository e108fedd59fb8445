"""Notifications: sent after commit, and never a reason for anything else to fail."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

import pytest
from channels.layers import InMemoryChannelLayer
from django.db import transaction
from django.urls import reverse

from games.matches.models import Match, MatchAction
from games.matches.notify import match_group
from tests.support.tables import act_for, first_legal, make_running, make_table, make_user

pytestmark = pytest.mark.django_db(transaction=True)


class BrokenLayer(InMemoryChannelLayer):
    """A layer whose server is down."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("no layer")


def test_a_notification_that_cannot_be_sent_takes_nothing_back(client, settings, caplog):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.BrokenLayer"}}
    ada = make_user("ada")
    match = make_table(ada, seats=3)
    client.force_login(ada)
    url = reverse("matches:add_bot", args=[match.code])
    assert client.post(url, {"bot": "novice"}).status_code == 302
    assert Match.objects.get().seats.exclude(bot="").count() == 1
    assert "no layer" in caplog.text


class LoudLayer(InMemoryChannelLayer):
    """A layer that keeps what was sent."""

    sent: ClassVar[list[str]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent.append(group)


def test_what_is_not_committed_is_not_sent_and_what_is_cannot_be_missed(settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.LoudLayer"}}
    people = make_user("ada"), make_user("bo")
    match = make_running(*people)
    action, group = first_legal(match), match_group(match.code)
    LoudLayer.sent.clear()
    with suppress(KeyboardInterrupt), transaction.atomic():
        act_for(match, people[0], action)
        assert group not in LoudLayer.sent
        raise KeyboardInterrupt  # the process ends before its commit
    assert group not in LoudLayer.sent
    match.refresh_from_db()
    assert (match.ply, MatchAction.objects.count()) == (0, 0)
    act_for(match, people[0], action)
    assert group in LoudLayer.sent
