"""Matches whose game or ruleset was taken away stand still, and hold up nobody else's."""

from __future__ import annotations

import json
import logging
from datetime import timedelta

import pytest
from django.db.models import F

from accounts.services import preferences_set
from games.matches import store
from games.matches.models import Match, Seat
from games.matches.services import sweep as sweep_module
from games.matches.services.sweep import sweep, sweep_tables
from games.matches.services.table_free import SILENT_AFTER, STALE_AFTER
from games.matches.services.turn_mail import turn_mails_send
from games.registry import UnknownRules, all_rulesets
from games.websockets.handlers.consumer import CLOSE_NOT_FOUND
from tests.support.sockets import PATIENCE, closed, in_thread, path_of, players, push, socket
from tests.support.tables import (
    act_for,
    first_legal,
    make_ready,
    make_running,
    make_table,
    make_user,
    pass_deadline,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[{"game": "gone"}, {"ruleset": 99}], ids=["game", "ruleset"])
def take_rules_away(request):
    return lambda match: Match.objects.filter(pk=match.pk).update(**request.param)


@pytest.fixture
def faults(caplog):
    caplog.set_level(logging.ERROR)
    return caplog


def test_a_turn_that_runs_out_is_left_alone_and_another_is_played(
    ada, bo, faults, take_rules_away, monkeypatch
):
    monkeypatch.setattr(sweep_module, "BATCH", 1)
    gone, living = make_running(ada, bo), make_running(ada, bo)
    take_rules_away(gone)
    pass_deadline(gone)
    pass_deadline(living)
    assert (sweep(), sweep()) == (1, 0)
    assert not faults.records
    living.refresh_from_db()
    assert living.ply == 1


def test_playing_in_a_turn_that_has_run_out_is_answered_so_and_is_no_failure(
    ada, bo, faults, take_rules_away
):
    match = make_running(ada, bo)
    action = first_legal(match)
    take_rules_away(match)
    pass_deadline(match)
    with pytest.raises(UnknownRules):
        act_for(match, (ada, bo)[match.to_act], action)
    match.refresh_from_db()
    assert (match.failures, match.status) == (0, Match.Status.RUNNING)
    assert not faults.records


def test_a_bots_turn_is_left_alone(ada, faults, take_rules_away):
    match = make_running(ada, bots=["novice"], seats=2)
    act_for(match, ada, first_legal(match))
    take_rules_away(match)
    assert sweep() == 0
    assert not faults.records


def test_a_table_at_which_somebody_is_waited_for_is_left_alone_till_it_is_stale(
    ada, bo, faults, take_rules_away
):
    gone, living = make_table(ada, bo), make_table(ada, bo)
    for match in (gone, living):
        make_ready(match, ada)
    take_rules_away(gone)
    Seat.objects.filter(user=bo).update(is_away=True)
    Match.objects.update(touched_at=F("touched_at") - SILENT_AFTER)
    assert sweep_tables() == 1
    assert [match.seats.filter(user=bo).exists() for match in (gone, living)] == [True, False]
    Match.objects.update(touched_at=F("touched_at") - STALE_AFTER)
    assert sweep_tables() == 2
    assert not faults.records


def test_a_mail_is_written_for_the_others(mailoutbox, take_rules_away):
    people = [make_user(name) for name in ("ada", "bo")]
    for user in people:
        preferences_set(user=user, mail_turns=True)
    matches = [make_running(*people, turn_seconds=86400, reserve_seconds=0) for _ in range(2)]
    Match.objects.update(turn_started_at=F("turn_started_at") - timedelta(hours=1))
    take_rules_away(matches[0])
    assert turn_mails_send() == 1
    assert matches[1].code in mailoutbox[0].body


async def test_a_page_that_is_open_is_told_so_by_its_link(faults, monkeypatch):
    ada, _, match = await in_thread(players)
    asked = {"action": "{}", "version": str(match.version), "action_id": "a"}
    async with socket(path_of(match), ada) as page:
        await push(page)
        monkeypatch.delitem(all_rulesets(), match.game)
        store.POSITIONS.clear()
        await page.send_to(text_data=json.dumps(asked))
        while not (text := await page.receive_from(PATIENCE)).startswith("{"):
            pass
    assert json.loads(text) == {"action_id": "a", "status": 404}
    assert not faults.records


async def test_a_link_that_is_opened_then_is_closed_for_good(faults, monkeypatch):
    ada, _, match = await in_thread(players)
    monkeypatch.delitem(all_rulesets(), match.game)
    store.POSITIONS.clear()
    async with socket(path_of(match), ada) as page:
        assert await closed(page) == CLOSE_NOT_FOUND
    assert not faults.records
