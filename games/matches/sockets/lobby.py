"""The socket of the pages that list tables."""

from __future__ import annotations

from games.matches.lobby import render_lobby
from games.matches.notify import LOBBY_GROUP
from games.matches.rendering import Rendered
from games.matches.sockets.push import PushConsumer


class LobbyConsumer(PushConsumer):
    """Follows the list of tables."""

    group = LOBBY_GROUP

    def render(self) -> Rendered:
        return render_lobby(self.scope["user"])
