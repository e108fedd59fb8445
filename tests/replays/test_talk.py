"""Comments and marked moments beside a finished match."""

from __future__ import annotations

import re
from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.moderation.models import Sanction
from accounts.people.services.ties import tie_set
from replays.models import Comment, Moment
from replays.refusals import ReplayRefusal
from replays.services.study import study_open
from replays.services.talk import comment_add, moment_mark
from tests.replays.factories import person, stored_match
from tests.replays.talking import make_tour, page, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_written() -> None:
    cache.clear()


def test_a_comment_stands_at_its_ply(writer: Client, client: Client) -> None:
    answer = writer.post("/replays/m/comments/add", {"ply": 5, "as": "1", "text": "<b>Why?</b>"})
    assert answer["Location"] == "/replays/m/?ply=5&as=1#talk"
    assert "&lt;b&gt;Why?&lt;/b&gt;" in page(client, "ply=5")
    assert "Why?" not in page(client, "ply=4")
    assert "Why?" not in page(client, "ply=6&open=1")


def test_what_is_said_about_a_match_stands_beside_no_other(writer: Client) -> None:
    other = stored_match("deadline_99", 1)
    writer.post("/replays/m/comments/add", {"ply": 5, "text": "Why?"})
    writer.post("/replays/m/moments/mark", {"ply": 5, "title": "A blunder"})
    make_tour(writer, 4)
    elsewhere = writer.get(f"/replays/{other.code}/?ply=5").content.decode()
    for words in ("Why?", "A blunder", "How it was won"):
        assert words in page(writer)
        assert words not in elsewhere


@pytest.mark.parametrize(
    ("path", "data", "panel"),
    [
        ("moments/mark", {"title": "A blunder"}, "moments"),
        ("tours/create", {"title": "From the deal on"}, "tours"),
        ("analyse", {}, "analysis"),
    ],
)
def test_a_form_leads_back_to_its_panel(
    writer: Client, path: str, data: dict[str, str], panel: str
) -> None:
    answer = writer.post(f"/replays/m/{path}", {"ply": 5, **data})
    _, _, fragment = answer["Location"].partition("#")
    assert fragment == panel
    assert f'<details id="{panel}"' in page(writer)


def test_only_people_with_an_account_write(writer: Client, client: Client) -> None:
    answer = client.post("/replays/m/comments/add", {"ply": 5, "text": "Hello"})
    assert answer["Location"].startswith("/accounts/login/")
    assert not Comment.objects.exists()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"ply": "5", "text": ""}, 422),
        ({"ply": "5", "text": " \0 "}, 422),
        ({"ply": "5", "text": "x" * 2001}, 422),
        ({"ply": "999", "text": "x"}, 404),
        ({"ply": "x", "text": "x"}, 400),
        ({"ply": "5", "as": "9", "text": "x"}, 404),
        ({}, 422),
    ],
)
def test_a_bad_comment_is_refused_and_nothing_kept(
    writer: Client, data: dict[str, str], status: int
) -> None:
    answer = writer.post("/replays/m/comments/add", data)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert not Comment.objects.exists()


def test_whom_one_muted_or_blocked_says_nothing_to_one_beside_a_replay(writer: Client) -> None:
    writer.post("/replays/m/comments/add", {"ply": 5, "text": "Said"})
    writer.post("/replays/m/moments/mark", {"ply": 5, "title": "A blunder"})
    tour = make_tour(writer, 4)
    writer.post(f"/replays/m/tours/{tour.pk}/publish", {"published": "1"})
    room = study_open(match=tour.match, user=person(), ply=5, eyes="all")
    words = ("Said", "A blunder", "How it was won")
    muting, blocked, wren = person(), person(), tour.author
    tie_set(owner=muting, other=wren, kind="mute", on=True)
    tie_set(owner=wren, other=blocked, kind="block", on=True)
    for reader, heard in ((person(), True), (muting, False), (blocked, False), (wren, True)):
        client = signed_in(reader)
        for address in ("/replays/m/?ply=5", f"/replays/study/{room.code}/?ply=5"):
            text = client.get(address).content.decode()
            assert [word in text for word in words] == [heard] * 3, (reader, address)


def test_whom_the_moderators_muted_writes_nothing_beside_a_replay(writer: Client) -> None:
    tour = make_tour(writer, 4)
    Sanction.objects.create(user=tour.author, kind="mute", reason="Rude.")
    stop = {"own_tour": tour.pk, "ply": 5, "as": "1", "text": "x"}
    for path, data in (
        ("comments/add", {"ply": 5, "text": "x"}), ("moments/mark", {"ply": 5, "title": "x"}),
        ("tours/create", {"title": "x"}), ("tours/stop", stop),
    ):  # fmt: skip
        assert writer.post(f"/replays/m/{path}", data).status_code == 422, path
    assert tour.stops.count() == 1
    assert not Comment.objects.exists()


def test_a_running_match_is_not_talked_about() -> None:
    ada = person()
    stored_match(code="m", plies=6, users={0: ada})
    answer = signed_in(ada).post("/replays/m/comments/add", {"ply": 2, "text": "x"})
    assert answer.status_code == 404
    assert 'id="talk"' not in signed_in(ada).get("/replays/m/").content.decode()


def test_a_private_match_is_talked_about_by_insiders_only() -> None:
    ada = person()
    stored_match(code="m", users={0: ada}, visibility="private")
    data = {"ply": 2, "text": "x"}
    assert signed_in(person()).post("/replays/m/comments/add", data).status_code == 404
    assert signed_in(ada).post("/replays/m/comments/add", data).status_code == 302


def test_one_takes_back_what_one_said_oneself(writer: Client) -> None:
    writer.post("/replays/m/comments/add", {"ply": 5, "text": "Mine"})
    comment = Comment.objects.get()
    other = signed_in(person())
    assert other.post(f"/replays/m/comments/{comment.pk}/remove").status_code == 422
    assert writer.post(f"/replays/m/comments/{comment.pk}/remove", {"ply": 5}).status_code == 302
    assert not Comment.objects.exists()
    assert writer.post(f"/replays/m/comments/{comment.pk}/remove").status_code == 422
    assert writer.post(f"/replays/m/comments/{'9' * 30}/remove").status_code == 422


def test_staff_take_back_anything(writer: Client) -> None:
    writer.post("/replays/m/comments/add", {"ply": 5, "text": "Rude"})
    staff = person()
    staff.is_staff = True
    staff.save()
    signed_in(staff).post(f"/replays/m/comments/{Comment.objects.get().pk}/remove")
    assert not Comment.objects.exists()


def test_writing_too_often_is_refused(writer: Client) -> None:
    statuses = [
        writer.post("/replays/m/comments/add", {"ply": 5, "text": "x"}).status_code
        for _ in range(31)
    ]
    assert statuses == [302] * 30 + [429]


def test_a_moment_is_shown_once_one_has_got_there(writer: Client, client: Client) -> None:
    writer.post("/replays/m/moments/mark", {"ply": 9, "as": "1", "title": "The turn"})
    assert "The turn" not in page(client, "ply=8")
    assert "The turn" in page(client, "ply=9")
    assert "The turn" in page(client, "ply=12")
    assert "The turn" in page(client, "ply=8&open=1")
    assert re.search(r'href="/replays/m/\?ply=9&amp;as=1"', page(client, "ply=12&as=0"))


def test_what_turns_a_line_round_is_taken_out_and_paragraphs_stay(
    writer: Client,
) -> None:
    writer.post("/replays/m/moments/mark", {"ply": "5", "title": "Lost\u202e by"})
    writer.post("/replays/m/comments/add", {"ply": "5", "text": "One\u202e\r\n\r\ntwo  three"})
    assert Moment.objects.get().title == "Lost by"
    assert Comment.objects.get().text == "One\n\ntwo three"


def test_marking_a_position_again_changes_the_words(writer: Client) -> None:
    for title in ("First", "Second"):
        writer.post("/replays/m/moments/mark", {"ply": 9, "title": title})
    assert Moment.objects.get().title == "Second"


def test_many_comments_leave_room_for_others_until_there_are_too_many() -> None:
    ada, bo, match = person(), person(), stored_match()
    say = partial(comment_add, match=match, ply=5, text="x")
    saying = [Comment(match=match, author=ada, ply=5, text="x")] * 199
    Comment.objects.bulk_create(saying)
    say(author=ada)
    with pytest.raises(ReplayRefusal, match="too_many"):
        say(author=ada)
    others = [Comment(match=match, author=person(), ply=5, text="x") for _ in range(799)]
    Comment.objects.bulk_create(others)
    say(author=bo)
    with pytest.raises(ReplayRefusal, match="too_many"):
        say(author=bo)
    say(author=bo, match=stored_match("deadline_99", 1))


def test_of_fifty_marks_each_may_still_be_put_otherwise() -> None:
    ada, match = person(), stored_match()
    mark = partial(moment_mark, match=match, eyes="all")
    for ply in range(50):
        mark(author=ada, ply=ply, title="First")
    with pytest.raises(ReplayRefusal, match="too_many"):
        mark(author=ada, ply=50, title="One more")
    mark(author=ada, ply=49, title="Second")
    assert Moment.objects.get(ply=49).title == "Second"
    mark(author=person(), ply=50, title="Another's first")
    mark(author=ada, match=stored_match("deadline_99", 1), ply=50, title="Elsewhere")


def test_a_mark_is_taken_away_by_whoever_made_it(writer: Client) -> None:
    writer.post("/replays/m/moments/mark", {"ply": 9, "title": "The turn"})
    address = f"/replays/m/moments/{Moment.objects.get().pk}/remove"
    assert signed_in(person()).post(address).status_code == 422
    assert writer.post(address).status_code == 302
    assert not Moment.objects.exists()
    assert writer.post(address).status_code == 422


def test_staff_take_any_mark_away(writer: Client) -> None:
    writer.post("/replays/m/moments/mark", {"ply": 9, "title": "Rude"})
    staff = person()
    staff.is_staff = True
    staff.save()
    signed_in(staff).post(f"/replays/m/moments/{Moment.objects.get().pk}/remove")
    assert not Moment.objects.exists()
