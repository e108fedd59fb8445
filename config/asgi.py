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

from channels.routing import ProtocolTypeRouter  # noqa: E402

from games.websockets.handlers.routing import application as sockets  # noqa: E402

application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
