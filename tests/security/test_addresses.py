"""The one character that no database takes, at every place of every address: never an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import URLPattern, get_resolver

from tests.security.matrix import FRAMEWORKS
from tests.security.test_fuzz import FIELDS
from tests.security.world import make_world

PART = re.compile(r"<(?:\w+:)?\w+>")
FILES = {"/replays/verify.py"}  # reads nothing of what is asked
ANSWERED = {200, 204, 301, 302, 401, 403, 404, 405, 409, 422}


def addresses(patterns: list[Any], before: str = "/") -> Iterator[str]:
    """Yield every address of the site, its parts as the URL configuration writes them."""
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield here
        elif pattern.namespace not in FRAMEWORKS:
            yield from addresses(pattern.url_patterns, here)


@pytest.mark.django_db
def test_a_nul_is_no_error_wherever_an_address_has_it() -> None:
    client = make_world().client("staff")
    query = dict.fromkeys(FIELDS, "\0")
    for address in addresses(get_resolver().url_patterns):
        if address in FILES:
            continue
        cache.clear()
        named = PART.sub("%00", address)
        answers = [client.get(named, query), *([client.post(named)] if named != address else [])]
        assert {answer.status_code for answer in answers} <= ANSWERED, named
