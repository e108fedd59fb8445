"""People without an account in the journal: entered, on paper, claimed; and bots without places."""

from __future__ import annotations

import pytest

from games.tournaments.direct.board import board, final_places
from games.tournaments.direct.config import Config, config_to_json
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.fold import fold
from games.tournaments.export.bringing import without_accounts
from games.tournaments.export.whole import derived, export_event, import_event
from games.tournaments.rank.points import Scoring
from tests.tournaments.direct.support import NAMES, Event, refused


def rows(*pairs):
    return [{"entry": entry, "rank": rank} for entry, rank in pairs]


def entered(config, people, guests, bots=0):
    """Return an event with so many people, guests and bots, in this order, before its start."""
    held = Event(config)
    held.do("open_registration")
    for number in range(people):
        held.do("register", players=[101 + number])
    for _ in range(guests):
        held.do("register", players=[], guests=1)
    for _ in range(bots):
        held.do("register", players=[], bots=1)
    return held


@pytest.fixture
def duel():
    """A Swiss of two guests whose first round is published: table 1 is on paper."""
    held = entered(Config("swiss", "lots", rounds=2), 0, 2)
    held.do("start")
    held.publish()
    return held


def tell(held, by, *order):
    return held.do("tell_result", entry=by, round=1, table=1, results=rows(*order))


def test_guests_get_numbers_below_those_of_all_bots_and_are_none():
    held = entered(Config("swiss", "lots"), 1, 2, bots=1)
    guests, bot = (held.state.entries[2], held.state.entries[3]), held.state.entries[4]
    assert [one.players for one in guests] == [(-1,), (-2,)]
    assert [one.guests for one in guests] == [(-1,), (-2,)]
    assert (bot.players, bot.guests, bot.is_bot) == ((-3,), (), True)
    assert not any(one.is_bot for one in guests)
    held.check()


def test_an_arena_takes_nobody_without_an_account():
    held = Event(Config("arena", "lots", scoring=Scoring("arena")))
    held.do("open_registration")
    assert refused(held, "register", players=[], guests=1) == "arena_needs_accounts"
    swiss = entered(Config("swiss", "lots"), 0, 1)
    changed = config_to_json(held.state.config)
    assert refused(swiss, "configure", config=changed) == "arena_needs_accounts"


def test_a_result_stands_once_two_say_the_same(duel):
    assert tell(duel, 1, (1, 1), (2, 2))["confirmed"] is False
    assert duel.state.current.at(1).result is None
    assert tell(duel, 1, (2, 1), (1, 2))["confirmed"] is False  # a player may think again
    assert tell(duel, 2, (2, 1), (1, 3))["confirmed"] is True  # the same places, as it says
    table = duel.state.current.at(1)
    assert (table.result.source, table.result.place_of(2)) == ("players", 1)
    assert not table.told
    assert refused(duel, "tell_result", entry=1, round=1, table=1, results=[]) == "result_stands"
    duel.check()


def test_reports_that_differ_wait_for_a_director(duel):
    tell(duel, 1, (1, 1), (2, 2))
    assert tell(duel, 2, (2, 1), (1, 2))["confirmed"] is False
    assert set(duel.state.current.at(1).told) == {1, 2}
    duel.do("override_result", round=1, table=1, results=rows((1, 1), (2, 1)))
    assert not duel.state.current.at(1).told
    duel.do("clear_result", round=1, table=1)
    assert tell(duel, 2, (2, 1), (1, 2))["confirmed"] is False


def test_a_third_who_disagrees_keeps_two_from_settling_a_table():
    held = entered(Config("pods", "lots", rounds=1), 0, 4)
    held.do("start")
    held.publish()
    tell(held, 1, (1, 1), (2, 2), (3, 3), (4, 4))
    tell(held, 2, (2, 1), (1, 2), (3, 3), (4, 4))
    assert tell(held, 3, (1, 1), (2, 2), (3, 3), (4, 4))["confirmed"] is False
    assert tell(held, 2, (1, 1), (2, 2), (3, 3), (4, 4))["confirmed"] is True


def test_a_table_that_has_reported_a_result_is_not_drawn_when_time_is_up():
    held = entered(Config("swiss", "lots", rounds=1), 0, 4)
    held.do("set_pace", round_minutes=50, break_minutes=5, enough="50", no_show_minutes=0)
    held.do("start")
    held.do("propose_round")
    held.do("publish_round", now=0)
    first, second = held.state.current.at(1).seats
    tell(held, first, (first, 1), (second, 2))
    assert set(held.do("draw_rest", now=3000)["tables"]) == {"2"}
    assert refused(held, "draw_rest", now=3000) == "nothing_to_draw"
    assert tell(held, second, (first, 1), (second, 2))["confirmed"] is True
    held.check()


@pytest.mark.parametrize(
    ("tables", "moves"),
    [([[1, 2, 3], [4, 5, 6, 7]], [[2, None], [3, None]]), ([[1, 2, 7], [3, 4, 5, 6]], [[2, 2]])],
    ids=["from the site", "from paper"],
)
def test_nobody_is_sent_from_a_table_on_the_site_to_one_that_may_be_playing(tables, moves):
    held = entered(Config("pods", "lots", rounds=1), 6, 1)
    held.do("start")
    held.do("propose_round")
    held.do("set_tables", round=1, tables=tables, byes=[])
    held.do("publish_round")
    assert held.do("no_show", entry=1)["moves"][: len(moves)] == moves
    held.check()


def test_nobody_reports_on_others_tables_or_where_a_match_is_played():
    held = entered(Config("swiss", "lots", rounds=1), 4, 2)
    held.do("start")
    held.publish()
    played = next(one for one in held.state.current.tables if set(one.seats) <= {1, 2, 3, 4})
    paper = next(one for one in held.state.current.tables if set(one.seats) & {5, 6})
    other = next(iter({5, 6} - set(paper.seats)), None) or played.seats[0]
    for entry, table in ((played.seats[0], played), (other, paper)):
        asked = {"entry": entry, "round": 1, "table": table.number}
        results = rows(*((one, at) for at, one in enumerate(table.seats, 1)))
        assert refused(held, "tell_result", **asked, results=results) == "not_on_paper"


def test_an_account_takes_the_history_over_once_and_a_director_takes_it_back(duel):
    tell(duel, 1, (1, 1), (2, 2))
    duel.do("claim", entry=1, guest=-1, user=500)
    entry = duel.state.entries[1]
    assert (entry.players, entry.unclaimed, entry.is_bot) == ((500,), (), False)
    assert duel.state.on_paper(duel.state.current, duel.state.current.at(1))
    assert refused(duel, "claim", entry=1, guest=-1, user=501) == "nothing_to_claim"
    assert refused(duel, "claim", entry=2, guest=-2, user=500) == "already_entered"
    duel.do("unclaim", entry=1)
    entry = duel.state.entries[1]
    assert (entry.players, entry.unclaimed, entry.keys) == ((-1,), (-1,), 1)
    assert refused(duel, "unclaim", entry=1) == "nobody_claimed"
    duel.do("claim", entry=1, guest=-1, user=501)
    duel.check()


def test_claimed_entries_play_matches_from_the_next_round(duel):
    duel.do("claim", entry=1, guest=-1, user=500)
    duel.do("claim", entry=2, guest=-2, user=501)
    duel.result(1, 1, 2)
    duel.do("close_round")
    held = duel.publish()  # the two meet again: there is nobody else
    assert not duel.state.on_paper(held, held.tables[0])


def test_addresses_change_when_they_are_replaced(duel):
    duel.do("replace_address", entry=2)
    duel.do("replace_address")
    assert (duel.state.entries[2].keys, duel.state.door_keys) == (1, 1)
    assert refused(duel, "replace_address", entry=9) == "no_entry"


@pytest.mark.parametrize("bots_rank", [True, False])
def test_bots_take_places_only_where_they_may(bots_rank):
    config = Config("swiss", "lots", rounds=1, bots_rank=bots_rank)
    held = entered(config, 2, 0, bots=2)
    held.do("start")
    for table in held.publish().tables:
        order = sorted(table.seats, reverse=True)  # bots, entered last, beat people
        held.result(table.number, *order)
    held.do("close_round")
    held.do("finish")
    bots = {3, 4}
    places = final_places(held.state)
    shown = {row.entry: row.place for row in board(held.state)}
    if bots_rank:
        assert bots <= set(places)
    else:
        assert set(places) == {1, 2}
        assert 1 in places.values()
        assert all(shown[one] is None for one in bots)
    held.check()


def test_bots_among_themselves_take_places():
    held = entered(Config("swiss", "lots", rounds=1, bots_rank=False), 0, 0, bots=2)
    held.do("start")
    held.publish()
    held.result(1, 1, 2)
    assert [row.place for row in board(held.state)] == [1, 2]


def test_bots_without_places_go_on_to_no_final_stage():
    config = Config("swiss", "lots", rounds=1, cut=2, bots_rank=False)
    held = entered(config, 2, 0, bots=2)
    held.do("start")
    for table in held.publish().tables:
        held.result(table.number, *sorted(table.seats, reverse=True))
    held.do("close_round")
    final = held.publish()
    assert set(final.tables[0].seats) == {1, 2}


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("format", ["swiss", "pods"])
def test_no_final_stage_is_planned_for_people_too_few_for_one(format, people):
    """An event that runs by itself would go on to it, with nobody to play it."""
    held = entered(Config(format, "lots", rounds=1, cut=4, bots_rank=False), people, 0, bots=6)
    held.do("start")
    held.publish()
    held.play()
    assert last_round(held.state) == (2 if (format, people) == ("swiss", 2) else 1)
    held.do("withdraw", entry=1)
    assert last_round(held.state) == 1
    held.check()


def test_an_export_with_guests_and_claims_comes_back_and_names_no_account(duel):
    tell(duel, 1, (1, 1), (2, 2))
    tell(duel, 2, (1, 1), (2, 2))
    duel.do("claim", entry=1, guest=-1, user=500)
    told = export_event(duel.actions, NAMES)
    assert told["entries"][0]["guests"] == [-1]
    assert fold(import_event(told)) == duel.state
    brought = fold(without_accounts(duel.actions))
    assert all(player < 0 for one in brought.entries.values() for player in one.players)
    assert not any(one.is_bot for one in brought.entries.values())
    same = [derived(state)["standings"] for state in (brought, duel.state)]
    assert same[0] == same[1]


def test_entries_without_guests_are_exported_as_ever():
    held = Event(Config("swiss", "lots")).with_players(2)
    told = export_event(held.actions, NAMES)
    assert all("guests" not in one for one in told["entries"])
    assert all("guests" not in one["payload"] for one in told["actions"])
