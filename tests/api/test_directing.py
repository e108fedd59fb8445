"""Who may direct an event by program, as whom, and how often: as on its console."""

from __future__ import annotations

import pytest

from accounts.clubs.models import Membership
from accounts.throttle import person_key, throttle_one
from accounts.tokens.models import Token
from games.tournaments.models import DirectorAction
from games.tournaments.store import load_state
from games.tournaments.views.gate import POSTS_A_MINUTE
from tests.api.program import Program
from tests.support.clubs import make_club
from tests.support.directing import Desk
from tests.support.event_pages import make_people, post
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser, name_judge, page
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    """A club that anybody may look at, its event in the first round, and its people."""
    owner = make_user("owner")
    club = make_club(owner)
    people = {**make_people(club), "owner": owner}
    event = make_event(owner, club, format="swiss")
    enter_bots(event, owner, 4)
    begin(event, owner)
    world = {"club": club, "event": event, "people": people}
    name_judge(world, "judge")
    event.refresh_from_db()
    return world


@pytest.fixture
def desks(world):
    return {name: Desk(user, world["event"]) for name, user in world["people"].items()}


def refused(answer):
    return answer.status_code, answer.json()["code"]


def was_done(event):
    return DirectorAction.objects.filter(tournament=event).count()


def test_who_does_not_direct_an_event_does_nothing_in_it_and_reads_no_console(world, desks):
    before = was_done(world["event"])
    for name in ("outsider", "member", "staff"):
        desk = desks[name]
        code = world["event"].code
        assert refused(desk.send("withdraw", entry=1)) == (403, "not_director"), name
        for part in ("console", "journal"):
            answer = desk.program.get(f"/tournaments/{code}/{part}")
            assert refused(answer) == (403, "not_director"), (name, part)
    assert was_done(world["event"]) == before


def test_an_action_stands_in_the_journal_as_the_keys_owners(world, desks):
    told = desks["director"].do("extend_time", round=1, seconds=60)
    row = DirectorAction.objects.get(tournament=world["event"], no=told["no"])
    assert (row.actor, row.kind) == (world["people"]["director"], "extend_time")
    journal = desks["judge"].program.get(f"/tournaments/{world['event'].code}/journal", per_page=1)
    [line] = journal.json()["journal"]
    assert (line["no"], line["who"], line["kind"]) == (row.no, "director", "extend_time")
    shown = page(browser(world["people"]["judge"]), world["event"], "journal")
    assert line["what"] in shown.content.decode()
    assert journal.json()["next"] == 2


def test_a_judge_rules_by_program_and_does_nothing_else(world, desks):
    judge = desks["judge"]
    [table, _] = judge.sees()["round"]["tables"]
    judge.rule(1, table)
    assert refused(judge.send("close_round", round=1)) == (403, "not_director")
    assert refused(judge.send("name_judge", person="member")) == (403, "not_director")
    act(world["event"], world["people"]["owner"], "late_entry",
        players=[world["people"]["judge"].pk], this_round=True)  # fmt: skip
    mine = next(one["entry"] for one in judge.sees()["entries"] if one["name"] == "judge")
    own = judge.send("penalty", entry=mine, points="1", reason="x")
    assert refused(own) == (403, "own_case")
    judge.do("dismiss_judge", person="judge")
    assert refused(judge.send("clear_result", round=1, table=1)) == (403, "not_director")


def test_a_private_clubs_event_is_not_there_for_anybody_else(world, desks):
    world["club"].is_private = True
    world["club"].save()
    code = world["event"].code
    nowhere = Desk(world["people"]["outsider"], world["event"])
    nowhere.event = type("Nowhere", (), {"code": "nosuchevent"})
    there_is_none = nowhere.send("start").json()
    for name in ("outsider", "staff"):
        assert desks[name].send("start").json() == there_is_none
        for address in (f"/tournaments/{code}/console", f"/tournaments/{code}/journal"):
            assert refused(desks[name].program.get(address)) == (404, "not_found")
    assert refused(Program().get(f"/tournaments/{code}/console")) == (404, "not_found")
    assert refused(desks["member"].send("start")) == (403, "not_director")


def test_an_event_in_preparation_is_there_for_its_directors_alone(world, desks):
    draft = make_event(world["people"]["owner"], world["club"], name="Draft")
    type(draft).objects.filter(pk=draft.pk).update(phase="draft")
    for name, status in (("member", 404), ("judge", 404), ("director", 200)):
        answer = desks[name].program.get(f"/tournaments/{draft.code}/console")
        assert answer.status_code == status, name


@pytest.mark.parametrize("scope", ["read", "play"])
def test_a_key_of_another_kind_does_nothing_and_shows_what_its_owner_may_see(world, scope):
    desk = Desk(world["people"]["director"], world["event"], scope)
    answer = desk.send("close_registration")
    assert refused(answer) == (403, "not_allowed")
    assert answer.json()["detail"] == "This needs a key that may organise."
    assert len(desk.sees()["entries"]) == 4


def test_a_key_that_organises_holds_no_seat(world, desks):
    program = desks["director"].program
    assert refused(program.get("/me")) == (403, "not_allowed")
    table = {"game": "deadline_99", "seats": 2}
    assert refused(program.post("/tables", **table)) == (403, "not_allowed")


def test_nobody_directs_without_a_key_or_with_one_that_was_withdrawn_or_when_barred(world, desks):
    people, event = world["people"], world["event"]
    guest = Desk(None, event)
    guest.program.client.force_login(people["director"])
    assert refused(guest.send("start")) == (401, "no_key")
    people["director"].is_active = False
    people["director"].save()
    assert refused(desks["director"].send("start")) == (401, "no_key")
    Token.objects.filter(user=people["owner"]).delete()
    assert refused(desks["owner"].send("start")) == (401, "no_key")


def test_who_directs_no_more_is_refused_at_once(world, desks):
    desks["director"].do("extend_time", round=1, seconds=60)
    office = Membership.objects.filter(user=world["people"]["director"])
    office.update(role=Membership.Role.MEMBER)
    again = desks["director"].send("extend_time", round=1, seconds=60)
    assert refused(again) == (403, "not_director")


def test_the_same_id_does_nothing_twice_and_answers_the_same(world, desks):
    owner = desks["owner"]
    asked = {"round": 1, "seconds": 60, "request_id": "once"}
    first, again = (owner.do("extend_time", **asked) for _ in range(2))
    assert again == {**first, "again": True}
    assert not first["again"]
    assert load_state(type(world["event"]).objects.get()).current.at(1).extra_seconds == 60
    other = owner.send("close_round", round=1, request_id="once")
    assert refused(other) == (422, "request_id_used")
    assert refused(desks["director"].send("extend_time", **asked)) == (422, "request_id_used")


@pytest.mark.parametrize("wrong", ["", "a b", "x" * 65, "é", "match-abc", "arena-1"])
def test_an_id_that_no_program_may_choose_is_refused(world, desks, wrong):
    before = was_done(world["event"])
    answer = desks["owner"].send("extend_time", round=1, seconds=60, request_id=wrong)
    assert answer.status_code == 422
    assert was_done(world["event"]) == before


def test_what_follows_from_a_console_that_is_overtaken_is_refused(world, desks):
    no = desks["director"].sees()["no"]
    act(world["event"], world["people"]["owner"], "extend_time", seconds=60)
    late = desks["director"].send("cancel_round", round=1, reason="x", no=no)
    assert refused(late) == (409, "stale_page")
    no = desks["director"].sees()["no"]
    desks["director"].do("cancel_round", round=1, reason="x", no=no)


def test_calls_and_buttons_of_one_person_are_counted_together(world, desks):
    owner = world["people"]["owner"]
    for _ in range(POSTS_A_MINUTE - 1):
        throttle_one(person_key(owner.pk), "event", limit=POSTS_A_MINUTE, seconds=60)
    desks["owner"].do("extend_time", round=1, seconds=60)
    answer = desks["owner"].send("extend_time", round=1, seconds=60)
    assert refused(answer) == (429, "too_often")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert post(browser(owner), world["event"], kind="start").status_code == 429


def test_announcements_by_program_are_counted_with_those_of_the_console(world, desks):
    for _ in range(3):
        act(world["event"], world["people"]["owner"], "announce", text="Soon.")
    answer = desks["director"].send("announce", text="Now.")
    assert refused(answer) == (429, "announced_often")


def test_only_members_are_entered_in_what_is_for_members(world, desks):
    event = make_event(world["people"]["owner"], world["club"], entry="members")
    desk = Desk(world["people"]["director"], event)
    assert refused(desk.send("register", people=["outsider"])) == (403, "members_only")
    assert refused(desk.send("register", people=["nobody"])) == (422, "no_such_person")
    desk.enter("member")
    again = desk.send("register", people=["Member"])
    assert refused(again) == (422, "already_entered")
    assert again.json()["detail"] == "member is already entered."


def test_what_is_told_names_nobody_by_the_sites_own_numbers(world, desks):
    bo = make_user("bo")
    type(bo).objects.filter(pk=bo.pk).update(id=987654321)
    act(world["event"], world["people"]["owner"], "late_entry", players=[987654321])
    act(world["event"], world["people"]["owner"], "name_judge", player=987654321)
    for part in ("console", "journal"):
        told = desks["director"].program.get(f"/tournaments/{world['event'].code}/{part}")
        assert "bo" in told.content.decode()
        assert "987654321" not in told.content.decode()


def replayed(desk, match):
    return desk.program.post(f"/tournaments/{desk.event.code}/replay", match=match)


def test_a_match_that_is_not_to_count_is_played_again_once(world, desks):
    director = desks["director"]
    old = director.sees()["round"]["tables"][0]["match"]
    assert refused(replayed(desks["judge"], old)) == (403, "not_director")
    assert refused(replayed(desks["outsider"], old)) == (403, "not_director")
    told = [replayed(director, old).json() for _ in range(2)]
    assert told == [{"match": old, "again": False}, {"match": old, "again": True}]
    assert world["event"].tables.filter(round=1, table=1).count() == 2
    new = director.sees()["round"]["tables"][0]["match"]
    assert new != old
    statuses = [director.program.get(f"/matches/{one}").json()["status"] for one in (old, new)]
    assert statuses == ["void", "running"]
    for wrong in ("nosuchmatch", "a\0b", "x" * 30):
        assert replayed(director, wrong).status_code == 422


def test_no_match_is_played_again_whose_table_is_decided(world, desks):
    director = desks["director"]
    table, other = director.sees()["round"]["tables"]
    director.rule(1, table)
    assert refused(replayed(director, table["match"])) == (422, "result_stands")
    gone = [one["entry"] for one in other["chairs"][:1]]
    director.do("forfeit", round=1, table=2, absent=gone)
    assert refused(replayed(director, other["match"])) == (422, "decided_without_play")
    assert world["event"].tables.filter(is_current=True, table=1).exists()
