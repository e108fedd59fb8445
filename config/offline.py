"""The offline page, and the service worker that caches it in browsers."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

OFFLINE_FILES = ("css/offline.css", "img/mark.svg", "img/favicon.svg")


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
    head = f'const FILES = {json.dumps(files)};\nconst CACHE = "kibitz-offline-{mark}";\n'
    return HttpResponse(head + script, content_type="text/javascript")
