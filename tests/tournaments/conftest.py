"""What tests of events start from."""

from __future__ import annotations

import pytest

from games.tournaments.services.seasons import season_open
from tests.support.clubs import make_club
from tests.support.event_pages import make_people
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser
from tests.support.tables import make_user


@pytest.fixture
def world():
    owner = make_user("owner")
    club = make_club(owner, is_private=True)
    people = {**make_people(club), "owner": owner}
    season = season_open(club=club, actor=owner, name="Autumn", best_of=None)
    event = make_event(owner, club, season=season, format="swiss")
    enter_bots(event, owner, 4)
    begin(event, owner)
    act(event, owner, "name_judge", player=people["judge"].pk)
    return {"club": club, "event": event, "people": people}


@pytest.fixture
def judge(world):
    return browser(world["people"]["judge"])


@pytest.fixture
def open_event():
    owner = make_user("owner")
    club = make_club(owner, joining="open")
    return make_event(owner, club, config={"capacity": 2})


@pytest.fixture
def event(ada):
    return make_event(ada, make_club(ada))


@pytest.fixture
def running(event, ada):
    enter_bots(event, ada, 7)
    begin(event, ada)
    return event


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def autumn(club, ada):
    return season_open(club=club, actor=ada, name="Autumn", best_of=None)


@pytest.fixture
def winter(club, autumn, ada):
    return season_open(club=club, actor=ada, name="Winter", best_of=None, ends=autumn.pk)
