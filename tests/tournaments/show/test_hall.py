"""The screen in the hall: who sits where, what came in, who moved; the same to everybody."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.access import access_tournament
from games.tournaments.services.arena import sweep_arenas
from games.tournaments.show.event import event_view
from games.tournaments.show.hall import AT_ONCE, hall_context
from tests.support.clubs import make_club
from tests.support.events import act, make_event
from tests.support.tables import make_user
from tests.tournaments.test_arenas import make_arena

pytestmark = pytest.mark.django_db
NAMES = ["Zoe", "anna", "Bea", "Cy", "Dan", "Eve"]


@pytest.fixture
def evening(ada):
    """A Swiss on paper of six, seeded as they were entered."""
    config = {"rounds": 3, "first_round": "seed"}
    event = make_event(ada, make_club(ada), format="swiss", config=config)
    enter(event, ada, *NAMES)
    return event


def enter(event, actor, *names):
    for name in names:
        act(event, actor, "register", players=[], guests=1, names=[name], by_organiser=True)


def shown(event, person):
    event.refresh_from_db()
    return hall_context(event_view(access_tournament(person, event.code)))


def win(event, actor, table, *order):
    """Enter a table's result on paper, the winner first."""
    number = event.round
    results = [{"entry": one, "rank": at} for at, one in enumerate(order, 1)]
    act(event, actor, "override_result", round=number, table=table, results=results, reason="-")


def named(rows):
    return [one["name"].removesuffix(" (guest)") for one in rows]


def test_everybody_finds_their_table_by_name_until_its_result_comes_in(evening, ada):
    assert named(shown(evening, ada)["entered"]) == sorted(NAMES, key=str.casefold)
    act(evening, ada, "start")
    state = act(evening, ada, "start_round", round=1)
    hall = shown(evening, ada)
    assert (hall["entered"], hall["results"]) == ([], [])
    assert named(hall["seated"]) == sorted(NAMES, key=str.casefold)
    places = {one["name"]: (one["table"], one["seat"]) for one in hall["seated"]}
    first = state.current.at(1)
    names = [f"{NAMES[entry - 1]} (guest)" for entry in first.seats]
    assert [places[name] for name in names] == [(1, 1), (1, 2)]
    win(evening, ada, 1, first.seats[1], first.seats[0])
    hall = shown(evening, ada)
    assert not set(named(hall["seated"])) & set(named([{"name": name} for name in names]))
    [result] = hall["results"]
    assert [(one["name"], one["place"]) for one in result["seats"]] == [
        (names[1], 1),
        (names[0], 2),
    ]
    assert (hall["round"]["done"], hall["round"]["tables"]) == (1, 3)


def test_the_standings_say_how_many_places_each_has_moved_since_the_round_before(evening, ada):
    act(evening, ada, "start")
    state = act(evening, ada, "start_round", round=1)
    for table in state.current.tables:
        win(evening, ada, table.number, *table.seats)
    assert {row["moved"] for row in shown(evening, ada)["rows"]} == {0}
    was = {row["entry"]: row["place"] for row in shown(evening, ada)["rows"]}
    state = act(evening, ada, "start_round", round=2)
    assert {row["moved"] for row in shown(evening, ada)["rows"]} == {0}
    for table in state.current.tables:
        win(evening, ada, table.number, *reversed(table.seats))
    rows = shown(evening, ada)["rows"]
    assert [row["moved"] for row in rows] == [was[row["entry"]] - row["place"] for row in rows]
    assert any(row["moved"] > 0 for row in rows)
    assert any(row["moved"] < 0 for row in rows)


def test_a_proposed_round_is_on_no_screen_whoever_opens_it(client, evening, ada):
    act(evening, ada, "start")
    act(evening, ada, "propose_round")
    hall = shown(evening, ada)
    assert hall["seated"] == []
    assert named(hall["entered"]) == sorted(NAMES, key=str.casefold)  # until there is a round
    client.force_login(ada)
    page = client.get(reverse("tournaments:hall", args=[evening.code])).content.decode()
    assert "Find your table" not in page


def test_the_screen_ends_with_the_podium(client, evening, ada):
    evening.prizes = "The goblet"
    evening.save()
    act(evening, ada, "start")
    for number in (1, 2, 3):
        state = act(evening, ada, "start_round", round=number)
        for table in state.current.tables:
            win(evening, ada, table.number, *sorted(table.seats))
    act(evening, ada, "close_round")
    act(evening, ada, "finish")
    hall = shown(evening, ada)
    assert (hall["seated"], hall["results"]) == ([], [])
    assert named(hall["podium"])[0] == "Zoe"
    page = client.get(reverse("tournaments:hall", args=[evening.code])).content.decode()
    assert "The goblet" in page


def test_the_code_leads_to_the_events_page_and_is_no_frames(client, evening):
    page = client.get(reverse("tournaments:hall", args=[evening.code]))
    overview = reverse("tournaments:overview", args=[evening.code])
    assert page.context["code"].address == f"http://testserver{overview}"
    told = page.content.decode().replace("<wbr>", "")
    assert f"testserver{overview}".rstrip("/") in told
    frame = client.get(reverse("tournaments:embed", args=[evening.code]))
    assert "QR code" not in frame.content.decode()


def test_long_lists_take_turns_on_the_screen_and_short_ones_stand_together(ada):
    for count, takes_turns in ((AT_ONCE, False), (AT_ONCE + 1, True)):
        event = make_event(ada, format="swiss", config={"rounds": 1})
        enter(event, ada, *(f"Guest {number}" for number in range(count)))
        act(event, ada, "start")
        act(event, ada, "start_round", round=1)
        assert shown(event, ada)["takes_turns"] is takes_turns


def test_an_arena_shows_who_plays_now_and_who_won_last(ada):
    event = make_arena(ada, ada, make_user("bo"))
    sweep_arenas()
    event.refresh_from_db()
    assert named(shown(event, ada)["seated"]) == ["ada", "bo"]
    win(event, ada, 1, 1, 2)
    hall = shown(event, ada)
    assert hall["seated"] == []
    assert [one["table"] for one in hall["results"]] == [1]
