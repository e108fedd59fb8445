"""Every action of the console by program: each is done once, in the form that is described."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.tournaments.direct.fold import KINDS
from games.tournaments.rank.points import Scoring
from games.tournaments.services.act import tournament_act
from games.tournaments.store import load_state
from tests.api.test_schema import described as described  # a fixture
from tests.support.clubs import make_club
from tests.support.database_clock import StandingClock
from tests.support.directing import Desk
from tests.support.events import make_event, play_bots
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


def state_of(event):
    event.refresh_from_db()
    return load_state(event)


def status_of(desk, entry):
    return next(one["status"] for one in desk.sees()["entries"] if one["entry"] == entry)


@pytest.fixture
def desk(ada):
    return Desk(ada, make_event(ada, make_club(ada), format="swiss", config={"rounds": 5}))


def before_the_start(desk):
    """Enter, check in, part and excuse people; start."""
    bo, chen, dora, emil = desk.enter("bo", "chen", "dora", "emil")
    desk.do("register", bot=True)
    fay = desk.do("register", people=["fay"])["entry"]
    desk.do("unregister", entry=fay)
    desk.do("close_registration")
    desk.do("open_registration")
    desk.do("check_in", entry=bo)
    assert [one["entry"] for one in desk.sees()["entries"] if one["checked_in"]] == [bo]
    desk.do("check_in_all")
    desk.do("check_out", entry=bo)
    assert [one["entry"] for one in desk.sees()["entries"] if one["checked_in"]] == [2, 3, 4, 5]
    desk.do("check_out_all")
    assert not any(one["checked_in"] for one in desk.sees()["entries"])
    desk.do("keep_apart", entry=bo, other=chen)
    desk.do("allow", entry=chen, other=bo)
    desk.do("absent", entry=emil, round=1)
    assert desk.sees()["entries"][3]["excused"] == [1]
    desk.do("present", entry=emil, round=1)
    desk.do("name_judge", person="fay")
    assert desk.sees()["judges"] == ["fay"]
    desk.do("dismiss_judge", person="fay")
    told = {"tie_breaks": ["wins", "lot"], "bye": "half", "half_byes": 2}
    desk.do("configure", **told, bots_rank=False)
    assert desk.sees()["settings"] == {
        **told,
        "forbidden": [],
        "clubs_apart": False,
        "bots_rank": False,
    }
    desk.do("start")
    desk.do("plan_rounds", rounds=3)
    return [bo, chen, dora, emil, 5]


def first_round(desk, entries):
    """Draw a round, change it by hand, publish it, and rule on it in every way."""
    bo, chen, dora, emil, bot = entries
    desk.do("propose_round", round=1)
    seated = {"tables": [[bo, chen], [dora, emil]], "byes": [bot]}
    desk.do("set_tables", round=1, **seated)
    desk.do("swap", round=1, entry=chen, other=emil)
    desk.do("give_bye", round=1, entry=chen)
    desk.do("set_tables", round=1, **seated)
    desk.do("publish_round", round=1)
    desk.do("late_entry", people=["gil"], this_round=True)
    desk.do("extend_time", round=1, seconds=60)
    desk.do("extend_time", round=1, seconds=60, table=1)
    assert [one.extra_seconds for one in state_of(desk.event).current.tables[:2]] == [120, 60]
    tables = desk.sees()["round"]["tables"]
    desk.rule(1, tables[0])
    assert desk.sees()["round"]["tables"][0]["chairs"][0]["rank"] == 1
    desk.do("clear_result", round=1, table=1)
    desk.do("no_show", entry=bo)
    desk.do("reseat", entry=bo)
    desk.do("forfeit", round=1, table=1, absent=[bo])
    ruled = [{"entry": dora, "rank": 2}]
    about = {"round": 1, "table": 2, "absent": [emil]}
    desk.do("override_result", reason="late", results=ruled, **about)
    for table in tables[2:]:
        desk.rule(1, table)
    desk.do("close_round", round=1)
    desk.do("reopen_round", round=1)
    desk.do("close_round", round=1)


def between_rounds(desk, entries):
    """Penalise, exclude, withdraw, announce, and take it all back."""
    bo, chen, *_ = entries
    desk.do("penalty", entry=bo, points="0.5", reason="late")
    assert desk.sees()["penalties"] == [{"penalty": 1, "entry": bo, "points": "0.50"}]
    desk.do("lift_penalty", penalty=1, reason="was not")
    desk.do("exclude", entry=bo, keep_results=True, reason="help from outside")
    assert status_of(desk, bo) == "excluded"
    desk.do("readmit", entry=bo, reason="was not")
    desk.do("restore", entry=bo)
    desk.do("withdraw", entry=chen)
    assert status_of(desk, chen) == "withdrawn"
    told = desk.do("announce", text="Cards at eight.")
    stands = [{"announcement": told["no"], "text": "Cards at eight."}]
    assert desk.sees()["announcements"] == stands
    desk.do("take_back_announcement", announcement=told["no"])
    assert desk.sees()["announcements"] == []


def to_the_end(desk):
    """Take a round back, finish, archive and take up again."""
    desk.do("propose_round", round=2)
    assert desk.sees()["round"]["phase"] == "proposed"
    desk.do("cancel_round", round=2)
    desk.do("finish", reason="the hall closes")
    desk.do("archive")
    desk.do("reopen", reason="not yet")
    assert desk.sees()["phase"] == "finished"


def the_waiting_list(ada):
    """Let somebody in although the event is full."""
    config = {"capacity": 2}
    desk = Desk(ada, make_event(ada, make_club(ada, name="Small"), format="swiss", config=config))
    *_, last = desk.enter("bo", "chen", "dora")
    assert status_of(desk, last) == "waiting"
    desk.do("promote", entry=last)
    assert status_of(desk, last) == "registered"
    return desk.done


def an_arena(ada):
    """Enter people in an arena that runs, let one come back, and move its end."""
    choices = {"game": "death_frontline", "format": "arena"}
    config = {"scoring": Scoring("arena")}
    desk = Desk(ada, make_event(ada, make_club(ada, name="Fast"), config=config, **choices))
    desk.enter("bo", "chen")
    desk.do("start")
    dora = desk.do("join", people=["dora"])["entry"]
    desk.do("withdraw", entry=dora)
    desk.do("come_back", entry=dora)
    before = state_of(desk.event).ends_at
    desk.do("move_end", seconds=-60)
    assert state_of(desk.event).ends_at == before - 60
    return desk.done


def by_itself_and_by_the_clock(ada):
    """Let an event run by itself and by hand; start a round by one action, and time it."""
    clock = StandingClock()
    desk = Desk(ada, make_event(ada, make_club(ada, name="Timed"), format="swiss"))
    desk.enter("bo", "chen")
    desk.do("start")
    pace = {"round_minutes": 50, "break_minutes": 10, "enough": "75", "no_show_minutes": 5}
    desk.do("set_pace", **pace)
    desk.do("run_by_itself")
    assert state_of(desk.event).pace.is_automatic
    desk.do("take_over")
    desk.do("start_round", round=1)
    assert state_of(desk.event).current.phase == "published"
    desk.do("pause_clock", round=1)
    assert state_of(desk.event).current.clock.left == 50 * 60
    desk.do("start_clock", round=1)
    desk.do("start_clock", round=1, minutes=1)
    clock.move(timedelta(minutes=1))
    desk.do("draw_rest", round=1)
    assert state_of(desk.event).current.complete
    return desk.done


def a_guest(ada):
    """Enter somebody without an account, replace the address, and undo a claim."""
    desk = Desk(ada, make_event(ada, make_club(ada, name="Visitors"), format="swiss"))
    entry = desk.do("register", guests=["Anna"])["entry"]
    assert desk.sees()["entries"][0]["name"] == "Anna (guest)"
    desk.do("replace_address", entry=entry)
    desk.do("replace_address")
    tournament_act(
        code=desk.event.code, actor=ada, role="player", kind="claim", request_id="mine",
        payload={"entry": entry, "guest": -1, "user": ada.pk},
    )  # fmt: skip
    desk.do("unclaim", entry=entry)
    assert desk.sees()["entries"][0]["name"] == "Anna (guest)"
    return desk.done


def teams(ada):
    """Make two teams, change one, and hand its line-up in."""
    event = make_event(
        ada, make_club(ada, name="Teams"), format="round_robin", config={"boards": 2}
    )
    desk = Desk(ada, event)
    for name in ("Anna", "Bert", "Carl", "Dora"):
        desk.do("register", guests=[name])
    owls = desk.do("make_team", name="Owls", members=[1, 2], captain=1)["entry"]
    desk.do("make_team", name="Foxes", members=[3, 4])
    desk.do("change_team", entry=owls, name="Geese", members=[2, 1], captain=2)
    told = next(one for one in desk.sees()["entries"] if one["entry"] == owls)
    assert (told["name"], told["members"], told["captain"]) == ("Geese", [2, 1], 2)
    desk.do("start")
    desk.do("line_up", entry=owls, round=1, members=[1, 2])
    tables = desk.publish(1)
    (match,) = desk.sees()["round"]["matches"]
    assert owls in match["teams"]
    assert match["tables"] == [one["table"] for one in tables]
    return desk.done


def qualifiers(ada):
    """Let the winner of an event qualify for another."""
    club = make_club(ada, name="Finals")
    group = Desk(ada, make_event(ada, club, format="swiss", config={"rounds": 1}))
    for name in ("Anna", "Bert"):
        group.do("register", guests=[name])
    group.do("start")
    [table] = group.publish(1)
    group.rule(1, table)
    group.do("close_round", round=1)
    group.do("finish")
    desk = Desk(ada, make_event(ada, club, format="knockout"))
    desk.do("take_qualifiers", sources=[group.event.code], first=1)
    assert [one["name"] for one in desk.sees()["entries"]] == [table["chairs"][0]["name"]]
    return desk.done


def test_each_is_done_and_described(desk, ada, described):
    for name in ("bo", "chen", "dora", "emil", "fay", "gil"):
        make_user(name)
    entries = before_the_start(desk)
    first_round(desk, entries)
    between_rounds(desk, entries)
    to_the_end(desk)
    done = {*desk.done, *the_waiting_list(ada), *an_arena(ada), *a_guest(ada)}
    done |= {*by_itself_and_by_the_clock(ada), *teams(ada), *qualifiers(ada)}
    wish = described["components"]["schemas"]["Wish"]["properties"]["action"]
    assert done == set(wish["discriminator"]["mapping"])
    assert done == {name for name, kind in KINDS.items() if kind.form is not None}


def test_places_close_up_where_somebody_was_missing(desk):
    for name in ("bo", "chen", "dora"):
        make_user(name)
    pods = make_event(desk.event.created_by, desk.event.club, name="Pods")
    desk = Desk(desk.event.created_by, pods)
    desk.enter("bo", "chen", "dora")
    desk.do("register", bot=True)
    desk.do("start")
    [table] = desk.publish(1)
    first, *others = [one["entry"] for one in table["chairs"]]
    results = [{"entry": one, "rank": at} for at, one in enumerate(others, 2)]
    desk.do("override_result", reason="x", round=1, table=1, results=results, absent=[first])
    [table] = desk.sees()["round"]["tables"]
    assert [(one["absent"], one["rank"]) for one in table["chairs"]] == [
        (True, None), (False, 1), (False, 2), (False, 3),
    ]  # fmt: skip


def test_a_round_that_was_played_is_told_with_its_matches(desk):
    for _ in range(3):
        desk.do("register", bot=True)
    desk.do("start")
    [table] = desk.publish(1)
    play_bots(desk.event)
    told = desk.sees()["round"]
    assert [one["kind"] for one in told["without"]] == ["pab"]
    assert told["tables"][0]["decided"]
    assert desk.program.get(f"/matches/{table['match']}").json()["status"] == "finished"
    desk.do("close_round", round=1)
    desk.publish(2)
    assert desk.sees()["round"]["round"] == 2
    assert desk.sees(round=1)["round"] == {**told, "phase": "closed"}
    assert desk.sees(round=9)["round"] is None
