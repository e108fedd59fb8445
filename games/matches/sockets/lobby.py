"""The WebSocket consumer of the pages that list tables."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.matches.lobby import render_lobby
from games.matches.notify import LOBBY_GROUP
from games.matches.rendering import Rendered
from games.matches.selectors import has_tables_of_own
from games.matches.sockets.push import PushConsumer
from games.matches.sockets.together import Shared


class LobbyConsumer(PushConsumer):
    """Follow the list of tables."""

    group = LOBBY_GROUP

    def render(self, shared: Shared) -> Rendered:
        """Render the common lists once per batch, and separately for people with own tables."""
        user = self.scope["user"]
        if has_tables_of_own(user):
            return render_lobby(user)
        if self.language not in shared:
            shared[self.language] = render_lobby(AnonymousUser())
        return shared[self.language]
