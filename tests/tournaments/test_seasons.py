"""Beginning a season, taking one back, and for which season an event counts."""

from __future__ import annotations

import importlib

import pytest
from django.db import connection
from django.urls import reverse

from games.engine.contract import RESIGN, Refusal
from games.ratings.log import club_owner
from games.ratings.models import Ladder
from games.registry import current_rules
from games.tournaments.forms.event import EventForm
from games.tournaments.models import Season, SeasonAward
from games.tournaments.services.create import event_tell, tournament_create
from games.tournaments.services.seasons import season_open, season_take_back
from games.tournaments.store import load_state
from tests.ratings.factories import cached, rebuilt
from tests.support.clubs import make_club
from tests.support.event_pages import filled
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.tables import act_for, first_legal, make_user, sit_down


def finished(club, ada, **about):
    """Return a finished event in which somebody took a place."""
    event = make_event(ada, club, **about)
    enter_bots(event, ada, 3)
    act(event, ada, "register", players=[make_user("bo").pk], by_organiser=True)
    begin(event, ada)
    act(event, ada, "forfeit", table=1, absent=[one.number for one in entries(event)[1:]])
    act(event, ada, "close_round")
    act(event, ada, "finish", reason="late")
    return event


def entries(event):
    return list(load_state(event).entries.values())


@pytest.mark.django_db
def test_of_seasons_that_were_begun_at_once_before_the_newest_stays_open(ada, club, autumn):
    migration = importlib.import_module("games.tournaments.migrations.0007_one_open_season")
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX season_open_once")
        newest = club.seasons.create(name="Autumn cup")
        other = make_club(ada, name="Larks").seasons.create(name="Spring")
        cursor.execute(migration.END_OLDER)
    assert set(Season.objects.filter(is_open=True)) == {newest, other}


@pytest.mark.django_db
def test_who_begins_a_season_while_another_was_begun_is_told_so(client, ada, club, autumn):
    client.force_login(ada)
    begin_at = reverse("tournaments:season_new", args=[club.slug])
    for ends, status in (("", 409), ("99", 409), ("x", 422), (autumn.pk, 302), (autumn.pk, 409)):
        assert client.post(begin_at, {"name": f"After {ends}", "ends": ends}).status_code == status
    assert [one.name for one in club.seasons.filter(is_open=True)] == [f"After {autumn.pk}"]


@pytest.mark.django_db
def test_a_season_begun_by_mistake_is_taken_back_with_what_was_to_count_for_it(
    client, ada, club, autumn, winter
):
    prepared = make_event(ada, club, season=winter)
    started = make_event(ada, club, season=winter)
    enter_bots(started, ada, 4)
    act(started, ada, "start")
    client.force_login(ada)
    page = reverse("tournaments:season", args=[winter.pk])
    text = client.get(page).content.decode()
    assert "The season “Autumn” continues" in text
    answer = client.post(reverse("tournaments:season_take_back", args=[winter.pk]))
    assert answer.url == reverse("clubs:home", args=[club.slug])
    assert client.get(page).status_code == 404
    assert list(club.seasons.filter(is_open=True)) == [autumn]
    for event in (prepared, started):
        event.refresh_from_db()
        assert event.season == autumn
    act(started, ada, "propose_round")
    act(started, ada, "publish_round")
    assert started.tables.first().match.club_season == autumn.ladder_key
    journal = client.get(reverse("clubs:journal", args=[club.slug])).content.decode()
    assert "ada cancelled the season “Winter”." in journal


@pytest.mark.django_db
def test_a_clubs_first_season_is_taken_back_and_can_be_begun_again(client, ada, club, autumn):
    event = make_event(ada, club, season=autumn)
    client.force_login(ada)
    text = client.get(reverse("tournaments:season", args=[autumn.pk])).content.decode()
    assert "give no season points" in text
    season_take_back(season=autumn, actor=ada)
    event.refresh_from_db()
    assert event.season is None
    assert season_open(club=club, actor=ada, name="Autumn", best_of=None).is_open


@pytest.mark.django_db
def test_a_season_in_which_a_match_was_opened_stays(client, ada, club, winter):
    event = make_event(ada, club, season=winter)
    enter_bots(event, ada, 4)
    begin(event, ada)
    client.force_login(ada)
    page = client.get(reverse("tournaments:season", args=[winter.pk])).content.decode()
    assert "Delete season" not in page
    refused = client.post(reverse("tournaments:season_take_back", args=[winter.pk]))
    assert refused.status_code == 422
    assert "Matches have already been played in this season" in refused.content.decode()
    assert Season.objects.filter(pk=winter.pk).exists()


@pytest.mark.django_db
def test_a_season_whose_only_round_was_taken_back_is_taken_back_too(ada, club, winter):
    event = make_event(ada, club, season=winter)
    act(event, ada, "register", players=[ada.pk], by_organiser=True)
    enter_bots(event, ada, 3)
    begin(event, ada)
    act(event, ada, "cancel_round", reason="too early")
    season_take_back(season=winter, actor=ada)
    event.refresh_from_db()
    assert event.season.name == "Autumn"


@pytest.mark.django_db
def test_an_older_season_is_not_taken_back_nor_one_that_gave_points(ada, club, autumn, winter):
    with pytest.raises(Refusal) as refused:
        season_take_back(season=autumn, actor=ada)
    assert refused.value.code == "season_over"
    event = finished(club, ada)
    event_tell(code=event.code, actor=ada, about={"season": winter})
    with pytest.raises(Refusal) as refused:
        season_take_back(season=winter, actor=ada)
    assert refused.value.code == "season_played"
    assert SeasonAward.objects.get().season == winter


@pytest.mark.django_db(transaction=True)
def test_an_event_is_not_made_for_a_season_that_was_taken_back_meanwhile(ada, club, winter):
    rules = current_rules("deadline_99")
    form = EventForm(rules, filled(EventForm(rules, club=club), name="Late"), club=club)
    assert form.is_valid(), form.errors
    season_take_back(season=Season.objects.get(pk=winter.pk), actor=ada)
    with pytest.raises(Refusal) as refused:
        tournament_create(actor=ada, club=club, config=form.config(), about=form.about_event())
    assert refused.value.code == "season_gone"
    assert not club.tournaments.exists()


@pytest.mark.django_db
def test_a_finished_event_is_put_into_a_season_and_out_of_it_by_its_settings(
    client, ada, club, autumn, winter
):
    event = finished(club, ada, season=autumn)
    assert SeasonAward.objects.get().season == autumn
    client.force_login(ada)
    settings = reverse("tournaments:settings", args=[event.code])
    told = {"name": event.name, "about": ""}
    assert "Autumn" in client.get(settings).content.decode()
    for chosen, awards in ((winter.pk, [winter.pk]), ("", []), (autumn.pk, [autumn.pk])):
        assert client.post(settings, {**told, "season": chosen}).status_code == 302
        assert list(SeasonAward.objects.values_list("season", flat=True)) == awards
    journal = client.get(reverse("clubs:journal", args=[club.slug])).content.decode()
    moved = f"ada changed the season or series of “{event.name}”."
    assert journal.count(moved) == 3
    assert client.post(settings, {**told, "season": autumn.pk}).status_code == 302
    assert client.get(reverse("clubs:journal", args=[club.slug])).content.decode().count(moved) == 3


@pytest.mark.django_db
def test_an_event_counts_for_no_other_clubs_season(client, ada, club, autumn):
    other = season_open(club=make_club(ada, name="Larks"), actor=ada, name="Spring", best_of=None)
    event = make_event(ada, club, season=autumn)
    enter_bots(event, ada, 4)
    begin(event, ada)
    client.force_login(ada)
    settings = reverse("tournaments:settings", args=[event.code])
    refused = client.post(settings, {"name": event.name, "about": "", "season": other.pk})
    assert refused.status_code == 422
    event.refresh_from_db()
    assert event.season == autumn


@pytest.mark.django_db
def test_matches_stay_in_the_ladder_in_which_they_were_opened_and_no_rating_moves(
    ada, bo, club, autumn, winter
):
    chen = make_user("chen")
    event = make_event(ada, club, season=winter, rated=True)
    people = {one.pk: one for one in (ada, bo, chen)}
    for one in people:
        act(event, ada, "register", players=[one], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    seated = [people[seat.user_id] for seat in match.seats.order_by("number")]
    sit_down(match, *seated)
    act_for(match, seated[match.to_act], first_legal(match))
    event_tell(code=event.code, actor=ada, about={"season": autumn})
    for one in seated[:2]:
        act_for(match, one, RESIGN)
    grown = cached()
    played = Ladder.objects.filter(owner=club_owner(club.pk), matches=1)
    assert {one.season for one in played} == {"all", winter.ladder_key}
    event_tell(code=event.code, actor=ada, about={"season": winter})
    event_tell(code=event.code, actor=ada, about={"season": None})
    assert cached() == grown == rebuilt()
