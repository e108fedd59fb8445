"""Sets the account's language, records session activity, and gives refused forms status 422.

All must come after the authentication middleware.
"""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from allauth.usersessions.middleware import UserSessionsMiddleware
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import translation

from accounts.selectors import preferences_of


class AccountLanguageMiddleware:
    """A person's chosen language overrides the browser's cookie and header."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and (language := preferences_of(request.user).language):
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class SessionActivityMiddleware(UserSessionsMiddleware):
    """Updates allauth's list of sessions once a minute per process, rather than on every request.

    A session seen with a new address or browser is recorded at once.
    """

    NOTED_SECONDS = 60

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._is_noted(request):
            response: HttpResponse = self.get_response(request)
        else:
            response = super().__call__(request)
        return response

    def _is_noted(self, request: HttpRequest) -> bool:
        key = request.session.session_key
        if not key:
            return True
        client = (
            get_adapter(request).get_client_ip(request),
            request.headers.get("User-Agent", ""),
        )
        return not cache.add(f"session:{key}:{hash(client)}", 1, self.NOTED_SECONDS)


class RefusedFormMiddleware:
    """Answers a form with errors by 422, where allauth's pages answer 200."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_template_response(
        self, request: HttpRequest, response: SimpleTemplateResponse
    ) -> SimpleTemplateResponse:
        """Set status 422 if a posted form was refused."""
        errors = getattr((response.context_data or {}).get("form"), "errors", None)
        if request.method == "POST" and response.status_code == 200 and errors:
            response.status_code = 422
        return response
