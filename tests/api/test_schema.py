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
