"""What pages, papers and exports of events show."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from games.ratings.models import Ladder, Standing
from games.registry import current_rules
from games.tournaments.direct.board import board
from games.tournaments.export.whole import import_event
from games.tournaments.forms.event import EventForm
from games.tournaments.models import Season, SeasonAward, Tournament
from games.tournaments.rank.points import UNIT, Scoring
from games.tournaments.services.seasons import season_open
from games.tournaments.show.names import entry_names
from games.tournaments.store import load_state
from games.tournaments.views import pages
from tests.support.clubs import make_club
from tests.support.event_pages import (
    address,
    login,
)
from tests.support.events import act, begin, enter_bots, make_event, play_bots

pytestmark = pytest.mark.django_db


def test_a_page_that_is_up_to_date_is_not_sent_again(client, world):
    login(client, world, "member")
    for name in ("standings", "rounds", "overview", "hall"):
        page = address(name, world)
        seen = client.get(page).context["stamp"]
        headers = {"HX-Request": "true"}
        assert client.get(f"{page}?seen={seen}", headers=headers).status_code == 204
        again = client.get(f"{page}?seen=old", headers=headers)
        assert again.content.decode().lstrip().startswith('<div id="live"')


def test_an_event_to_come_is_found_behind_however_many(client, event, ada, monkeypatch):
    monkeypatch.setattr(pages, "GOING_PER_PAGE", 1)
    make_event(ada, event.club, name="Newest")
    listed, first = reverse("tournaments:list"), reverse("tournaments:overview", args=[event.code])
    newest = client.get(listed).content.decode()
    assert first not in newest
    assert "?soon=2" in newest
    assert first in client.get(listed, {"soon": 2}).content.decode()


def test_a_club_of_many_years_finds_every_event_again(client, ada, monkeypatch):
    monkeypatch.setattr(pages, "PER_PAGE", 1)
    club, other = make_club(ada), make_club(ada, name="Early Birds")
    for owner, name in ((club, "First"), (other, "Elsewhere"), (club, "Last")):
        event = make_event(ada, owner, name=name)
        Tournament.objects.filter(pk=event.pk).update(phase="archived", finished_at=Now())
    listed = f"{reverse('tournaments:list')}?club={club.slug}"
    assert listed in client.get(reverse("clubs:home", args=[club.slug])).content.decode()
    newest = client.get(listed).content.decode()
    assert "Last" in newest
    assert "Elsewhere" not in newest
    assert 'href="?club=night-owls&amp;page=2"' in newest
    older = client.get(f"{listed}&page=2").content.decode()
    assert "First" in older
    day = date_format(Tournament.objects.get(name="First").finished_at, "DATE_FORMAT")
    assert f'data-shown="day">{day}<' in older


def test_the_events_of_a_private_club_are_listed_for_its_members_alone(client, ada, bo):
    club = make_club(ada, is_private=True)
    make_event(ada, club, name="Hidden")
    listed = f"{reverse('tournaments:list')}?club={club.slug}"
    assert client.get(listed).status_code == 404
    client.force_login(bo)
    assert client.get(listed).status_code == 404
    client.force_login(ada)
    assert "Hidden" in client.get(listed).content.decode()


def test_a_season_can_be_called_otherwise_and_count_fewer_results(client, world):
    login(client, world, "director")
    season = Season.objects.get(name="Autumn")
    page = client.get(address("season", world)).content.decode()
    assert 'value="Autumn"' in page
    season_open(
        club=world["club"], actor=world["people"]["owner"], name="Winter", best_of=None,
        ends=season.pk,
    )  # fmt: skip
    edit = reverse("tournaments:season_edit", args=[season.pk])
    for taken in ("Winter", ""):
        assert client.post(edit, {"name": taken}).status_code == 422
    answer = client.post(edit, {"name": "Autumn 2026", "best_of": "2"})
    page = client.get(answer.url).content.decode()
    assert "<h1>Autumn 2026</h1>" in page
    assert "The best 2 results count." in page
    season.refresh_from_db()
    assert not season.is_open
    journal = client.get(reverse("clubs:journal", args=[world["club"].slug])).content.decode()
    assert "director changed the season “Autumn 2026”." in journal


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


def test_pages_papers_and_files_tell_the_same_standings(client, world):
    event, member = world["event"], world["people"]["member"]
    act(event, world["people"]["owner"], "late_entry", players=[member.pk], this_round=True)
    play_bots(event)
    state = load_state(event)
    names = entry_names(event, state)
    told = [(str(row.place), names[row.entry], row.shown_points) for row in board(state)]
    login(client, world, "member")
    for page in (address("standings", world), paper(event, "standings"), address("hall", world)):
        rows = client.get(page).context["rows"]
        assert [(str(row["place"]), row["name"], row["points"]) for row in rows] == told
    rows = file_rows(client, event, "standings.csv")
    assert [(row["place"], row["name"], row["points"]) for row in rows] == told
    rows = file_rows(client, event, "crosstable.csv")
    assert [(row["place"], row["name"], row["points"]) for row in rows] == told
    assert {row["name"]: row["round 1"] for row in rows}["member"] == "½bye"


def paper(event, what):
    return reverse("tournaments:paper", args=[event.code, what])


def file_rows(client, event, what):
    """Return the rows of a CSV file as another program reads them."""
    text = client.get(reverse("tournaments:export", args=[event.code, what])).content
    return list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))


def test_a_trf_file_has_the_day_it_was_where_the_site_is(client, world):
    event = world["event"]
    event.starts_at = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    event.save()
    login(client, world, "director")
    page = reverse("tournaments:export", args=[event.code, "event.trf"])
    with timezone.override("Asia/Taipei"):
        assert "2026/11/21" in client.get(page).content.decode()


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
    home = reverse("clubs:home", args=[world["club"].slug])
    page = client.get(home).content.decode()
    assert "Friday pods" in page
    assert world["event"].tables.first().match.code in page
    assert "Autumn" in page
    world["event"].tables.update(is_current=False)
    assert world["event"].tables.first().match.code not in client.get(home).content.decode()


@pytest.mark.parametrize("what", ["pairings", "names", "plan", "slips", "standings", "crosstable"])
def test_every_paper_names_the_people(client, world, what):
    login(client, world, "member")
    page = client.get(reverse("tournaments:paper", args=[world["event"].code, what]))
    assert all(f"Bot {n}" in page.content.decode() for n in (1, 2, 3, 4))


def test_how_points_and_ties_go_is_told_before_the_first_round(client, world):
    owner = world["people"]["owner"]
    event = make_event(owner, world["club"], config={"scoring": Scoring("win")})
    login(client, world, "member")
    overview = client.get(reverse("tournaments:overview", args=[event.code]))
    assert "Five for a win" in overview.content.decode()
    standings = client.get(reverse("tournaments:standings", args=[event.code])).content.decode()
    assert "No standings yet" in standings
    assert "How ties are broken" in standings
    enter_bots(event, owner, 4)
    act(event, owner, "start")
    for name, shown in (("standings", 4), ("hall", 0)):
        rows = client.get(reverse(f"tournaments:{name}", args=[event.code])).context["rows"]
        assert [row["place"] for row in rows] == [None] * shown


def test_the_number_of_a_lot_stands_only_where_a_lot_decided(client, ada):
    event = make_event(ada, make_club(ada), format="swiss", game="death_frontline")
    enter_bots(event, ada, 4)
    begin(event, ada)
    page = reverse("tournaments:standings", args=[event.code])
    assert "Random" in {one.short for one in client.get(page).context["columns"]}
    tables = load_state(event).current.tables
    for table in tables:
        rows = [{"entry": one, "rank": at} for at, one in enumerate(table.seats, 1)]
        decided = {"round": 1, "table": table.number, "results": rows, "reason": "so"}
        act(event, ada, "override_result", **decided)
    act(event, ada, "penalty", entry=tables[0].seats[0], points=UNIT // 4, reason="late")
    act(event, ada, "penalty", entry=tables[0].seats[1], points=UNIT // 4, reason="late")
    answer = client.get(page)
    assert "Random" not in {one.short for one in answer.context["columns"]}
    assert "A random order drawn with the event’s seed" in answer.content.decode()


def test_a_player_finds_the_way_to_the_table_on_the_first_page(client, world):
    event, owner, member = world["event"], world["people"]["owner"], world["people"]["member"]
    for one in (owner, member):
        act(event, owner, "late_entry", players=[one.pk])
    login(client, world, "member")
    page = reverse("tournaments:overview", args=[event.code])
    assert client.get(page).context["own_table"] is None
    play_bots(event)
    for kind in ("close_round", "propose_round", "publish_round"):
        act(event, owner, kind)
    state = load_state(event)
    table = state.current.table_of(state.listed()[-1].number)
    code = event.tables.get(round=2, table=table.number).match.code
    assert f"/matches/{code}/" in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("game", "form", "is_offered"),
    [
        ("deadline_99", "pods", True),
        ("deadline_99", "swiss", False),
        ("zombie_rummy", "pods", False),
    ],
)
def test_sides_are_weighed_only_where_there_are_sides(game, form, is_offered):
    points = EventForm(current_rules(game), initial={"format": form}).fields["points"]
    assert ("weighed_side" in dict(points.choices)) == is_offered


def test_a_new_event_of_a_club_gives_points_for_its_season_unless_that_is_taken_out(
    world,
):
    rules, club = current_rules("deadline_99"), world["club"]
    assert EventForm(rules, club=club)["season"].value() == Season.objects.get().pk
    assert EventForm(rules, club=club, initial={"season": None})["season"].value() is None
