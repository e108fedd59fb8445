"""The WebSocket routes of replays."""

from __future__ import annotations

from django.urls import path

from replays.consumers import StudyConsumer

websocket_urlpatterns = [path("ws/studies/<code:code>/", StudyConsumer.as_asgi())]
