"""The end of a match in an event: what comes next there, for whom, and when pages are told."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.contract import RESIGN
from games.matches.access import access_match
from games.tournaments.selectors.ending import ending_event
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots
from tests.support.tables import act_for, make_user, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_player_is_told_how_far_the_round_is_and_led_to_the_next_table(ada):
    bo = make_user("bo")
    event = make_event(ada, make_club(ada), format="swiss", config={"rounds": 2})
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    enter_bots(event, ada, 3)
    begin(event, ada)
    match = event.tables.get(match__seats__user=bo).match
    sit_down(match, bo)
    act_for(match, bo, RESIGN)

    def told(user):
        return ending_event(access_match(user, match.code))["event"]

    assert told(bo)["line"] == "Round 1 of 2: 1 table is still playing."
    play_bots(event)
    assert told(bo)["line"] == "Round 1 of 2 is over. The next one follows."
    assert told(bo)["next"] is None
    act(event, ada, "close_round", round=1)
    match.refresh_from_db()
    before = match.revision
    next_round(event, ada)
    match.refresh_from_db()
    assert match.revision > before
    table = event.tables.get(round=2, match__seats__user=bo).match
    assert told(bo)["next"]["address"] == f"/matches/{table.code}/"
    assert told(AnonymousUser())["next"] is None


def test_a_private_clubs_event_is_not_named_to_strangers(ada):
    bo = make_user("bo")
    event = make_event(ada, make_club(ada), format="swiss", config={"rounds": 1})
    act(event, ada, "register", players=[bo.pk], by_organiser=True)
    enter_bots(event, ada, 1)
    begin(event, ada)
    match = event.tables.get(match__seats__user=bo).match
    access = access_match(bo, match.code)
    assert "event" in ending_event(access)
    event.club.is_private = True
    event.club.save()
    assert ending_event(access) == {}
