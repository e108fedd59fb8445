"""Choosing one's face, and everybody's pictures."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_update
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.faces.drawn import DRAWN
from accounts.faces.encode import picture_encoded
from accounts.faces.refusals import PictureRefused
from accounts.faces.selectors import may_upload, picture_data
from accounts.faces.services import face_choose, picture_set
from accounts.models import User
from accounts.throttle import Throttled, counted, throttle

UPLOADS_A_DAY = 30


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@counted("face", a_minute=10)
def face(request: HttpRequest) -> HttpResponse:
    """Show the faces; a POST stores the file `picture` or the drawn `face`."""
    assert isinstance(request.user, User)
    sentence = ""
    if request.method == "POST":
        try:
            _store(request, request.user)
        except PictureRefused as refusal:
            sentence = refusal.sentence
        else:
            messages.success(request, _("Your face is saved."))
            return redirect("faces:face")
    context: dict[str, Any] = {
        "drawn": DRAWN,
        "may_upload": may_upload(request.user),
        "sentence": sentence,
    }
    return render(request, "faces/face.html", context, status=422 if sentence else 200)


def _store(request: HttpRequest, user: User) -> None:
    """Store what was posted; raises PictureRefused."""
    file = request.FILES.get("picture")
    if not isinstance(file, UploadedFile):
        face_choose(user=user, face=request.POST.get("face", "none"))
        return
    if not may_upload(user):
        raise PictureRefused("removed")
    try:
        throttle(request, "pictures-today", limit=UPLOADS_A_DAY, seconds=86_400)
    except Throttled:
        raise PictureRefused("too_many_today") from None
    picture_set(user=user, data=picture_encoded(file, file.size or 0))


@require_safe
@cache_control(public=True, max_age=31_536_000, immutable=True)
@csp_update({"sandbox": True})  # type: ignore[untyped-decorator]  # csp has no types
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """Send a picture to anybody; its URL is new after each upload."""
    data = picture_data(key)
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/webp")
