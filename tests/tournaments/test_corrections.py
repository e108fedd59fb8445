"""Results that a director sets right, on the console."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.pair.sizes import SizeRule
from tests.support.event_pages import (
    address,
    login,
    post,
)
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.pages import shows

pytestmark = pytest.mark.django_db


def test_a_director_corrects_the_result_of_an_earlier_round(client, world):
    event, owner = world["event"], world["people"]["owner"]
    for kind in ("close_round", "propose_round", "publish_round"):
        play_bots(event)
        act(event, owner, kind)
    login(client, world, "director")
    page = address("console", world)
    assert client.get(page).context["picked"]["number"] == 2
    answer = client.get(page, {"round": "1"})
    assert (answer.context["round"]["number"], answer.context["picked"]["number"]) == (2, 1)
    assert "?round=1&amp;seen=" in answer.content.decode()
    assert client.get(page, {"round": "9"}).context["picked"]["number"] == 2
    table = answer.context["picked"]["tables"][0]
    ranks = {f"rank-{seat['entry']}": str(3 - seat["rank"]) for seat in table["seats"]}
    form = {"kind": "override_result", "round": "1", "table": "1", "reason": "misread", **ranks}
    assert 'href="table/1/1/"' in answer.content.decode()
    assert 'name="round" value="1"' in client.get(page + "table/1/1/").content.decode()
    led_back = post(client, event, **form, tab="console")
    assert client.get(led_back.url).context["picked"]["number"] == 1
    told = client.get(reverse("tournaments:rounds", args=[event.code]), {"round": "1"})
    assert "misread" in told.content.decode()
    now = {seat["entry"]: seat["rank"] for seat in told.context["round"]["tables"][0]["seats"]}
    assert now == {seat["entry"]: 3 - seat["rank"] for seat in table["seats"]}


def test_places_close_up_over_who_was_missing(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], config={"sizes": SizeRule(4, 4, 4)})
    enter_bots(event, owner, 4)
    first, *others = begin(event, owner).current.at(1).seats
    login(client, world, "director")
    ranks = {f"rank-{entry}": str(at) for at, entry in enumerate((first, *others), 1)}
    form = {"kind": "override_result", "round": "1", "table": "1", "reason": "three", **ranks}
    assert post(client, event, **form, **{f"absent-{first}": "1"}).status_code == 302
    page = client.get(reverse("tournaments:console", args=[event.code]))
    seats = page.context["picked"]["tables"][0]["seats"]
    assert [seat["rank"] for seat in seats] == [None, 1, 2, 3]
    missing = page.context["picked"]["tables"][0]["seats"][0]["name"]
    assert shows(page.content.decode(), f"<s>{missing}</s>")


def offered(client, console):
    """Tell whether a result can be corrected; its own page is there where the console leads."""
    is_linked = 'href="table/1/1/"' in client.get(console).content.decode()
    assert client.get(console + "table/1/1/").status_code == (200 if is_linked else 404)
    return is_linked


def test_no_result_is_offered_for_correction_where_it_would_be_refused(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")
    page = address("console", world)
    assert offered(client, page)
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="enough")
    assert not offered(client, page)
    act(event, owner, "reopen", reason="a mistake")
    assert offered(client, page)
