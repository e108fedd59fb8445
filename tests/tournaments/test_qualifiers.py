"""Qualification across events: the first of each enter another, seeded by place."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.models import Notice
from games.tournaments.direct.config import Scoring, config_to_json
from games.tournaments.models import DirectorAction
from games.tournaments.store import load_state
from tests.docs.test_verify_script import run
from tests.support.clubs import make_club
from tests.support.events import act, begin, make_event
from tests.support.judges import browser
from tests.support.tables import make_user


def group(director, club, name, *people, **more):
    """Return a finished event in which the people came in as listed."""
    event = make_event(director, club, name=name, format="round_robin", **more)
    for user in people:
        act(event, director, "register", players=[user.pk], by_organiser=True)
    begin(event, director)
    state = load_state(event)
    while state.phase == "running":
        for table in state.current.tables:
            rows = [{"entry": one, "rank": at} for at, one in enumerate(sorted(table.seats), 1)]
            act(event, director, "override_result", reason="seen",
                round=state.current.number, table=table.number, results=rows)  # fmt: skip
        act(event, director, "close_round")
        if len(state.rounds) == state.planned:
            act(event, director, "finish")
            break
        act(event, director, "propose_round")
        state = act(event, director, "publish_round")
    return event


@pytest.fixture
def season(ada):
    """Return a club's two finished groups of three, and the final they lead to."""
    club = make_club(ada)
    people = [make_user(name) for name in ("a1", "a2", "a3", "b1", "b2", "b3")]
    one = group(ada, club, "Group A", *people[:3])
    two = group(ada, club, "Group B", *people[3:])
    return one, two, make_event(ada, club, name="Final", format="knockout")


def take(user, event, *sources, first=2, **more):
    """Press the button that enters the qualifiers."""
    sent = {"kind": "take_qualifiers", "sources": [one.code for one in sources], "first": first}
    sent |= {"request_id": uuid.uuid4().hex, "tab": "console", **more}
    answer = browser(user).post(reverse("tournaments:act", args=[event.code]), sent)
    event.refresh_from_db()
    return answer


def came(event):
    """Return who qualified and is in: name of the group and place, in order of entry."""
    there = load_state(event).with_status("registered", "waiting")
    return [(one.origin.title, one.origin.place) for one in there if one.origin]


ARENA = Scoring("arena")
TOP = [("Group A", 1), ("Group A", 2), ("Group B", 1), ("Group B", 2)]


def test_the_first_of_both_groups_are_entered_and_told(ada, season):
    one, two, final = season
    answer = take(ada, final, one, two)
    assert answer.status_code == 302, answer.context["sentence"]
    assert came(final) == TOP
    told = Notice.objects.get(user__username="b2", kind="event")
    assert told.args == {"source": "Group B", "place": 2, "event": "Final"}
    text = Client().get(reverse("tournaments:overview", args=[final.code])).content.decode()
    assert "from Group B, place 2" in " ".join(text.split())


def test_pressing_again_enters_nobody_twice(ada, season):
    one, two, final = season
    for _ in range(2):
        take(ada, final, one, two)
    assert came(final) == TOP


def test_the_bracket_crosses_the_groups(ada, season):
    one, two, final = season
    take(ada, final, one, two)
    state = begin(final, ada)
    pairs = {
        frozenset(
            (state.entries[at].origin.title, state.entries[at].origin.place) for at in table.seats
        )
        for table in state.current.tables
    }
    assert pairs == {
        frozenset({("Group A", 1), ("Group B", 2)}),
        frozenset({("Group B", 1), ("Group A", 2)}),
    }


def test_the_next_in_place_follows_who_declines(ada, season):
    one, two, final = season
    take(ada, final, one, two)
    leaver = next(
        entry for entry in load_state(final).entries.values() if entry.origin.title == "Group A"
        and entry.origin.place == 1
    )  # fmt: skip
    user = Notice.objects.get(user=leaver.players[0], kind="event").user
    sent = {"kind": "unregister", "own": "1", "request_id": "go"}
    browser(user).post(reverse("tournaments:act", args=[final.code]), sent)
    final.refresh_from_db()
    assert came(final) == [("Group A", 2), ("Group B", 1), ("Group B", 2), ("Group A", 3)]
    take(ada, final, one, two)
    assert len(came(final)) == 4


def test_the_next_in_place_follows_who_is_found_gone_at_the_start(ada, season):
    one, two, final = season
    take(ada, final, one, two)
    User.objects.filter(username="a1").update(is_active=False)  # as after a ban that has begun
    act(final, ada, "start")
    assert came(final) == [("Group A", 2), ("Group B", 1), ("Group B", 2), ("Group A", 3)]
    assert all(one.seed for one in load_state(final).with_status("registered"))


def test_nobody_is_entered_at_the_start_of_an_event_in_which_nobody_is_gone(ada, season):
    one, _, final = season
    take(ada, final, one, first=3)
    act(final, ada, "start")
    assert len(came(final)) == 3


def test_who_has_not_checked_in_is_not_entered_at_the_start(ada, season):
    one, two, _ = season
    final = make_event(ada, one.club, format="knockout", config={"check_in": True})
    take(ada, final, one, two)
    for entry in load_state(final).with_status("registered"):
        act(final, ada, "check_in", entry=entry.number)
    User.objects.filter(username="a1").update(is_active=False)
    act(final, ada, "start")
    assert came(final) == [("Group A", 2), ("Group B", 1), ("Group B", 2)]


def test_who_is_in_already_is_passed_over(ada, season):
    one, two, final = season
    winner = load_state(one).entries[1].players
    act(final, ada, "register", players=list(winner), by_organiser=True)
    take(ada, final, one, two, first=1)
    assert came(final) == [("Group A", 2), ("Group B", 1)]


def test_who_leaves_does_not_come_back_by_a_place_elsewhere(ada, season):
    one, _, final = season
    winner = load_state(one).entries[1].players
    act(final, ada, "register", players=list(winner), by_organiser=True)
    take(ada, final, one, first=3)
    act(final, ada, "unregister", entry=1)
    assert came(final) == [("Group A", 2), ("Group A", 3)]
    take(ada, final, one, first=3)
    assert came(final) == [("Group A", 2), ("Group A", 3), ("Group A", 1)]


@pytest.mark.parametrize("changed", [{"boards": 2}, {"format": "arena", "scoring": ARENA}])
def test_players_may_leave_an_event_that_nobody_can_qualify_for_any_more(ada, season, changed):
    one, two, final = season
    take(ada, final, one, two)
    config = replace(load_state(final).config, **{"format": "swiss", **changed})
    act(final, ada, "configure", config=config_to_json(config))
    act(final, ada, "unregister", entry=1)
    assert len(came(final)) == 3


def test_a_draw_by_lot_can_be_verified(ada, season, tmp_path):
    one, two, final = season
    take(ada, final, one, two)
    config = replace(load_state(final).config, first_round="random")
    act(final, ada, "configure", config=config_to_json(config))
    begin(final, ada)
    data = browser(ada).get(reverse("tournaments:export", args=[final.code, "event.json"])).content
    file = tmp_path / "event.json"
    file.write_bytes(data)
    assert run(file)[0] == 0


def test_a_corrected_source_enters_no_guest_again(ada):
    club = make_club(ada)
    source = duel_of_guests(ada, club, "Group A")
    final = make_event(ada, club, name="Final", format="knockout")
    take(ada, final, source, first=1)
    act(source, ada, "reopen", reason="wrong")
    rows = [{"entry": 2, "rank": 1}, {"entry": 1, "rank": 2}]
    act(source, ada, "override_result", round=1, table=1, results=rows, reason="seen")
    act(source, ada, "finish")
    take(ada, final, source, first=2)
    assert sorted(final.guests.values_list("name", flat=True)) == ["Anna", "Bert"]


def duel_of_guests(director, club, name):
    """Return a finished event in which Anna won against Bert, both without an account."""
    event = make_event(director, club, name=name, format="swiss", config={"rounds": 1})
    for guest in ("Anna", "Bert"):
        act(event, director, "register", players=[], guests=1, names=[guest], by_organiser=True)
    state = begin(event, director)
    rows = [{"entry": one, "rank": one} for one in state.current.tables[0].seats]
    act(event, director, "override_result", round=1, table=1, results=rows, reason="seen")
    act(event, director, "close_round")
    act(event, director, "finish")
    return event


def test_guests_keep_their_names_and_can_qualify(ada):
    club = make_club(ada)
    events = [duel_of_guests(ada, club, name) for name in ("Group A", "Group B")]
    final = make_event(ada, club, name="Final", format="knockout")
    take(ada, final, *events, first=1)
    assert sorted(final.guests.values_list("name", flat=True)) == ["Anna", "Anna 2"]
    act(final, ada, "unregister", entry=1)
    assert came(final) == [("Group B", 1), ("Group A", 2)]


def test_people_qualify_from_finished_events_of_the_same_club_alone(ada, season):
    one, _, final = season
    elsewhere = make_event(ada, make_club(ada, name="Other"), format="knockout")
    running = make_event(ada, final.club, format="swiss")
    for event, source in ((elsewhere, one), (final, running), (final, elsewhere), (final, final)):
        assert take(ada, event, source).status_code == 422
        assert came(event) == []
    assert take(ada, final, one, first=65).status_code == 422
    assert take(ada, final).status_code == 422


def test_only_directors_take_qualifiers(season):
    one, two, final = season
    stranger = make_user("stranger")
    assert take(stranger, final, one, two).status_code == 403
    assert take(stranger, final, one, two, own="1").status_code == 403
    page = browser(stranger).get(reverse("tournaments:qualifiers", args=[final.code]))
    assert page.status_code == 403
    assert not DirectorAction.objects.filter(tournament=final, kind="take_qualifiers").exists()


def test_nobody_says_by_themselves_that_they_qualified(season, ada):
    _, _, final = season
    cheat = make_user("cheat")
    sent = {"kind": "register", "own": "1", "request_id": "r", "origin": "Group A", "place": "1"}
    browser(cheat).post(reverse("tournaments:act", args=[final.code]), sent)
    final.refresh_from_db()
    assert [one.origin for one in load_state(final).entries.values()] == [None]


def test_the_page_lists_the_groups_and_who_declined(ada, season):
    one, two, final = season
    take(ada, final, one)
    act(final, ada, "unregister", entry=1)
    page = browser(ada).get(reverse("tournaments:qualifiers", args=[final.code]))
    assert [(event, chosen) for event, chosen in page.context["sources"]] == [
        (two, False), (one, True),
    ]  # fmt: skip
    assert "declined" in page.content.decode()
