"""The page of one's own devices. Its script (`static/js/push.js`) asks the browser."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.devices.keys import public_key
from accounts.devices.refusals import DeviceRefused
from accounts.devices.services.deliver import GONE, device_test
from accounts.devices.services.device import ADDED_IN, device_add, device_remove, devices_of
from accounts.models import User
from accounts.templatetags.device_tags import device as browser_name
from accounts.throttle import counted


@never_cache
@login_required
@require_GET
def devices(request: HttpRequest) -> HttpResponse:
    """List one's devices, with the buttons to add this one, and to test and remove each."""
    assert isinstance(request.user, User)
    context = {
        "devices": devices_of(request.user),
        "push_key": public_key(),
        "session_key": request.session.session_key,
    }
    return render(request, "devices/devices.html", context)


@never_cache
@login_required
@require_POST
@counted("devices", a_minute=20)
def add(request: HttpRequest) -> HttpResponse:
    """Add this browser, or renew it: `endpoint`, `p256dh` and `auth` of its subscription.

    Answers 204, or 422 with a sentence.
    """
    assert isinstance(request.user, User)
    key = request.session.session_key or ""
    try:
        device_add(
            user=request.user,
            session_key=key,
            name=browser_name(request.headers.get("User-Agent", ""))[:60],
            **{name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")},
        )
    except DeviceRefused as refusal:
        return HttpResponse(format_html('<p role="alert">{}</p>', refusal.sentence), status=422)
    request.session[ADDED_IN] = key
    return HttpResponse(status=204)


@never_cache
@login_required
@require_POST
@counted("devices", a_minute=20)
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove one of one's devices."""
    assert isinstance(request.user, User)
    device_remove(user=request.user, pk=pk)
    return redirect("devices:devices")


@never_cache
@login_required
@require_POST
@counted("devices", a_minute=20)
def test(request: HttpRequest, pk: int) -> HttpResponse:
    """Send one of one's devices a message at once, and say how far it got."""
    assert isinstance(request.user, User)
    device = get_object_or_404(devices_of(request.user), pk=pk)
    answer = device_test(
        device,
        title="Kibitz",
        body=_("It works: this device will call you."),
        url=reverse("devices:devices"),
    )
    context = {
        "answer": answer,
        "is_gone": answer.status in GONE,
        "is_here": device.session_key == request.session.session_key,
    }
    return render(request, "devices/_tested.html", context)
