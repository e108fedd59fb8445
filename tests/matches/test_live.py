"""A live page: all of it first, then what has changed, and that once."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.showing import Region
from games.matches.access import access_match
from games.matches.fragments import SLOT, RenderedRegion
from games.matches.live import SentTable, live_table
from games.matches.match_cache import clear
from tests.support.tables import act_for, first_legal, make_running

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people):
    return make_running(*people)


def shown(match, user):
    return live_table(access_match(user, match.code))


def told(sent, table, beside=""):
    return json.loads(sent.message(table, beside))


def test_the_first_message_is_the_whole_table_and_what_goes_beside_it(match, people):
    table = shown(match, people[0])
    assert SentTable().message(table, "<p>hi</p>") == table.html() + "<p>hi</p>"


def test_where_nothing_has_changed_only_the_stages_attributes_are_sent(match, people):
    sent, table = SentTable(), shown(match, people[0])
    sent.message(table)
    nothing = {"stage": table.attributes, "frame": "", "regions": {}, "log": {}}
    assert told(sent, table, "<p>hi</p>") == {**nothing, "beside": "<p>hi</p>"}


def test_only_regions_that_differ_are_sent(match, people):
    sent, table = SentTable(), shown(match, people[0])
    sent.message(table)
    turn = RenderedRegion(Region("turn", "matches/_turn.jinja", {"over": True}), "en")
    changed = replace(table, regions={**table.regions, "turn": turn})
    assert told(sent, changed)["regions"] == {"turn": turn.html}
    assert told(sent, changed)["regions"] == {}


def test_a_region_that_was_away_is_sent_when_it_comes_back(match, people):
    sent, table = SentTable(), shown(match, people[0])
    sent.message(table)
    without = {name: one for name, one in table.regions.items() if name != "cue"}
    assert told(sent, replace(table, regions=without))["regions"] == {}
    assert told(sent, table)["regions"].keys() == {"cue"}


def test_a_move_changes_what_it_touches_and_nothing_else(match, people):
    sent, before = SentTable(), shown(match, people[1])
    sent.message(before)
    act_for(match, people[0], first_legal(match))
    after = shown(match, people[1])
    regions = told(sent, after)["regions"]
    known = before.regions
    differ = {name for name, one in after.regions.items() if known[name].region != one.region}
    assert regions.keys() == differ
    assert {"turn", "ticker"} <= regions.keys()
    assert not {"menu", "head"} & regions.keys()


def test_what_the_process_has_forgotten_is_not_sent_again(match, people):
    sent, remembered = SentTable(), SentTable()
    for page in (sent, remembered):
        page.message(shown(match, people[1]))
    act_for(match, people[0], first_legal(match))
    usual = told(remembered, shown(match, people[1]))["regions"]
    clear()
    assert told(sent, shown(match, people[1]))["regions"] == usual


def test_what_everybody_sees_is_drawn_once(match, people):
    act_for(match, people[0], first_legal(match))
    watched, *seated = (shown(match, who) for who in (AnonymousUser(), *people))
    for table in seated:
        shared = {name for name, one in table.regions.items() if watched.regions.get(name) is one}
        assert {"ticker", "seat-0", "seat-1", "centre", "whole-head"} - shared <= {"ticker"}


def test_lines_of_the_log_are_sent_once(match, people):
    sent, table = SentTable(), shown(match, people[0])
    sent.message(table)
    act_for(match, people[0], first_legal(match))
    grown = shown(match, people[0])
    known = table.projection.lines()
    new = {line.id: line.item for line in grown.projection.lines() if line not in known}
    assert new
    assert told(sent, grown)["log"] == new
    assert told(sent, grown)["log"] == {}


def test_where_regions_stand_otherwise_their_slots_are_sent_and_the_whole_log(match, people):
    sent, table = SentTable(), shown(match, people[0])
    sent.message(table)
    act_for(match, people[match.to_act], {"type": "resign"})
    over = shown(match, people[0])
    message = told(sent, over)
    assert message["frame"] == over.outline()
    assert {"result", "turn"} <= set(SLOT.findall(message["frame"]))
    assert "result" in message["regions"]
    assert message["log"] == {}
    assert told(sent, over)["frame"] == ""
