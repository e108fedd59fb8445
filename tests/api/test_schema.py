"""The served description: every call of the programs' interface is in it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
UNDESCRIBED = {"/api/v1/", "/api/v1/openapi.json"}


@pytest.fixture
def described() -> dict[str, Any]:
    """What a program is given that asks for the description."""
    answer = Client().get(reverse("api:openapi-json"))
    assert answer.status_code == 200
    return answer.json()


def addresses() -> set[str]:
    """Return the addresses of the URL configuration, written as a description writes them."""
    [api] = [one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/"]
    return {PARAMETER.sub(r"{\1}", f"/api/v1/{one.pattern}") for one in api.url_patterns}


def named(part: Any) -> Iterator[str]:
    """Yield every `$ref` within a part of the description."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from named(one)


def test_it_describes_every_address_and_nothing_else(described: dict[str, Any]) -> None:
    assert described["openapi"].startswith("3.1")
    assert described["info"]["title"] == "Kibitz"
    assert set(described["paths"]) == addresses() - UNDESCRIBED


def test_every_call_has_one_name_its_answers_and_its_parameters(described: dict[str, Any]) -> None:
    names = []
    for address, calls in described["paths"].items():
        for method, call in calls.items():
            names.append(call["operationId"])
            assert call["responses"], (address, method)
            given = {one["name"] for one in call.get("parameters", ()) if one["in"] == "path"}
            assert given == set(re.findall(r"{(\w+)}", address)), (address, method)
    assert len(names) == len(set(names))


def test_everything_it_refers_to_is_in_it(described: dict[str, Any]) -> None:
    for reference in named(described):
        part = described
        for step in reference.removeprefix("#/").split("/"):
            part = part[step]


def resolved(described: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Return what a part of the description refers to, or itself."""
    for step in part.get("$ref", "").removeprefix("#/").split("/") if "$ref" in part else ():
        described = described[step]
    return described if "$ref" in part else part


def test_every_answer_has_its_fields_and_every_refusal_its_form(described: dict[str, Any]) -> None:
    for address, calls in described["paths"].items():
        for method, call in calls.items():
            told = call["responses"]["200"]["content"]["application/json"]["schema"]
            told = resolved(described, told.get("items", told))
            assert told["properties"], (address, method)
            assert {*told["required"]} == {*told["properties"]}, (address, method)
            refusal = resolved(described, call["responses"]["default"])
            form = resolved(described, refusal["content"]["application/json"]["schema"])
            assert form["required"] == ["code", "detail"]
            assert "Retry-After" in refusal["headers"]


def test_what_plays_wants_a_key_and_all_else_takes_one(described: dict[str, Any]) -> None:
    assert described["components"]["securitySchemes"]["Key"]["scheme"] == "bearer"
    for address, calls in described["paths"].items():
        for method, call in calls.items():
            plays = method == "post" or address.endswith("/me")
            assert call["security"] == ([{"Key": []}] if plays else [{}, {"Key": []}])
