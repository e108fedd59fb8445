"""A club's series: beside its season, with points of their own, a preview, and an end."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.privacy.leave import person_leave
from games.engine.contract import Refusal
from games.tournaments.models import Season, SeasonAward
from games.tournaments.rank.season import PointsRule
from games.tournaments.selectors.clubs import season_rows
from games.tournaments.services.create import event_tell
from games.tournaments.services.seasons import (
    season_edit,
    season_open,
    season_take_back,
    series_end,
    series_open,
)
from tests.support.clubs import make_club
from tests.support.evenings import evening
from tests.support.event_pages import make_people
from tests.support.judges import browser
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db
PODIUM = PointsRule((10, 6), attendance=1)


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def tuesdays(club, ada):
    return series_open(club=club, actor=ada, name="Tuesdays", best_of=None, rule=PODIUM)


def totals(season):
    return [(row["place"], row["user"].username, row["total"]) for row in season_rows(season)]


def test_an_event_gives_points_in_its_season_and_in_its_series_by_the_rule_of_each(
    ada, club, tuesdays
):
    autumn = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    bo = make_user("bo")
    event = evening(ada, club, ada, bo, season=autumn, series=tuesdays)
    assert totals(autumn) == [(1, "ada", 100), (2, "bo", 50)]
    assert totals(tuesdays) == [(1, "ada", 11), (2, "bo", 7)]
    event_tell(code=event.code, actor=ada, about={"series": None})
    assert totals(autumn) == [(1, "ada", 100), (2, "bo", 50)]
    assert totals(tuesdays) == []


def test_a_club_runs_series_beside_its_season_and_beside_each_other(client, ada, club, tuesdays):
    autumn = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    browser(ada).post(
        reverse("tournaments:series_new", args=[club.slug]),
        {"name": "Duels", "best_of": "3", "points": "25-18, 15", "attendance": ""},
    )
    duels = Season.objects.get(name="Duels")
    assert (duels.is_series, duels.best_of, duels.rule) == (True, 3, PointsRule((25, 18, 15)))
    assert set(club.seasons.filter(is_open=True)) == {autumn, tuesdays, duels}
    winter = season_open(club=club, actor=ada, name="Winter", best_of=None, ends=autumn.pk)
    assert set(club.seasons.filter(is_open=True)) == {winter, tuesdays, duels}
    page = client.get(f"/clubs/{club.slug}/").content.decode()
    assert all(f"/tournaments/seasons/{one.pk}/" in page for one in (winter, tuesdays, duels))


@pytest.mark.parametrize(
    "points", ["ten", "1 2", "0 0", "1001", "-3", "5.5", "٣", "9" * 60, " ".join("1" * 51)]
)
def test_points_that_are_none_are_refused_in_a_sentence_and_change_nothing(
    ada, club, tuesdays, points
):
    asked = {"name": "Tuesdays", "points": points}
    for name, args in (("series_new", [club.slug]), ("season_edit", [tuesdays.pk])):
        answer = browser(ada).post(reverse(f"tournaments:{name}", args=args), asked)
        assert answer.status_code == 422, name
        assert "whole numbers from 0 to 1000" in answer.content.decode()
    tuesdays.refresh_from_db()
    assert tuesdays.rule == PODIUM
    shown = browser(ada).get(reverse("tournaments:season_preview", args=[tuesdays.pk]), asked)
    assert shown.status_code == 200
    assert "whole numbers from 0 to 1000" in shown.content.decode()


def test_other_points_are_previewed_without_a_change_and_then_hold_for_past_events(
    ada, club, tuesdays
):
    bo = make_user("bo")
    evening(ada, club, ada, bo, series=tuesdays, name="One")
    evening(ada, club, ada, bo, series=tuesdays, name="Two")
    wanted = {"name": "Tuesdays", "points": "3 2", "attendance": "4", "best_of": "1"}
    page = browser(ada).get(reverse("tournaments:season_preview", args=[tuesdays.pk]), wanted)
    assert [(row["user"].username, row["total"]) for row in page.context["rows"]] == [
        ("ada", 7),
        ("bo", 6),
    ]
    assert totals(tuesdays) == [(1, "ada", 22), (2, "bo", 14)]
    browser(ada).post(reverse("tournaments:season_edit", args=[tuesdays.pk]), wanted)
    tuesdays.refresh_from_db()
    assert totals(tuesdays) == [(1, "ada", 7), (2, "bo", 6)]
    assert "3 · 2" in browser(bo).get(f"/tournaments/seasons/{tuesdays.pk}/").content.decode()


def test_only_directors_make_and_change_series_and_see_previews(ada, club, tuesdays):
    people = make_people(club)
    addresses = [
        ("get", reverse("tournaments:season_preview", args=[tuesdays.pk])),
        ("post", reverse("tournaments:series_new", args=[club.slug])),
        ("post", reverse("tournaments:season_end", args=[tuesdays.pk])),
    ]
    for method, address in addresses:
        for name in ("outsider", "member", "judge", "staff"):
            assert getattr(browser(people[name]), method)(address).status_code == 403, name
    tuesdays.refresh_from_db()
    assert tuesdays.is_open


def test_a_series_that_ended_is_not_offered_to_new_events_but_keeps_its_own(ada, club, tuesdays):
    event = evening(ada, club, ada, make_user("bo"), series=tuesdays)
    series_end(series=tuesdays, actor=ada, is_open=False)
    new = browser(ada).get(f"/tournaments/new/deadline_99/?club={club.slug}").content.decode()
    assert "Tuesdays" not in new
    settings = browser(ada).get(reverse("tournaments:settings", args=[event.code]))
    assert "Tuesdays" in settings.content.decode()
    assert [row[1] for row in totals(tuesdays)] == ["ada", "bo"]


def test_a_season_has_no_end_of_its_own_and_keeps_its_points_in_the_next(ada, club):
    autumn = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    season_edit(season=autumn, actor=ada, name="Autumn", best_of=None, rule=PODIUM)
    with pytest.raises(Refusal) as refused:
        series_end(series=autumn, actor=ada, is_open=False)
    assert refused.value.code == "not_a_series"
    winter = season_open(club=club, actor=ada, name="Winter", best_of=None, ends=autumn.pk)
    assert winter.rule == PODIUM


def test_a_series_made_by_mistake_goes_and_leaves_the_season_as_it_is(ada, club, tuesdays):
    autumn = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    season_take_back(season=tuesdays, actor=ada)
    assert [*club.seasons.all()] == [autumn]
    assert autumn.is_open
    kept = series_open(club=club, actor=ada, name="Kept", best_of=None)
    evening(ada, club, ada, make_user("bo"), series=kept)
    with pytest.raises(Refusal) as refused:
        season_take_back(season=kept, actor=ada)
    assert refused.value.code == "season_played"


def test_a_name_is_given_once_among_seasons_and_series(ada, club, tuesdays):
    answer = browser(ada).post(
        reverse("tournaments:series_new", args=[club.slug]), {"name": "Tuesdays"}
    )
    assert answer.status_code == 422
    assert "already has a season or series with this name" in answer.content.decode()


def test_a_table_keeps_the_line_of_an_account_that_was_deleted(client, ada, club, tuesdays):
    bo = make_user("bo")
    evening(ada, club, bo, ada, series=tuesdays)
    person_leave(user=bo)
    page = client.get(f"/tournaments/seasons/{tuesdays.pk}/").content.decode()
    assert "a former member" in page
    assert [(row["place"], row["total"]) for row in season_rows(tuesdays)] == [(1, 11), (2, 7)]
    season_edit(season=tuesdays, actor=ada, name="T", best_of=None, rule=PointsRule((5, 3)))
    assert sorted(SeasonAward.objects.values_list("points", flat=True)) == [3, 5]


def test_who_saves_a_form_over_another_directors_change_leaves_points_by_one_rule(
    ada, club, tuesdays
):
    stale = Season.objects.get(pk=tuesdays.pk)
    evening(ada, club, ada, make_user("bo"), series=tuesdays)
    rule = PointsRule((50, 20))
    season_edit(season=tuesdays, actor=ada, name="Tuesdays", best_of=None, rule=rule)
    series_end(series=tuesdays, actor=ada, is_open=False)
    season_edit(season=stale, actor=ada, name="Tuesdays", best_of=None, rule=PODIUM)
    assert totals(tuesdays) == [(1, "ada", 11), (2, "bo", 7)]
    assert not Season.objects.get(pk=tuesdays.pk).is_open
