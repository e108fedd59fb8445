"""What programs read of tables, matches, ladders and people."""

from __future__ import annotations

from datetime import timedelta

import pytest

from config.api import api
from games.matches.models import Match
from tests.api.program import V1, Program
from tests.replays.factories import stored_match
from tests.support.tables import make_running, make_table

pytestmark = pytest.mark.django_db


def test_the_description_names_every_call():
    paths = api.get_openapi_schema()["paths"]
    for wanted in ("/matches/{code}/view", "/ladders/{name}", "/tournaments"):
        assert f"{V1}{wanted}" in paths


def test_a_table_is_listed_to_everybody_by_link_or_to_nobody_else(ada):
    odd = Program(ada).post("/tables", game="deadline_99", seats=2, visibility="all the world")
    assert odd.status_code == 422
    made = Program(ada).post("/tables", game="deadline_99", seats=2, visibility="unlisted")
    assert Match.objects.get(code=made.json()["match"]).visibility == "unlisted"


def test_lists_come_in_pages(ada):
    for _ in range(3):
        make_table(ada)
    first = Program().get("/matches", status="open", per_page=2).json()
    assert (len(first["matches"]), first["next"]) == (2, 2)
    second = Program().get("/matches", status="open", per_page=2, page=2).json()
    assert (len(second["matches"]), second["next"]) == (1, None)
    assert Program().get("/matches", per_page=101).status_code == 422
    assert Program().get("/matches", status="x").status_code == 422


def test_of_the_finished_matches_the_last_to_end_comes_first():
    early, late = stored_match(number=0), stored_match(number=1)
    moment = late.finished_at - timedelta(days=1)
    Match.objects.filter(pk=late.pk).update(created_at=moment)
    Match.objects.filter(pk=early.pk).update(finished_at=moment)
    listed = Program().get("/matches").json()["matches"]
    assert [one["match"] for one in listed] == [late.code, early.code]


def test_a_finished_match_has_its_record_and_a_running_one_has_none(ada, bo):
    finished, running = stored_match(users={0: ada}), make_running(ada, bo)
    record = Program().get(f"/matches/{finished.code}/record").json()
    assert record["head"] == finished.head
    assert Program(ada).get(f"/matches/{running.code}/record").status_code == 404


def test_ladders_and_players_are_there(ada):
    names = [one["ladder"] for one in Program().get("/ladders").json()]
    assert Program().get(f"/ladders/{names[0]}").json()["players"] == []
    assert Program().get("/ladders/nothing").status_code == 404
    assert Program().get("/players/ada").json()["name"] == "ada"
    assert Program().get("/players/nobody").status_code == 404
