"""A club that becomes private takes with it whatever was made of what it showed before."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.clubs.models import Club
from games.challenges.services.ladder import ladder_create
from games.leagues.services.league import league_create
from games.tournaments.services.seasons import season_open
from replays.services.study import study_open
from tests.replays.factories import person, stored_match
from tests.support.clubs import make_club
from tests.support.events import act, begin, enter_bots, make_event, play_bots

pytestmark = pytest.mark.django_db
OF_THE_MATCH = (
    "/matches/{match}/", "/matches/{match}/help", "/replays/{match}/", "/replays/{match}/?ply=4",
    "/replays/{match}/?ply=4&as=1&tour={tour}.1", "/replays/{match}/record.json",
    "/replays/{match}/operations.json", "/replays/{match}/picture.png?ply=4",
    "/replays/{match}/moving.gif?from=1&to=3", "/replays/{match}/embed/", "/replays/{match}/proof/",
    "/replays/study/{room}/", "/replays/study/{room}/{chapter}/", "/api/v1/studies/{room}",
    "/api/v1/studies/{room}/chapters/{chapter}", "/api/v1/matches/{match}",
    "/api/v1/matches/{match}/record",
    "/matches/{practice}/", "/api/v1/matches/{practice}",
)  # fmt: skip
OF_THE_EVENT = (
    "/tournaments/{event}/", "/tournaments/{event}/rounds/", "/tournaments/{event}/standings/",
    "/tournaments/{event}/crosstable/", "/tournaments/{event}/schedule/",
    "/tournaments/{event}/hall/", "/tournaments/{event}/embed/",
    "/tournaments/{event}/paper/pairings/", "/tournaments/{event}/export/event.json",
    "/tournaments/{event}/export/standings.csv", "/tournaments/{event}/export/event.ics",
    "/matches/{table}/", "/replays/{table}/", "/api/v1/tournaments/{event}",
    "/api/v1/tournaments/{event}/standings", "/tournaments/{event}/why/1/1/",
    "/api/v1/tournaments/{event}/rounds/1/tables/1/why",
    "/api/v1/tournaments/{event}/standings/1/why",
)  # fmt: skip
OF_THE_CLUB = (
    "/clubs/{club}/", "/clubs/{club}/ladders/", "/clubs/{club}/events.ics",
    "/tournaments/seasons/{season}/", "/tournaments/?club={club}",
    "/clubs/{club}/challenges/", "/clubs/{club}/challenges/{ladder}/",
    "/clubs/{club}/challenges/{ladder}/history/", "/api/v1/clubs/{club}/challenge-ladders",
    "/api/v1/clubs/{club}/challenge-ladders/{ladder}",
    "/clubs/{club}/course/", "/api/v1/clubs/{club}/course",
    "/clubs/{club}/leagues/", "/clubs/{club}/leagues/{league}/", "/api/v1/clubs/{club}/leagues",
    "/api/v1/clubs/{club}/leagues/{league}",
)  # fmt: skip
LISTS = (
    "/", "/lobby/", "/clubs/", "/tournaments/", "/replays/", "/replays/?club=Night",
    "/replays/?event=Friday", "/people/ada/", "/people/ada/against/bo/", "/ladders/",
    "/api/v1/matches?which=finished", "/api/v1/tournaments",
)  # fmt: skip


@pytest.fixture
def told() -> dict[str, Any]:
    """Return a public club's match, what strangers made of it, and an event, by what they are."""
    cache.clear()  # the strangers of other tests ask from here, too, and who asks often is refused
    ada, bo, reader = (person(name) for name in ("ada", "bo", "reader"))
    club = make_club(ada, joining="open")
    season = season_open(club=club, actor=ada, name="Autumn", best_of=None)
    ladder = ladder_create(club=club, actor=ada, game="deadline_99", name="Duels")
    league = league_create(club=club, actor=ada, game="deadline_99", name="Winter")
    match = stored_match(users={0: ada, 1: bo}, club=club, visibility="public")
    event = make_event(ada, club, season=season, format="swiss", starts_at=timezone.now())
    enter_bots(event, ada, 4)
    begin(event, ada)
    play_bots(event)
    act(event, ada, "close_round")
    stranger = Client()
    stranger.force_login(reader)
    where = f"/replays/{match.code}"
    stranger.post(f"{where}/tours/create", {"title": "How it was won"})
    tour = reader.replay_tours.get()
    stranger.post(f"{where}/tours/stop", {"own_tour": tour.pk, "ply": 4, "as": 1, "text": "Here"})
    stranger.post(f"{where}/tours/{tour.pk}/publish", {"published": 1})
    room = study_open(match=match, user=reader, ply=4, eyes="1")
    practice = code_of(stranger.post(f"{where}/fork", {"ply": match.ply // 2, "seat": 0}))
    return {
        "match": match.code,
        "tour": tour.pk,
        "room": room.code,
        "chapter": room.chapter_id,
        "practice": practice,
        "event": event.code,
        "table": event.tables.first().match.code,
        "club": club.slug,
        "season": season.pk,
        "ladder": ladder.pk,
        "league": league.pk,
    }


def code_of(answer: Any) -> str:
    return str(answer["Location"]).strip("/").split("/")[-1]


def outsiders() -> list[Client]:
    signed_in = Client()
    signed_in.force_login(person("outsider"))
    return [Client(), signed_in]


@pytest.mark.parametrize("kind", [OF_THE_MATCH, OF_THE_EVENT, OF_THE_CLUB])
def test_nothing_made_of_it_can_be_opened_any_more(told: dict[str, Any], kind: Any) -> None:
    clients = outsiders()
    for private, status in ((False, 200), (True, 404), (False, 200)):
        Club.objects.update(is_private=private)
        for client in clients:
            answers = {path: client.get(path.format(**told)).status_code for path in kind}
            assert answers == dict.fromkeys(kind, status)


def test_no_list_names_it_any_more(told: dict[str, Any]) -> None:
    codes = [told[key] for key in ("match", "practice", "event", "table", "club")]
    named = {False: set(), True: set()}
    for private in (False, True):
        Club.objects.update(is_private=private)
        for client in outsiders() if private else [Client()]:
            for path in LISTS:
                text = client.get(path).content.decode()
                named[private] |= {code for code in codes if code in text}
    assert named == {False: set(codes) - {told["practice"]}, True: set()}
