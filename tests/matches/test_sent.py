"""What a link is sent of a table: all of it first, then what has changed, and that once."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.matches.access import access_match
from games.matches.drawables import SLOT, Drawable
from games.matches.live import live_table
from games.matches.sockets.sent import SentTable
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
    turn = Drawable("turn", table.regions["turn"].template, b'{"over":true}')
    changed = replace(table, regions={**table.regions, "turn": turn})
    assert told(sent, changed)["regions"] == {"turn": turn.html("en")}
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
    differ = {name for name, one in after.regions.items() if before.regions.get(name) != one}
    regions = told(sent, after)["regions"]
    assert regions.keys() == differ
    assert {"turn", "ticker"} <= differ
    assert "motions" not in differ


def test_lines_of_the_log_are_sent_once(match, people):
    sent, table = SentTable(), shown(match, people[0])
    sent.message(table)
    act_for(match, people[0], first_legal(match))
    grown = shown(match, people[0])
    new = {line.id: line.item for line in grown.log if line not in table.log}
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
