"""The page of one's own keys."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.throttle import counted
from accounts.tokens.forms import TokenForm
from accounts.tokens.services import TokenRefused, token_make, token_withdraw, tokens_of


@never_cache
@counted("account", a_minute=60)
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's keys; a POST creates one and shows it this once."""
    assert isinstance(request.user, User)
    form, fresh = TokenForm(request.POST if request.method == "POST" else None), ""
    if request.method == "POST" and form.is_valid():
        try:
            fresh = token_make(user=request.user, **form.cleaned_data)
        except TokenRefused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            form = TokenForm()
    context: dict[str, Any] = {
        "form": form,
        "fresh": fresh,
        "tokens": tokens_of(request.user),
    }
    status = 422 if form.errors else 200
    return render(request, "tokens/tokens.html", context, status=status)


@never_cache
@login_required
@require_POST
@counted("account", a_minute=60)
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a key."""
    assert isinstance(request.user, User)
    token_withdraw(user=request.user, pk=pk)
    return redirect("tokens:tokens")
