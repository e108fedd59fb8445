"""What an event's first page tells of what goes on in it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.direct.board import board
from games.tournaments.show.names import entry_names
from games.tournaments.store import load_state
from tests.support.event_pages import login, table_results
from tests.support.events import act, begin, enter_bots, make_event

pytestmark = pytest.mark.django_db


def first_page(client, event):
    """Return what the event's first page was drawn from, and its text."""
    answer = client.get(reverse("tournaments:overview", args=[event.code]))
    return answer.context, answer.content.decode()


def rule(event, director, number):
    """Let the first seat of a table of the newest round win by a ruling."""
    held = load_state(event).current
    results = [{"entry": one, "rank": at} for at, one in enumerate(held.table(number).seats, 1)]
    act(
        event, director, "override_result", round=held.number, table=number,
        results=results, reason="seen",
    )  # fmt: skip


def test_a_running_event_names_the_tables_that_still_play(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "member")
    codes = [link.match.code for link in event.tables.order_by("table")]
    page, text = first_page(client, event)
    assert [table["number"] for table in page["playing"]] == [1, 2]
    assert all(f"/matches/{code}/" in text for code in codes)
    rule(event, owner, 1)
    page, text = first_page(client, event)
    assert [table["number"] for table in page["playing"]] == [2]
    assert [f"/matches/{code}/" in text for code in codes] == [False, True]
    rule(event, owner, 2)
    assert "All tables in this round are finished." in first_page(client, event)[1]


def test_nobody_reads_of_a_round_that_is_only_proposed(client, world):
    event, owner = world["event"], world["people"]["owner"]
    table_results(event, owner)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    for name in ("member", "director"):
        login(client, world, name)
        assert first_page(client, event)[0]["round"]["number"] == 1


def test_the_first_lead_and_whoever_looks_finds_their_own_place(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], name="Big")
    enter_bots(event, owner, 8)
    act(event, owner, "register", players=[world["people"]["member"].pk], by_organiser=True)
    begin(event, owner)
    table_results(event, owner)
    login(client, world, "member")
    state = load_state(event)
    names = entry_names(event, state)
    whole = [names[row.entry] for row in board(state)]
    assert whole.index("member") > 5
    assert [row["name"] for row in first_page(client, event)[0]["leaders"]] == [
        *whole[:5],
        "member",
    ]
    login(client, world, "judge")
    assert [row["name"] for row in first_page(client, event)[0]["leaders"]] == whole[:5]


def test_a_knockout_tells_its_tables_and_nobody_leads(client, world):
    owner = world["people"]["owner"]
    cup = make_event(owner, world["club"], name="Cup", format="knockout")
    login(client, world, "member")
    assert "playing" not in first_page(client, cup)[0]
    enter_bots(cup, owner, 4)
    begin(cup, owner)
    page, _ = first_page(client, cup)
    assert len(page["playing"]) == 2
    assert page["leaders"] == []
