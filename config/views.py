"""Pages that belong to no app: health checks, errors, the favicon."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.core.exceptions import (
    BadRequest,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import connection
from django.db.utils import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext
from django.views.defaults import page_not_found, permission_denied
from psycopg.errors import IdleInTransactionSessionTimeout
from psycopg_pool import PoolTimeout

from config.api_refusals import SENTENCES, code_of

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
UNREADABLE = (BadRequest, MultiPartParserError, *TOO_LARGE)
OUT_OF_REACH = (OperationalError, InterfaceError, PoolTimeout)


def healthz(request: HttpRequest) -> HttpResponse:
    """Liveness: the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Readiness: 200 if the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


def wants_json(request: HttpRequest) -> bool:
    """Tell whether the client is a program rather than a browser."""
    return request.headers.get("Accept", "").startswith("application/json")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request: 413 if it is too large, else 400.

    Rendered without the request, which may be unreadable.
    """
    status = 413 if isinstance(exception, TOO_LARGE) else 400
    if wants_json(request):
        return JsonResponse({"code": code_of(status), "sentence": SENTENCES[status]}, status=status)
    return render(None, f"{status}.html", status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown address."""
    return _drawn(page_not_found, request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that is not permitted."""
    return _drawn(permission_denied, request, exception)


def _drawn(
    page: Callable[..., HttpResponse], request: HttpRequest, exception: Exception
) -> HttpResponse:
    """Render a page for a request not parsed before; answer 400 or 413 if it is malformed."""
    try:
        return page(request, exception)
    except UNREADABLE as unreadable:
        return bad_request(request, unreadable)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error: 503 if the database is gone, full or busy, else 500.

    Rendered without the database. A 503 does not say whether the action was carried out; retrying
    it with the same id is safe.
    """
    if not _is_out_of_reach(sys.exc_info()[1]):
        return render(None, "500.html", status=500)
    headers = {"Retry-After": "2", "Cache-Control": "no-store"}
    if wants_json(request):
        sentence = gettext("The site cannot store anything at this moment. Please try again.")
        body = {"code": "out_of_reach", "sentence": sentence}
        return JsonResponse(body, status=503, headers=headers)
    answer = render(None, "503.html", status=503)
    for name, value in headers.items():
        answer[name] = value
    return answer


def _is_out_of_reach(error: BaseException | None) -> bool:
    """Tell whether the database was out of reach, or had closed a stalled process's connection."""
    gave_up = error is not None and isinstance(error.__cause__, IdleInTransactionSessionTimeout)
    return gave_up or isinstance(error, OUT_OF_REACH)


def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers' default request on pages that name no icon (admin, API answers)."""
    return redirect(static("img/favicon-32.png"))
