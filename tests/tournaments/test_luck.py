"""The table without luck: only once the event is over and every match is split."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.luck import services
from games.luck.models import Ledger
from games.luck.selectors import lines_of
from games.luck.services import ledger_slice
from games.matches.models import Match
from games.tournaments.access import access_tournament
from games.tournaments.models import Tournament
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.show.event import event_view
from games.tournaments.show.luck import corrected_table
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return an evening of two tables of three bots, whose matches are over."""
    monkeypatch.setattr(services, "OFTEN", 2)
    owner = make_user("owner")
    event = make_event(owner, make_club(owner), config={"sizes": SizeRule(3, 3, 3)})
    enter_bots(event, owner, 6)
    begin(event, owner)
    play_bots(event)
    return event


def end(event: Tournament) -> None:
    owner = event.created_by
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="One round is enough.")


def split_all() -> None:
    while ledger_slice(seconds=1):
        pass


def page(event: Tournament, who: Any = None) -> Any:
    client = Client()
    if who is not None:
        client.force_login(who)
    return client.get(f"/tournaments/{event.code}/luck/")


def told(event: Tournament) -> Any:
    return Client().get(f"/api/v1/tournaments/{event.code}/luck")


def file_of(event: Tournament) -> Any:
    return Client().get(f"/tournaments/{event.code}/export/corrected.csv")


def linked(event: Tournament) -> bool:
    return "/luck/" in Client().get(f"/tournaments/{event.code}/standings/").content.decode()


def test_a_running_event_has_no_such_table_even_if_its_matches_are_split(event: Tournament) -> None:
    split_all()
    assert page(event).status_code == told(event).status_code == file_of(event).status_code == 404
    assert page(event, event.created_by).status_code == 404
    assert not linked(event)


def test_it_waits_for_the_last_match(event: Tournament) -> None:
    end(event)
    assert linked(event)
    answer = told(event).json()
    assert (answer["corrected"], answer["waiting"]) == ([], 2)
    assert "<tbody>" not in page(event).content.decode()
    split_all()
    answer = told(event).json()
    assert (len(answer["corrected"]), answer["waiting"]) == (6, 0)
    assert "<tbody>" in page(event).content.decode()


def test_its_figures_are_those_of_the_matches(event: Tournament) -> None:
    end(event)
    split_all()
    table = corrected_table(event_view(access_tournament(event.created_by, event.code)))
    assert table is not None
    found = {row.entry: row for row in table.rows}
    for link in event.tables.all():
        for entry, line in zip(link.chairs, lines_of(link.match.ledger), strict=True):
            assert found[entry].matches == 1
            assert found[entry].luck == pytest.approx(line.luck)
            assert found[entry].corrected.mean == pytest.approx(line.over - line.luck)
    rows = list(csv.DictReader(io.StringIO(file_of(event).content.decode("utf-8-sig"))))
    assert [(row["name"], row["official_place"]) for row in rows] == [
        (row["name"], str(row["place"])) for row in told(event).json()["corrected"]
    ]
    assert float(rows[0]["corrected"]) == pytest.approx(table.rows[0].corrected.mean, abs=1e-4)
    means = [row.corrected.mean for row in table.rows]
    assert means == sorted(means, reverse=True)
    assert sum(row.luck for row in table.rows) == pytest.approx(0, abs=1e-9)


def test_a_match_counts_once_for_a_pair_with_two_chairs(event: Tournament) -> None:
    end(event)
    split_all()
    for link in event.tables.all():
        one, other, _ = link.chairs
        event.tables.filter(pk=link.pk).update(chairs=[one, one, other])
    table = corrected_table(event_view(access_tournament(event.created_by, event.code)))
    assert table is not None
    assert [row.matches for row in table.rows] == [1, 1, 1, 1]


def test_an_absent_entry_has_no_line_for_the_bot_that_sat_in(event: Tournament) -> None:
    end(event)
    split_all()
    link = event.tables.all()[0]
    away, *others = link.chairs
    event.tables.filter(pk=link.pk).update(chairs=[-away, *others])
    entries = {row["name"] for row in told(event).json()["corrected"]}
    assert len(entries) == 5
    assert "" not in entries


@pytest.mark.parametrize("held", ["deal_open", "embargo_until"])
def test_one_match_that_is_held_back_holds_all_of_it_back(event: Tournament, held: str) -> None:
    end(event)
    split_all()
    later = timezone.now() + timedelta(hours=1)
    first = event.tables.all()[0].match_id
    Match.objects.filter(pk=first).update(**{held: True if held == "deal_open" else later})
    assert page(event).status_code == told(event).status_code == 404
    assert page(event, event.created_by).status_code == 404
    assert not linked(event)


def test_a_match_that_could_not_be_split_does_not_keep_the_others_waiting(
    event: Tournament,
) -> None:
    end(event)
    split_all()
    first = event.tables.all()[0].match_id
    Ledger.objects.filter(match=first).update(state="failed")
    assert len(told(event).json()["corrected"]) == 3


def test_a_private_clubs_table_is_its_members_alone() -> None:
    owner = make_user("owner")
    event = make_event(
        owner, make_club(owner, is_private=True), config={"sizes": SizeRule(2, 2, 2)}
    )
    enter_bots(event, owner, 2)
    begin(event, owner)
    play_bots(event)
    end(event)
    assert page(event).status_code == told(event).status_code == 404
    assert page(event, owner).status_code == 200
