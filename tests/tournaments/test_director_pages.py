"""Creating an event, its settings, its console."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.tournaments.models import Tournament
from games.tournaments.rank.points import UNIT
from games.tournaments.store import load_state
from tests.support.event_pages import (
    address,
    filled,
    first_of,
    login,
    post,
)
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.pages import shows

pytestmark = pytest.mark.django_db


def test_the_console_counts_rounds_from_the_first(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss")
    enter_bots(event, owner, 4)
    client.force_login(owner)
    console = reverse("tournaments:console", args=[event.code])
    act(event, owner, "start")
    assert "round 0 of" not in client.get(console).content.decode()
    act(event, owner, "propose_round")
    act(event, owner, "publish_round")
    assert "round 1 of" in client.get(console).content.decode()
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    text = client.get(console).content.decode()
    assert "round 2 of 2, proposed" in text
    assert "round 1 of" not in text


@pytest.mark.parametrize(("game", "asks"), [("deadline_99", False), ("zombie_rummy", True)])
def test_a_ruling_asks_for_scores_only_where_the_game_has_some(client, world, game, asks):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss", game=game)
    enter_bots(event, owner, 4)
    table = begin(event, owner).current.table_of(1).number
    client.force_login(owner)
    page = client.get(reverse("tournaments:table", args=[event.code, 1, table])).content.decode()
    assert 'name="rank-1"' in page
    assert ('name="score-1"' in page) is asks


def test_a_director_creates_an_event_by_the_form(client, world):
    login(client, world, "director")
    page = address("create", world)
    form = client.get(page).context["form"]
    data = {name: first_of(form, name) for name in form.fields}
    data = {key: value for key, value in data.items() if value not in (False, None)}
    answer = client.post(page, {**data, "name": "", "rounds": "0"})
    assert answer.status_code == 422
    answer = client.post(page, {**data, "name": "Cup", "rounds": "3", "fewest": "3", "most": "5"})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Tournament.objects.get(name="Cup")
    assert answer["Location"] == reverse("tournaments:console", args=[event.code])
    assert client.get(answer["Location"]).status_code == 200


def test_whoever_goes_through_a_list_is_led_back_to_their_place_in_it(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss", config={"check_in": True})
    enter_bots(event, owner, 4)
    client.force_login(owner)
    console = reverse("tournaments:console", args=[event.code])
    answer = post(client, event, kind="check_in", entry="3", tab="console")
    assert answer.url == f"{console}#entry-3"
    assert 'id="entry-3"' in client.get(console).content.decode()
    assert post(client, event, kind="open_registration", tab="console").status_code == 422
    post(client, event, kind="check_in", entry="4")
    begin(event, owner)
    first, second = load_state(event).current.tables[0].seats
    places = {f"rank-{first}": "1", f"rank-{second}": "2", "reason": "The slip."}
    ruling = {"kind": "override_result", "round": "1", "table": "1", "tab": "console", **places}
    answer = post(client, event, **ruling)
    assert answer.url == f"{console}?round=1#ruling-1"
    assert 'id="ruling-1"' in client.get(console).content.decode()


def test_a_director_changes_everything_before_the_start(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], name="Cup")
    login(client, world, "director")
    page = reverse("tournaments:settings", args=[event.code])
    form = client.get(page).context["form"]
    assert (form["name"].value(), form["fewest"].value()) == ("Cup", 3)
    draft = client.get(page, {"format": "knockout", "name": "Cup"}, headers={"HX-Request": "true"})
    assert "fewest" not in draft.context["form"].fields
    data = filled(draft.context["form"], name="Final", third_place="on", no=str(event.no + 2))
    assert client.post(page, data).status_code == 422
    answer = client.post(page, {**data, "no": str(event.no)})
    assert answer.status_code == 302, answer.context["form"].errors
    event.refresh_from_db()
    config = load_state(event).config
    assert (event.name, event.format) == ("Final", "knockout")
    assert config.third_place
    assert client.post(page, {**data, "name": "Again"}).status_code == 302
    assert event.actions.filter(kind="configure").count() == 1


def test_who_loses_twice_may_be_out_and_then_nothing_is_played_for_the_third_place(client, world):
    event = make_event(world["people"]["owner"], world["club"], format="knockout")
    login(client, world, "director")
    page = reverse("tournaments:settings", args=[event.code])
    form = client.get(page).context["form"]
    assert "third_place" in form.fields
    chosen = {**filled(form), "knockout_kind": "double"}
    draft = client.get(page, chosen, headers={"HX-Request": "true"}).context["form"]
    assert "third_place" not in draft.fields
    answer = client.post(page, {**chosen, "no": str(event.no)})
    assert answer.status_code == 302, answer.context["form"].errors
    event.refresh_from_db()
    assert load_state(event).config.elimination == "double"
    assert client.get(page).context["form"]["knockout_kind"].value() == "double"


def test_after_the_start_only_what_is_told_changes(client, world):
    login(client, world, "director")
    page = address("settings", world)
    told = {"name", "about", "starts_at", "embargo_until", "season", "prizes"}
    assert set(client.get(page).context["form"].fields) == told
    assert client.post(page, {"name": ""}).status_code == 422
    assert client.post(page, {"name": "Renamed", "format": "knockout"}).status_code == 302
    event = Tournament.objects.get(pk=world["event"].pk)
    assert (event.name, event.format, event.about) == ("Renamed", "swiss", "")


def test_the_console_stands_at_every_stage(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")
    page = address("console", world)
    play_bots(event)
    for kind in ("close_round", "propose_round", "publish_round"):
        assert client.get(page).status_code == 200
        act(event, owner, kind)
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="enough")
    assert "Reopen event" in client.get(page).content.decode()
    assert "Podium" in client.get(address("overview", world)).content.decode()


def test_a_round_robin_is_offered_to_who_wants_as_many_rounds(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], format="swiss", config={"rounds": 3})
    enter_bots(event, owner, 4)
    login(client, world, "director")
    page = reverse("tournaments:console", args=[event.code])
    assert "choose a round robin" in client.get(page).content.decode()
    enter_bots(event, owner, 1)
    assert "choose a round robin" not in client.get(page).content.decode()


def test_a_form_drawn_again_keeps_the_moment_in_the_way_a_browser_takes_it(client, world):
    login(client, world, "director")
    page = address("create", world)
    for sent in ("2026-12-24T19:00:00.000Z", "2026-12-24T19:00"):
        drawn = client.get(page, {"club": world["club"].slug, "starts_at": sent})
        assert 'value="2026-12-24T19:00"' in drawn.content.decode()
    refused = filled(drawn.context["form"], name="", starts_at="2026-12-24T19:00:00.000Z")
    answer = client.post(page, refused)
    assert answer.status_code == 422
    assert 'value="2026-12-24T19:00"' in answer.content.decode()


def test_one_step_is_the_main_one_and_ending_early_or_pairing_anew_is_not(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")

    def main_steps():
        steps = client.get(address("console", world)).context["buttons"]
        return [one["kind"] for one in steps if not one["weight"] and not one["why"]]

    play_bots(event)
    assert main_steps() == ["start_round"]
    act(event, owner, "close_round")
    assert main_steps() == ["start_round"]
    kinds = [one["kind"] for one in client.get(address("console", world)).context["buttons"]]
    assert (kinds[0], kinds[-1]) == ("start_round", "finish")
    act(event, owner, "propose_round")
    assert main_steps() == ["publish_round"]
    act(event, owner, "publish_round")
    play_bots(event)
    assert main_steps() == ["finish"]
    act(event, owner, "close_round")
    assert main_steps() == ["finish"]


def test_at_check_in_the_next_step_is_the_start(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], config={"check_in": True})
    enter_bots(event, owner, 4)
    client.force_login(owner)
    asked = client.get(reverse("tournaments:console", args=[event.code])).content.decode()
    assert "Close registration and open check-in" in asked
    act(event, owner, "close_registration")
    page = client.get(reverse("tournaments:console", args=[event.code]))
    weights = {one["kind"]: one["weight"] for one in page.context["buttons"]}
    others = ("open_registration", "check_in_all", "run_by_itself", "archive")
    assert weights == {**dict.fromkeys(others, "quiet"), "start": ""}


def test_where_nobody_checks_in_nothing_asks_them_to(client, world):
    member, owner = world["people"]["member"], world["people"]["owner"]
    event = make_event(owner, world["club"])
    act(event, owner, "register", players=[member.pk], by_organiser=True)
    for _ in range(2):
        texts = []
        for name in ("owner", "member"):
            login(client, world, name)
            tabs = ("overview", "console", "entry") if name == "owner" else ("overview",)
            for tab in tabs:
                args = [event.code, 1] if tab == "entry" else [event.code]
                texts.append(client.get(reverse(f"tournaments:{tab}", args=args)).content.decode())
        assert not [one for one in texts if "heck in" in one or "open check-in" in one]
        if event.phase == "registration":
            assert "Close registration" in texts[1]
            act(event, owner, "close_registration")


def test_announcements_are_not_offered_when_the_event_is_over(client, world):
    event, owner = world["event"], world["people"]["owner"]
    login(client, world, "director")
    act(event, owner, "announce", text="Pizza is here")
    assert 'value="announce"' in client.get(address("console", world)).content.decode()
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="enough")
    text = client.get(address("console", world)).content.decode()
    assert 'value="announce"' not in text
    assert 'value="take_back_announcement"' in text


def test_the_journal_tells_what_was_given(client, world):
    event, owner = world["event"], world["people"]["owner"]
    current = load_state(event).current
    seats = current.at(1).seats
    results = [{"entry": one, "rank": at} for at, one in enumerate(seats, 1)]
    place = {"round": 1, "table": 1, "reason": "seen"}
    act(event, owner, "override_result", results=results, **place)
    act(event, owner, "override_result", results=[{**one, "score": 7} for one in results], **place)
    act(event, owner, "penalty", entry=1, points=UNIT // 2, reason="late")
    act(event, owner, "penalty", entry=1, points=0, reason="loud")
    act(event, owner, "extend_time", seconds=60)
    act(event, owner, "extend_time", seconds=90, table=2)
    login(client, world, "director")
    text = client.get(address("console", world)).content.decode()
    first, other = (f"Bot {one}" for one in seats)
    assert shows(text, f"table 1: a ruling was made. 1. {first}, 2. {other} <")
    assert shows(text, f"table 1: a ruling was made. 1. {first} (7), 2. {other} (7) <")
    assert "Bot 1 got a 0.50-point penalty." in text
    assert "Bot 1 got a warning." in text
    assert "Round 1 was extended by 1 minute." in text
    assert "Round 1, table 2: extended by 90 seconds." in text


def test_more_time_is_given_in_minutes_and_kept_in_seconds(client, world):
    login(client, world, "director")
    assert 'name="minutes"' in client.get(address("console", world)).content.decode()
    before = [table.extra_seconds for table in load_state(world["event"]).current.tables]
    post(client, world["event"], kind="extend_time", round="1", table="1", minutes="5")
    world["event"].refresh_from_db()
    after = [table.extra_seconds for table in load_state(world["event"]).current.tables]
    assert after == [before[0] + 300, *before[1:]]
    text = client.get(address("console", world)).content.decode()
    assert "Round 1, table 1: extended by 5 minutes." in text


@pytest.mark.parametrize("bad", ["0", "1441", "-5", "999999999"])
def test_more_time_than_a_day_or_none_is_refused_with_its_limits(client, world, bad):
    login(client, world, "director")
    before = world["event"].no
    answer = post(client, world["event"], kind="extend_time", round="1", minutes=bad)
    assert answer.status_code == 422
    assert "whole minutes, from 1 to 1440" in answer.content.decode()
    world["event"].refresh_from_db()
    assert world["event"].no == before


def test_the_same_form_sent_twice_is_done_once(client, world):
    login(client, world, "director")
    for _ in range(2):
        assert (
            post(client, world["event"], kind="withdraw", entry="1", request_id="r").status_code
            == 302
        )
    rows = world["event"].actions.filter(kind="withdraw")
    assert rows.count() == 1


@pytest.mark.parametrize(
    ("changes", "pab", "said"),
    [
        ({}, None, "a full win"),
        ({"bye": "half"}, UNIT // 2, "half a win"),
        ({"format": "pods"}, UNIT // 2, "half a win"),
        ({"bye": "full", "format": "pods"}, None, "a full win"),
        ({"bye": "nothing"}, 0, "nothing"),
        ({"bye": "half", "points": "win"}, 5 * UNIT // 2, "half a win"),
        ({"bye": "half", "format": "round_robin"}, None, ""),
        ({"bye": "half", "format": "knockout"}, None, ""),
    ],
)
def test_a_director_says_what_a_bye_is_worth_and_the_page_tells(client, world, changes, pab, said):
    event = make_event(world["people"]["owner"], world["club"], name="Cup", format="swiss")
    login(client, world, "director")
    page = reverse("tournaments:settings", args=[event.code])
    drawn = client.get(page, {"format": "swiss", "name": "Cup", **changes}).context["form"]
    answer = client.post(page, filled(drawn, **changes, no=str(event.no)))
    assert answer.status_code == 302, answer.context["form"].errors
    event.refresh_from_db()
    assert load_state(event).config.pab == pab
    told = client.get(reverse("tournaments:overview", args=[event.code]))
    assert told.context["bye_worth"] == said
    assert ("A bye counts as" in told.content.decode()) == bool(said)
    again = client.get(page).context["form"]
    assert ("bye" in again.fields) == bool(said)
    assert not said or said in dict(again.fields["bye"].choices)[again["bye"].value()]


def test_a_byes_worth_is_not_asked_where_points_are_the_games_own(client, world):
    login(client, world, "director")
    page = reverse("tournaments:create", args=["zombie_rummy"]) + f"?club={world['club'].slug}"
    for points, asked in (("share", True), ("raw", False)):
        drawn = client.get(page, {"club": world["club"].slug, "points": points}).context["form"]
        assert ("bye" in drawn.fields) == asked
