"""Pages of events: who may see and press what, and bad input."""

from __future__ import annotations

import json
import uuid

import pytest
from django.urls import reverse

from accounts.clubs.models import Club, Membership
from accounts.people.models import Notice
from games.matches.models import Match
from games.ratings.models import Ladder, Standing
from games.tournaments.exports.whole import import_event
from games.tournaments.models import Season, SeasonAward, Tournament
from games.tournaments.services.create import season_open
from games.tournaments.store import load_state
from games.tournaments.urls import urlpatterns
from tests.clubs.test_clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, play_bots
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
PEOPLE = ("anonymous", "outsider", "member", "director", "owner", "staff")


def make_people(club):
    people = {name: make_user(name) for name in ("outsider", "member", "director", "staff")}
    people["staff"].is_staff = True
    people["staff"].save()
    Membership.objects.create(club=club, user=people["member"])
    Membership.objects.create(club=club, user=people["director"], role=Membership.Role.DIRECTOR)
    return people


@pytest.fixture
def world():
    owner = make_user("owner")
    club = make_club(owner, is_private=True)
    people = {**make_people(club), "owner": owner}
    season = season_open(club=club, name="Autumn", best_of=None)
    event = make_event(owner, club, season=season, format="swiss")
    enter_bots(event, owner, 4)
    begin(event, owner)
    return {"club": club, "event": event, "people": people}


def login(client, world, name):
    if name != "anonymous":
        client.force_login(world["people"][name])


def address(name, world, club=True):
    event, season = world["event"], Season.objects.get(name="Autumn")
    args = {
        "list": [], "new": [], "create": ["deadline_99"], "season": [season.pk],
        "season_new": [world["club"].slug], "paper": [event.code, "pairings"],
        "export": [event.code, "event.json"],
    }.get(name, [event.code])  # fmt: skip
    query = f"?club={world['club'].slug}" if name in ("new", "create") and club else ""
    return reverse(f"tournaments:{name}", args=args) + query


# What each person gets from each address of a private club's event: GET, or POST where it is one.
SEEN = (404, 404, 200, 200, 200, 404)
DIRECTED = (404, 404, 403, 200, 200, 404)
EXPECTED = {
    "list": (200,) * 6,
    "new": (302, 404, 403, 200, 200, 404),
    "create": (302, 404, 403, 200, 200, 404),
    "season": SEEN,
    "overview": SEEN,
    "rounds": SEEN,
    "standings": SEEN,
    "crosstable": SEEN,
    "schedule": SEEN,
    "bracket": (404,) * 6,
    "console": DIRECTED,
    "settings": (302, 404, 403, 200, 200, 404),
    "hall": SEEN,
    "embed": (404,) * 6,
    "paper": SEEN,
    "export": SEEN,
    "season_new": (302, 404, 403, 302, 302, 404),
    "act": (302, 404, 403, 302, 302, 404),
    "replay_table": (302, 404, 403, 302, 302, 404),
}
POSTS = {
    "season_new": {"name": "Winter"},
    "act": {"kind": "withdraw", "entry": "1"},
    "replay_table": {"round": "1", "table": "1"},
}


def test_the_matrix_names_every_address():
    assert set(EXPECTED) == {pattern.name for pattern in urlpatterns}


@pytest.mark.parametrize("who", PEOPLE)
def test_every_address_of_a_private_clubs_event_answers_as_it_should(client, world, who):
    login(client, world, who)
    answers = {}
    for name in EXPECTED:
        if name in POSTS:
            data = {**POSTS[name], "request_id": uuid.uuid4().hex}
            if name == "act" and who == "member":
                data["kind"] = "close_round"
            answers[name] = client.post(address(name, world), data).status_code
        else:
            answers[name] = client.get(address(name, world)).status_code
    assert answers == {name: row[PEOPLE.index(who)] for name, row in EXPECTED.items()}


@pytest.mark.parametrize("who", ["anonymous", "outsider", "staff"])
def test_a_private_clubs_event_is_nowhere_for_outsiders(client, world, who):
    login(client, world, who)
    code = world["event"].code
    assert code not in client.get(reverse("tournaments:list")).content.decode()
    match = world["event"].tables.first().match
    assert client.get(reverse("matches:match", args=[match.code])).status_code == 404
    assert match.code not in client.get(reverse("lobby")).content.decode()


def test_a_member_watches_a_private_clubs_match_and_finds_the_way_back(client, world):
    login(client, world, "member")
    match = world["event"].tables.first().match
    page = client.get(reverse("matches:match", args=[match.code])).content.decode()
    assert reverse("tournaments:rounds", args=[world["event"].code]) in page


def test_site_wide_events_are_the_staffs_to_run(client, world):
    login(client, world, "staff")
    assert client.get(reverse("tournaments:new")).status_code == 200
    client.force_login(world["people"]["outsider"])
    assert client.get(reverse("tournaments:new")).status_code == 403
    event = make_event(world["people"]["staff"], name="Open cup")
    page = reverse("tournaments:console", args=[event.code])
    assert client.get(page).status_code == 403
    login(client, world, "staff")
    assert client.get(page).status_code == 200


def test_an_event_in_preparation_exists_for_its_directors_only(client, world):
    event = world["event"]
    Tournament.objects.filter(pk=event.pk).update(phase="draft")
    for who, status in (("member", 404), ("director", 200)):
        login(client, world, who)
        page = client.get(reverse("tournaments:overview", args=[event.code]))
        assert page.status_code == status


def test_a_proposed_round_is_the_directors_alone(client, world):
    event, owner = world["event"], world["people"]["owner"]
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "propose_round")
    login(client, world, "member")
    for name in ("rounds", "hall", "paper", "crosstable", "schedule"):
        page = client.get(address(name, world) + ("?round=2" if name != "hall" else ""))
        assert "Round 2" not in page.content.decode()
    data = client.get(address("export", world)).json()
    assert len(data["rounds"]) == 1
    assert "propose_round" not in [one["kind"] for one in data["actions"][-1:]]
    login(client, world, "director")
    assert len(client.get(address("export", world)).json()["rounds"]) == 2


def post(client, event, **data):
    data = {"request_id": uuid.uuid4().hex, **data}
    return client.post(reverse("tournaments:act", args=[event.code]), data)


@pytest.fixture
def open_event():
    owner = make_user("owner")
    club = make_club(owner, joining="open")
    return make_event(owner, club, config={"capacity": 2})


def test_a_person_joins_checks_in_and_leaves(client, open_event):
    bo = make_user("bo")
    client.force_login(bo)
    assert post(client, open_event, kind="register").status_code == 302
    open_event.refresh_from_db()
    entry = load_state(open_event).entries[1]
    assert entry.players == (bo.pk,)
    post(client, open_event, kind="check_in")
    post(client, open_event, kind="unregister")
    open_event.refresh_from_db()
    assert load_state(open_event).entries[1].status == "left"


def test_a_player_acts_for_the_own_entry_alone(client, open_event):
    owner = open_event.created_by
    enter_bots(open_event, owner, 2)
    client.force_login(make_user("bo"))
    assert post(client, open_event, kind="unregister", entry="1").status_code == 403
    post(client, open_event, kind="register")
    post(client, open_event, kind="unregister", entry="1")
    open_event.refresh_from_db()
    state = load_state(open_event)
    assert [one.status for one in state.entries.values()] == ["registered", "registered", "left"]


def test_who_comes_too_late_waits(client, open_event):
    enter_bots(open_event, open_event.created_by, 2)
    client.force_login(make_user("bo"))
    post(client, open_event, kind="register")
    page = client.get(reverse("tournaments:overview", args=[open_event.code]))
    assert "You are on the waiting list" in page.content.decode()


def test_an_event_for_members_takes_no_others(client, open_event):
    Tournament.objects.filter(pk=open_event.pk).update(entry="members")
    client.force_login(make_user("bo"))
    assert post(client, open_event, kind="register").status_code == 403


BAD = ["", "x", "-", "1e9", "٣", "9" * 40, "\0", "1/2", "0x1", "-1", "0", "99"]


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("withdraw", "entry"),
        ("override_result", "rank-1"),
        ("override_result", "table"),
        ("set_result", "round"),
        ("penalty", "points"),
        ("extend_time", "seconds"),
        ("set_tables", "tables"),
        ("keep_apart", "other"),
        ("plan_rounds", "rounds"),
        ("swap", "entry"),
        ("late_entry", "person"),
        ("forfeit", "missing"),
        ("no_show", "entry"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(client, world, kind, field, bad):
    login(client, world, "director")
    data = {"round": "1", "table": "1", "entry": "1", "reason": "x", field: bad}
    answer = post(client, world["event"], kind=kind, **data)
    assert answer.status_code in (302, 403, 422)
    if answer.status_code != 302:
        assert "notice--error" in answer.content.decode()


@pytest.mark.parametrize("key", ["kind", "reason", "request_id", "no"])
@pytest.mark.parametrize("bad", ["\0", "x" * 5000, "é", "create", "configure"])
def test_no_field_of_a_button_breaks_the_server(client, world, key, bad):
    login(client, world, "director")
    data = {"kind": "close_round", "round": "1", key: bad}
    assert post(client, world["event"], **data).status_code in (302, 409, 422)


@pytest.mark.parametrize("query", ["round=x", "round=99", "entry=-1", "entry=99999999", "seen=1"])
def test_odd_addresses_show_the_page(client, world, query):
    login(client, world, "director")
    for name in ("rounds", "schedule", "paper", "standings", "console", "hall"):
        assert client.get(f"{address(name, world)}?{query}").status_code == 200


def test_a_page_that_is_up_to_date_is_not_sent_again(client, world):
    login(client, world, "member")
    for name in ("standings", "rounds", "overview", "hall"):
        page = address(name, world)
        seen = client.get(page).context["stamp"]
        headers = {"HX-Request": "true"}
        assert client.get(f"{page}?seen={seen}", headers=headers).status_code == 204
        again = client.get(f"{page}?seen=old", headers=headers)
        assert again.content.decode().lstrip().startswith('<div id="live"')


def test_the_same_form_sent_twice_is_done_once(client, world):
    login(client, world, "director")
    for _ in range(2):
        assert (
            post(client, world["event"], kind="withdraw", entry="1", request_id="r").status_code
            == 302
        )
    rows = world["event"].actions.filter(kind="withdraw")
    assert rows.count() == 1


def test_every_export_is_what_it_says(client, world):
    login(client, world, "member")
    event = world["event"]
    play_bots(event)
    for what in ("standings.csv", "pairings.csv", "crosstable.csv", "event.json", "event.trf"):
        answer = client.get(reverse("tournaments:export", args=[event.code, what]))
        assert answer.status_code == 200, what
        assert "Bot 1" in answer.content.decode(), what
    data = client.get(reverse("tournaments:export", args=[event.code, "event.json"])).content
    assert len(import_event(json.loads(data))) == load_state(event).no
    assert client.get(reverse("tournaments:export", args=[event.code, "x.exe"])).status_code == 404


def test_a_finished_event_gives_season_points_once(client, world):
    event, owner = world["event"], world["people"]["owner"]
    member = world["people"]["member"]
    act(event, owner, "late_entry", players=[member.pk])
    play_bots(event)
    act(event, owner, "close_round")
    act(event, owner, "finish", reason="late")
    assert SeasonAward.objects.get().user == member
    login(client, world, "member")
    page = client.get(address("season", world)).content.decode()
    assert "member" in page
    act(event, owner, "reopen", reason="again")
    assert not SeasonAward.objects.exists()


def first_of(form, name):
    """Return what a browser would post of a field nobody has touched."""
    choices = getattr(form.fields[name], "choices", None)
    return form[name].value() or (next(iter(choices))[0] if choices else "")


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


def filled(form, **changes):
    data = {name: first_of(form, name) for name in form.fields}
    data = {key: value for key, value in data.items() if value not in (False, None)}
    return {**data, "request_id": uuid.uuid4().hex, **changes}


def test_a_director_changes_everything_before_the_start(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], name="Cup", config={"half_byes": 3})
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
    assert (config.third_place, config.half_byes) == (True, 3)
    assert client.post(page, {**data, "name": "Again"}).status_code == 302
    assert event.actions.filter(kind="configure").count() == 1


def test_after_the_start_only_what_is_told_changes(client, world):
    login(client, world, "director")
    page = address("settings", world)
    told = {"name", "about", "starts_at", "embargo_until"}
    assert set(client.get(page).context["form"].fields) == told
    assert client.post(page, {"name": ""}).status_code == 422
    assert client.post(page, {"name": "Renamed", "format": "knockout"}).status_code == 302
    event = Tournament.objects.get(pk=world["event"].pk)
    assert (event.name, event.format, event.about) == ("Renamed", "swiss", "")


def test_people_are_seeded_by_their_ladder_of_the_game(world):
    event = make_event(world["people"]["owner"], world["club"], format="knockout")
    member, staff = world["people"]["member"], world["people"]["staff"]
    ladder = Ladder.objects.create(owner="site", game="deadline_99", mode="survivor")
    Standing.objects.create(ladder=ladder, player=staff, mu=30, sigma=2, matches=20)
    for user in (member, staff):
        act(event, world["people"]["owner"], "register", players=[user.pk], by_organiser=True)
    assert [one.strength for one in load_state(event).entries.values()] == [1250, 1515]


def test_the_clubs_page_shows_its_events_tables_and_season(client, world):
    login(client, world, "member")
    page = client.get(reverse("clubs:home", args=[world["club"].slug])).content.decode()
    assert "Friday pods" in page
    assert world["event"].tables.first().match.code in page
    assert "Autumn" in page


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
    assert "Take the event up again" in client.get(page).content.decode()
    assert "Podium" in client.get(address("overview", world)).content.decode()


def test_who_leaves_a_private_club_sees_its_matches_no_more(client, world):
    login(client, world, "member")
    page = reverse("matches:match", args=[world["event"].tables.first().match.code])
    assert client.get(page).status_code == 200
    world["club"].memberships.filter(user=world["people"]["member"]).delete()
    assert client.get(page).status_code == 404


def test_a_club_that_becomes_private_takes_its_matches_with_it(client, world):
    Club.objects.update(is_private=False)
    Match.objects.update(visibility="public")
    match = world["event"].tables.first().match
    pages = [
        reverse("matches:match", args=[match.code]),
        reverse("replays:show", args=[match.code]),
    ]
    play_bots(world["event"])
    for private, status in ((False, 200), (True, 404)):
        Club.objects.update(is_private=private)
        assert [client.get(page).status_code for page in pages] == [status, status]
        for name in ("replays:list", "lobby", "home"):
            assert (match.code in client.get(reverse(name)).content.decode()) <= (not private)


def test_who_is_given_a_seat_is_told_until_the_match_begins(client, world):
    event = make_event(world["people"]["owner"], world["club"], name="Cup", format="swiss")
    member, owner = world["people"]["member"], world["people"]["owner"]
    for user in (member, owner):
        act(event, owner, "register", players=[user.pk], by_organiser=True)
    begin(event, owner)
    match = event.tables.get().match
    told = Notice.objects.get(user=member)
    assert told.url == reverse("matches:match", args=[match.code])
    assert told.args == {"event": "Cup", "round": 1}
    act(event, owner, "cancel_round", round=1, reason="again")
    assert not Notice.objects.filter(user=member).exists()


def test_a_bracket_is_drawn_to_the_final_before_anybody_has_reached_it(client, world):
    owner = world["people"]["owner"]
    config = {"third_place": True, "first_round": "seed"}
    event = make_event(owner, world["club"], name="Cup", format="knockout", config=config)
    login(client, world, "member")
    page = reverse("tournaments:bracket", args=[event.code])
    assert client.get(page).context["stages"] == []
    enter_bots(event, owner, 6)
    begin(event, owner)
    stages = client.get(page).context["stages"]
    assert [stage["title"] for stage in stages] == ["Quarter-finals", "Semi-finals", "Final"]
    first = [[slot["name"] for slot in match["slots"]] for match in stages[0]["matches"]]
    assert first == [["Bot 1", ""], ["Bot 4", "Bot 5"], ["Bot 2", ""], ["Bot 3", "Bot 6"]]
    assert [match["third"] for match in stages[2]["matches"]] == [False, True]
    for _ in range(3):
        table_results(event, owner)
        act(event, owner, "close_round")
        if event.round < 3:
            act(event, owner, "propose_round")
            act(event, owner, "publish_round")
    final, third = client.get(page).context["stages"][2]["matches"]
    assert [slot["name"] for slot in final["slots"] if slot["won"]] == ["Bot 1"]
    assert sum(slot["won"] for slot in third["slots"]) == 1


def table_results(event, owner):
    """Let who was entered first win every table."""
    current = load_state(event).current
    for table in current.tables:
        results = [{"entry": one, "rank": at} for at, one in enumerate(sorted(table.seats), 1)]
        act(
            event, owner, "override_result", round=current.number, table=table.number,
            results=results, reason="by hand",
        )  # fmt: skip


@pytest.mark.parametrize("what", ["pairings", "names", "slips", "standings", "crosstable"])
def test_every_paper_names_the_people(client, world, what):
    login(client, world, "member")
    page = client.get(reverse("tournaments:paper", args=[world["event"].code, what]))
    assert all(f"Bot {n}" in page.content.decode() for n in (1, 2, 3, 4))


def test_a_public_event_may_stand_in_other_sites_as_a_stranger_sees_it(client, world):
    Club.objects.update(is_private=False)
    login(client, world, "director")
    act(world["event"], world["people"]["owner"], "cancel_round", round=1, reason="x")
    act(world["event"], world["people"]["owner"], "propose_round")
    page = client.get(address("embed", world))
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert "Round 1" not in page.content.decode()
    assert client.get(address("export", world))["Access-Control-Allow-Origin"] == "*"
    Club.objects.update(is_private=True)
    assert "Access-Control-Allow-Origin" not in client.get(address("export", world))
