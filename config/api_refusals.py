"""A refusal of the programs' interface is `{code, detail}` in JSON, whoever makes it.

Most are made by its calls (`config/api.py`). What the framework refuses around them (an address
that is not there, a method that a call does not have) or what broke would be a page for people.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

ADDRESS = "/api/"
CODES = {
    400: "unreadable",
    401: "no_key",
    403: "not_allowed",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    422: "invalid",
    429: "too_often",
    500: "broken",
    503: "out_of_reach",
}
"""What refusals are called that no rule of a table makes."""
SENTENCES = {
    400: "This could not be read.",
    404: "There is nothing at this address.",
    405: "There is no such method at this address.",
    413: "This is too long to be read.",
    500: "Something broke. It is in the site's log.",
    503: "The site cannot store anything at this moment. Please try again.",
}


def code_of(status: int) -> str:
    """Return what a refusal with this status is called."""
    return CODES.get(status, "refused")


class ApiRefusalsMiddleware:
    """Say in the interface's form what a page would say. Stands before what tells the length."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith(ADDRESS) and _is_for_people(response):
            status = response.status_code
            told = {"code": code_of(status), "detail": SENTENCES.get(status, "This was refused.")}
            response.content = json.dumps(told).encode()
            response["Content-Type"] = "application/json; charset=utf-8"
        return response


def _is_for_people(response: HttpResponse) -> bool:
    """Tell whether no call made this refusal: calls answer in JSON, and never with 5xx."""
    status = response.status_code
    return status >= 500 or (status >= 400 and "json" not in response.get("Content-Type", ""))
