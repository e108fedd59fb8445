"""The socket of a study room: a ring comes in, this person's strip goes out. Never a card."""

from __future__ import annotations

from games.engine.contract import Refusal
from games.matches.access import MatchNotFound
from games.matches.rendering import Rendered
from games.matches.sockets.push import PushConsumer
from replays.access import ReplayNotFound
from replays.services.study import study_group, study_seen
from replays.study import render_study


class StudyConsumer(PushConsumer):
    """Follows one study room."""

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.group = study_group(self.code)
        await super().connect()

    def render(self) -> Rendered:
        """Return the strip, once it is certain that this person may be here."""
        try:
            shown = render_study(self.scope["user"], self.code)
            if study_seen(code=self.code, user=self.scope["user"]) > shown.revision:
                shown = render_study(self.scope["user"], self.code)
        except (ReplayNotFound, Refusal):
            raise MatchNotFound(self.code) from None
        return shown

    def beat(self) -> int:
        return study_seen(code=self.code, user=self.scope["user"])
