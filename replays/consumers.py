"""The WebSocket consumer of a study room: pushes a person's strip on notification, never a card."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from games.engine.contract import Refusal
from games.matches.access import MatchNotFound
from games.matches.rendering import Rendered
from games.matches.sockets.push import PushConsumer
from games.matches.sockets.together import Shared
from replays.access import ReplayNotFound
from replays.services.study import study_group, study_seen
from replays.study import render_study


class StudyConsumer(PushConsumer):
    """Follow one study room."""

    async def connect(self) -> None:
        """Accept the connection for the room named in the URL."""
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.group = study_group(self.code)
        await super().connect()

    def render(self, shared: Shared) -> Rendered:
        """Render the strip, after checking that this person may be here."""
        try:
            shown = render_study(self.scope["user"], self.code)
            if study_seen(code=self.code, user=self.scope["user"]) > shown.revision:
                shown = render_study(self.scope["user"], self.code)
        except (ReplayNotFound, Refusal):
            raise MatchNotFound(self.code) from None
        return shown

    @classmethod
    def look(cls, sockets: Sequence[Self]) -> dict[Self, int]:
        """Record who is present, one by one since rooms are few; omit rooms that are gone."""
        found = {}
        for one in sockets:
            with suppress(Refusal):
                found[one] = study_seen(code=one.code, user=one.scope["user"])
        return found

    async def catch_up_with(self, news: int | None) -> None:
        """Re-render the strip if the room has changed."""
        if news is None:
            self.wake()  # rendering finds that the room is gone, and closes
        else:
            self.hear(news)
