"""A club's hall of fame: champions that stay, records and where they were set, earlier titles."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.access import access_club
from accounts.clubs.models import JournalEntry, Membership
from accounts.clubs.services.membership import club_leave
from accounts.privacy.leave import person_leave
from games.engine.contract import RESIGN
from games.matches.models import Seat
from games.tournaments.models import EarlierChampion, FinalPlace
from games.tournaments.selectors.fame import event_titles, season_titles, titles_of
from games.tournaments.selectors.records import all_records
from games.tournaments.services.results import sweep_tournaments
from games.tournaments.services.seasons import season_open, series_end, series_open
from tests.support.clubs import make_club
from tests.support.evenings import evening
from tests.support.event_pages import make_people
from tests.support.events import act, begin, enter_bots, make_event
from tests.support.judges import browser
from tests.support.tables import act_for, make_user, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ada):
    return make_club(ada)


@pytest.fixture
def bo():
    return make_user("bo")


def hall(client, club, **query):
    answer = client.get(reverse("club_events:champions", args=[club.slug]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def champions(club):
    return [
        (one.name, [who.name for who in one.champions]) for one in titles_of(event_titles(club))
    ]


def records(club):
    return {one.title: (one.value, [who.name for who in one.holders]) for one in all_records(club)}


def test_every_finished_event_has_its_champion_until_it_is_reopened(client, ada, bo, club):
    evening(ada, club, ada, bo, name="One")
    two = evening(ada, club, bo, ada, name="Two")
    make_event(ada, club, name="Three")
    assert champions(club) == [("Two", ["bo"]), ("One", ["ada"])]
    page = hall(client, club)
    assert f'href="{bo.get_absolute_url()}">bo</a>' in page
    assert "Three" not in page
    act(two, ada, "reopen", reason="a mistake")
    assert champions(club) == [("One", ["ada"])]
    assert FinalPlace.objects.filter(tournament=two).count() == 0


def test_a_champion_stays_when_they_leave_the_club_and_without_a_name_the_site(
    client, ada, bo, club
):
    Membership.objects.create(club=club, user=bo)
    series = series_open(club=club, actor=ada, name="Tuesdays", best_of=None)
    event = evening(ada, club, bo, ada, name="One", series=series)
    series_end(series=series, actor=ada, is_open=False)
    club_leave(access=access_club(bo, club.slug))
    assert champions(club) == [("One", ["bo"])]
    person_leave(user=bo)
    assert champions(club) == [("One", ["a former member"])]
    [title] = season_titles(club)
    assert (title.name, [one.name for one in title.champions]) == ("Tuesdays", ["a former member"])
    page = hall(client, club)
    assert "a former member" in page
    assert ">bo<" not in page
    act(event, ada, "reopen", reason="to look at it again")
    act(event, ada, "finish")
    assert champions(club) == [("One", ["a former member"])]
    assert records(club)["Most events won"] == (1, ["a former member"])


def test_a_season_has_a_champion_once_the_next_began_and_a_shared_place_has_two(ada, bo, club):
    autumn = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    evening(ada, club, ada, bo, season=autumn)
    evening(ada, club, bo, ada, season=autumn)
    assert season_titles(club) == []
    season_open(club=club, actor=ada, name="Winter", best_of=None, ends=autumn.pk)
    [title] = season_titles(club)
    assert [one.name for one in title.champions] == ["ada", "bo"]
    assert (title.total, title.is_series) == (150, False)


def test_people_without_an_account_and_bots_are_champions_by_their_names(ada, club):
    guest = make_event(ada, club, name="Paper", format="swiss", config={"rounds": 1})
    act(guest, ada, "register", players=[], guests=1, names=["Anna"], by_organiser=True)
    act(guest, ada, "register", players=[ada.pk], by_organiser=True)
    begin(guest, ada)
    first = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    act(guest, ada, "override_result", round=1, table=1, results=first, reason="paper")
    act(guest, ada, "close_round")
    act(guest, ada, "finish")
    assert champions(club) == [("Paper", ["Anna (guest)"])]
    guest.guests.all().delete()
    assert champions(club) == [("Paper", ["A guest"])]
    assert "Most events won" not in records(club)


def play(event, winner, loser):
    """Let somebody win the match of an event's only table."""
    match = event.tables.get(is_current=True, round=event.round).match
    people = {one.pk: one for one in (winner, loser)}
    sit_down(match, *[people[seat.user_id] for seat in match.seats.order_by("number")])
    act_for(match, loser, RESIGN)
    return match


def test_runs_count_matches_and_events_in_a_row_and_link_to_where_they_began_and_ended(
    client, ada, bo, club
):
    made = []
    for at, (winner, loser) in enumerate([(ada, bo), (ada, bo), (bo, ada), (ada, bo)]):
        event = make_event(
            ada, club, name=f"Duel {at}", game="death_frontline", format="swiss",
            config={"rounds": 1},
        )  # fmt: skip
        for one in (ada, bo):
            act(event, ada, "register", players=[one.pk], by_organiser=True)
        begin(event, ada)
        made.append((event, play(event, winner, loser)))
        event.refresh_from_db()
    for event, _ in made:
        act_results(event, ada)
    found = records(club)
    assert found["Most matches won in a row"] == (2, ["ada"])
    assert found["Most events in a row"] == (4, ["ada", "bo"])
    links = {one.title: one.links for one in all_records(club)}
    addresses = [address for _, address in links["Most matches won in a row"]]
    assert addresses == [reverse("matches:match", args=[made[at][1].code]) for at in (0, 1)]
    page = hall(client, club)
    assert all(address in page for address in addresses)


def act_results(event, director):
    """Take the match's result, and finish the event."""
    sweep_tournaments()
    event.refresh_from_db()
    act(event, director, "close_round")
    act(event, director, "finish")


def test_an_evening_somebody_missed_ends_their_run(ada, bo, club):
    chen = make_user("chen")
    evening(ada, club, ada, bo, name="1")
    evening(ada, club, ada, chen, name="2")
    evening(ada, club, ada, bo, name="3")
    assert records(club)["Most events in a row"] == (3, ["ada"])


def test_the_highest_score_is_the_best_of_people_at_event_tables(ada, bo, club):
    event = make_event(ada, club, game="zombie_rummy", format="pods")
    for one in (ada, bo, make_user("chen")):
        act(event, ada, "register", players=[one.pk], by_organiser=True)
    begin(event, ada)
    match = event.tables.get().match
    match.status, match.finished_at = "finished", timezone.now()
    match.save()
    for seat, score in zip(match.seats.order_by("number"), (120, -5, 300), strict=True):
        Seat.objects.filter(pk=seat.pk).update(rank=1 + (score < 300), score=score)
    best = match.seats.get(score=300)
    assert records(club)["Highest score"] == (300, [best.user.username])
    Seat.objects.filter(pk=best.pk).update(user=None, bot="novice")
    assert records(club)["Highest score"][0] == 120


def test_a_hall_without_anything_says_so_and_bots_alone_hold_no_record(client, ada, club):
    assert "No champions yet" in hall(client, club)
    event = make_event(ada, club, format="swiss", config={"rounds": 1, "bots_rank": True})
    enter_bots(event, ada, 2)
    begin(event, ada)
    first = [{"entry": 1, "rank": 1}, {"entry": 2, "rank": 2}]
    act(event, ada, "override_result", round=1, table=1, results=first, reason="so")
    act(event, ada, "close_round")
    act(event, ada, "finish")
    assert len(champions(club)) == 1
    assert records(club) == {}


def test_the_hall_of_a_private_club_is_for_its_members(client, ada, bo):
    club = make_club(ada, is_private=True)
    evening(ada, club, ada, bo)
    address = reverse("club_events:champions", args=[club.slug])
    assert client.get(address).status_code == browser(bo).get(address).status_code == 404
    assert browser(ada).get(address).status_code == 200


# --- champions from before --------------------------------------------------------------------


def add(client, club, **changed):
    told = {"year": "2019", "title": "Club championship", "champion": "Anna Müller", **changed}
    return client.post(reverse("club_events:champion_add", args=[club.slug]), told)


def test_a_director_writes_down_earlier_champions_and_removes_them(client, ada, club):
    assert add(browser(ada), club).status_code == 302
    page = hall(client, club)
    assert "Anna Müller" in page
    assert "2019" in page
    assert add(browser(ada), club).status_code == 422
    made = EarlierChampion.objects.get()
    address = reverse("club_events:champion_remove", args=[club.slug])
    for _ in range(2):
        assert browser(ada).post(address, {"champion": made.pk}).status_code == 302
    assert not EarlierChampion.objects.exists()
    journal = JournalEntry.objects.filter(club=club).values_list("about", flat=True)
    assert list(journal).count("2019, Club championship") == 2
    assert not any("Anna" in about for about in journal)


@pytest.mark.parametrize(
    "changed",
    [
        {"year": "1799"}, {"year": str(timezone.now().year + 1)}, {"year": "x"}, {"title": ""},
        {"title": "x" * 81}, {"title": "a\0b"}, {"champion": ""}, {"champion": "<b>"},
        {"champion": "x" * 41}, {"champion": "\u202eanna"},
    ],
)  # fmt: skip
def test_what_is_no_champion_is_refused_and_changes_nothing(ada, club, changed):
    assert add(browser(ada), club, **changed).status_code == 422
    assert not EarlierChampion.objects.exists()


def test_only_directors_write_and_remove_them(ada, club):
    people = make_people(club)
    add(browser(ada), club)
    made = EarlierChampion.objects.get()
    remove = reverse("club_events:champion_remove", args=[club.slug])
    for name in ("outsider", "member", "judge", "staff"):
        client = browser(people[name])
        assert add(client, club, year="2018").status_code == 403
        assert client.post(remove, {"champion": made.pk}).status_code == 403
        assert reverse("club_events:champion_add", args=[club.slug]) not in hall(client, club)
    other = make_club(people["outsider"], name="Larks")
    elsewhere = reverse("club_events:champion_remove", args=[other.slug])
    browser(people["outsider"]).post(elsewhere, {"champion": made.pk})
    assert EarlierChampion.objects.get() == made
