"""Makes guests anonymous on every page that does not let them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.guests.awaited import KEY
from accounts.guests.services import guest_make
from accounts.models import User
from accounts.throttle import who

V = TypeVar("V", bound=Callable[..., Any])


def guests_may(view: V) -> V:
    """Let guests into a view as the users that they are; put it on top of all other decorators."""
    view.guests_may = True  # type: ignore[attr-defined]
    return view


class GuestMiddleware:
    """Set `request.guest`, the browser's guest or None, and hide guests from other views."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.guest = None  # type: ignore[attr-defined]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> None:
        """Note the guest; only a view marked `guests_may` sees one as `request.user`."""
        user = request.user
        if isinstance(user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.awaited = request.session.get(KEY)  # type: ignore[attr-defined]
            if not getattr(view, "guests_may", False):
                request.user = AnonymousUser()


def guest_of(request: HttpRequest) -> User | None:
    """Return the browser's guest."""
    found: User | None = getattr(request, "guest", None)
    return found


def enter_as_guest(request: HttpRequest, name: str | None = None) -> User:
    """Make a guest of this browser and log them in; raises GuestRefused."""
    guest = guest_make(network=who(request), name=name)
    login(request, guest)
    request.guest = guest  # type: ignore[attr-defined]
    return guest
