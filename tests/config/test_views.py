"""What monitors ask."""

from __future__ import annotations

import pytest
from django.test import Client


def test_healthz_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_asks_the_database(client: Client) -> None:
    assert client.get("/readyz").content == b"ok\n"
