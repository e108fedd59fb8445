"""How many tables one person has at a time, however they are asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.engine.contract import Refusal
from games.matches.models import Match
from games.matches.services import table_create

REQUESTS = 4
PATIENCE = 60


@pytest.mark.django_db(transaction=True)
def test_requests_at_once_do_not_pass_the_limit_together(ada, monkeypatch):
    monkeypatch.setattr(table_create, "MOST_OPEN", 1)
    together = Barrier(REQUESTS)

    def attempt(_):
        together.wait(PATIENCE)
        try:
            table_create.own_table_open(owner=ada, game="deadline_99", seats=4, options={})
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "opened"

    with ThreadPoolExecutor(REQUESTS) as pool:
        answers = sorted(pool.map(attempt, range(REQUESTS)))
    assert answers == ["opened", *["too_many"] * (REQUESTS - 1)]
    assert Match.objects.count() == 1
