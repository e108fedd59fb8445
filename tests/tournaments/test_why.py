"""Why a table was paired as it was: who reads it where, and what nobody but directors is told."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.event_pages import login, table_results
from tests.support.events import act, begin, enter_bots, make_event, next_round
from tests.support.judges import browser

pytestmark = pytest.mark.django_db
BY_SCRIPT = {"HX-Request": "true"}


def why(event, number, table):
    return reverse("tournaments:why", args=[event.code, number, table])


def sentences(reader, address):
    return reader.get(address).context["sentences"]


@pytest.fixture
def swiss(ada):
    """A Swiss of five whose second round is published; entries 1 and 2 are kept apart."""
    config = {"rounds": 3, "first_round": "seed"}
    event = make_event(ada, make_club(ada), format="swiss", game="death_frontline", config=config)
    enter_bots(event, ada, 5)
    act(event, ada, "keep_apart", entry=1, other=2)
    begin(event, ada)
    table_results(event, ada)
    act(event, ada, "close_round")
    next_round(event, ada)
    return event


def test_every_table_and_every_bye_of_the_rounds_says_why(client, swiss):
    rounds = reverse("tournaments:rounds", args=[swiss.code])
    links = re.findall(r'href="\.\.(/why/[^"]+)" data-box', client.get(rounds).content.decode())
    assert len(links) == 3
    for link in links:
        page = client.get(f"/tournaments/{swiss.code}{link}")
        assert page.status_code == 200
        assert page.context["sentences"]


def test_the_reasons_name_points_and_seats(client, swiss):
    told = [" ".join(sentences(client, why(swiss, 2, table))) for table in (1, 2)]
    assert any("points" in one for one in told)
    assert any("seat 1" in one.lower() for one in told)
    first = sentences(client, why(swiss, 1, 1))
    assert first[0].startswith("Round 1 goes by seed. Of 5 entries, Bot 1 was number 1")


def test_a_script_is_given_the_text_alone(client, swiss):
    text = client.get(why(swiss, 2, 1), headers=BY_SCRIPT).content.decode()
    assert text.startswith('<h2 id="box-head">')
    assert "<html" not in text


def test_who_is_kept_apart_is_told_to_directors_alone(client, ada, swiss):
    for number in (1, 2):
        for table in (1, 2):
            public = sentences(client, why(swiss, number, table))
            directed = sentences(browser(ada), why(swiss, number, table))
            assert not any("apart" in one for one in public)
            assert directed[: len(public)] == public
    all_told = [sentences(browser(ada), why(swiss, 1, table)) for table in (1, 2)]
    assert any("Kept apart: Bot 1 and Bot 2." in told for told in all_told)


def test_a_pair_kept_apart_since_is_no_reason_for_an_earlier_round(client, ada, swiss):
    before = sentences(browser(ada), why(swiss, 1, 1))
    act(swiss, ada, "allow", entry=1, other=2)
    assert sentences(browser(ada), why(swiss, 1, 1)) == before


def test_a_proposed_round_says_why_to_its_directors_alone(client, world):
    event, owner = world["event"], world["people"]["owner"]
    table_results(event, owner)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    expected = {"director": 200, "judge": 200, "member": 404, "outsider": 404}
    for name, status in expected.items():
        login(client, world, name)
        assert client.get(why(event, 2, 1)).status_code == status


def test_tables_rounds_and_entries_that_do_not_exist_have_no_reasons(client, swiss):
    for address in (why(swiss, 9, 1), why(swiss, 1, 9), why(swiss, 10**30, 1)):
        assert client.get(address).status_code == 404
    bye = reverse("tournaments:why_bye", args=[swiss.code, 2, 99])
    assert client.get(bye).status_code == 404


def test_what_a_director_set_by_hand_is_said_to_be(client, ada, swiss):
    table_results(swiss, ada)
    act(swiss, ada, "close_round")
    act(swiss, ada, "allow", entry=1, other=2)
    act(swiss, ada, "propose_round")
    seats = [table.seats for table in load_state(swiss).current.tables]
    act(swiss, ada, "swap", entry=seats[0][0], other=seats[1][0])
    act(swiss, ada, "publish_round")
    assert sentences(client, why(swiss, 3, 1))[0] == "The director set this table by hand."


def test_a_later_result_does_not_change_why(client, ada, swiss):
    before = [sentences(client, why(swiss, 2, table)) for table in (1, 2)]
    act(swiss, ada, "penalty", entry=1, points=5040, reason="late")
    assert [sentences(client, why(swiss, 2, table)) for table in (1, 2)] == before


def test_programs_are_told_the_same(client, swiss):
    told = client.get(f"/api/v1/tournaments/{swiss.code}/rounds/2/tables/1/why").json()
    assert told["why"] == sentences(client, why(swiss, 2, 1))
    assert (told["round"], told["table"], len(told["names"])) == (2, 1, 2)
    place = client.get(f"/api/v1/tournaments/{swiss.code}/standings/1/why").json()
    reasons = reverse("tournaments:reasons", args=[swiss.code, 1])
    assert place["why"] == client.get(reasons).context["sentences"] != []
    gone = f"/api/v1/tournaments/{swiss.code}/rounds/2/tables/9/why"
    assert client.get(gone).status_code == 404


def test_the_standings_say_why_one_is_above_the_next(client, swiss):
    page = client.get(reverse("tournaments:reasons", args=[swiss.code, 1]))
    assert any("points" in one for one in page.context["sentences"])


@pytest.fixture
def groups(ada):
    """Two groups of four, one of each going on, whose rounds are all played."""
    config = {"groups": 2, "cut": 2, "first_round": "seed", "bots_rank": True}
    event = make_event(
        ada, make_club(ada), format="round_robin", game="death_frontline", config=config
    )
    enter_bots(event, ada, 8)
    begin(event, ada)
    for number in (1, 2, 3):
        table_results(event, ada)
        act(event, ada, "close_round")
        if number < 3:
            next_round(event, ada)
    return event


def test_in_groups_a_place_is_compared_with_those_of_its_own_group(client, ada, groups):
    page = client.get(reverse("tournaments:standings", args=[groups.code]))
    for one in page.context["groups"]:
        names = {row["name"] for row in one["rows"]}
        for row in one["rows"]:
            address = reverse("tournaments:reasons", args=[groups.code, row["entry"]])
            told = client.get(address).context
            assert told["place"] == row["place"]
            assert told["sentences"]
            named = set(re.findall(r"Bot \d", " ".join(told["sentences"])))
            assert named <= names
    next_round(groups, ada)
    last = page.context["groups"][0]["rows"][1]
    address = reverse("tournaments:reasons", args=[groups.code, last["entry"]])
    assert "reached the final stage" in client.get(address).context["sentences"][0]


def test_every_table_and_bye_of_groups_says_why(client, groups):
    for number, table in ((1, 1), (2, 4), (3, 2)):
        told = sentences(client, why(groups, number, table))
        assert told[0].startswith("Group ")
        assert told[1].startswith("Everyone meets everyone. In round")


def test_the_final_stage_of_groups_says_who_came_from_where_and_why_they_advanced(
    client, ada, groups
):
    def first_of(letter):
        standings = client.get(reverse("tournaments:standings", args=[groups.code])).context
        return standings["groups"]["AB".index(letter)]["rows"][0]["entry"]

    reasons = reverse("tournaments:reasons", args=[groups.code, first_of("B")])
    is_first = "is number 1 of group B. Advancing from each group: 1."
    assert is_first in client.get(reasons).context["sentences"][-1]
    next_round(groups, ada)
    told = sentences(client, why(groups, 4, 1))
    assert told[:2] == [
        "The bracket pairs seed 1 with seed 2.",
        "They advanced as A1, B1. The first of every group are seeded before all seconds, and so "
        "on.",
    ]
    assert is_first in client.get(reasons).context["sentences"][-1]
    out = reverse("tournaments:standings", args=[groups.code])
    last = client.get(out).context["groups"][0]["rows"][1]["entry"]
    found = client.get(reverse("tournaments:reasons", args=[groups.code, last])).context
    assert found["sentences"][-1] == "Every group’s place 2 counts alike: among all, it’s place 3."


def test_a_board_says_why_its_teams_and_its_players_meet(client, ada):
    event = make_teams(ada)
    page = client.get(why(event, 1, 2))
    assert page.context["teams"] == ["Foxes", "Owls"]
    told = page.context["sentences"]
    assert told[0].startswith("Everyone meets everyone. In round 1 of the schedule, number 1")
    assert told[-1] == "Line-ups keep their team’s order, so number 2 of both meet on board 2."
    api = client.get(f"/api/v1/tournaments/{event.code}/rounds/1/tables/2/why").json()
    assert api["why"] == told
    table_results(event, ada)
    entry = load_state(event).teams()[0].number
    place = client.get(reverse("tournaments:reasons", args=[event.code, entry])).context
    assert "match points" in place["sentences"][0]


def test_a_line_up_that_is_handed_in_changes_no_reason_of_a_proposed_round(ada):
    """Its directors read these reasons, and some of them play."""
    told = []
    for handed_in in (False, True):
        event = make_teams(ada, "swiss", reserves=1, club=f"Club {handed_in}")
        act(event, ada, "propose_round")
        if handed_in:
            for one in load_state(event).teams():
                act(event, ada, "line_up", entry=one.number, round=1, members=one.members[1:])
        told.append(sentences(browser(ada), why(event, 1, 1)))
    assert told[0] == told[1] != []


def make_teams(ada, format="round_robin", *, boards=2, reserves=0, club="Lamps"):
    """Return an event of two teams; the round of one without reserves is published."""
    config = {"boards": boards, "first_round": "seed", "bots_rank": True}
    event = make_event(
        ada, make_club(ada, name=club), format=format, game="death_frontline", config=config
    )
    size = boards + reserves
    enter_bots(event, ada, 2 * size)
    for at, name in enumerate(("Foxes", "Owls")):
        members = list(range(1 + at * size, 1 + (at + 1) * size))
        act(event, ada, "make_team", name=name, members=members, captain=0)
    act(event, ada, "start")
    if not reserves:
        next_round(event, ada)
    return event
