"""One move: judged, appended once, acknowledged after commit."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection

from games.engine.chain import chain_link
from games.engine.contract import IllegalAction, Refusal
from games.engine.read_record import read_record
from games.engine.verify import verify_record
from games.matches import store
from games.matches.export import record_json
from games.matches.models import Match, MatchAction, MatchEvent, MatchSecret
from games.matches.services.match_act import match_time_out
from games.matches.services.match_finish import match_finished
from games.matches.services.sweep import sweep
from games.registry import all_rulesets
from tests.support.tables import (
    act_for,
    first_legal,
    make_running,
    make_user,
    pass_deadline,
    play_to_end,
    refused,
)


def log_of(match):
    rows = MatchEvent.objects.filter(match=match).order_by("seq")
    return list(rows.values_list("seq", "ply", "name"))


def test_an_accepted_action_is_in_the_log_with_its_events(match, people):
    action = first_legal(match)
    done = act_for(match, people[0], action)
    row = MatchAction.objects.get(match=match)
    assert (row.ply, row.seat, row.action, row.auto) == (1, 0, action, "")
    assert done.version == match.version == row.version
    assert done.head == match.head == row.head
    assert [seq for seq, _, _ in log_of(match)] == list(range(1, match.version + 1))


def test_the_same_id_again_gets_the_first_answer_and_changes_nothing(match, people):
    action, action_id = first_legal(match), uuid.uuid4().hex
    version = match.version
    first = act_for(match, people[0], action, action_id=action_id)
    before = log_of(match)
    assert act_for(match, people[0], action, action_id=action_id, version=version) == first
    assert log_of(match) == before


@pytest.mark.parametrize("own", ["timeout", "abandoned", "bot"])
def test_nobody_takes_the_id_of_an_action_that_the_server_will_play(match, people, own):
    with refused("action_id_used"):
        act_for(match, people[0], first_legal(match), action_id=f"{own}-{match.version + 1}")
    assert not MatchAction.objects.filter(match=match).exists()


def first_meld(match):
    """Play on until somebody can lay a set on the bare table; return who, and the action."""
    users = {seat.number: seat.user for seat in match.seats.all()}
    rules = match.rules
    while True:
        state = store.load_position(match).state
        wishes = {}
        for action in rules.legal_actions(state, match.to_act):
            if action.get("stack") is None:
                wishes.setdefault(action["type"], action)
        if "meld" in wishes:
            return users[match.to_act], wishes["meld"]
        act_for(match, users[match.to_act], wishes.get("draw") or wishes["discard"])


def test_an_action_is_stored_in_normal_form_and_its_repeat_known_in_any(people):
    match = make_running(*people, game="zombie_rummy", options={"end": "rounds", "target": 9})
    user, normal = first_meld(match)
    sent = {"type": "meld", "cards": normal["cards"][::-1]}
    action_id = uuid.uuid4().hex
    done = act_for(match, user, sent, action_id=action_id)
    row = MatchAction.objects.get(match=match, ply=match.ply)
    assert row.action == normal
    entry = {"seat": row.seat, "action": normal, "at": row.at_ms}
    before = MatchAction.objects.get(match=match, ply=match.ply - 1)
    assert row.head == done.head == chain_link(before.head, entry)
    for again in (sent, normal):
        assert act_for(match, user, again, action_id=action_id) == done
    for other in ({**sent, "cards": 7}, {"type": "meld"}, {"type": []}, [], None):
        with refused("action_id_used"):
            act_for(match, user, other, action_id=action_id)


def test_an_id_cannot_be_used_for_another_action_or_by_another_seat(match, people):
    action_id = uuid.uuid4().hex
    action = first_legal(match)
    act_for(match, people[0], action, action_id=action_id)
    for again in (action, first_legal(match)):
        with refused("action_id_used"):
            act_for(match, people[1], again, action_id=action_id)


def test_a_row_that_was_read_before_keeps_its_own_position(match, people):
    before = Match.objects.get(pk=match.pk)
    act_for(match, people[0], first_legal(match))
    assert store.load_position(match).version == match.version
    assert store.load_position(before).version == before.version < match.version


def test_a_stale_version_is_refused(match, people):
    with refused("stale_version"):
        act_for(match, people[0], first_legal(match), version=match.version - 1)


def test_an_illegal_action_changes_nothing(match, people):
    before, row = log_of(match), Match.objects.filter(pk=match.pk).values().get()
    for action in ({"type": "play", "card": "2S"}, {"type": "nonsense"}, {}, [], None, 7):
        with pytest.raises(Refusal):
            act_for(match, people[0], action)
    with pytest.raises(IllegalAction, match="not_your_turn"):
        act_for(match, people[1], first_legal(match))
    assert log_of(match) == before
    assert Match.objects.filter(pk=match.pk).values().get() == row


def test_who_does_not_sit_here_cannot_act(match):
    with refused("not_seated"):
        act_for(match, make_user("eve"), first_legal(match))


@pytest.mark.parametrize("wrong", ["", "a b", "x" * 65, "é", "a\n"])
def test_an_action_needs_a_plain_id(match, people, wrong):
    with refused("bad_action_id"):
        act_for(match, people[0], first_legal(match), action_id=wrong)


def test_a_cold_process_folds_to_the_same_position(match, people):
    act_for(match, people[0], first_legal(match))
    warm = store.load_position(match)
    store.POSITIONS.clear()
    assert store.load_position(match) == warm


def test_a_resignation_is_taken_out_of_turn_and_with_an_old_version(match, people):
    act_for(match, people[1], {"type": "resign"}, version=0)
    assert match.status == Match.Status.FINISHED
    assert match.result["reason"] == "resignation"


def test_the_end_sets_ranks_reveals_the_secret_and_is_told_once(match, people, monkeypatch):
    heard = []
    monkeypatch.setattr(match_finished, "functions", [lambda match: heard.append(match.code)])
    play_to_end(match, *people)
    assert heard == [match.code]
    assert sorted(seat.rank for seat in match.seats.all()) == [1, 2]
    assert MatchSecret.objects.get(match=match).revealed_at is not None
    assert match.to_act is None
    assert match.deadline_at is None
    with refused("not_running"):
        act_for(match, people[0], {"type": "resign"})


def test_a_finished_match_exports_a_record_that_verifies(match, people):
    import json

    play_to_end(match, *people)
    record = read_record(json.dumps(record_json(match)).encode(), all_rulesets())
    assert verify_record(record)[-1].head == match.head


def test_an_unfinished_match_leaves_without_its_seed(match):
    record = record_json(match)
    secret = MatchSecret.objects.get(match=match)
    assert "seed" not in record
    assert bytes(secret.secret).hex() not in str(record)
    assert bytes(secret.seed).hex() not in str(record)


def test_a_time_out_plays_the_default_action_and_says_so(match):
    pass_deadline(match)
    assert sweep() == 1
    row = MatchAction.objects.get(match=match)
    assert (row.seat, row.auto) == (0, "timeout")
    match.refresh_from_db()
    assert match.to_act == 1
    assert match.seats.get(number=0).timeouts_in_row == 1
    assert sweep() == 0


def test_the_third_time_out_in_a_row_resigns_the_seat(match, people):
    for _ in range(3):
        pass_deadline(match)
        match_time_out(code=match.code)
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING and match.to_act == 1:
            act_for(match, people[1], first_legal(match))
    assert match.status == Match.Status.FINISHED
    last = MatchAction.objects.filter(match=match).order_by("ply").last()
    assert (last.seat, last.action, last.auto) == (0, {"type": "resign"}, "abandoned")


def test_acting_oneself_ends_a_row_of_time_outs(match, people):
    pass_deadline(match)
    match_time_out(code=match.code)
    match.refresh_from_db()
    act_for(match, people[1], first_legal(match))
    act_for(match, people[0], first_legal(match))
    assert match.seats.get(number=0).timeouts_in_row == 0


def test_an_action_after_the_deadline_is_too_late_and_the_default_is_played(match, people):
    pass_deadline(match)
    with refused("too_late"):
        act_for(match, people[0], first_legal(match))
    assert MatchAction.objects.get(match=match).auto == "timeout"


def test_a_turn_beyond_its_limit_uses_up_the_reserve(match, people):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_match SET turn_started_at = turn_started_at - interval '70 seconds'"
        )
    act_for(match, people[0], first_legal(match))
    left = match.seats.get(number=0).reserve_ms
    assert 100_000 < left <= 110_000
    assert match.seats.get(number=1).reserve_ms == 120_000
