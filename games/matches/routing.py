"""The sockets of live play."""

from __future__ import annotations

from django.urls import path

from games.matches import converters as converters
from games.matches.consumers import LobbyConsumer, MatchConsumer, PersonConsumer

websocket_urlpatterns = [
    path("ws/me/", PersonConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<code:code>/", MatchConsumer.as_asgi()),
]
