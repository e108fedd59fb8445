"""The pages of leagues: what they say, whom they let do what, and what programs get."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.clubs.models import Club, JournalEntry, Membership
from games.leagues.models import League
from games.leagues.services.season import season_final
from tests.support.leagues import begin, director, make_league, play_round, play_season
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
NAMES = [f"p{number:02}" for number in range(1, 9)]
SETTINGS = {
    "name": "Winter", "table_size": "2", "length": "usual", "division_size": "6", "movers": "2",
    "pace": "evenings", "every_days": "7", "a_date": "3", "turn_seconds": "60",
    "reserve_seconds": "120", "rounds": "5", "newcomers": "rating", "finalists": "4",
}  # fmt: skip


@pytest.fixture
def league():
    """Two divisions of four, one moves up and one down."""
    return make_league(NAMES, division_size=4, movers=1)


def strength(name):
    return -int(name[1:])


def browser(person):
    client = Client()
    client.force_login(person)
    return client


def address(league, tail=""):
    return f"/clubs/{league.club.slug}/leagues/{league.pk}/{tail}"


def text_of(client, league, tail=""):
    return " ".join(client.get(address(league, tail)).content.decode().split())


def test_a_director_opens_a_league_adds_everybody_and_begins_by_the_buttons(league):
    client, club = browser(director(league)), league.club
    answer = client.post(f"/clubs/{club.slug}/leagues/new/death_frontline/", SETTINGS)
    made = League.objects.get(name="Winter")
    assert answer["Location"] == address(made)
    assert (made.game, made.movers, made.finalists, made.rated) == ("death_frontline", 2, 4, False)
    client.post(address(made, "add"), {"all": "yes"})
    assert made.members.count() == 8
    plan = text_of(client, made, "next/")
    assert plan.count("<span>p0") == 8
    client.post(address(made, "next/"), {"after": "0", "starts_at": ""})
    assert [one.players.count() for one in made.seasons.get().divisions.all()] == [8]
    verbs = set(JournalEntry.objects.filter(about="Winter").values_list("verb", flat=True))
    assert verbs == {"opened_league", "began_league_season"}


@pytest.mark.parametrize(
    ("field", "value"),
    [("division_size", "13"), ("division_size", "3"), ("movers", "0"), ("turn_seconds", "7"),
     ("table_size", "11"), ("name", "x"), ("every_days", "")],
)  # fmt: skip
def test_a_setting_out_of_bounds_is_refused_in_the_form(league, field, value):
    client = browser(director(league))
    answer = client.post(address(league, "settings/"), {**SETTINGS, field: value})
    assert answer.status_code == 422
    league.refresh_from_db()
    assert league.name == "League"


def test_pressing_next_season_twice_says_so_and_changes_nothing(league):
    begin(league)
    answer = browser(director(league)).post(address(league, "next/"), {"after": "0"})
    assert answer.status_code in (409, 422)
    assert "already" in answer.content.decode()
    assert league.seasons.count() == 1


def test_zones_are_told_in_words_once_there_are_results(league):
    season = begin(league)
    assert "promotion zone" not in text_of(Client(), league)
    for division in season.divisions.all():
        play_round(division.event, director(league), strength)
    page = text_of(Client(), league)
    assert page.count("promotion zone") == 1
    assert page.count("relegation zone") == 1


def test_the_next_match_stands_on_top_with_its_table(league):
    season = begin(league)
    event = season.divisions.first().event
    player = season.divisions.first().players.first().user
    assert "Round 1: you play" in text_of(browser(player), league)
    play_round(event, director(league), strength, most=1)
    page = text_of(browser(player), league)
    table = event.tables.filter(match__seats__user=player).first()
    assert f"/matches/{table.match.code}/" in page or "Round 2: you play" in page


def test_everybody_joins_leaves_and_takes_a_break_by_themselves(league):
    new = make_user("p09")
    client = browser(new)
    assert client.post(address(league, "join")).status_code == 403
    Membership.objects.create(club=league.club, user=new)
    client.post(address(league, "join"))
    client.post(address(league, "away"))
    assert league.members.get(user=new).is_away
    assert "You’re taking a break." in text_of(client, league)
    client.post(address(league, "away"), {"back": "yes"})
    assert not league.members.get(user=new).is_away
    client.post(address(league, "leave"))
    assert not league.members.filter(user=new).exists()


def test_a_past_season_shows_its_places_and_its_champion_by_the_final(league):
    league.finalists = 2
    league.save()
    season = begin(league)
    assert browser(director(league)).get(address(league, "seasons/1/")).status_code == 302
    play_season(season, strength)
    assert "The final is next." in text_of(browser(director(league)), league)
    final = season_final(league=league, actor=director(league))
    play_round(final, director(league), lambda name: -strength(name))
    browser(director(league)).post(address(league, "end"))
    begin(league)
    page = text_of(Client(), league, "seasons/1/")
    assert page.count(">champion<") == 1
    second = sorted(one.user.username for one in season.divisions.first().players.all())[1]
    assert page.index(second) < page.index(">champion<")
    assert browser(director(league)).get(address(league, "seasons/9/")).status_code == 404


def test_a_page_asks_the_database_no_more_for_more_players():
    few, many = (
        make_league([f"{letter}{number}" for number in range(count)], division_size=8, name="x" * 3)
        for letter, count in (("a", 5), ("b", 8))
    )

    def asked(league):
        begin(league)
        client = browser(director(league))
        client.get(address(league))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(league))
        return len(queries)

    asked(few)
    assert asked(many) <= asked(make_league([f"c{one}" for one in range(5)], division_size=8))


def test_events_of_leagues_are_not_offered_to_be_repeated(league):
    season = begin(league)
    event = season.divisions.get(number=1).event
    page = browser(director(league)).get(f"/tournaments/new/?club={league.club.slug}")
    assert event.phase == "running"
    assert page.context["again"] == []
    event.league_division.delete()
    page = browser(director(league)).get(f"/tournaments/new/?club={league.club.slug}")
    assert page.context["again"] == [(event, False)]


def test_the_list_asks_the_database_no_more_for_more_leagues(league):
    club, chief = league.club, director(league)
    play_season(begin(league), strength)
    begin(league)

    def asked(path):
        client = browser(chief)
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return len(queries)

    pages = [f"/clubs/{club.slug}/leagues/", f"/api/v1/clubs/{club.slug}/leagues"]
    before = [asked(page) for page in pages]
    for _ in range(3):
        other = League.objects.create(club=club, name="Other", game=league.game)
        other.members.create(user=chief)
        other.seasons.create(number=1, starts_at="2026-01-01T00:00Z")
    assert [asked(page) for page in pages] == before
    listed = {one["name"]: (one["players"], one["season"]) for one in Client().get(pages[1]).json()}
    assert listed == {"League": (8, 2), "Other": (1, 1)}
    assert "Season 1:" in browser(chief).get(pages[0]).content.decode()


def test_a_private_clubs_league_is_not_there_for_strangers(league):
    begin(league)
    at = f"/api/v1/clubs/{league.club.slug}/leagues"
    assert Client().get(address(league)).status_code == 200
    Club.objects.update(is_private=True)
    for path in (address(league), at, f"{at}/{league.pk}"):
        assert Client().get(path).status_code == 404


def test_programs_read_divisions_zones_and_champions(league):
    season = begin(league)
    play_season(season, strength)
    at = f"/api/v1/clubs/{league.club.slug}/leagues"
    [listed] = Client().get(at).json()
    assert listed == {
        "league": league.pk, "name": "League", "game": "deadline_99", "open": True, "players": 8,
        "season": 1,
    }  # fmt: skip
    told = Client().get(f"{at}/{league.pk}").json()
    first, second = told["divisions"]
    assert [row["zone"] for row in first["rows"]] == ["", "", "", "down"]
    assert [row["zone"] for row in second["rows"]] == ["up", "", "", ""]
    assert first["event"] == season.divisions.first().event.code
    winner = first["rows"][0]["name"]
    begin(league)
    told = Client().get(f"{at}/{league.pk}").json()
    assert told["champions"] == [{"season": 1, "names": [winner]}]
