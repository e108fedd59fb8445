"""What the lobby costs: as many statements however many tables, and each card drawn once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.matches.fragments import cached_part
from tests.support.tables import make_table, make_user

pytestmark = pytest.mark.django_db


def test_more_tables_cost_no_more_statements(client):
    client.force_login(make_user("ada"))
    costs = []
    for number in range(4):
        make_table(make_user(f"owner{number}"))
        client.get("/lobby/")
        with CaptureQueriesContext(connection) as asked:
            text = client.get("/lobby/").content.decode()
        costs.append(len(asked))
    assert text.count("table-card__head") == 4
    assert costs[0] == costs[-1]


def test_a_card_is_drawn_once_for_all_who_see_it_alike(client):
    match = make_table(make_user("owner"))
    pages = []
    for name in ("ada", "bo"):
        client.force_login(make_user(name))
        client.get("/clubs/")  # draws what stands round every page of theirs
        before = cached_part.cache_info().misses
        pages.append(client.get("/lobby/").content.decode())
    assert cached_part.cache_info().misses == before
    for page in pages:
        assert f'<h4><a href="/matches/{match.code}/">' in page
