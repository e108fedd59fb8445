"""Views that belong to no app: health checks, the favicon, robots.txt, the offline page."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.db import connection
from django.db.utils import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_safe

OFFLINE_FILES = ("css/offline.css", "img/mark.svg", "img/favicon.svg")
# A replay has a URL for every ply and every seat's view: thousands per match, each rendered on
# request. Its main page may be crawled, as may any other URL without a query string (RFC 9309).
ROBOTS = """\
User-agent: *
Disallow: /*?
Disallow: /accounts/
Disallow: /admin/
Disallow: /api/
Disallow: /clubs/join/
Disallow: /matches/
Disallow: /people/*/against/
Disallow: /replays/file/
Disallow: /replays/study/
Disallow: /replays/*/embed/
Disallow: /replays/*/moving.gif
Disallow: /replays/*/operations.json
Disallow: /replays/*/picture.png
Disallow: /replays/*/proof/
Disallow: /replays/*/record.json
Disallow: /tournaments/*/embed/
Disallow: /tournaments/*/export/
Disallow: /tournaments/*/paper/
Disallow: /tournaments/*/standings/*/

# These look at a link that somebody shared, to draw a preview of it.
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot
User-agent: Twitterbot
Disallow: /accounts/
"""


def healthz(request: HttpRequest) -> HttpResponse:
    """Liveness: the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Readiness: 200 if the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers' default request on pages that name no icon (admin, API answers)."""
    return redirect(static("img/favicon-32.png"))


@cache_control(max_age=86_400, public=True)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page, which the service worker caches."""
    return render(request, "offline.html")


@never_cache
@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, served from the root because its scope is the path below it."""
    files = [reverse("offline"), *(static(name) for name in OFFLINE_FILES)]
    source = finders.find("js/service-worker.js")
    assert isinstance(source, str)
    script = Path(source).read_text(encoding="utf-8")
    template = render(request, "offline.html").content
    mark = hashlib.sha256(json.dumps(files).encode() + script.encode() + template).hexdigest()[:12]
    values = {"ICON": static("img/app-192.png"), "FILES": files, "CACHE": f"kibitz-offline-{mark}"}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return HttpResponse(head + script, content_type="text/javascript")
