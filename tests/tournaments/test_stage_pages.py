"""Events with a final stage, run by their director and looked at by people."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.registry import rules_for
from games.tournaments.director.board import final_places
from games.tournaments.forms import EventForm
from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.support.event_pages import filled, login, table_results
from tests.support.events import act, begin, enter_bots, make_event, next_round

pytestmark = pytest.mark.django_db


def close(event, actor):
    """Give every table of the round a result and close it."""
    table_results(event, actor)
    act(event, actor, "close_round")


def page(client, event, name):
    """Return the context of one of the event's pages."""
    return client.get(reverse(f"tournaments:{name}", args=[event.code])).context


@pytest.fixture
def cut(client, world):
    owner = world["people"]["owner"]
    config = {"rounds": 2, "cut": 4, "third_place": True}
    event = make_event(
        owner, world["club"], name="Cup", format="swiss", config=config,
        season=world["event"].season,
    )  # fmt: skip
    enter_bots(event, owner, 6)
    begin(event, owner)
    login(client, world, "director")
    return event


def test_a_cut_is_lived_through_from_the_line_in_the_standings_to_the_podium(client, cut, world):
    owner = world["people"]["owner"]
    assert cut.rounds == 4
    assert page(client, cut, "bracket")["brackets"] == []
    close(cut, owner)
    next_round(cut, owner)
    close(cut, owner)
    before = page(client, cut, "standings")
    going_on = [row["entry"] for row in before["rows"][:4]]
    assert before["last_in"] == going_on[-1]
    state = next_round(cut, owner)
    assert list(state.current.seeds) == going_on
    stages = page(client, cut, "bracket")["brackets"][0]["stages"]
    assert [stage["title"] for stage in stages] == ["Semi-finals", "Final"]
    assert [match["third"] for match in stages[1]["matches"]] == [False, True]
    assert page(client, cut, "rounds")["round"]["title"] == "Semi-finals"
    close(cut, owner)
    next_round(cut, owner)
    close(cut, owner)
    act(cut, owner, "finish")
    rows = page(client, cut, "standings")["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5, 6]
    points = {row["entry"]: row["points"] for row in before["rows"]}
    assert {row["entry"]: row["points"] for row in rows} == points
    assert [one["place"] for one in page(client, cut, "overview")["podium"]] == [1, 2, 3]
    assert set(final_places(load_state(cut))) == set(points)


def test_a_proposed_cut_is_its_directors_alone(client, cut, world):
    owner = world["people"]["owner"]
    close(cut, owner)
    next_round(cut, owner)
    close(cut, owner)
    act(cut, owner, "propose_round")
    console = page(client, cut, "console")
    assert (console["is_fixed"], console["may_plan_rounds"]) == (True, False)
    assert [
        match["slots"][0]["name"] != ""
        for match in page(client, cut, "bracket")["brackets"][0]["stages"][0]["matches"]
    ] == [True, True]
    login(client, world, "member")
    assert page(client, cut, "bracket")["brackets"] == []
    assert all(row["place"] for row in page(client, cut, "standings")["rows"])


def test_the_form_asks_for_the_knockouts_settings_only_with_a_cut():
    rules = rules_for("death_frontline")
    without = EventForm(rules, initial={"format": "swiss"}).fields
    with_cut = EventForm(rules, initial={"format": "swiss", "cut": "8"}).fields
    assert set(with_cut) - set(without) == {"third_place", "knockout_kind", "knockout_tie"}
    assert [count for count, _ in without["cut"].choices] == [0, 2, 4, 8, 16]
    assert "cut" not in EventForm(rules, initial={"format": "knockout"}).fields


def test_a_director_chooses_a_cut_and_finds_it_in_the_settings(client, world):
    login(client, world, "director")
    address = (
        reverse("tournaments:create", args=["death_frontline"]) + f"?club={world['club'].slug}"
    )
    form = client.get(
        address, {"club": world["club"].slug, "format": "swiss", "cut": "4", "name": "Cup"}
    ).context["form"]
    answer = client.post(address, filled(form, third_place="on"))
    assert answer.status_code == 302, answer.context["form"].errors
    event = Tournament.objects.get(name="Cup")
    config = load_state(event).config
    assert (config.cut, config.third_place, config.knockout_tie) == (4, True, "replay")
    settings = page(client, event, "settings")["form"]
    assert (settings["cut"].value(), settings["third_place"].value()) == (4, True)
    assert (
        "The best 4 play a knockout"
        in client.get(reverse("tournaments:overview", args=[event.code])).content.decode()
    )
