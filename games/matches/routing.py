"""The WebSocket routes of live play."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.matches.sockets.lobby import LobbyConsumer
from games.matches.sockets.match import MatchConsumer
from games.matches.sockets.person import PersonConsumer

websocket_urlpatterns = [
    path("ws/me/", PersonConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<code:code>/", MatchConsumer.as_asgi()),
]
