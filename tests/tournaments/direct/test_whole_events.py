"""Whole events from their first entry to their places: told again, and played by rote."""

from __future__ import annotations

from games.tournaments.direct.board import final_places
from tests.support.programs import printed
from tests.tournaments.direct.support import Event, config

PROGRAM = """
import json
from games.tournaments.direct.fold import act, BLANK
state = BLANK
def do(kind, **payload):
    global state
    action, state = act(state, kind, payload, "-")
    print(json.dumps([action.kind, action.payload]))
do("create", config={"format": "pods", "seed": "abc", "rounds": 3})
do("open_registration")
for number in range(11):
    do("register", players=[number])
do("start")
for number in range(3):
    do("propose_round")
    do("publish_round")
    for table in state.current.tables:
        rows = [{"entry": e, "rank": r} for r, e in enumerate(sorted(table.seats), 1)]
        do("set_result", table=table.number, results=rows)
    do("close_round")
"""


def test_the_same_requests_give_the_same_actions_in_another_process():
    assert len(printed(PROGRAM, hash_seeds=(1, 2))) == 1


def test_a_late_entry_a_drop_and_a_correction_in_a_pod_evening_of_eleven():
    held = Event(config(format="pods", rounds=5, scores="signed")).started(11)
    for number in range(1, 6):
        if number == 2:
            held.do("late_entry", players=[500])
        if number == 3:
            held.do("withdraw", entry=4)
        held.play_round()
    rows = [
        {"entry": entry, "rank": rank} for rank, entry in enumerate(reversed(held.seats(1)[0]), 1)
    ]
    held.do("override_result", round=1, table=1, results=rows)
    held.do("finish")
    places = final_places(held.state)
    assert sorted(places) == list(range(1, 13))
    assert sorted(places.values()) == list(range(1, 13))
    held.check()
