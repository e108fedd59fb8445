"""The doorbell: rung after commit, and never a reason for anything else to fail."""

from __future__ import annotations

from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from django.urls import reverse

from games.matches.models import Match
from tests.support.tables import make_table, make_user

pytestmark = pytest.mark.django_db(transaction=True)


class BrokenLayer(InMemoryChannelLayer):
    """A layer whose server is down."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("no layer")


def test_a_doorbell_that_cannot_be_rung_takes_nothing_back(client, settings, caplog):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.BrokenLayer"}}
    ada = make_user("ada")
    match = make_table(ada, seats=3)
    client.force_login(ada)
    url = reverse("matches:add_bot", args=[match.code])
    assert client.post(url, {"bot": "simple"}).status_code == 302
    assert Match.objects.get().seats.exclude(bot="").count() == 1
    assert "no layer" in caplog.text
