"""Events with a final stage, run by their director and looked at by people."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.registry import current_rules
from games.tournaments.direct.board import final_places
from games.tournaments.forms.event import EventForm
from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.support.event_pages import filled, login, table_results
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots

pytestmark = pytest.mark.django_db


def close(event, actor):
    """Give every table of the round a result and close it."""
    table_results(event, actor)
    act(event, actor, "close_round")


def page(client, event, name):
    """Return the context of one of the event's pages."""
    return client.get(reverse(f"tournaments:{name}", args=[event.code])).context


def says_who_goes_on(client, event):
    """Return whether the bracket says who goes on from a table."""
    shown = client.get(reverse("tournaments:bracket", args=[event.code])).content.decode()
    return "The winner of each table advances." in shown


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
    rules = current_rules("death_frontline")
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
        "Top 4 play a knockout"
        in client.get(reverse("tournaments:overview", args=[event.code])).content.decode()
    )


def test_a_knockout_of_tables_is_drawn_to_its_final_table_with_places(client, world):
    owner = world["people"]["owner"]
    config = {"first_round": "seed"}
    event = make_event(owner, world["club"], format="table_knockout", config=config)
    enter_bots(event, owner, 8)
    begin(event, owner)
    login(client, world, "director")
    drawn = page(client, event, "bracket")
    assert drawn["is_tables"]
    assert says_who_goes_on(client, event)
    assert [stage["title"] for stage in drawn["brackets"][0]["stages"]] == [
        "Last two tables",
        "Final table",
    ]
    assert [len(match["slots"]) for match in drawn["brackets"][0]["stages"][1]["matches"]] == [3]
    play_bots(event)
    assert load_state(event).current.complete
    act(event, owner, "close_round")
    next_round(event, owner)
    first, final = page(client, event, "bracket")["brackets"][0]["stages"]
    for match in first["matches"]:
        assert [slot["place"] for slot in match["slots"]] == [1, 2, 3, 4]
        assert match["slots"][0]["won"]
    through = {slot["name"] for match in first["matches"] for slot in match["slots"] if slot["won"]}
    assert through == {slot["name"] for slot in final["matches"][0]["slots"]}
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish")
    rows = page(client, event, "standings")
    assert (rows["rows"][0]["place"], rows["criteria"]) == (1, [])
    assert len(page(client, event, "overview")["podium"]) == 3
    assert page(client, event, "crosstable")["rows"][0]["cells"][0].startswith("T")


def test_pods_end_with_a_final_table_of_the_best(client, world):
    owner = world["people"]["owner"]
    config = {"rounds": 1, "cut": 4}
    event = make_event(owner, world["club"], format="pods", config=config)
    enter_bots(event, owner, 8)
    begin(event, owner)
    play_bots(event)
    act(event, owner, "close_round")
    login(client, world, "director")
    best = [row["entry"] for row in page(client, event, "standings")["rows"][:4]]
    state = next_round(event, owner)
    assert [table.seats for table in state.current.tables] == [tuple(best)]
    assert page(client, event, "rounds")["round"]["title"] == "Final table"
    assert not says_who_goes_on(client, event)
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish")
    ended = page(client, event, "standings")["rows"]
    assert {row["entry"] for row in ended[:4]} == set(best)
    assert [row["place"] for row in ended[:4]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("pods", {"fewest", "most", "cut", "rounds"}),
        ("table_knockout", {"fewest", "most", "advance"}),
        ("knockout", {"third_place", "knockout_tie"}),
    ],
)
def test_a_format_asks_for_its_own_stage_alone(form, fields):
    drawn = EventForm(current_rules("deadline_99"), initial={"format": form}).fields
    every = {"fewest", "most", "cut", "rounds", "advance", "third_place", "knockout_tie"}
    assert every & set(drawn) == fields
    if form == "pods":
        assert [count for count, _ in drawn["cut"].choices] == [0, 3, 4, 5, 12, 16, 20]


def test_a_director_makes_a_knockout_of_tables(client, world):
    login(client, world, "director")
    address = reverse("tournaments:create", args=["deadline_99"]) + f"?club={world['club'].slug}"
    asked = {"club": world["club"].slug, "format": "table_knockout", "name": "Masters"}
    form = client.get(address, asked).context["form"]
    data = filled(form, advance="2", fewest="3", most="6", seats="5")
    assert client.post(address, {**data, "fewest": "2"}).status_code in (302, 422)
    answer = client.post(address, {**data, "name": "Masters two"})
    assert answer.status_code == 302, answer.context["form"].errors
    config = load_state(Tournament.objects.get(name="Masters two")).config
    assert (config.advance, config.sizes.allowed, config.sizes.preferred) == (2, (3, 4, 5, 6), 5)
