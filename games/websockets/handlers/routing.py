"""Everything that a WebSocket passes before its handler: origin, limit, session, route."""

from __future__ import annotations

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

import games.rooms.converters  # noqa: F401 - registers a converter
from games.matches import converters as converters
from games.websockets.handlers.handshake import LimitPerNetwork, SameOrigin
from games.websockets.handlers.match import MatchConsumer
from games.websockets.handlers.pages import (
    BroadcastConsumer,
    LobbyConsumer,
    PersonConsumer,
    StudyConsumer,
)
from games.websockets.handlers.talk import RoomConsumer

routes = [
    path("ws/me/", PersonConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<code:code>/", MatchConsumer.as_asgi()),
    path("ws/talk/<place:code>/", RoomConsumer.as_asgi()),
    path("ws/studies/<code:code>/<int:chapter>/", StudyConsumer.as_asgi()),
    path("ws/broadcasts/<code:code>/<code:match>/", BroadcastConsumer.as_asgi()),
]
# refuse unknown addresses; without a catch-all route each would log an error
router = URLRouter([*routes, re_path(r"", WebsocketDenier.as_asgi())])
application = SameOrigin(LimitPerNetwork(AuthMiddlewareStack(router)))
