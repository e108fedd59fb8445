"""Notifications that are lost, doubled, late or out of order do no harm."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from games.websockets.layers import GroupLayer
from tests.support.sockets import in_thread, path_of, players, push, revision_of, socket
from tests.support.tables import act_for, first_legal

pytestmark = pytest.mark.django_db(transaction=True)
DICE = random.Random(5)


class RudeLayer(GroupLayer):
    """Loses a third of all notifications, doubles a third, and delivers the rest in any order."""

    def deliver(self, groups: Sequence[str], message: dict[str, Any]) -> None:
        match DICE.randrange(3):
            case 1:
                super().deliver(groups, message)
                super().deliver(groups, message)
            case 2:
                loop, later = asyncio.get_running_loop(), super().deliver
                loop.call_later(DICE.random() * 0.3, later, groups, message)


@pytest.fixture(autouse=True)
def _rude(settings: Any) -> None:
    settings.HEARTBEAT_SECONDS = 0.2
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": f"{__name__}.RudeLayer"}}


async def test_every_viewer_ends_at_the_head_and_none_goes_back() -> None:
    ada, bo, match = await in_thread(players)
    people = [ada, bo]
    async with socket(path_of(match), ada) as page, socket(path_of(match)) as spectator:
        viewers = {page: [-1], spectator: [-1]}
        for _ in range(8):
            who = people[match.to_act]
            await in_thread(lambda who=who: act_for(match, who, first_legal(match)))
        for viewer, seen in viewers.items():
            while seen[-1] < match.revision:
                seen.append(revision_of(await push(viewer)))
            assert seen == sorted(seen)
