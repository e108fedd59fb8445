"""The ASGI entry: pages to Django, sockets to the apps. Wiring only."""

from __future__ import annotations

import os
from typing import Any

import django
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # loads the apps, so it must come before what imports models


class Pages(ASGIHandler):
    """Django, which reads the query of a request that names its charset before anything else."""

    def create_request(self, scope: Any, body_file: Any) -> Any:
        """Return the request, or what is answered where even that cannot be made."""
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

# an unknown address is refused; without a last route it would be an error in our log
sockets = [*of_matches, *of_replays, re_path(r"", WebsocketDenier.as_asgi())]
signed_in = CookieMiddleware(ReadOnlySession(AuthMiddleware(URLRouter(sockets))))
application = ProtocolTypeRouter({"http": pages, "websocket": SameOrigin(NotTooMany(signed_in))})
