"""Registration, waiting list and check-in (tournaments 5.1)."""

from __future__ import annotations

import pytest

from games.tournaments.direct.actions import Action
from games.tournaments.direct.config import config_to_json
from games.tournaments.direct.fold import apply
from games.tournaments.direct.text import EntryRef
from tests.tournaments.direct.support import Event, config, refused


def statuses(held):
    return {one.number: one.status for one in held.state.entries.values()}


def test_when_full_entries_wait_and_move_up_in_order():
    held = Event(config(capacity=2)).with_players(4)
    assert statuses(held) == {1: "registered", 2: "registered", 3: "waiting", 4: "waiting"}
    assert held.do("unregister", entry=1)["promoted"] == [3]
    assert statuses(held) == {1: "left", 2: "registered", 3: "registered", 4: "waiting"}
    assert held.do("unregister", entry=4)["promoted"] == []
    held.check()


def test_places_that_are_added_are_the_waiting_lists_before_anybody_elses():
    held = Event(config(capacity=2)).with_players(4)
    more = config_to_json(config(capacity=3))
    assert held.do("configure", config=more)["promoted"] == [3]
    held.do("register", players=[200])
    assert statuses(held) == {
        1: "registered", 2: "registered", 3: "registered", 4: "waiting", 5: "waiting"
    }  # fmt: skip
    fewer = config_to_json(config(capacity=2))
    assert held.do("configure", config=fewer)["promoted"] == []
    held.check()


def test_settings_that_were_stored_before_places_went_to_the_waiting_list_promote_nobody():
    held = Event(config(capacity=2)).with_players(3)
    stored = Action("configure", {"config": config_to_json(config(capacity=3))})
    assert apply(held.state, stored).entries[3].status == "waiting"


def test_an_event_without_a_limit_has_the_sites(monkeypatch):
    monkeypatch.setattr("games.tournaments.direct.config.MOST_PLACES", 3)
    held = Event(config()).with_players(4)
    assert statuses(held)[4] == "waiting"
    assert held.do("unregister", entry=1)["promoted"] == [4]
    assert config(capacity=1000).places == 3


def test_nobody_promotes_or_enters_late_beyond_the_sites_limit(monkeypatch):
    held = Event(config(capacity=2)).with_players(3)
    monkeypatch.setattr("games.tournaments.direct.kinds.registration.MOST_PLACES", 2)
    assert refused(held, "promote", entry=3) == "registration_closed"
    monkeypatch.setattr("games.tournaments.direct.kinds.late.MOST_PLACES", 2)
    held.do("start")
    assert refused(held, "late_entry", players=[199]) == "late_entry_closed"


def test_an_organiser_may_promote_beyond_the_limit():
    held = Event(config(capacity=2)).with_players(3)
    held.do("promote", entry=3)
    assert statuses(held)[3] == "registered"
    assert refused(held, "promote", entry=3) == "not_waiting"
    assert held.do("unregister", entry=1)["promoted"] == []


def test_nobody_enters_twice_but_may_come_back():
    held = Event(config()).with_players(2)
    with pytest.raises(Exception, match="already_entered") as refusal:
        held.do("register", players=[101])
    assert refusal.value.phrase.args["entry"] == EntryRef(1)
    assert isinstance(refusal.value.phrase.args["entry"], EntryRef)
    held.do("unregister", entry=1)
    assert held.do("register", players=[101])["entry"] == 3


def test_a_pair_has_two_different_players():
    held = Event(config(team_size=2))
    held.do("open_registration")
    assert refused(held, "register", players=[1]) == "team_size"
    assert refused(held, "register", players=[1, 1]) == "same_player"
    held.do("register", players=[1, 2])
    assert refused(held, "register", players=[2, 3]) == "already_entered"


def test_players_register_only_while_registration_is_open():
    held = Event(config())
    assert refused(held, "register", players=[1]) == "registration_closed"
    held.do("register", players=[1], by_organiser=True)
    held.do("open_registration")
    held.do("register", players=[2])
    held.do("close_registration")
    assert refused(held, "register", players=[3]) == "registration_closed"
    held.do("open_registration")
    held.do("register", players=[3])


def test_who_did_not_check_in_is_left_out_and_the_waiting_list_fills_the_places():
    held = Event(config(capacity=3, check_in=True)).with_players(5)
    held.do("close_registration")
    for entry in (1, 3, 5):
        held.do("check_in", entry=entry)
    assert refused(held, "check_in", entry=1) == "already_checked_in"
    held.do("check_out", entry=3)
    assert refused(held, "check_out", entry=3) == "not_checked_in"
    held.do("start")
    assert statuses(held) == {1: "registered", 2: "left", 3: "left", 4: "left", 5: "registered"}
    assert [one.number for one in held.state.listed()] == [1, 5]


def test_everybody_with_a_place_is_checked_in_at_once_and_only_they_are_taken_back():
    held = Event(config(capacity=4, check_in=True)).with_players(6)
    held.do("close_registration")
    held.do("check_in", entry=1)
    held.do("unregister", entry=2)
    held.do("check_in_all")
    assert there(held) == [1, 3, 4, 5]
    assert refused(held, "check_in_all") == "all_checked_in"
    held.do("check_out", entry=3)
    held.do("check_in", entry=3)
    held.do("check_out_all")
    assert there(held) == [1, 3]
    assert refused(held, "check_out_all") == "nobody_checked_in"
    held.do("start")
    assert refused(held, "check_in_all") == "wrong_phase"
    held.check()


def there(held):
    return [one.number for one in held.state.entries.values() if one.checked_in]


def test_without_a_check_in_everybody_registered_starts():
    held = Event(config(capacity=3)).with_players(4)
    held.do("start")
    assert [one.number for one in held.state.listed()] == [1, 2, 3]
    assert statuses(held)[4] == "left"


def test_what_is_no_entry_is_refused():
    held = Event(config()).with_players(2)
    assert refused(held, "unregister", entry=9) == "no_entry"
    held.do("unregister", entry=1)
    assert refused(held, "unregister", entry=1) == "not_registered"
    assert refused(held, "check_in", entry=1) == "not_registered"


def test_who_cannot_start_for_want_of_check_ins_is_told_so():
    held = Event(config(check_in=True)).with_players(5)
    held.do("check_in", entry=1)
    assert refused(held, "start") == "too_few_there"
    held.do("check_in", entry=2)
    held.do("start")
