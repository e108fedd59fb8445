"""Records for programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router
from ninja.errors import HttpError

from games.matches import converters as converters
from games.matches.export import record_json
from replays.access import ReplayNotFound, access_finished

router = Router(tags=["matches"])


@router.get("/matches/{code:code}/record")
def record(request: HttpRequest, code: str) -> dict[str, Any]:
    """Send the record of a finished match."""
    try:
        return record_json(access_finished(request.user, code).match)
    except ReplayNotFound:
        raise HttpError(404, "There is no such record.") from None
