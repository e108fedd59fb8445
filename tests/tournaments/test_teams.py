"""A team match on the site: teams, line-ups that stay hidden, boards, results, places."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.clubs.models import Membership
from accounts.models import User
from accounts.people.models import Notice
from games.tournaments.access import access_tournament
from games.tournaments.addresses import entrant_key
from games.tournaments.direct.config import Config
from games.tournaments.export.bringing import read_event
from games.tournaments.models import DirectorAction
from games.tournaments.services.act import tournament_act
from games.tournaments.services.create import tournament_create
from games.tournaments.services.seasons import season_open
from games.tournaments.show.event import event_view
from games.tournaments.show.luck import official_places
from games.tournaments.store import STATES, load_state
from tests.docs.test_verify_script import run
from tests.support.clubs import make_club
from tests.support.events import act, make_event, next_round
from tests.support.judges import browser
from tests.support.tables import make_user

FOXES = ("fenn", "fritz", "flora")
OWLS = ("otto", "olga", "opal")


def post(client, event, to, **fields):
    """Send a form of the event's pages."""
    sent = {"request_id": uuid.uuid4().hex, **fields}
    answer = client.post(reverse(f"tournaments:{to}", args=[event.code]), sent)
    event.refresh_from_db()
    return answer


def page(client, event, name, *args):
    """Return a page of the event."""
    return client.get(reverse(f"tournaments:{name}", args=[event.code, *args]))


def team(event, name):
    """Return a team of the event by its name."""
    return next(one for one in load_state(event).teams() if one.name == name)


def named(event, *names):
    """Return the entries of people by their names."""
    entries = load_state(event).entries.values()
    people = {one.players[0]: one.number for one in entries if one.players}
    users = dict(User.objects.filter(username__in=names).values_list("username", "pk"))
    return [people[users[name]] for name in names]


@pytest.fixture
def people():
    return {name: make_user(name) for name in (*FOXES, *OWLS)}


@pytest.fixture
def derby(ada, people):
    """Two teams of two boards and a reserve each, made by the director from names alone."""
    event = make_event(
        ada, make_club(ada), format="round_robin", config={"boards": 2, "first_round": "seed"},
        name="Derby",
    )  # fmt: skip
    for name, members in (("Foxes", FOXES), ("Owls", OWLS)):
        answer = post(browser(ada), event, "team_save", name=name, names="\n".join(members))
        assert answer.status_code == 302
    event.refresh_from_db()
    return event


def line_up(event, user, team_name, *members, number=1):
    """Let somebody hand in a line-up."""
    entry = team(event, team_name).number
    sent = {"entry": entry, "round": number, "members": named(event, *members)}
    return post(browser(user), event, "line_up", **sent)


def decide(event, director, table, first):
    """Enter who won a table."""
    seats = load_state(event).current.at(table).seats
    rows = [{"entry": one, "rank": 1 if one == first else 2} for one in seats]
    act(event, director, "override_result", round=1, table=table, results=rows, reason="seen")


def test_a_team_match_from_the_teams_to_the_podium(ada, derby, people):
    season = season_open(club=derby.club, actor=ada, name="Autumn", best_of=None)
    derby.season = season
    derby.save(update_fields=["season"])
    act(derby, ada, "start")
    assert line_up(derby, people["otto"], "Owls", "opal", "olga").status_code == 302
    next_round(derby, ada)
    state = load_state(derby)
    fenn, fritz, olga, opal = named(derby, "fenn", "fritz", "olga", "opal")
    assert {frozenset(table.seats) for table in state.current.tables} == {
        frozenset({fenn, olga}),
        frozenset({fritz, opal}),
    }
    for table in state.current.tables:
        decide(derby, ada, table.number, max(table.seats))  # both boards go to the Owls
    derby.refresh_from_db()
    rounds = page(Client(), derby, "rounds").content.decode()
    assert "Owls" in rounds
    assert "Foxes" in rounds
    standings = page(Client(), derby, "standings")
    rows = standings.context["rows"]
    assert [(row["name"], row["points"]) for row in rows] == [("Owls", "2.00"), ("Foxes", "0.00")]
    assert rows[0]["criteria"][0]["value"] == "2.00"
    shown = page(browser(people["olga"]), derby, "team", team(derby, "Owls").number)
    (match,) = [one["match"] for one in shown.context["past"]]
    assert [one["points"] for one in match["teams"]] == ["2", "0"]
    assert [one["names"] for one in match["boards"]] == [["olga", "fenn"], ["opal", "fritz"]]
    every = page(Client(), derby, "teams").context["players"]
    assert {(row["name"], row["points"]) for row in every} == {
        ("olga", "1.00"), ("opal", "1.00"), ("fenn", "0.00"), ("fritz", "0.00"),
    }  # fmt: skip
    act(derby, ada, "close_round")
    act(derby, ada, "finish")
    official = official_places(event_view(access_tournament(ada, derby.code)))
    assert [official[entry] for entry in (olga, opal, fenn, fritz)] == [1, 1, 2, 2]
    places = dict(season.awards.values_list("user__username", "place"))
    assert places == {"olga": 1, "opal": 1, "fenn": 3, "fritz": 3}


def test_matches_are_opened_for_each_board(ada, derby, people):
    act(derby, ada, "start")
    next_round(derby, ada)
    seated = [
        {seat.user.username for seat in link.match.seats.select_related("user")}
        for link in derby.tables.filter(is_current=True)
    ]
    assert seated == [{"fenn", "otto"}, {"fritz", "olga"}]


@pytest.mark.parametrize("who", ["fenn", "olga", "ada", "stranger"])
def test_only_its_captain_lines_a_team_up(ada, derby, people, who):
    """The other captain, a member, and strangers are refused; a director may, if not a player."""
    act(derby, ada, "start")
    asking = {**people, "ada": ada, "stranger": make_user("stranger")}[who]
    status = line_up(derby, asking, "Owls", "olga", "opal").status_code
    assert status == (302 if who == "ada" else 403)
    assert bool(load_state(derby).line_ups) == (who == "ada")


def test_a_disqualified_captain_lines_nobody_up(ada, derby, people):
    act(derby, ada, "start")
    act(derby, ada, "exclude", entry=team(derby, "Owls").captain, reason="cheated")
    assert line_up(derby, people["otto"], "Owls", "olga", "opal").status_code == 403


def test_a_director_who_plays_lines_up_no_other_team(ada, people):
    fenn = people["fenn"]
    event = make_event(fenn, make_club(fenn), format="round_robin", config={"boards": 2})
    for name, members in (("Foxes", FOXES), ("Owls", OWLS)):
        post(browser(fenn), event, "team_save", name=name, names="\n".join(members))
    act(event, fenn, "start")
    assert line_up(event, fenn, "Owls", "olga", "opal").status_code == 403
    entry = team(event, "Owls").number
    with pytest.raises(Exception, match="captain"):
        tournament_act(
            code=event.code, actor=fenn, role="organiser", kind="line_up", request_id="x",
            payload={"entry": entry, "round": 1, "members": named(event, "olga", "opal")},
        )  # fmt: skip


def test_the_service_itself_refuses_another_teams_captain(ada, derby, people):
    act(derby, ada, "start")
    entry = team(derby, "Owls").number
    with pytest.raises(Exception, match="captain"):
        tournament_act(
            code=derby.code, actor=people["fenn"], role="captain", kind="line_up",
            payload={"entry": entry, "round": 1, "members": named(derby, "olga", "opal")},
            request_id="x",
        )  # fmt: skip


def test_the_console_counts_teams_once_they_are_the_entries(ada, derby):
    def counted() -> str:
        return page(browser(ada), derby, "console").content.decode()

    assert " teams" not in counted().partition('id="people"')[2].partition("</div>")[0]
    act(derby, ada, "start")
    assert f"{len(load_state(derby).teams())} teams" in counted()


PAGES = ("overview", "rounds", "teams", "standings", "crosstable", "schedule", "hall", "console")
FILES = ("event.json", "pairings.csv", "standings.csv", "crosstable.csv")


def test_nobody_learns_a_line_up_before_its_round_is_published(ada, derby, people):
    """Every page and file is the same, to the byte, whomever the captain has named."""
    act(derby, ada, "start")
    act(derby, ada, "propose_round")
    owls = team(derby, "Owls")
    seen = []
    for members in (("otto", "olga"), ("olga", "opal")):
        before = transaction.savepoint()
        assert line_up(derby, people["otto"], "Owls", *members).status_code == 302
        assert load_state(derby).line_ups
        seen.append({name: told(derby, owls, user) for name, user in
                     {**people, "ada": ada}.items() if name != "otto"})  # fmt: skip
        transaction.savepoint_rollback(before)
        STATES.clear()
        derby.refresh_from_db()
    for name, (first, second) in {one: (seen[0][one], seen[1][one]) for one in seen[0]}.items():
        for before, after in zip(first, second, strict=True):
            assert before.splitlines() == after.splitlines(), name


def told(event, owls, user):
    """Return everything that a person is told of the event, without times and fresh keys."""
    client = browser(user)
    answers = [page(client, event, one) for one in PAGES]
    answers.append(page(client, event, "team", owls.number))
    answers += [page(client, event, "export", one) for one in FILES]
    fresh = r'[0-9A-Za-z]{64}|[0-9a-f]{32}|(nonce|data-revision)="[^"]*"|<time[^>]*>[^<]*</time>'
    return [re.sub(fresh, "", one.content.decode()) for one in answers]


def test_the_captain_sees_and_changes_their_line_up(ada, derby, people):
    act(derby, ada, "start")
    line_up(derby, people["otto"], "Owls", "olga", "opal")
    answer = page(browser(people["otto"]), derby, "team", team(derby, "Owls").number)
    shown = answer.context["line_up"]
    assert [one["plays"] for one in shown["members"]] == [False, True, True]
    blind = page(browser(ada), derby, "team", team(derby, "Owls").number).context["line_up"]
    assert [one["plays"] for one in blind["members"]] == [True, True, False]
    assert blind["is_handed_in"]
    assert (
        page(browser(people["fenn"]), derby, "team", team(derby, "Owls").number).context["line_up"]
        is None
    )


def test_an_export_holds_a_line_up_once_its_round_is_published(ada, derby, people):
    act(derby, ada, "start")
    line_up(derby, people["otto"], "Owls", "olga", "opal")

    def handed_in():
        data = json.loads(page(browser(ada), derby, "export", "event.json").content)
        return [one["payload"]["members"] for one in data["actions"] if one["kind"] == "line_up"]

    assert handed_in() == [[]]
    next_round(derby, ada)
    assert handed_in() == [named(derby, "olga", "opal")]


def test_a_finished_team_event_goes_to_another_site_and_back(ada, derby, people, tmp_path):
    act(derby, ada, "start")
    line_up(derby, people["otto"], "Owls", "olga", "opal")
    next_round(derby, ada)
    for table in load_state(derby).current.tables:
        decide(derby, ada, table.number, table.seats[0])
    act(derby, ada, "close_round")
    act(derby, ada, "finish")
    data = page(browser(ada), derby, "export", "event.json").content
    file = tmp_path / "event.json"
    file.write_bytes(data)
    assert run(file)[0] == 0
    brought = read_event(data)
    assert brought.state.rounds == load_state(derby).rounds
    own = browser(ada)
    club = derby.club.slug
    answer = own.post(
        f"{reverse('tournaments:import')}?club={club}",
        {"event": SimpleUploadedFile("event.json", data)},
    )
    assert answer.status_code == 302
    copy = answer["Location"].strip("/").split("/")[-1]
    for name in ("overview", "rounds", "standings", "teams", "crosstable", "schedule"):
        assert own.get(reverse(f"tournaments:{name}", args=[copy])).status_code == 200


def test_names_that_no_account_has_play_on_paper_if_the_box_is_ticked(ada):
    event = make_event(ada, make_club(ada), format="swiss", config={"boards": 2})
    sent = {"name": "Foxes", "names": "Anna Müller\nBert"}
    answer = post(browser(ada), event, "team_save", **sent)
    assert answer.status_code == 422
    assert "Anna Müller" in answer.content.decode()
    assert load_state(event).entries == {}
    assert post(browser(ada), event, "team_save", guests="1", **sent).status_code == 302
    assert len(team(event, "Foxes").members) == 2


def test_a_team_that_cannot_be_made_enters_nobody(ada, derby, people):
    make_user("nora")
    answer = post(browser(ada), derby, "team_save", name="Owls", names="nora")
    assert answer.status_code == 422
    assert len(load_state(derby).entries) == 8


def test_pressing_twice_makes_one_team(ada, derby, people):
    make_user("nora")
    own = browser(ada)
    for _ in range(2):
        post(own, derby, "team_save", name="Geese", names="nora", request_id="once")
    assert sum(one.name == "Geese" for one in load_state(derby).teams()) == 1


def test_pressing_twice_makes_one_team_of_those_who_are_in(ada, derby):
    act(derby, ada, "register", players=[make_user("nora").pk], by_organiser=True)
    own = browser(ada)
    for _ in range(2):
        answer = post(own, derby, "team_save", name="Geese", names="nora", request_id="once")
        assert answer.status_code == 302


def test_players_with_one_name_stay_in_their_team(ada):
    event = make_event(ada, make_club(ada), format="round_robin", config={"boards": 2})
    own = browser(ada)
    for name, members in (("Foxes", "Anna\nBert"), ("Owls", "Dora\nEmil")):
        post(own, event, "team_save", name=name, names=members, guests="1")
    event.guests.all().delete()  # they asked for it
    foxes = team(event, "Foxes")
    sent = {"entry": foxes.number, "name": "Foxes", "names": "A guest\nA guest"}
    assert post(own, event, "team_save", **sent).status_code == 302
    assert team(event, "Foxes").members == foxes.members


def test_a_private_address_shows_nobody_a_line_up(ada, derby, people):
    act(derby, ada, "start")
    line_up(derby, people["otto"], "Owls", "olga", "opal")
    captain = load_state(derby).entries[team(derby, "Owls").captain]
    phone = browser(ada)  # directors print the addresses
    page(phone, derby, "arrive", entrant_key(derby, captain))
    shown = page(phone, derby, "mine").context["team_line_up"]
    assert [one["plays"] for one in shown["members"]] == [True, True, False]
    assert shown["is_handed_in"]


def test_a_captain_without_an_account_lines_up_from_the_private_address(ada):
    event = make_event(ada, make_club(ada), format="round_robin", config={"boards": 2})
    for name, members in (("Foxes", "Anna\nBert\nCarl"), ("Owls", "Dora\nEmil\nFinn")):
        post(browser(ada), event, "team_save", name=name, names=members, guests="1")
    act(event, ada, "start")
    foxes, owls = team(event, "Foxes"), team(event, "Owls")
    for captain, members, status in (
        (foxes.members[0], foxes.members[1:], 302),
        (foxes.members[1], foxes.members[:2], 403),
        (owls.members[0], foxes.members[:2], 422),
    ):
        phone = Client()
        key = entrant_key(event, load_state(event).entries[captain])
        phone.get(reverse("tournaments:arrive", args=[event.code, key]))
        sent = {"kind": "line_up", "round": 1, "members": list(members)}
        assert post(phone, event, "mine_act", **sent).status_code == status
    assert load_state(event).line_ups == {(1, foxes.number): tuple(foxes.members[1:])}


@pytest.fixture
def rivals(ada):
    """Return an event of clubs, and the invited club with its officer and a member."""
    event = make_event(ada, make_club(ada), format="round_robin", config={"boards": 2})
    officer, member = make_user("officer"), make_user("member")
    club = make_club(officer, name="The Lamp")
    Membership.objects.create(club=club, user=member)
    assert post(browser(ada), event, "team_invite", club="the lamp").status_code == 302
    event.refresh_from_db()
    return event, officer, member


def test_an_invited_clubs_officers_enter_its_members(ada, rivals):
    event, officer, member = rivals
    assert Notice.objects.filter(user=officer, kind="event").count() == 1
    entry = team(event, "The Lamp").number
    sent = {"entry": entry, "name": "The Lamp", "names": "officer\nmember"}
    assert post(browser(member), event, "team_save", **sent).status_code == 403
    assert post(browser(officer), event, "team_save", **sent).status_code == 302
    assert named(event, "officer", "member") == list(team(event, "The Lamp").members)


def test_an_officer_enters_nobody_from_outside_and_no_other_team(ada, rivals):
    event, officer, _ = rivals
    make_user("outsider")
    entry = team(event, "The Lamp").number
    sent = {"entry": entry, "name": "The Lamp", "names": "officer\noutsider"}
    assert post(browser(officer), event, "team_save", **sent).status_code == 422
    assert team(event, "The Lamp").members == ()
    post(browser(ada), event, "team_save", name="Home", names="ada")
    home = team(event, "Home").number
    taken = {"entry": home, "name": "Home", "names": "officer"}
    assert post(browser(officer), event, "team_save", **taken).status_code == 403
    assert (
        post(browser(officer), event, "team_save", name="More", names="officer").status_code == 403
    )


def test_officers_change_nothing_once_the_event_runs(ada, rivals):
    event, officer, _ = rivals
    entry = team(event, "The Lamp").number
    sent = {"entry": entry, "name": "The Lamp", "names": "officer\nmember"}
    post(browser(officer), event, "team_save", **sent)
    post(browser(ada), event, "team_save", name="Home", names="ada\nCarl", guests="1")
    act(event, ada, "start")
    sent["names"] = "member\nofficer"
    assert post(browser(officer), event, "team_save", **sent).status_code == 403


def test_clubs_are_not_invited_where_their_members_cannot_go(ada):
    make_club(make_user("officer"), name="The Lamp")
    event = make_event(
        ada, make_club(ada, is_private=True), format="round_robin", config={"boards": 2}
    )
    answer = post(browser(ada), event, "team_invite", club="The Lamp")
    assert answer.status_code == 422
    assert not DirectorAction.objects.filter(tournament=event, kind="make_team").exists()
    assert Notice.objects.count() == 0


def test_nobody_hears_of_a_draft_by_an_invitation(ada):
    club = make_club(ada)
    make_club(make_user("officer"), name="The Lamp")
    config = Config("round_robin", "-", boards=2)
    about = {"name": "Derby", "game": "deadline_99", "rated": False}
    event = tournament_create(actor=ada, club=club, config=config, about=about)
    assert post(browser(ada), event, "team_invite", club="The Lamp").status_code == 422
    assert not Notice.objects.filter(user__username="officer").exists()


def test_players_are_told_of_their_teams_bye(ada, people):
    event = make_event(ada, make_club(ada), format="swiss", config={"boards": 2})
    for name, members in (("Foxes", FOXES), ("Owls", OWLS)):
        post(browser(ada), event, "team_save", name=name, names="\n".join(members))
    make_user("nora")
    post(browser(ada), event, "team_save", name="Geese", names="nora")
    act(event, ada, "start")
    state = next_round(event, ada)
    (rests,) = (one for one in state.teams() if one.number in state.current.unplayed)
    for one in rests.members:
        user = User.objects.get(pk=state.entries[one].players[0])
        bye = page(browser(user), event, "overview").context["own_bye"]
        assert (bye["round"], bye["points"]) == (1, "2.00")


def test_the_form_for_a_player_of_a_match_warns_and_that_for_a_team_deducts(ada, derby):
    act(derby, ada, "start")
    owls = team(derby, "Owls")
    own = browser(ada)
    for entry, may_deduct in ((owls.number, True), (owls.members[0], False)):
        shown = page(own, derby, "entry", entry)
        assert (shown.context["may_penalise"], shown.context["may_deduct"]) == (True, may_deduct)
        assert ('name="points"' in shown.content.decode()) == may_deduct
    about = {"kind": "penalty", "entry": owls.members[0], "reason": "rude", "tab": "console"}
    assert post(own, derby, "act", **about).status_code == 302
    refused = post(own, derby, "act", **about, points="1")
    assert refused.status_code == 422
    assert "Penalize Owls" in refused.content.decode()


def test_free_for_all_teams_sum_up_and_team_mates_never_meet(ada):
    event = make_event(ada, make_club(ada), format="pods", config={"boards": 2, "rounds": 1})
    for name in ("Foxes", "Owls", "Geese", "Hares"):
        post(browser(ada), event, "team_save", name=name, guests="1",
             names=f"{name} one\n{name} two")  # fmt: skip
    act(event, ada, "start")
    state = next_round(event, ada)
    for table in state.current.tables:
        teams = [state.team_of(one).number for one in table.seats]
        assert len(set(teams)) == len(teams)
        decide(event, ada, table.number, table.seats[0]) if len(table.seats) == 2 else act(
            event, ada, "override_result", round=1, table=table.number, reason="seen",
            results=[{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)],
        )  # fmt: skip
    rows = page(Client(), event, "standings").context["rows"]
    assert sum(float(row["points"]) for row in rows) == pytest.approx(4, abs=0.02)
    assert {row["name"] for row in rows} == {"Foxes", "Owls", "Geese", "Hares"}
    for name in ("overview", "rounds", "teams", "crosstable", "schedule", "hall"):
        assert page(Client(), event, name).status_code == 200
    assert page(Client(), event, "team", team(event, "Foxes").number).status_code == 200


def test_the_form_offers_teams_to_formats_that_can_have_them(ada):
    club = make_club(ada)
    for format, boards, offered in (
        ("swiss", "4", True), ("knockout", "4", True), ("table_knockout", "0", False)
    ):  # fmt: skip
        url = reverse("tournaments:create", args=["death_frontline"])
        answer = browser(ada).get(f"{url}?club={club.slug}&format={format}&boards={boards}")
        fields = answer.context["form"].fields
        assert ("boards" in fields) == offered
        assert "cut" not in fields
        assert ("third_place" in fields) == (format == "knockout")
        assert "knockout_tie" not in fields


def test_a_knockout_of_teams_shows_its_bracket_and_finals(ada):
    config = {"boards": 2, "first_round": "seed", "third_place": True}
    event = make_event(ada, make_club(ada), format="knockout", config=config)
    for name in ("Foxes", "Owls", "Geese", "Hares"):
        post(browser(ada), event, "team_save", name=name, guests="1",
             names=f"{name} one\n{name} two")  # fmt: skip
    act(event, ada, "start")
    for number in (1, 2):
        state = next_round(event, ada)
        for table in state.current.tables:
            rows = [{"entry": one, "rank": rank} for rank, one in enumerate(table.seats, 1)]
            act(event, ada, "override_result", round=number, table=table.number, results=rows,
                reason="seen")  # fmt: skip
        act(event, ada, "close_round")
    [bracket] = page(Client(), event, "bracket").context["brackets"]
    semis, finals = bracket["stages"]
    assert [slot["score"] for match in semis["matches"] for slot in match["slots"]] == ["1"] * 4
    assert [sum(slot["won"] for slot in match["slots"]) for match in semis["matches"]] == [1, 1]
    assert [match["third"] for match in finals["matches"]] == [False, True]
    titles = [one["title"] for one in page(Client(), event, "rounds").context["round"]["matches"]]
    assert titles == ["Final", "Third place"]
    act(event, ada, "finish")
    rows = page(Client(), event, "standings").context["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    why = page(Client(), event, "why", 2, 1).context["sentences"]
    assert why[0].startswith("The bracket leads here: ")
    for name in ("overview", "crosstable", "schedule", "hall", "teams"):
        assert page(Client(), event, name).status_code == 200
