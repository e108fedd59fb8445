"""Study rooms: who may come in, who leads, and what goes over the socket."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from config.asgi import application
from games.matches.models import Match
from replays.models import Study, StudyMember
from replays.refusals import ReplayRefusal
from replays.services import study as service
from tests.replays.factories import person, stored_match
from tests.support.pages import shows
from tests.support.sockets import push


@pytest.fixture(autouse=True)
def _nobody_has_led() -> None:
    cache.clear()


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def a_room(leader: Any, match: Match | None = None) -> Study:
    return service.study_open(match=match or stored_match(), user=leader, ply=4, eyes="1")


def placed(study: Study) -> tuple[int, str, Any]:
    study.refresh_from_db()
    return study.ply, study.eyes, study.leader


@pytest.mark.django_db
def test_a_room_begins_where_its_leader_is() -> None:
    ada, match = person(), stored_match()
    answer = client_of(ada).post(f"/replays/{match.code}/study", {"ply": 6, "as": "1"})
    study = Study.objects.get()
    assert answer["Location"] == f"/replays/study/{study.code}/{study.chapter_id}/?ply=6&as=1"
    assert placed(study) == (6, "1", ada)


@pytest.mark.django_db
def test_whoever_comes_is_shown_where_the_leader_is_and_all_links_stay_in_the_room() -> None:
    study = a_room(person("leader"))
    page = Client().get(f"/replays/study/{study.code}/").content.decode()
    base = f"/replays/study/{study.code}/{study.chapter_id}/"
    assert f'data-ply="4" data-base="{base}"' in page
    assert "Take the lead" not in page
    on = f'id="replay-on" role="button" href="{base}?ply=5'
    assert shows(page, on)
    assert f"/replays/{study.match.code}/?ply=4" in page  # what is shared is the replay itself
    assert "data-last" not in page


@pytest.mark.django_db
def test_a_comment_from_a_room_leads_back_into_it() -> None:
    ada = person()
    study = a_room(ada)
    data = {"text": "Look", "ply": 4, "as": "1", "room": f"{study.code}-{study.chapter_id}"}
    answer = client_of(ada).post(f"/replays/{study.match.code}/comments/add", data)
    base = f"/replays/study/{study.code}/{study.chapter_id}/"
    assert answer["Location"] == f"{base}?ply=4&as=1#talk"
    other = a_room(ada, stored_match("deadline_99", 1))
    for room in (
        f"{other.code}-{other.chapter_id}",
        f"{other.code}-{study.chapter_id}",
        "x-\0",
        "-",
    ):
        answer = client_of(ada).post(
            f"/replays/{study.match.code}/comments/add", {**data, "room": room}
        )
        assert answer["Location"] == f"/replays/{study.match.code}/?ply=4&as=1#talk"


@pytest.mark.django_db
def test_only_the_leader_leads_until_they_hand_over() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    lead = f"/replays/study/{study.code}/{study.chapter_id}/lead"
    assert client_of(bo).post(lead, {"ply": 1, "as": "all"}).status_code == 422
    assert (
        client_of(ada)
        .post(lead, {"ply": 5, "as": "all"}, headers={"HX-Request": "true"})
        .status_code
        == 204
    )
    assert placed(study) == (5, "all", ada)
    over = f"/replays/study/{study.code}/hand-over"
    assert client_of(ada).post(over, {"to": bo.pk}).status_code == 422
    service.study_seen(code=study.code, user=bo)
    assert client_of(ada).post(over, {"to": bo.pk}).status_code == 302
    assert placed(study) == (5, "all", bo)
    assert client_of(ada).post(lead, {"ply": 1, "as": "all"}).status_code == 422


@pytest.mark.django_db
def test_a_leader_who_has_gone_can_be_followed_by_another() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    service.study_seen(code=study.code, user=ada)
    take = f"/replays/study/{study.code}/take"
    assert client_of(bo).post(take).status_code == 422
    StudyMember.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    assert client_of(bo).post(take).status_code == 302
    assert placed(study)[2] == bo


@pytest.mark.django_db
def test_a_room_lets_in_only_who_may_see_its_match() -> None:
    ada = person()
    private = a_room(ada, stored_match(users={0: ada}, visibility="private"))
    assert client_of(ada).get(f"/replays/study/{private.code}/").status_code == 200
    assert client_of(person()).get(f"/replays/study/{private.code}/").status_code == 404
    held = stored_match("deadline_99", 1, embargo_until=timezone.now() + timedelta(hours=1))
    assert Client().get(f"/replays/study/{a_room(ada, held).code}/").status_code == 403
    assert Client().get("/replays/study/nosuchroom/").status_code == 404


@pytest.mark.django_db
def test_whoever_looks_in_sends_nobody_away_but_those_who_have_gone() -> None:
    ada, bo, study = person(), person(), a_room(person())
    service.study_seen(code=study.code, user=ada)
    with_both = service.study_seen(code=study.code, user=bo)
    stayed = list(study.members.order_by("pk"))
    assert [member.user for member in stayed] == [ada, bo]
    assert service.study_seen(code=study.code, user=bo) == with_both
    assert list(study.members.order_by("pk")) == stayed
    StudyMember.objects.filter(user=ada).update(seen_at=timezone.now() - timedelta(hours=1))
    assert service.study_seen(code=study.code, user=bo) == with_both + 1
    assert study.members.get().user == bo


@pytest.mark.django_db
def test_nobody_owns_more_rooms_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_ROOMS", 2)
    ada, bo, match = person(), person(), stored_match()
    for _ in range(2):
        a_room(ada, match)
    with pytest.raises(ReplayRefusal) as refusal:
        a_room(ada, match)
    assert refusal.value.code == "too_many"
    assert a_room(bo, match).leader == bo


@pytest.mark.django_db
def test_rooms_nobody_uses_are_cleared() -> None:
    ada = person()
    _bare, titled, orphan = (a_room(ada, match) for match in [stored_match()] * 3)
    for study in (titled, orphan):
        service.study_rename(code=study.code, user=ada, title="Openings")
    Study.objects.filter(pk=orphan.pk).update(owner=None)
    service.studies_clear()
    assert Study.objects.count() == 3
    Study.objects.update(touched_at=timezone.now() - timedelta(days=31))
    service.studies_clear()
    assert list(Study.objects.all()) == [titled]


@pytest.mark.django_db(transaction=True)
async def test_followers_are_told_where_the_leader_is_and_nothing_of_the_cards() -> None:
    in_thread = database_sync_to_async
    ada, bo = await in_thread(person)(), await in_thread(person)()
    study = await in_thread(a_room)(ada)
    session = (await in_thread(client_of)(bo)).cookies["sessionid"].value
    headers = [
        (b"cookie", f"sessionid={session}".encode()),
        (b"host", b"localhost"), (b"origin", b"http://localhost"),
    ]  # fmt: skip
    await in_thread(service.study_seen)(code=study.code, user=ada)
    path = f"/ws/studies/{study.code}/{study.chapter_id}/"
    socket = WebsocketCommunicator(application, path, headers)
    assert (await socket.connect(timeout=60))[0]
    first = await push(socket)
    assert 'data-ply="4" data-eyes="1"' in first
    await in_thread(service.study_lead)(code=study.code, user=ada, ply=7, eyes="all")
    while 'data-ply="7" data-eyes="all"' not in (told := await push(socket)):
        continue
    assert "card" not in told.replace("study__", "")
    assert await in_thread(StudyMember.objects.filter(study=study, user=bo).exists)()
    await socket.disconnect(timeout=60)
