"""A study room's chapters: added, edited, ordered and removed by its owner; each has an address."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.models import Study, StudyChapter
from replays.services import chapters as service
from replays.services.study import study_lead, study_seen
from tests.replays.factories import person, stored_match
from tests.replays.rooms import a_room, address, client_of, first

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_written() -> None:
    cache.clear()


def add(study: Study, match: Any, ply: int = 2) -> StudyChapter:
    return service.chapter_add(code=study.code, user=study.owner, match=match, ply=ply, eyes="all")


def titles(study: Study) -> list[str]:
    return [chapter.title for chapter in study.chapters.all()]


def text(client: Client, path: str) -> str:
    found = client.get(path)
    assert found.status_code == 200
    return found.content.decode()


def test_a_position_of_any_replay_becomes_a_chapter_with_an_address_of_its_own() -> None:
    ada = person()
    study, other = a_room(ada), stored_match("zombie_rummy", 1)
    page = text(client_of(ada), f"/replays/{other.code}/?ply=3")
    assert f'<option value="{study.code}">' in page
    data = {"study": study.code, "ply": 3, "as": "0"}
    told = client_of(ada).post(f"/replays/{other.code}/study", data)
    added = study.chapters.last()
    assert told["Location"] == f"/replays/study/{study.code}/{added.pk}/"
    assert (added.match, added.ply, added.eyes, added.number) == (other, 3, "0", 2)
    shown = text(Client(), told["Location"])
    assert 'data-ply="3"' in shown
    assert 'data-game="zombie_rummy"' in shown
    assert address(study) in shown


def test_whoever_opens_a_room_without_its_leader_begins_with_the_first_chapter() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    second = add(study, stored_match("deadline_99", 1))
    study_lead(code=study.code, user=ada, chapter=second.pk, ply=7, eyes="all")
    room = f"/replays/study/{study.code}/"
    assert f'data-ply="4" data-base="{address(study)}"' in text(client_of(bo), room)
    study_seen(code=study.code, user=ada)
    assert f'data-ply="7" data-base="{room}{second.pk}/"' in text(client_of(bo), room)
    elsewhere = text(client_of(bo), address(study))
    assert 'data-ply="4"' in elsewhere
    assert "is leading in" in elsewhere


def test_the_owner_edits_orders_and_removes_chapters() -> None:
    ada = person()
    study, client = a_room(ada), client_of(ada)
    second = add(study, stored_match("deadline_99", 1))
    edit = {"title": "The reaper", "notes": "Count first.", "ply": 5, "as": "0", "begin": "1"}
    base = f"/replays/study/{study.code}/{second.pk}/"
    assert client.post(f"{base}edit", edit)["Location"] == f"{base}?ply=5&as=0#study-chapters"
    page = text(Client(), base)
    assert "The reaper" in page
    assert "Count first." in page
    assert 'data-ply="5"' in page
    assert client.post(f"{base}up", {"ply": 5}).status_code == 302
    assert titles(study) == ["The reaper", ""]
    assert client.post(f"{base}remove").status_code == 302
    assert [one.number for one in study.chapters.all()] == [1]
    assert client.post(address(study, "remove")).status_code == 422
    assert client.get(base).status_code == 404


def test_the_leader_of_a_removed_chapter_is_where_the_first_begins() -> None:
    ada = person()
    study = a_room(ada)
    second = add(study, stored_match("zombie_rummy", 1))
    study_lead(code=study.code, user=ada, chapter=second.pk, ply=7, eyes="all")
    service.chapter_remove(code=study.code, user=ada, pk=second.pk)
    study.refresh_from_db()
    assert (study.chapter, study.match, study.ply, study.eyes) == (
        first(study), first(study).match, 4, "1",
    )  # fmt: skip


@pytest.mark.parametrize("tail", ["edit", "up", "remove", "ask", "rename"])
def test_nobody_else_changes_a_room_not_even_its_leader(tail: str) -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    add(study, stored_match("deadline_99", 1))
    Study.objects.update(leader=bo)
    before = list(study.chapters.values())
    refused = client_of(bo).post(address(study, tail), {"title": "Mine", "ply": 4, "as": "1"})
    assert refused.status_code == 422
    assert "Only the room’s owner" in refused.content.decode()
    assert list(study.chapters.values()) == before
    data = {"study": study.code, "ply": 1}
    other = stored_match("deadline_99", 2)
    assert client_of(bo).post(f"/replays/{other.code}/study", data).status_code == 422
    assert client_of(bo).post(f"/replays/study/{study.code}/remove").status_code == 422


def test_a_chapter_whose_match_one_may_not_see_is_neither_shown_nor_named() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    hidden = add(study, stored_match("deadline_99", 1, users={0: ada}, visibility="private"))
    service.chapter_edit(code=study.code, user=ada, pk=hidden.pk, title="Our secret", notes="")
    for client in (Client(), client_of(bo)):
        assert "Our secret" not in text(client, f"/replays/study/{study.code}/")
        assert client.get(f"/replays/study/{study.code}/{hidden.pk}/").status_code == 404
    assert "Our secret" in text(client_of(ada), f"/replays/study/{study.code}/")
    study_lead(code=study.code, user=ada, chapter=hidden.pk, ply=7, eyes="all")
    study_seen(code=study.code, user=ada)
    shown = text(client_of(bo), f"/replays/study/{study.code}/")
    assert "in a chapter you can’t see" in shown
    assert "move 7" not in shown


def test_a_room_has_a_limit_of_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_CHAPTERS", 2)
    study, match = a_room(person()), stored_match("deadline_99", 1)
    add(study, match)
    with pytest.raises(service.refuse("too_many").__class__):
        add(study, match)


def test_a_room_of_a_version_without_chapters_is_still_a_room() -> None:
    ada, match = person(), stored_match()
    study = Study.objects.create(match=match, leader=ada, ply=4, eyes="1")
    shown = text(client_of(ada), f"/replays/study/{study.code}/")
    assert f'data-ply="4" data-base="/replays/study/{study.code}/0/"' in shown
    lead = {"ply": 5, "as": "all"}
    assert client_of(ada).post(f"/replays/study/{study.code}/0/lead", lead).status_code == 302
    study.refresh_from_db()
    assert (study.ply, study.eyes) == (5, "all")
    assert client_of(ada).post(f"/replays/study/{study.code}/0/done").status_code == 422


def test_earlier_rooms_become_rooms_of_one_chapter_of_their_leaders() -> None:
    ada = person()
    study = Study.objects.create(match=stored_match(), leader=ada, ply=4, eyes="1")
    later = a_room(ada, stored_match("deadline_99", 1))
    filled = importlib.import_module("replays.migrations.0012_rooms_of_one_chapter")
    filled.fill(apps, None)
    study.refresh_from_db()
    assert (study.owner, study.chapter) == (ada, study.chapters.get())
    assert (study.chapter.match, study.chapter.ply, study.chapter.eyes) == (study.match, 4, "1")
    assert later.chapters.count() == 1


def test_ones_own_rooms_are_listed_and_can_be_deleted() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    client_of(ada).post(address(study, "rename"), {"title": "Endings", "ply": 4, "as": "1"})
    mine, theirs = (text(client_of(who), "/replays/study/") for who in (ada, bo))
    assert "Endings" in mine
    assert "Endings" not in theirs
    remove = f"/replays/study/{study.code}/remove"
    study.match.visibility = "private"
    study.match.save()
    assert client_of(ada).get(address(study)).status_code == 404
    assert client_of(bo).post(remove).status_code == 404
    assert client_of(ada).post(remove)["Location"] == "/replays/study/"
    assert not Study.objects.exists()


def test_a_chapter_is_marked_as_done_and_not_done() -> None:
    ada, bo = person(), person()
    study = a_room(ada)
    client = client_of(bo)
    client.post(address(study, "done"))
    client.post(address(study, "done"))
    assert first(study).done.get().user == bo
    client.post(address(study, "done"), {"undo": "1"})
    assert not first(study).done.exists()


def test_a_room_asks_the_database_no_more_for_more_chapters() -> None:
    ada = person()
    study, client = a_room(ada), client_of(ada)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            text(client, address(study))
        return len(queries)

    add(study, stored_match("deadline_99", 1))
    asked()
    few = asked()
    for number in range(2, 8):
        add(study, stored_match("deadline_99", number))
    assert asked() == few
