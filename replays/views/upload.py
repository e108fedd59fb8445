"""The page where anybody can open a record file, and its replay."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.throttle import Throttled, throttle
from games.engine.contract import Refusal
from games.engine.text import gettext_noop
from games.engine.verify import WrongAction
from replays.address import EVERYBODY, Address, all_eyes, read_eyes, read_ply
from replays.models import UploadedRecord
from replays.presenters import replay_context
from replays.reasons import bot_reason
from replays.selectors import file_seats, upload_of, uploaded_timeline
from replays.services.upload import MAX_BYTES, UploadRefused, record_upload
from replays.views.answers import STATUS_OF, page_or_fragment, refusal_sentence, replay_page

UPLOADS_A_MINUTE = 12
UPLOADS_A_DAY = 200
"""Uploads are kept for a month and need no log-in, so more could fill the disk."""
ENOUGH = gettext_noop("You’ve opened a lot of records today. Please try again tomorrow.")


@replay_page
@require_http_methods(["GET", "HEAD", "POST"])
def record_open(request: HttpRequest) -> HttpResponse:
    """Show the form; on POST verify the file and go to its replay, or say what is wrong."""
    if request.method != "POST":
        return render(request, "replays/open.html", {"nav": "replays"})
    try:
        _check_often(request)
        upload = record_upload(data=_posted_bytes(request))
    except Refusal as refusal:
        return _refused(request, refusal)
    return redirect("replays:file", digest=upload.digest)


def _check_often(request: HttpRequest) -> None:
    """Refuse a visitor who opens too many records per minute or per day."""
    throttle(request, "upload", limit=UPLOADS_A_MINUTE, seconds=60)
    try:
        throttle(request, "upload-today", limit=UPLOADS_A_DAY, seconds=86_400)
    except Throttled:
        raise UploadRefused("too_often", ENOUGH) from None


def _posted_bytes(request: HttpRequest) -> bytes:
    """Return the file's bytes, at most one more than allowed."""
    posted = request.FILES.get("record")
    if not isinstance(posted, UploadedFile):
        return b""
    return bytes(posted.read(MAX_BYTES + 1))


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Show the form again with the refusal, and which action of which player is wrong."""
    context: dict[str, Any] = {"sentence": refusal_sentence(refusal), "nav": "replays"}
    if isinstance(refusal, WrongAction):
        context |= {"wrong_ply": refusal.ply, "wrong_seat": refusal.seat + 1}
    status = STATUS_OF.get(refusal.code, 422)
    return render(request, "replays/open.html", context, status=status)


@replay_page
@require_safe
def file_show(request: HttpRequest, digest: str) -> HttpResponse:
    """Show a position of an uploaded record; anyone with its URL may see all of it."""
    context = file_context(request, upload_of(digest))
    return page_or_fragment(request, "replays/show.html", "replays/_position.html", context)


def file_context(request: HttpRequest, upload: UploadedRecord) -> dict[str, Any]:
    """Return the context of the position that the request's query names.

    A running match is exported without its seed, so a record that can be replayed has nothing to
    hide.
    """
    timeline = uploaded_timeline(upload)
    key = request.GET.get("as", "")
    eyes = read_eyes(key, len(timeline.seats)) if key else EVERYBODY
    address = Address(
        base=reverse("replays:file", args=[upload.digest]),
        ply=read_ply(request.GET, timeline.last),
        eyes=eyes.key,
        open="open" in request.GET,
    )
    context = replay_context(
        timeline=timeline,
        seats=file_seats(timeline, address.ply),
        address=address,
        eyes=eyes,
        choices=all_eyes(len(timeline.seats)),
    )
    return {
        **context,
        "record_url": reverse("replays:file_record", args=[upload.digest]),
        "proof_url": reverse("replays:file_proof", args=[upload.digest]),
        "picture_url": address.at(
            base=reverse("replays:file_picture", args=[upload.digest]), open=False
        ),
        "reason": bot_reason(timeline, address.ply, eyes),
        "nav": "replays",
    }


@replay_page
@require_safe
def file_download(request: HttpRequest, digest: str) -> HttpResponse:
    """Send an uploaded record back."""
    upload = upload_of(digest)
    response = HttpResponse(upload.record, content_type="application/json")
    name = f"{upload.game}-{digest[:12]}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
