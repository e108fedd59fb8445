"""What broke is told to programs in their form, with whatever status."""

from __future__ import annotations

import json

import pytest
from django.db.utils import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import RequestFactory
from ninja.errors import HttpError

from config.api import refused_early
from config.error_responses import ApiRefusalsMiddleware, server_error


def failing(error: Exception) -> ApiRefusalsMiddleware:
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            raise error
        except type(error):
            return server_error(request)

    return ApiRefusalsMiddleware(answer)


@pytest.mark.parametrize("accept", ["*/*", "application/json"])
def test_what_broke_or_is_out_of_reach_has_a_code_and_a_sentence(
    rf: RequestFactory, accept: str
) -> None:
    asked = rf.get("/api/v1/games", headers={"Accept": accept})
    broken, away = failing(ValueError("3S"))(asked), failing(OperationalError("full"))(asked)
    assert (broken.status_code, json.loads(broken.content)["code"]) == (500, "broken")
    assert (away.status_code, json.loads(away.content)["code"]) == (503, "out_of_reach")
    assert away["Retry-After"] == "2"
    for answer in (broken, away):
        assert set(json.loads(answer.content)) == {"code", "detail"}
        assert answer["Content-Type"].startswith("application/json")


def test_pages_and_the_answers_of_calls_stay_as_they_are(rf: RequestFactory) -> None:
    assert b"<h1" in failing(ValueError())(rf.get("/lobby/")).content
    said = JsonResponse({"code": "stale_version", "detail": "Look again."}, status=409)
    assert ApiRefusalsMiddleware(lambda _: said)(rf.get("/api/v1/me")).content == said.content


@pytest.mark.parametrize("status", [409, 418, 451, 599])
def test_a_refusal_of_any_status_has_a_code(rf: RequestFactory, status: int) -> None:
    answer = refused_early(rf.get("/api/v1/me"), HttpError(status, "No"))
    assert answer.status_code == status
    assert json.loads(answer.content) == {"code": "refused", "detail": "No."}
