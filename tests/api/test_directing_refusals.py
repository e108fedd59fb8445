"""A malformed action is refused in a sentence and changes nothing; two doors at once do it once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from games.tournaments.models import DirectorAction
from games.tournaments.services.act import lock_tournament
from tests.api.program import V1
from tests.support.clubs import make_club
from tests.support.directing import Desk
from tests.support.event_pages import post
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser
from tests.support.races import PATIENCE, impatient, in_own_connection

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(ada):
    event = make_event(ada, make_club(ada), format="swiss")
    enter_bots(event, ada, 4)
    return Desk(ada, event)


RESULT = [{"entry": 1, "rank": 1}, {"entry": 4, "rank": 2}]


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"kind": "create", "config": {}},
        {"kind": "configure", "config": {}},
        {"kind": "pair_free"},
        {"kind": "set_result", "round": 1, "table": 1, "results": RESULT},
        {"kind": "report_result", "round": 1, "table": 1, "by": 1, "results": RESULT},
        {"kind": "no_such"},
        {"kind": ["withdraw"], "entry": 1},
        {"kind": "withdraw"},
        {"kind": "withdraw", "entry": "1"},
        {"kind": "withdraw", "entry": True},
        {"kind": "withdraw", "entry": 1.0},
        {"kind": "withdraw", "entry": 0},
        {"kind": "withdraw", "entry": 10**30},
        {"kind": "withdraw", "entry": 99},
        {"kind": "withdraw", "entry": 1, "this_round": "yes"},
        {"kind": "withdraw", "entry": 1, "now": True},
        {"kind": "late_entry", "people": []},
        {"kind": "late_entry", "people": ["ada"], "bot": True},
        {"kind": "late_entry", "people": ["ada", "bo", "chen"]},
        {"kind": "late_entry", "people": ["ada", "ada"]},
        {"kind": "late_entry", "people": ["a\0b"]},
        {"kind": "late_entry", "people": ["x" * 200]},
        {"kind": "late_entry", "players": [-1]},
        {"kind": "late_entry", "bot": True, "bye": True},
        {"kind": "late_entry", "bot": True, "table": 1},
        {"kind": "late_entry", "bot": True, "this_round": True, "table": 1, "bye": True},
        {"kind": "late_entry", "bot": True, "club": "x" * 61},
        {"kind": "configure", "clubs_apart": True},
        {"kind": "configure", "tie_breaks": ["lot"] * 8},
        {"kind": "configure", "bye": "double"},
        {"kind": "configure", "half_byes": 2},
        {"kind": "announce", "text": "a\0b"},
        {"kind": "announce", "text": " "},
        {"kind": "announce", "text": "x" * 501},
        {"kind": "penalty", "entry": 1, "points": 1},
        {"kind": "penalty", "entry": 1, "points": "-1"},
        {"kind": "penalty", "entry": 1, "points": "1e99"},
        {"kind": "extend_time", "round": 1, "seconds": 86401},
        {"kind": "plan_rounds", "rounds": 100000},
        {"kind": "override_result", "round": 1, "table": 1, "results": [{"entry": 1}]},
        {"kind": "override_result", "round": 1, "table": 1, "results": RESULT * 26},
        {"kind": "override_result", "round": 1, "table": 1, "results": RESULT[:1] * 2},
        {"kind": "close_round", "round": 2},
        "withdraw",
        None,
    ],
)  # fmt: skip
def test_what_has_no_form_is_refused_in_a_sentence_and_changes_nothing(desk, ada, action):
    begin(desk.event, ada)
    before = DirectorAction.objects.count()
    path = f"/tournaments/{desk.event.code}/actions"
    answer = desk.program.post(path, action=action, request_id="x", reason="so")
    assert answer.status_code == 422, answer.content
    assert set(answer.json()) == {"code", "detail"}
    assert answer.json()["detail"].endswith(".")
    assert DirectorAction.objects.count() == before


@pytest.mark.parametrize(
    "beside", [{"reason": "a\0b"}, {"reason": "x" * 501}, {"no": -1}, {"no": "1"}, {"now": True}]
)
def test_what_goes_along_with_an_action_is_looked_at_too(desk, beside):
    path = f"/tournaments/{desk.event.code}/actions"
    sent = {"action": {"kind": "start"}, "request_id": "x", **beside}
    assert desk.program.post(path, **sent).status_code == 422
    assert not DirectorAction.objects.filter(kind="start").exists()


def test_half_a_sign_is_refused(desk):
    body = '{"action": {"kind": "announce", "text": "\\ud800"}, "request_id": "x"}'
    answer = desk.program.client.post(
        f"{V1}/tournaments/{desk.event.code}/actions",
        body,
        content_type="application/json",
        headers=desk.program.headers,
    )
    assert answer.status_code == 422


def test_what_needs_a_reason_is_refused_without_one(desk, ada):
    begin(desk.event, ada)
    [table, _] = desk.sees()["round"]["tables"]
    results = [{"entry": one["entry"], "rank": at} for at, one in enumerate(table["chairs"], 1)]
    answer = desk.send("override_result", round=1, table=1, results=results)
    assert (answer.status_code, answer.json()["code"]) == (422, "reason_needed")


def test_a_program_and_the_console_at_once_draw_one_round(desk, ada):
    act(desk.event, ada, "start")
    page = browser(ada)
    no = desk.sees()["no"]

    @in_own_connection
    def by_program():
        return desk.send("propose_round", round=1, no=no).status_code

    @in_own_connection
    def by_console():
        return post(page, desk.event, kind="propose_round", round=1, no=no).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(by_program), pool.submit(by_console)]
        told = [one.result(PATIENCE) for one in answers]
    assert told in ([200, 409], [409, 302])
    assert DirectorAction.objects.filter(kind="propose_round").count() == 1


def test_the_same_call_sent_twice_at_once_is_done_once(desk, ada):
    begin(desk.event, ada)
    asked = {"round": 1, "seconds": 60, "request_id": "once"}

    @in_own_connection
    def send():
        return desk.do("extend_time", **asked)["again"]

    with ThreadPoolExecutor(4) as pool:
        told = [one.result(PATIENCE) for one in [pool.submit(send) for _ in range(4)]]
    assert sorted(told) == [False, True, True, True]
    assert DirectorAction.objects.filter(kind="extend_time").count() == 1


def test_an_event_that_others_hold_for_too_long_is_busy(desk, caplog):
    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        lock_tournament(desk.event.code)
        answer = pool.submit(impatient(desk.send), "start").result(PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (409, "busy")
    assert "an event was busy" in caplog.text
