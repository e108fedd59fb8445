"""Pages of no app: what monitors and browsers ask for."""

from __future__ import annotations

from django.db import connection
from django.db.utils import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """The process can serve: its database answers. 503 otherwise."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look by themselves, on pages that name no icon (the admin, an API answer)."""
    return redirect(static("img/favicon-32.png"))
