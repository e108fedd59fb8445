"""The WebSocket consumer of all other pages: updates only the person's bell."""

from __future__ import annotations

from accounts.people.push import person_group, render_bell
from games.matches.rendering import Rendered
from games.matches.sockets.push import CLOSE_SIGNED_OUT, PushConsumer
from games.matches.sockets.together import Shared


class PersonConsumer(PushConsumer):
    """Follow only the person's own bell, on pages that have no other socket."""

    group = ""

    async def connect(self) -> None:
        """Accept a signed-in person; tell a signed-out page so, so that it does not reconnect."""
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.accept()  # browsers see the close code only after a successful handshake
            await self.close(CLOSE_SIGNED_OUT)
            return
        self.group = person_group(user.pk)
        await super().connect()

    def _groups(self) -> list[str]:
        return [self.group] if self.group else []

    def render(self, shared: Shared) -> Rendered:
        return Rendered(0, "", render_bell(self.scope["user"]))
