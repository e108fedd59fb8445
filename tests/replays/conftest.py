"""The match `m`, and Wren, who has something to say about it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.replays.factories import person, stored_match
from tests.replays.talking import signed_in


@pytest.fixture
def writer(db: None) -> Client:
    stored_match(code="m")
    return signed_in(person("Wren"))
