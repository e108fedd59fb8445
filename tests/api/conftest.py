"""What tests of the programs' interface share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponseBase
from ninja.operation import Operation
from ninja.responses import NinjaJSONEncoder


@pytest.fixture(autouse=True)
def no_limits_reached() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def told_as_made(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold every answer against what the call returned: to describe it may change nothing of it.

    A field that the description leaves out would be dropped, one that it calls otherwise made into
    that: `false` into `0`.
    """
    send, changed = Operation._result_to_response, []

    def compare(self: Operation, request: Any, result: Any, response: Any) -> Any:
        answer = send(self, request, result, response)
        if not isinstance(result, HttpResponseBase):
            made = json.dumps(result, cls=NinjaJSONEncoder, sort_keys=True)
            told = json.dumps(json.loads(answer.content), sort_keys=True)
            if told != made:
                changed.append((request.path, made, told))
        return answer

    monkeypatch.setattr(Operation, "_result_to_response", compare)
    yield
    assert changed == []
