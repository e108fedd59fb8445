"""A program runs a whole event from nothing, holds it again, and carries it to another site."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from games.tournaments.models import Season, Tournament
from games.tournaments.rank.season import PointsRule
from games.tournaments.services.champions import champion_add
from games.tournaments.services.seasons import series_end, series_open
from games.tournaments.store import load_state
from tests.api.program import V1, Program
from tests.support.clubs import make_club
from tests.support.directing import Desk
from tests.support.evenings import evening
from tests.support.event_pages import make_people
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user("owner")


@pytest.fixture
def club(owner):
    return make_club(owner)


def create(user, club, *, scope="organise", **wanted):
    """Ask for an event; return the answer."""
    wanted = {"game": "death_frontline", "name": "Friday", "request_id": "friday", **wanted}
    return Program(user, scope).post(f"/clubs/{club.slug}/tournaments", **wanted)


def refused(answer):
    return answer.status_code, answer.json()["code"]


def test_a_program_runs_an_event_from_nothing_to_its_standings(owner, club):
    ada, bo = make_user("ada"), make_user("bo")
    series = series_open(club=club, actor=owner, name="Fridays", best_of=None)
    settings = {
        "rounds": 1, "series": series.pk, "prizes": "The goblet", "rated": False,
        "starts_at": "2026-12-04T19:30:00Z", "capacity": 8, "tie_breaks": "round_robin",
    }  # fmt: skip
    made = create(owner, club, format="swiss", settings=settings, options={"max_rounds": 40})
    assert made.status_code == 200, made.content
    event = Tournament.objects.get(code=made.json()["tournament"])
    assert (event.phase, event.series, event.prizes) == ("draft", series, "The goblet")
    assert event.options["max_rounds"] == 40
    assert made.json()["starts_at"] == "2026-12-04T19:30:00Z"
    desk = Desk(owner, event)
    desk.do("open_registration")
    desk.enter("ada", "bo")
    desk.do("start")
    [table] = desk.publish(1)
    desk.rule(1, table)
    desk.do("close_round", round=1)
    desk.do("finish")
    [first, second] = desk.program.get(f"/tournaments/{event.code}/standings").json()["standings"]
    assert {first["name"], second["name"]} == {"ada", "bo"}
    told = Program().get(f"/clubs/{club.slug}/seasons/{series.pk}").json()
    assert [(line["name"], line["points"]) for line in told["table"]] == [
        (first["name"], 100),
        (second["name"], 50),
    ]
    assert {ada, bo} == {one.user for one in event.places.select_related("user")}


def test_what_is_left_out_is_as_the_form_has_it_and_an_id_makes_one_event(owner, club):
    first, second = create(owner, club), create(owner, club, name="Another")
    assert first.json() == second.json()
    event = Tournament.objects.get()
    config = load_state(event).config
    assert (event.name, event.rated, event.entry) == ("Friday", True, "everybody")
    assert (config.format, config.late_entry, config.bots_rank) == ("swiss", True, False)
    assert create(owner, club, request_id="other").json() != first.json()


@pytest.mark.parametrize(
    ("wanted", "status", "says"),
    [
        ({"game": "chess"}, 404, "no such game"),
        ({"name": ""}, 422, "name:"),
        ({"name": "x" * 81}, 422, "name:"),
        ({"name": "a\0b"}, 422, "shorten"),
        ({"name": "\ud800"}, 422, "shorten"),
        ({"settings": {"rounds": 99}}, 422, "rounds:"),
        ({"settings": {"rounds": 10**400}}, 422, "rounds:"),
        ({"settings": {"starts_at": "tomorrow"}}, 422, "starts_at:"),
        ({"settings": {"starts_at": True}}, 422, "starts_at:"),
        ({"settings": {"season": 10**30}}, 422, "no use for"),
        ({"settings": {"csrf": "x"}}, 422, "no use for"),
        ({"settings": {"minutes": 30}}, 422, "no use for"),
        ({"settings": {"rounds": {}}}, 422, "valid"),
        ({"format": "league"}, 422, "format:"),
        ({"options": {"max_rounds": "many"}}, 422, ""),
        ({"request_id": "no spaces"}, 422, "1 to 64"),
        ({"unknown": 1}, 422, "unknown"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence_and_makes_nothing(
    owner, club, wanted, status, says
):
    answer = create(owner, club, **wanted)
    assert answer.status_code == status, answer.content
    assert says in answer.json()["detail"]
    assert not Tournament.objects.exists()


def test_only_a_directors_organising_key_makes_holds_and_imports(owner, club):
    people = make_people(club)
    event = evening(owner, club, owner, make_user("bo"))
    count = Tournament.objects.count()
    for name in ("outsider", "member", "judge", "staff"):
        program = Program(people[name], "organise")
        assert refused(create(people[name], club)) == (403, "not_director"), name
        again = program.post(f"/tournaments/{event.code}/repeat")
        assert refused(again) == (403, "not_director"), name
        brought = program.post(f"/clubs/{club.slug}/tournaments/import")
        assert refused(brought) == (403, "not_director"), name
    assert create(owner, club, scope="play").status_code == 403
    assert create(None, club).status_code == 401
    assert Tournament.objects.count() == count
    private = make_club(owner, name="Larks", is_private=True)
    assert create(people["outsider"], private).status_code == 404


def test_a_program_holds_an_event_again_in_its_time_zone(owner, club):
    event = evening(owner, club, owner, make_user("bo"), starts_at="2026-10-20T18:30:00Z")
    program = Program(owner, "organise")
    asked = {"entrants": True, "time_zone": "Europe/Dublin", "request_id": "next"}
    again = program.post(f"/tournaments/{event.code}/repeat", **asked).json()
    assert again == program.post(f"/tournaments/{event.code}/repeat", **asked).json()
    assert (again["phase"], again["entries"], again["name"]) == ("draft", 2, event.name)
    assert again["starts_at"].endswith("T19:30:00Z")  # 19:30 in Dublin, by now winter time
    wrong = program.post(f"/tournaments/{event.code}/repeat", time_zone="Dublin/Europe")
    assert refused(wrong) == (422, "invalid")


def test_a_file_goes_to_another_club_with_the_same_results_and_proofs(owner, club):
    event = evening(owner, club, owner, make_user("bo"), name="Away")
    program = Program(owner, "organise")
    file = program.get(f"/tournaments/{event.code}/file").json()
    other = make_user("other")
    away = make_club(other, name="Larks")
    sent = {"content_type": "application/json", "headers": Program(other, "organise").headers}
    address = f"{V1}/clubs/{away.slug}/tournaments/import"
    brought = program.client.post(address, json.dumps(file), **sent)
    assert brought.status_code == 200, brought.content
    again = Program().get(f"/tournaments/{brought.json()['tournament']}/file").json()
    for key in ("settings", "rounds", "standings", "names", "versions"):
        assert again[key] == file[key], key
    draws = [one["payload"].get("draw") for one in file["actions"]]
    assert [one["payload"].get("draw") for one in again["actions"]] == draws
    assert any(draws)
    for body, code in (
        (json.dumps(file, indent=3), "file_known"),
        (json.dumps(again), "file_known"),
        ("[]", "file_damaged"),
        ("", "file_damaged"),
    ):
        assert refused(program.client.post(address, body, **sent)) == (422, code)
    assert Tournament.objects.filter(club=away).count() == 1


def test_a_private_clubs_file_is_told_to_its_members_keys_alone(owner):
    club = make_club(owner, is_private=True)
    event = evening(owner, club, owner, make_user("bo"))
    path = f"/tournaments/{event.code}/file"
    assert Program(make_user("stranger"), "read").get(path).status_code == 404
    assert Program().get(path).status_code == 404
    assert Program(owner, "read").get(path).status_code == 200


def test_seasons_series_and_champions_are_told_as_the_pages_show_them(owner, club):
    bo = make_user("bo")
    rule = PointsRule((10, 6), attendance=1)
    series = series_open(club=club, actor=owner, name="Fridays", best_of=2, rule=rule)
    event = evening(owner, club, bo, owner, series=series)
    champion_add(club=club, actor=owner, year=2019, title="Cup", name="Anna")
    series_end(series=series, actor=owner, is_open=False)
    program = Program()
    [told] = program.get(f"/clubs/{club.slug}/seasons").json()
    assert told == {
        "season": series.pk, "name": "Fridays", "series": True, "open": False, "best_of": 2,
        "points": [10, 6], "attendance": 1,
    }  # fmt: skip
    fame = program.get(f"/clubs/{club.slug}/champions").json()
    assert [(one["title"], one["champions"]) for one in fame["events"]] == [(event.name, ["bo"])]
    assert [(one["title"], one["champions"]) for one in fame["seasons"]] == [("Fridays", ["bo"])]
    assert fame["earlier"] == [{"year": 2019, "title": "Cup", "champion": "Anna"}]
    assert program.get(f"/clubs/{club.slug}/seasons/{Season.objects.latest('pk').pk + 1}").json()[
        "code"
    ] == ("not_found")
    page = program.client.get(reverse("club_events:champions", args=[club.slug]))
    assert "Anna" in page.content.decode()
