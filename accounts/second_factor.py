"""Staff pages require the site's own log-in and a second factor.

Every log-in asks for a second factor once it is set up, so checking that it is set up is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

View = Callable[..., HttpResponse]


def admin_allows(request: HttpRequest) -> bool:
    """Tell whether the user may use the admin: staff with a second factor."""
    user = request.user
    return bool(user.is_active and user.is_staff and is_mfa_enabled(user))


def admin_login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Redirect to what is missing, the log-in or a second factor; refuse everybody else."""
    user = request.user
    if not user.is_authenticated:
        return redirect_to_login(request.GET.get("next", request.get_full_path()))
    if not user.is_staff:
        raise PermissionDenied
    if not is_mfa_enabled(user):
        return _ask_for_second_factor(request)
    return redirect("admin:index")


def staff_only(view: View) -> View:
    """Restrict a view to staff with a second factor."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.user.is_staff:
            raise PermissionDenied
        if not is_mfa_enabled(request.user):
            return _ask_for_second_factor(request)
        return view(request, *args, **kwargs)

    return page


def _ask_for_second_factor(request: HttpRequest) -> HttpResponse:
    messages.warning(
        request,
        _("Staff need two-factor authentication. Set up an authenticator app or a passkey."),
    )
    return redirect("mfa_index")
