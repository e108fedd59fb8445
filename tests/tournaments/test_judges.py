"""Judges of an event: who can be one, what they see and may press, and what ends the office."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.models import Club, JournalEntry, Membership
from accounts.people.models import Notice, Tie
from games.tournaments.config import Config
from games.tournaments.models import Tournament
from games.tournaments.refusals import EventRefusal
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import tournament_create
from games.tournaments.store import load_state
from tests.support.event_pages import address, post
from tests.support.events import act, begin, enter_bots, make_event, next_round, play_bots
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def page(client, event, name="console", **query):
    return client.get(reverse(f"tournaments:{name}", args=[event.code]), query)


def name_judge(world, who):
    director = browser(world["people"]["director"])
    return post(director, world["event"], kind="name_judge", person=who)


@pytest.fixture
def judge(world):
    return browser(world["people"]["judge"])


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


def ruling(table):
    ranks = {f"rank-{entry}": str(at) for at, entry in enumerate(table.seats, 1)}
    return {"kind": "override_result", "round": 1, "table": table.number, "reason": "so", **ranks}


def test_a_director_names_a_member_and_everybody_reads_it(judge, world):
    assert name_judge(world, "member").status_code == 302
    assert ">member</a>" in page(judge, world["event"], "overview").content.decode()
    assert "member was named a judge." in page(judge, world["event"]).content.decode()
    assert name_judge(world, "nobody").status_code == 422
    assert name_judge(world, "member").status_code == 422


def test_console_looks_names_up_together_however_many_judges_were_named(judge, world):
    def names_asked():
        with CaptureQueriesContext(connection) as asked:
            page(judge, world["event"])
        return sum('FROM "accounts_user"' in one["sql"] for one in asked)

    before = names_asked()
    for name in ("director", "member", "owner"):
        assert name_judge(world, name).status_code == 302
    text = page(judge, world["event"]).content.decode()
    assert all(f"{name} was named a judge." in text for name in ("director", "member", "owner"))
    assert names_asked() == before


def test_judges_of_a_private_clubs_event_are_its_members(world):
    assert name_judge(world, "outsider").status_code == 403
    Club.objects.update(is_private=False)
    assert name_judge(world, "outsider").status_code == 302
    client = browser(world["people"]["outsider"])
    assert page(client, world["event"]).status_code == 200
    Club.objects.update(is_private=True)
    assert page(client, world["event"]).status_code == 404
    director = browser(world["people"]["director"])
    assert "outsider" not in [
        one.username for one in page(director, world["event"]).context["access"].judges
    ]


def test_nobody_is_named_by_whom_they_have_blocked(world):
    people = world["people"]
    Tie.objects.create(owner=people["member"], other=people["director"], kind=Tie.Kind.BLOCK)
    assert name_judge(world, "member").status_code == 422


def test_a_judge_sees_what_is_a_judges_and_nothing_else(judge, world):
    answer = page(judge, world["event"])
    text = answer.content.decode()
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
    assert judge.post(replay, {"round": 1, "table": 1}).status_code == 403
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
    assert "somebody else rules here" in text
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
        {"kind": "forfeit", **own_table, "missing": rival, "entry": stranger},
        {"kind": "report_result", **own_table, "by": rival, "entry": stranger},
        {"kind": "extend_time", **own_table, "seconds": 60, "entry": stranger},
        {"kind": "extend_time", "seconds": 60, "round": 1, "entry": stranger},
        {"kind": "penalty", "entry": rival, "points": 1, "reason": "x", "round": 99},
        {"kind": "penalty", "entry": rival, "points": 1, "reason": "x", "table": other.number},
    ):
        assert post(playing, event, **pressed).status_code == 403, pressed
    assert Tournament.objects.get(pk=event.pk).no == before


def test_a_judge_who_plays_goes_on_to_act_for_their_own_entry(playing, world):
    assert post(playing, world["event"], kind="withdraw", own=1).status_code == 302


def leave(world):
    world["club"].memberships.filter(user=world["people"]["judge"]).delete()


def come_back(world):
    leave(world)
    Membership.objects.create(club=world["club"], user=world["people"]["judge"])


def dismiss(world):
    player = world["people"]["judge"].pk
    director = browser(world["people"]["director"])
    assert post(director, world["event"], kind="dismiss_judge", player=player).status_code == 302


def lay_down(world):
    judge_ = world["people"]["judge"]
    client = browser(judge_)
    assert post(client, world["event"], kind="dismiss_judge", player=judge_.pk).status_code == 302


@pytest.mark.parametrize("end", [leave, come_back, dismiss, lay_down])
@pytest.mark.parametrize("private", [True, False])
def test_an_office_ends_and_rulings_on_the_way_are_refused(judge, world, end, private):
    Club.objects.update(is_private=private)
    end(world)
    assert page(judge, world["event"]).status_code in (403, 404)
    table = load_state(world["event"]).current.tables[0]
    assert post(judge, world["event"], **ruling(table)).status_code in (403, 404)
    with pytest.raises(EventRefusal) as refusal:
        tournament_act(
            code=world["event"].code, actor=world["people"]["judge"], role="judge",
            kind="penalty", payload={"entry": 1, "points": 0}, reason="x",
            request_id=uuid.uuid4().hex,
        )  # fmt: skip
    assert refusal.value.code == "not_director"


def test_who_is_barred_from_the_site_is_shown_as_a_judge_no_more(judge, world):
    judge_ = world["people"]["judge"]
    judge_.is_active = False
    judge_.save()
    director = browser(world["people"]["director"])
    assert page(director, world["event"]).context["access"].judges == []


def test_who_came_back_to_the_club_is_named_anew(judge, world):
    come_back(world)
    assert name_judge(world, "judge").status_code == 302
    assert page(judge, world["event"]).status_code == 200


def test_a_judge_dismisses_no_other_judge(judge, world):
    assert name_judge(world, "owner").status_code == 302
    other = world["people"]["owner"].pk
    assert post(judge, world["event"], kind="dismiss_judge", player=other).status_code == 403


def test_an_event_of_the_site_has_judges_of_its_own():
    staff = make_user("staff")
    staff.is_staff = True
    staff.save()
    event = make_event(staff, format="swiss")
    enter_bots(event, staff, 4)
    act(event, staff, "start")
    next_round(event, staff)
    judge = browser(make_user("judith"))
    assert page(judge, event).status_code == 403
    assert post(browser(staff), event, kind="name_judge", person="judith").status_code == 302
    assert page(judge, event).status_code == 200


def test_who_is_named_is_told_and_untold_when_dismissed(world):
    name_judge(world, "member")
    told = Notice.objects.get(user=world["people"]["member"])
    assert told.args == {"event": world["event"].name}
    assert told.url == address("overview", world)
    judging = world["people"]["member"]
    assert browser(judging).get(told.url).status_code == 200
    director = browser(world["people"]["director"])
    post(director, world["event"], kind="dismiss_judge", player=judging.pk)
    assert not Notice.objects.filter(user=judging).exists()


def test_notice_of_an_event_in_preparation_leads_nowhere(world):
    owner, member = world["people"]["owner"], world["people"]["member"]
    draft = tournament_create(
        actor=owner,
        club=world["club"],
        config=Config("swiss", "-"),
        about={"name": "Later", "game": "deadline_99"},
    )
    act(draft, owner, "name_judge", player=member.pk)
    assert Notice.objects.get(user=member).url == ""
