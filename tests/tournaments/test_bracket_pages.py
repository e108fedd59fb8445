"""Brackets as pages draw them, and what a table says of its place in them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.store import load_state
from tests.support.event_pages import (
    login,
    table_results,
)
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.pages import shows

pytestmark = pytest.mark.django_db


def test_a_bracket_is_drawn_to_the_final_before_anybody_has_reached_it(client, world):
    owner = world["people"]["owner"]
    config = {"third_place": True, "first_round": "seed"}
    event = make_event(owner, world["club"], name="Cup", format="knockout", config=config)
    login(client, world, "member")
    page = reverse("tournaments:bracket", args=[event.code])
    assert client.get(page).context["brackets"] == []
    enter_bots(event, owner, 6)
    begin(event, owner)
    [bracket] = client.get(page).context["brackets"]
    stages = bracket["stages"]
    assert [stage["title"] for stage in stages] == ["Quarter-finals", "Semi-finals", "Final"]
    first = [[slot["name"] for slot in match["slots"]] for match in stages[0]["matches"]]
    assert first == [["Bot 1", ""], ["Bot 4", "Bot 5"], ["Bot 2", ""], ["Bot 3", "Bot 6"]]
    assert [match["third"] for match in stages[2]["matches"]] == [False, True]
    for _ in range(3):
        table_results(event, owner)
        act(event, owner, "close_round")
        if event.round < 3:
            act(event, owner, "propose_round")
            act(event, owner, "publish_round")
    final, third = client.get(page).context["brackets"][0]["stages"][2]["matches"]
    assert [slot["name"] for slot in final["slots"] if slot["won"]] == ["Bot 1"]
    assert sum(slot["won"] for slot in third["slots"]) == 1
    rounds = reverse("tournaments:rounds", args=[event.code])
    held = client.get(rounds).context["round"]
    tables = {table["number"]: table["title"] for table in held["tables"]}
    assert tables == {final["table"].number: "Final", third["table"].number: "Third place"}
    [first, *_] = client.get(rounds, {"round": 1}).context["round"]["tables"]
    assert first["title"] == ""  # the round says it
    schedule = reverse("tournaments:schedule", args=[event.code])
    assert shows(client.get(schedule, {"entry": 1}).content.decode(), "<td>bye</td>")


def test_a_table_of_changing_partners_says_who_plays_with_whom(client, world):
    owner = world["people"]["owner"]
    event = make_event(
        owner, world["club"], name="Pairs", format="partners", game="death_frontline"
    )
    enter_bots(event, owner, 4)
    begin(event, owner)
    one, other = load_state(event).current.at(1).sides
    said = " – ".join(" &amp; ".join(f"Bot {entry}" for entry in side) for side in (one, other))
    login(client, world, "member")
    for page in (["rounds"], ["paper", "pairings"], ["paper", "slips"]):
        found = client.get(reverse(f"tournaments:{page[0]}", args=[event.code, *page[1:]]))
        assert said in found.content.decode(), page
    hall = client.get(reverse("tournaments:hall", args=[event.code])).content.decode()
    assert shows(hall, f"Bot {one[0]} <small>&amp; Bot {one[1]}</small>")


def next_round(event, owner):
    """Enter results, close the round and publish the next one."""
    table_results(event, owner)
    for kind in ("close_round", "propose_round", "publish_round"):
        act(event, owner, kind)


def test_two_brackets_are_drawn_and_a_table_says_to_which_round_it_belongs(client, world):
    owner = world["people"]["owner"]
    config = {"knockout_kind": "double", "first_round": "seed"}
    event = make_event(owner, world["club"], name="Cup", format="knockout", config=config)
    login(client, world, "member")
    enter_bots(event, owner, 5)
    begin(event, owner)
    next_round(event, owner)
    page = client.get(reverse("tournaments:bracket", args=[event.code]))
    drawn = {
        bracket["title"]: [(stage["title"], stage["straight"]) for stage in bracket["stages"]]
        for bracket in page.context["brackets"]
    }
    assert drawn == {
        "Winners’ bracket": [
            ("Winners’ round 1", False),
            ("Winners’ round 2", False),
            ("Winners’ final", False),
            ("Grand final", True),
        ],
        "Losers’ bracket": [
            ("Losers’ round 1", False),
            ("Losers’ round 2", False),
            ("Losers’ final", True),
        ],
    }
    [down, _] = page.context["brackets"][1]["stages"][0]["matches"]
    assert ([slot["name"] for slot in down["slots"]], down["bye"]) == (["Bot 5", ""], False)
    rounds = client.get(reverse("tournaments:rounds", args=[event.code]))
    assert rounds.context["round"]["title"] == "Winners’ round 2"
    for _ in range(2):
        next_round(event, owner)
    rounds = client.get(reverse("tournaments:rounds", args=[event.code]))
    assert rounds.context["round"]["title"] == ""
    titles = [table["title"] for table in rounds.context["round"]["tables"]]
    assert titles == ["Winners’ final", "Losers’ round 2"]
    overview = client.get(reverse("tournaments:overview", args=[event.code])).content.decode()
    assert "after two losses" in overview
