"""A club's ladders: fed by its events' matches, shown to whoever the club exists for."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.clubs.services.club import club_found
from games.engine.contract import RESIGN
from games.matches.models import Match
from games.ratings.log import club_owner
from games.ratings.models import Ladder
from games.tournaments.models import Tournament
from games.tournaments.selectors.records import club_records
from games.tournaments.services.seasons import season_open
from tests.ratings.factories import ended
from tests.support.finished import somebody
from tests.support.tables import act_for, first_legal, make_running

pytestmark = pytest.mark.django_db
LADDER = "ladders/deadline_99-survivor/"


def test_a_clubs_match_enters_the_clubs_ladders_and_the_sites() -> None:
    ada, bo = somebody("ada"), somebody("bo")
    club = club_found(founder=ada, name="Night Owls")
    season = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    users = (ada, bo)
    match = make_running(*users, rated=True, club=club, club_season=season.ladder_key)
    assert match.to_act is not None
    act_for(match, users[match.to_act], first_legal(match))
    act_for(match, ada, RESIGN)
    owner = club_owner(club.pk)
    found = {(one.owner, one.season) for one in Ladder.objects.all()}
    assert {(owner, "all"), (owner, season.ladder_key), ("site", "all")} < found
    assert Match.objects.get().club == club


def test_seasons_follow_each_other_as_they_were_begun() -> None:
    ada = somebody("ada")
    club = club_found(founder=ada, name="Night Owls")
    seasons = [season_open(club=club, actor=ada, name="0", best_of=None)]
    for name in ("1", "2"):
        ends = seasons[-1].pk
        seasons.append(season_open(club=club, actor=ada, name=name, best_of=None, ends=ends))
    keys = [season.ladder_key for season in seasons]
    assert keys == sorted(keys)
    assert [one.name for one in club.seasons.filter(is_open=True)] == ["2"]


def test_who_begins_a_season_reads_what_it_ends_and_the_journal_tells(client: Client) -> None:
    ada = somebody("ada")
    club = club_found(founder=ada, name="Night Owls")
    client.force_login(ada)
    page = f"/clubs/{club.slug}/"
    assert "This ends the season" not in client.get(page).content.decode()
    client.post(f"/tournaments/seasons/of/{club.slug}/", {"name": "Autumn"})
    assert "This ends the season “Autumn”" in client.get(page).content.decode()
    same = {"name": "Autumn", "ends": club.seasons.get().pk}
    refused = client.post(f"/tournaments/seasons/of/{club.slug}/", same)
    assert refused.status_code == 422
    assert club.seasons.get().is_open
    told = client.get(f"{page}journal/").content.decode()
    assert told.count("ada started the season “Autumn”.") == 1


def test_the_clubs_pages_show_its_ladders_by_the_names_of_its_seasons(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    club = club_found(founder=ada, name="Night Owls")
    season = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    ended(ada.pk, bo.pk, club=club_owner(club.pk), club_season=season.ladder_key)
    assert "2 players" in client.get(f"/clubs/{club.slug}/ladders/").content.decode()
    text = client.get(f"/clubs/{club.slug}/{LADDER}").content.decode()
    assert "Autumn" in text
    assert ada.get_absolute_url() in text
    one = client.get(f"/clubs/{club.slug}/{LADDER}?season={season.ladder_key}")
    assert one.status_code == 200


@pytest.mark.parametrize("path", ["ladders/", LADDER])
def test_a_private_clubs_ladders_do_not_exist_for_others(client: Client, path: str) -> None:
    ada = somebody("ada")
    club = club_found(founder=ada, name="Night Owls", is_private=True)
    assert client.get(f"/clubs/{club.slug}/{path}").status_code == 404
    client.force_login(somebody("bo"))
    assert client.get(f"/clubs/{club.slug}/{path}").status_code == 404
    client.force_login(ada)
    assert client.get(f"/clubs/{club.slug}/{path}").status_code == 200


def test_the_clubs_page_shows_the_head_of_its_ladder_and_its_records(client: Client) -> None:
    ada, bo = somebody("ada"), somebody("bo")
    club = club_found(founder=ada, name="Night Owls")
    season = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    ended(ada.pk, bo.pk, club=club_owner(club.pk), club_season=season.ladder_key)
    for name, winner, other in (("One", ada, bo), ("Two", ada, bo)):
        event = Tournament.objects.create(club=club, season=season, name=name, game="deadline_99")
        for place, user in enumerate((winner, other), 1):
            event.places.create(
                entry=place, player=user.pk, user=user, place=place, came=True, is_guest=False
            )
    records = {
        one.title: (one.value, [who.name for who in one.holders]) for one in club_records(club)
    }
    assert records["Most events won"] == (2, ["ada"])
    assert records["Most events played"] == (2, ["ada", "bo"])
    assert records["Highest rating"][1] == ["ada"]
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert f'href="/clubs/{club.slug}/{LADDER}"' in page
    assert "Highest rating" in page
    assert 'class="provisional"' in page.split('id="club-records"')[1]


def test_a_club_without_matches_has_neither_ladder_nor_records(client: Client) -> None:
    club = club_found(founder=somebody("ada"), name="Night Owls")
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert 'id="club-ladder"' not in page
    assert 'id="club-records"' not in page
