"""A club's course: directors make it of their rooms; members see how far they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.clubs.models import Club, Membership
from accounts.demo import accounts_create
from accounts.models import User
from replays.demo import course_steps
from replays.models import CourseLesson, Study
from replays.services import course as service
from replays.services.chapters import chapter_done, chapter_edit
from replays.services.study import study_rename
from tests.api.program import Program
from tests.replays.factories import person, stored_match
from tests.replays.rooms import a_room, a_task, address, answer, client_of, first, legal
from tests.support.clubs import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_written() -> None:
    cache.clear()


@pytest.fixture
def ada() -> Any:
    return person("ada")


@pytest.fixture
def club(ada: Any) -> Club:
    return make_club(ada)


def titled(owner: Any, title: str, number: int = 0) -> Study:
    study = a_room(owner, stored_match("deadline_99", number))
    study_rename(code=study.code, user=owner, title=title)
    return study


def page(client: Client, club: Club) -> str:
    found = client.get(f"/clubs/{club.slug}/course/")
    assert found.status_code == 200
    return found.content.decode()


def post(who: Any, club: Club, verb: str, **data: Any) -> int:
    return client_of(who).post(f"/clubs/{club.slug}/course/{verb}", data).status_code


def titles(club: Club) -> list[str]:
    return [lesson.study.title for lesson in club.lessons.select_related("study")]


def test_a_director_makes_a_course_of_rooms_and_orders_it(ada: Any, club: Club) -> None:
    one, two = titled(ada, "Openings", 0), titled(ada, "Endings", 1)
    assert f'<option value="{two.code}">Endings' in page(client_of(ada), club)
    for study in (one, two):
        assert post(ada, club, "add", study=study.code) == 302
    assert titles(club) == ["Openings", "Endings"]
    assert post(ada, club, "up", lesson=two.lesson.pk) == 302
    assert titles(club) == ["Endings", "Openings"]
    assert post(ada, club, "up", lesson=two.lesson.pk) == 422
    shown = page(Client(), club)
    assert shown.index("Endings") < shown.index("Openings")
    assert post(ada, club, "remove", lesson=two.lesson.pk) == 302
    assert [(lesson.number, lesson.study) for lesson in club.lessons.all()] == [(1, one)]
    journal = client_of(ada).get(f"/clubs/{club.slug}/journal/").content.decode()
    assert "added “Endings” to the course" in journal
    assert "removed “Endings” from the course" in journal


def test_a_lesson_needs_a_title_and_is_in_one_course_alone(ada: Any, club: Club) -> None:
    bare, study = a_room(ada), titled(ada, "Openings", 1)
    assert post(ada, club, "add", study=bare.code) == 422
    assert post(ada, club, "add", study=study.code) == 302
    assert post(ada, club, "add", study=study.code) == 422
    assert post(ada, club, "add", study="nosuch\0room") == 422
    assert client_of(ada).post(
        f"/replays/study/{study.code}/{first(study).pk}/rename", {"title": "", "ply": 4}
    ).status_code == 422  # fmt: skip
    assert titles(club) == ["Openings"]


def test_nobody_else_makes_or_orders_it(ada: Any, club: Club) -> None:
    bo, study = person("bo"), titled(ada, "Openings")
    Membership.objects.create(club=club, user=bo)
    own = titled(bo, "Mine", 1)
    assert post(bo, club, "add", study=own.code) == 403
    assert post(ada, club, "add", study=own.code) == 422  # a room of somebody else's
    post(ada, club, "add", study=study.code)
    for verb in ("up", "remove"):
        assert post(bo, club, verb, lesson=study.lesson.pk) == 403
    assert titles(club) == ["Openings"]


def test_the_clubs_directors_edit_its_lessons_and_no_other_rooms(ada: Any, club: Club) -> None:
    bo, study, other = person("bo"), titled(ada, "Openings"), titled(ada, "Private notes", 1)
    Membership.objects.create(club=club, user=bo, role=Membership.Role.DIRECTOR)
    service.lesson_add(club=club, actor=ada, code=study.code)
    for room, status in ((study, 302), (other, 422)):
        chapter = first(room).pk
        path = f"/replays/study/{room.code}/{chapter}/edit"
        data = {"title": "By bo", "notes": "", "ply": 4, "as": "1"}
        assert client_of(bo).post(path, data).status_code == status
    assert first(study).title == "By bo"
    remove = f"/replays/study/{study.code}/remove"
    assert client_of(bo).post(remove).status_code == 422  # to delete it is its owner's


def test_members_see_their_own_progress_and_directors_everybodys(ada: Any, club: Club) -> None:
    bo, study = person("bo"), titled(ada, "Openings")
    Membership.objects.create(club=club, user=bo)
    service.lesson_add(club=club, actor=ada, code=study.code)
    task = a_task(study, together=False)
    answer(client_of(bo), task, legal(task)[0])
    mine = page(client_of(bo), club)
    assert '<span class="figures">1/1</span>' in mine
    assert "1 of 1 task" in mine
    assert "Progress of the members" not in mine
    all_of_them = page(client_of(ada), club)
    assert '<span class="figures">0/1</span>' in all_of_them
    row = all_of_them[all_of_them.index("<span>bo</span>") :]
    assert row.count('<td class="num">1/1</td>') == 2


def test_programs_are_told_the_course_and_directors_the_progress(ada: Any, club: Club) -> None:
    bo, study = person("bo"), titled(ada, "Openings")
    Membership.objects.create(club=club, user=bo)
    service.lesson_add(club=club, actor=ada, code=study.code)
    chapter_done(chapter=first(study), user=bo, done=True)
    path = f"/clubs/{club.slug}/course"
    told = Program(bo, "read").get(path).json()
    assert told["members"] is None
    assert [one["done"] for one in told["lessons"][0]["chapters"]] == [True]
    told = Program(ada, "read").get(path).json()
    assert {"name": "bo", "done": [1], "answered": 0} in told["members"]


def test_a_private_clubs_course_does_not_exist_for_others(ada: Any, club: Club) -> None:
    Club.objects.update(is_private=True)
    assert Client().get(f"/clubs/{club.slug}/course/").status_code == 404
    assert client_of(person()).get(f"/clubs/{club.slug}/course/").status_code == 404


def test_a_chapter_one_may_not_see_is_not_named_in_a_course(ada: Any, club: Club) -> None:
    study = a_room(ada, stored_match(users={0: ada}, visibility="private"))
    study_rename(code=study.code, user=ada, title="Openings")
    chapter_edit(code=study.code, user=ada, pk=first(study).pk, title="Our secret", notes="")
    service.lesson_add(club=club, actor=ada, code=study.code)
    assert "Our secret" not in page(client_of(person()), club)
    assert "Our secret" in page(client_of(ada), club)


def test_a_deleted_room_leaves_the_course(ada: Any, club: Club) -> None:
    study = titled(ada, "Openings")
    service.lesson_add(club=club, actor=ada, code=study.code)
    client_of(ada).post(f"/replays/study/{study.code}/remove")
    assert not CourseLesson.objects.exists()
    service.lesson_add(club=club, actor=ada, code=titled(ada, "Endings", 1).code)


def test_the_demonstration_has_a_course_with_a_task_in_each_lesson() -> None:
    accounts_create()
    club, chen = make_club(User.objects.get(username="ada")), User.objects.get(username="chen")
    for game in ("deadline_99", "zombie_rummy"):
        stored_match(game, code=f"shown{game}", users={0: chen})
    for step in course_steps():
        step()
    assert course_steps() == []
    shown = page(client_of(chen), club)
    assert titles(club) == ["Near the limit", "Discards come back"]
    assert shown.count("0 of 1 task") == 2
    for lesson in club.lessons.all():
        here = client_of(chen).get(address(lesson.study)).content.decode()
        assert "3 answers so far" in here
        assert "data-action=" in here
        assert f'href="/clubs/{club.slug}/course/"' in here


def test_a_room_names_no_course_of_a_club_that_its_reader_may_not_see(ada: Any, club: Club) -> None:
    study = titled(ada, "Openings")
    service.lesson_add(club=club, actor=ada, code=study.code)
    Club.objects.update(is_private=True)
    course = f'href="/clubs/{club.slug}/course/"'
    assert course in client_of(ada).get(address(study)).content.decode()
    assert club.slug not in client_of(person()).get(address(study)).content.decode()


def test_a_page_asks_the_database_no_more_for_more_members_and_lessons(
    ada: Any, club: Club
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(client_of(ada), club)
        return len(queries)

    service.lesson_add(club=club, actor=ada, code=titled(ada, "One").code)
    asked()
    few = asked()
    for number in range(1, 5):
        study = titled(ada, f"Lesson {number}", number)
        service.lesson_add(club=club, actor=ada, code=study.code)
        member = person()
        Membership.objects.create(club=club, user=member)
        chapter_done(chapter=first(study), user=member, done=True)
    assert asked() == few
