"""The socket of all other pages: nothing but the person's own bell."""

from __future__ import annotations

from accounts.people.push import person_group, render_bell
from games.matches.rendering import Rendered
from games.matches.sockets.push import CLOSE_SIGNED_OUT, PushConsumer
from games.matches.sockets.together import Shared


class PersonConsumer(PushConsumer):
    """Follows nothing but the person's own bell, on pages that have no other socket."""

    group = ""

    async def connect(self) -> None:
        """Open for somebody; a page whose person is gone is told so, and does not knock again."""
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.accept()  # only who is let in hears why it is closed
            await self.close(CLOSE_SIGNED_OUT)
            return
        self.group = person_group(user.pk)
        await super().connect()

    def _groups(self) -> list[str]:
        return [self.group] if self.group else []

    def render(self, shared: Shared) -> Rendered:
        return Rendered(0, "", render_bell(self.scope["user"]))
