"""The proof page: everything about a finished match, recomputed in the visitor's own browser."""

from __future__ import annotations

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.throttle import throttle
from games.engine.contract import JsonObject, Rules
from games.matches.export import record_json
from replays.access import access_finished
from replays.operations import bot_dice_of, operations_of
from replays.selectors import match_timeline, upload_of, uploaded_timeline
from replays.timeline import Timeline
from replays.views.answers import json_or_refusal, replay_page

OPERATIONS_A_MINUTE = 30  # each request re-decides a whole match
SCRIPT = settings.BASE_DIR / "docs" / "verify.py"


@replay_page
@require_safe
def match_proof(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page for a finished match."""
    rules = access_finished(request.user, code).match.rules
    return _page(request, rules, code, record="record", operations="operations", replay="show")


@replay_page
@require_safe
def file_proof(request: HttpRequest, digest: str) -> HttpResponse:
    """Show the page for an uploaded record."""
    rules = upload_of(digest).rules
    return _page(
        request, rules, digest, record="file_record", operations="file_operations", replay="file"
    )


def _page(request: HttpRequest, rules: Rules, key: str, **views: str) -> HttpResponse:
    """Show the page with the addresses of a match or file in these views."""
    urls = {f"{name}_url": reverse(f"replays:{view}", args=[key]) for name, view in views.items()}
    context = {**urls, "game_title": gettext(rules.meta.title), "nav": "replays"}
    return render(request, "replays/proof.html", context)


@require_safe
def verify_script(request: HttpRequest) -> FileResponse:
    """Send `docs/verify.py`, which checks a record without this site."""
    return FileResponse(SCRIPT.open("rb"), filename="verify.py", content_type="text/x-python")


@json_or_refusal
@require_safe
def match_operations(request: HttpRequest, code: str) -> JsonResponse:
    """Send the random operations of a finished match, and the chain heads that were shown."""
    access = access_finished(request.user, code)
    throttle(request, "operations", limit=OPERATIONS_A_MINUTE, seconds=60)
    match = access.match
    timeline = match_timeline(match, access.seats)
    return JsonResponse(operations_json(timeline, record_json(match)))


@json_or_refusal
@require_safe
def file_operations(request: HttpRequest, digest: str) -> JsonResponse:
    """Send the random operations of an uploaded record, and its heads."""
    upload = upload_of(digest)
    throttle(request, "operations", limit=OPERATIONS_A_MINUTE, seconds=60)
    return JsonResponse(operations_json(uploaded_timeline(upload), upload.as_json()))


def operations_json(timeline: Timeline, record: JsonObject) -> JsonObject:
    """Return what the proof page and `docs/verify.py` compare with their own computation."""
    actions = [(entry["seat"], entry["action"]) for entry in record["actions"]]
    rules, seed = timeline.rules, bytes.fromhex(record["seed"])
    seats = len(timeline.seats)
    return {
        "match": record["match"],
        "operations": operations_of(rules, timeline.options, seats, seed, actions),
        "bots": bot_dice_of(rules.meta.key, seed, record["actions"]),
        "heads": [ply.facts.head for ply in timeline.plies],
    }
