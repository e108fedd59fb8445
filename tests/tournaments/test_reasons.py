"""What a place in the standings is made of, asked for one entry at a time."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.tournaments.direct.board import board
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.event_pages import login, table_results
from tests.support.events import act, begin, enter_bots, make_event, next_round
from tests.support.judges import browser

pytestmark = pytest.mark.django_db
BY_SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def swiss(ada):
    event = make_event(ada, format="swiss", game="death_frontline", config={"rounds": 3})
    enter_bots(event, ada, 6)
    begin(event, ada)
    for _ in range(2):
        table_results(event, ada)
        act(event, ada, "close_round")
        next_round(event, ada)
    return event


def reasons(event, entry):
    return reverse("tournaments:reasons", args=[event.code, entry])


def test_every_row_of_the_standings_leads_to_what_it_is_made_of(client, swiss):
    standings = reverse("tournaments:standings", args=[swiss.code])
    marks = re.findall(r'class="why-button" href="(\d+/)"', client.get(standings).content.decode())
    rows = board(load_state(swiss))
    assert len(marks) == len(rows) == 6
    for mark, row in zip(marks, rows, strict=True):
        page = client.get(standings + mark)
        assert (page.context["entry"], page.context["place"]) == (row.entry, row.place)
        told = {one["name"]: one for one in page.context["reasons"]}
        assert told["Buchholz"]["value"] == row.shown["buchholz"]
        assert len(told["Buchholz"]["parts"]) == 2
        counted = [one["value"] for one in told["Buchholz"]["parts"] if one["counts"]]
        assert sum(map(float, counted)) == pytest.approx(float(row.shown["buchholz"]))
        assert standings in page.content.decode()


def test_the_standings_themselves_hold_nobodys_reasons(client, swiss):
    standings = reverse("tournaments:standings", args=[swiss.code])
    assert 'class="reasons' not in client.get(standings).content.decode()
    assert 'class="reasons' in client.get(reasons(swiss, 1)).content.decode()


def test_what_is_no_sum_of_rounds_is_explained_instead(client, swiss):
    text = client.get(reasons(swiss, 1)).content.decode()
    assert "A random order drawn with the event’s seed before the first round." in text


def test_a_script_is_given_the_text_alone(client, swiss):
    text = client.get(reasons(swiss, 1), headers=BY_SCRIPT).content.decode()
    assert text.startswith('<h2 id="box-head">')
    assert "<html" not in text
    assert 'data-sum="' in text


def test_the_page_follows_the_event_as_others_do(client, ada, swiss):
    page = reasons(swiss, 1)
    seen = client.get(page).context["stamp"]
    assert client.get(page, {"seen": seen}, headers=BY_SCRIPT).status_code == 204
    table_results(swiss, ada)
    again = client.get(page, {"seen": seen}, headers=BY_SCRIPT)
    assert again.content.decode().lstrip().startswith('<div id="live"')
    assert "R3" in again.content.decode()


def test_who_has_no_line_in_the_standings_has_no_such_page(client, swiss):
    assert client.get(reasons(swiss, 7)).status_code == 404
    assert client.get(reasons(swiss, 10**30)).status_code == 404


def test_a_knockout_says_who_got_further(client, ada):
    cup = make_event(ada, format="knockout", game="death_frontline")
    enter_bots(cup, ada, 4)
    begin(cup, ada)
    table_results(cup, ada)
    out = [row.entry for row in board(load_state(cup)) if row.place]
    told = [one for entry in out for one in client.get(reasons(cup, entry)).context["sentences"]]
    assert any("is still in" in one for one in told)
    assert any("went out together" in one for one in told)


def test_a_proposed_round_changes_nobodys_standings(client, world):
    event, owner = world["event"], world["people"]["owner"]
    table_results(event, owner)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    told = []
    for name in ("director", "member"):
        login(client, world, name)
        told.append(client.get(reasons(event, 1), headers=BY_SCRIPT).content)
    assert told[0] == told[1]


def test_a_proposed_final_stage_stands_in_its_directors_standings_alone(client, ada):
    club, config = make_club(ada), {"rounds": 1, "cut": 2}
    event = make_event(ada, club, format="swiss", game="death_frontline", config=config)
    enter_bots(event, ada, 4)
    begin(event, ada)
    table_results(event, ada)
    act(event, ada, "close_round")
    standings = reverse("tournaments:standings", args=[event.code])
    places = [row["place"] for row in client.get(standings).context["rows"]]
    act(event, ada, "propose_round")
    told = [row["place"] for row in browser(ada).get(standings).context["rows"]]
    assert told[:2] == [None, None] != places[:2]
    assert [row["place"] for row in client.get(standings).context["rows"]] == places
