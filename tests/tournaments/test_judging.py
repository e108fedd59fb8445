"""What judges of an event see and may press, and that nobody judges their own case."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.models import JournalEntry
from games.tournaments.models import Tournament
from games.tournaments.store import load_state
from tests.support.event_pages import address, post
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.judges import browser, name_judge, page, ruling

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(world):
    """A member who judges an event and plays in it, against bots."""
    owner, member = world["people"]["owner"], world["people"]["member"]
    event = make_event(owner, world["club"], format="swiss")
    act(event, owner, "register", players=[member.pk])
    enter_bots(event, owner, 3)
    begin(event, owner)
    world["event"] = event
    assert name_judge(world, "member").status_code == 302
    return browser(member)


def tables(event, *, own):
    mine = load_state(Tournament.objects.get(pk=event.pk)).current.table_of(1)
    held = load_state(event).current
    return next(one for one in held.tables if (one.number == mine.number) == own)


def test_a_judge_sees_what_is_a_judges_and_nothing_else(judge, world):
    answer = page(judge, world["event"])
    behind = [judge.get(address(name, world)) for name in ("entry", "table")]
    text = "".join(one.content.decode() for one in (answer, *behind))
    for kind in ("override_result", "penalty", "extend_time", "no_show"):
        assert f'value="{kind}"' in text
    for kind in (
        "close_round", "cancel_round", "withdraw", "exclude", "absent", "keep_apart", "plan_rounds",
        "late_entry", "name_judge",
    ):  # fmt: skip
        assert f'value="{kind}"' not in text
    for name in ("settings", "linked"):
        assert page(judge, world["event"], name).status_code == 403
        assert reverse(f"tournaments:{name}", args=[world["event"].code]) not in text
    assert answer.context["buttons"] == []


def test_a_judge_rules_and_the_club_reads_it(judge, world):
    table = load_state(world["event"]).current.tables[0]
    assert post(judge, world["event"], **ruling(table)).status_code == 302
    assert post(judge, world["event"], kind="penalty", entry=2, reason="late").status_code == 302
    assert (
        post(judge, world["event"], kind="lift_penalty", penalty=1, reason="no").status_code == 302
    )
    event = Tournament.objects.get(pk=world["event"].pk)
    assert load_state(event).current.at(table.number).result.source == "judge"
    ruled = JournalEntry.objects.filter(verb="ruled")
    assert {one.actor for one in ruled} == {world["people"]["judge"]}


@pytest.mark.parametrize(
    "pressed",
    [
        {"kind": "close_round", "round": 1}, {"kind": "cancel_round", "round": 1, "reason": "x"},
        {"kind": "withdraw", "entry": 1}, {"kind": "exclude", "entry": 1, "reason": "x"},
        {"kind": "name_judge", "person": "director"}, {"kind": "late_entry", "bot": 1},
    ],
)  # fmt: skip
def test_what_is_the_directors_is_refused_to_a_judge(judge, world, pressed):
    before = Tournament.objects.get(pk=world["event"].pk).no
    assert post(judge, world["event"], **pressed).status_code == 403
    replay = reverse("tournaments:replay_table", args=[world["event"].code])
    assert (
        judge.post(replay, {"match": world["event"].tables.first().match.code}).status_code == 403
    )
    assert Tournament.objects.get(pk=world["event"].pk).no == before


def test_a_judge_looks_at_a_round_before_it_is_published(judge, world):
    event, owner = world["event"], world["people"]["owner"]
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    assert "proposed, not public" in page(judge, event).content.decode()
    assert 'value="swap"' not in page(judge, event).content.decode()
    assert len(judge.get(address("export", world)).json()["rounds"]) == 2
    assert post(judge, event, kind="publish_round", round=2).status_code == 403


def test_sides_are_held_back_from_judges_as_from_players(judge, world):
    event, owner = world["event"], world["people"]["owner"]
    table = load_state(event).current.tables[0]
    results = [{"entry": one, "rank": at, "side": "x"} for at, one in enumerate(table.seats, 1)]
    act(event, owner, "override_result", round=1, table=1, results=results, reason="so")
    Tournament.objects.update(embargo_until=timezone.now() + timedelta(days=1))
    assert judge.get(address("export", world)).json()["rounds"] == []
    director = browser(world["people"]["director"])
    assert len(director.get(address("export", world)).json()["rounds"]) == 1


def test_nobody_rules_as_a_judge_where_they_play(playing, world):
    event = world["event"]
    mine, other = tables(event, own=True), tables(event, own=False)
    text = page(playing, event).content.decode()
    assert f'id="ruling-{other.number}"' in text
    assert f'id="ruling-{mine.number}"' not in text
    assert "someone else has to rule" in text
    for name, args in (("table", [1, mine.number]), ("entry", [1])):
        text = playing.get(
            reverse(f"tournaments:{name}", args=[event.code, *args])
        ).content.decode()
        assert "someone else has to rule" in text
        assert 'name="reason"' not in text
    rival = next(one for one in mine.seats if one != 1)
    for pressed in (
        ruling(mine),
        {"kind": "no_show", "entry": rival, "round": 1},
        {"kind": "penalty", "entry": rival, "points": 1, "reason": "x"},
        {"kind": "penalty", "entry": 1, "points": 0, "reason": "x"},
        {"kind": "extend_time", "seconds": 60, "round": 1},
    ):
        assert post(playing, event, **pressed).status_code == 403, pressed
    assert post(playing, event, **ruling(other)).status_code == 302
    given = {"kind": "penalty", "entry": other.seats[0], "points": 1, "reason": "x"}
    assert post(playing, event, **given).status_code == 302


@pytest.mark.parametrize("who", ["judge", "director"])
def test_nobody_sets_a_result_by_hand_without_a_reason(world, who):
    event, table = world["event"], tables(world["event"], own=False)
    no = Tournament.objects.get(pk=event.pk).no
    pressed = ruling(table)
    for kind, reason in (("set_result", ""), ("set_result", "so"), ("override_result", " ")):
        asked = {**pressed, "kind": kind, "reason": reason}
        assert post(browser(world["people"][who]), event, **asked).status_code == 422
    assert Tournament.objects.get(pk=event.pk).no == no


def test_what_is_sent_along_makes_the_own_table_nobody_elses(playing, world):
    event = world["event"]
    mine, other = tables(event, own=True), tables(event, own=False)
    rival, stranger = next(one for one in mine.seats if one != 1), other.seats[0]
    own_table = {"round": 1, "table": mine.number}
    before = Tournament.objects.get(pk=event.pk).no
    for pressed in (
        {**ruling(mine), "entry": stranger},
        {"kind": "clear_result", **own_table, "entry": stranger},
        {"kind": "extend_time", **own_table, "seconds": 60, "entry": stranger},
        {"kind": "extend_time", "seconds": 60, "round": 1, "entry": stranger},
        {"kind": "penalty", "entry": rival, "points": 1, "reason": "x", "round": 99},
        {"kind": "penalty", "entry": rival, "points": 1, "reason": "x", "table": other.number},
    ):
        assert post(playing, event, **pressed).status_code == 403, pressed
    assert Tournament.objects.get(pk=event.pk).no == before


def test_a_judge_who_plays_goes_on_to_act_for_their_own_entry(playing, world):
    assert post(playing, world["event"], kind="withdraw", own=1).status_code == 302
