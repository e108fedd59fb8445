"""An event's page opens with what concerns its reader, and leaks no round that is only proposed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.tournaments.access import access_tournament
from games.tournaments.services.tables import tables_open
from games.tournaments.show.concern import concern_context
from games.tournaments.show.event import event_view
from tests.support.clubs import make_club
from tests.support.event_pages import table_results
from tests.support.events import act, begin, enter_bots, make_event, next_round
from tests.support.tables import make_user
from tests.tournaments.show.test_overview import first_page, rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def adas(ada):
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def swiss(ada):
    """A club's Swiss event of two rounds, in which ada plays three bots."""
    owner = make_user("organiser")
    event = make_event(owner, make_club(owner), format="swiss", config={"rounds": 2})
    act(event, owner, "register", players=[ada.pk], by_organiser=True)
    enter_bots(event, owner, 3)
    return event


def concern(event, person):
    return concern_context(event_view(access_tournament(person, event.code)))


def own_table(event, ada):
    view = event_view(access_tournament(ada, event.code))
    table = view.state.rounds[-1].table_of(view.own)
    return table, [one.number for one in view.state.rounds[-1].tables if one != table]


def test_a_player_reads_where_and_against_whom_they_play(swiss, ada, adas):
    begin(swiss, swiss.created_by)
    tables_open(code=swiss.code)
    table, _ = own_table(swiss, ada)
    page, text = first_page(adas, swiss)
    opponent = next(name for number, name in view_names(page, table) if number != page["me"].number)
    assert f"You play at table {table.number} against {opponent}" in " ".join(text.split())


def view_names(page, table):
    seats = next(one for one in page["round"]["tables"] if one["number"] == table.number)["seats"]
    return [(seat["entry"], seat["name"]) for seat in seats]


def test_after_their_table_a_player_reads_what_the_next_round_waits_for(swiss, ada, adas):
    owner = swiss.created_by
    begin(swiss, owner)
    table, others = own_table(swiss, ada)
    rule(swiss, owner, table.number)
    mine = concern(swiss, ada)
    assert mine["own_result"]["table"] == table.number
    assert mine["own_result"]["of"] == 2
    assert mine["own_next"] == f"Round 2 starts when table {others[0]} finishes."
    assert mine["duty"] == ""
    rule(swiss, owner, others[0])
    assert concern(swiss, ada)["own_next"] == "Round 2 comes next. This page shows your table."
    assert concern(swiss, owner)["duty"] == "All results are in. Start round 2."
    act(swiss, owner, "close_round")
    assert concern(swiss, owner)["duty"] == "Start round 2."
    act(swiss, owner, "propose_round")
    assert concern(swiss, owner)["duty"] == "Round 2 is proposed. Check it and publish it."
    assert "proposed" not in str(concern(swiss, ada))


def test_at_the_end_everybody_reads_their_own_place(swiss, ada, adas):
    owner = swiss.created_by
    begin(swiss, owner)
    for at in (1, 2):
        table_results(swiss, owner)
        assert ("last round" in concern(swiss, ada)["own_next"]) is (at == 2)
        act(swiss, owner, "close_round")
        if at == 1:
            next_round(swiss, owner)
    assert concern(swiss, owner)["duty"] == "All rounds are over. Finish the event."
    act(swiss, owner, "finish")
    mine = concern(swiss, ada)["own_place"]
    assert (mine["name"], mine["of"]) == ("ada", 4)
    assert f"place {mine['place']} of 4" in " ".join(first_page(adas, swiss)[1].split())
    assert concern(swiss, make_user("bo"))["own_place"] is None


def test_a_stranger_reads_when_an_event_starts_and_how_to_enter(swiss):
    swiss.starts_at = timezone.now() + timedelta(hours=2)
    swiss.save()
    text = first_page(Client(), swiss)[1]
    assert "Registration is open" in text
    assert "Starts <time" in text
    assert "Sign in to join" in text
    assert concern(swiss, swiss.created_by)["duty"] == ""
    swiss.starts_at = timezone.now() - timedelta(minutes=1)
    swiss.save()
    assert concern(swiss, swiss.created_by)["duty"].startswith("It’s time to start.")


def test_standings_give_no_places_before_the_first_result(swiss, ada, adas):
    begin(swiss, swiss.created_by)
    context = adas.get(f"/tournaments/{swiss.code}/standings/").context
    assert {row["place"] for row in context["rows"]} == {None}
    table_results(swiss, swiss.created_by)
    context = adas.get(f"/tournaments/{swiss.code}/standings/").context
    assert {row["place"] for row in context["rows"]} > {1, 2}
    shown = [
        cell for row in context["rows"] for cell in row["criteria"] if cell["short"] == "Random"
    ]
    assert {cell["value"] for cell in shown} <= {"", "drawn"}


def test_ending_early_stands_apart_from_the_usual_steps(swiss):
    owner = swiss.created_by
    client = Client()
    client.force_login(owner)
    begin(swiss, owner)
    table_results(swiss, owner)
    act(swiss, owner, "close_round")
    buttons = client.get(f"/tournaments/{swiss.code}/console/").context["buttons"]
    assert buttons[-1]["kind"] == "finish"
    assert buttons[-1]["is_early"]
    assert [one["kind"] for one in buttons if not one["weight"]] == ["start_round"]
