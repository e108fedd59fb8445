"""The ASGI entry point: pages to Django, sockets to the apps. Wiring only."""

from __future__ import annotations

import os
from typing import Any

import django
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # loads the apps, so must precede imports of models


class Pages(ASGIHandler):
    """Django's handler; a request with a charset has its query parsed even before middleware."""

    def create_request(self, scope: Any, body_file: Any) -> Any:
        """Return the request, or an error response if it cannot even be constructed."""
        try:
            return super().create_request(scope, body_file)
        except TooManyFieldsSent:
            words = "413 Payload too large"
            return None, HttpResponse(words, status=413, content_type="text/plain")


pages = Pages()

from channels.auth import AuthMiddleware  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.urls import re_path  # noqa: E402

from config.crowd import NotTooMany  # noqa: E402
from config.origin import SameOrigin  # noqa: E402
from config.sessions import ReadOnlySession  # noqa: E402
from games.matches.routing import websocket_urlpatterns as of_matches  # noqa: E402
from replays.routing import websocket_urlpatterns as of_replays  # noqa: E402

# refuse unknown addresses; without a catch-all route each would log an error
sockets = [*of_matches, *of_replays, re_path(r"", WebsocketDenier.as_asgi())]
signed_in = CookieMiddleware(ReadOnlySession(AuthMiddleware(URLRouter(sockets))))
application = ProtocolTypeRouter({"http": pages, "websocket": SameOrigin(NotTooMany(signed_in))})
