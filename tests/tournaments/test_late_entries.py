"""Late entries as directors and their programs choose a place for them (tournaments 3.2, 5)."""

from __future__ import annotations

import pytest

from games.tournaments.rank.points import UNIT
from games.tournaments.store import load_state
from tests.support.clubs import make_club
from tests.support.directing import Desk
from tests.support.event_pages import enter, post
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(ada):
    """Pods whose first round is published: seven people at tables of four and three."""
    event = make_event(ada, make_club(ada))
    for at in range(7):
        act(event, ada, "register", players=[make_user(f"guest{at}").pk], by_organiser=True)
    begin(event, ada)
    return event


def state_of(event):
    event.refresh_from_db()
    return load_state(event)


def tables(event):
    return {table.number: len(table.seats) for table in state_of(event).current.tables}


def choices(event, ada):
    """Return what the console offers for a late entry."""
    return [value for value, _ in browser(ada).get(f"/tournaments/{event.code}/console/").context[
        "late_places"
    ]]  # fmt: skip


def test_the_console_offers_tables_that_have_not_begun_first(evening, ada):
    make_user("zoe")
    small, large = sorted(tables(evening), key=tables(evening).get)
    assert choices(evening, ada) == [str(small), str(large), "", "bye"]
    enter(browser(ada), evening, "zoe", place=str(large))
    assert tables(evening) == {small: 3, large: 5}
    assert choices(evening, ada) == [str(small), "", "bye"]


def test_nobody_sits_down_where_the_match_has_begun(evening, ada):
    event = make_event(ada, make_club(ada, name="Robots"))
    enter_bots(event, ada, 7)
    begin(event, ada)  # bots begin at once
    assert choices(event, ada) == ["", "bye"]
    answer = enter(browser(ada), event, bots="1", place="1")
    assert answer.status_code == 422
    enter(browser(ada), event, bots="1", place="now")
    assert state_of(event).current.unplayed[8].points == UNIT // 2


@pytest.mark.parametrize(
    ("place", "joined", "half"), [("", 2, False), ("bye", 1, True), ("now", 1, False)]
)
def test_a_late_entry_goes_where_the_director_says(evening, ada, place, joined, half):
    make_user("zoe")
    enter(browser(ada), evening, "zoe", place=place)
    state = state_of(evening)
    assert state.entries[8].joined == joined
    assert (8 in state.current.unplayed) == half


@pytest.mark.parametrize("place", ["99", "x", "-1", "1 2"])
def test_a_place_that_is_none_is_refused(evening, ada, place):
    make_user("zoe")
    answer = enter(browser(ada), evening, "zoe", place=place)
    assert answer.status_code == 422
    assert len(state_of(evening).entries) == 7


def test_programs_have_the_same_choices(evening, ada):
    desk = Desk(ada, evening)
    room = [one["table"] for one in desk.sees()["round"]["tables"] if one["has_room"]]
    assert room == sorted(tables(evening))
    desk.do("late_entry", bot=True, this_round=True, table=room[0])
    before = tables(evening)
    desk.do("late_entry", bot=True, this_round=True, bye=True)
    assert tables(evening) == before
    assert state_of(evening).current.unplayed[9].points == UNIT // 2


def test_players_of_one_club_are_kept_apart_in_the_first_round(ada):
    event = make_event(ada, make_club(ada), config={"clubs_apart": True, "first_round": "seed"})
    people = [make_user(f"guest{at}") for at in range(6)]
    for at, one in enumerate(people[:3]):
        post(browser(one), event, own=1, kind="register", club="Lamp" if at < 2 else "")
    for one in people[3:5]:
        enter(browser(ada), event, one.username, club="Owls")
    Desk(ada, event).do("register", people=[people[5].username], club="Lamp")
    clubs = {one.number: one.club for one in state_of(event).entries.values()}
    assert list(clubs.values()) == ["Lamp", "Lamp", None, "Owls", "Owls", "Lamp"]
    begin(event, ada)
    for table in state_of(event).current.tables:
        owls = [one for one in table.seats if clubs[one] == "Owls"]
        assert len(owls) == 1
    page = browser(ada).get(f"/tournaments/{event.code}/console/").content.decode()
    assert "Owls" in page


def test_a_program_changes_settings_until_the_start(ada):
    event = make_event(ada, make_club(ada))
    desk = Desk(ada, event)
    desk.do("configure", forbidden=[5], clubs_apart=True, bye="usual", tie_breaks=[])
    config = state_of(event).config
    assert (config.sizes.allowed, config.clubs_apart, config.pab) == ((3, 4), True, UNIT // 2)
    assert desk.sees()["settings"]["bye"] == "half"
    refused = desk.send("configure", tie_breaks=["lot", "direct"])
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_settings")
    old = desk.send("configure", no=desk.sees()["no"] - 1, half_byes=2)
    assert (old.status_code, old.json()["code"]) == (409, "stale_page")
    enter_bots(event, ada, 4)
    act(event, ada, "start")
    assert desk.send("configure", half_byes=2).json()["code"] == "wrong_phase"
