"""Pictures of positions: drawn from what one viewer may see, and from nothing else."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache, caches
from django.test import Client, RequestFactory
from PIL import Image

from accounts.privacy.leave import person_leave
from accounts.throttle import throttle
from replays.address import EVERYBODY, THE_PUBLIC, seat_eyes
from replays.pictures.position import position_picture, scene_of
from replays.timeline import PlyFacts, Timeline, fold_timeline
from replays.views.picture import A_MINUTE
from tests.replays.factories import person, recorded, sample, stored_match
from tests.support.clubs import make_club

pytestmark = pytest.mark.django_db
GAMES = recorded()


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()
    caches["pictures"].clear()


def timeline_of(game: str, number: int = 0) -> Timeline:
    record, plies = sample(game, number)
    facts = [PlyFacts(None, None, "", 0, ply.head, ply.events) for ply in plies]
    return fold_timeline(record.rules, record.options, record.holders, facts)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_can_be_drawn_for_every_viewer(game: str) -> None:
    timeline = timeline_of(game)
    for ply in (0, timeline.last // 2, timeline.last):
        for eyes in (EVERYBODY, seat_eyes(1), THE_PUBLIC):
            image = Image.open(BytesIO(position_picture(timeline, ply, eyes).png()))
            assert image.size == (1200, 630)


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_holds_no_card_that_its_viewer_does_not_see(game: str) -> None:
    timeline = timeline_of(game)
    ply = timeline.last // 2
    assert scene_of(timeline, ply, THE_PUBLIC).hand == []
    mine, theirs = (scene_of(timeline, ply, seat_eyes(seat)) for seat in (0, 1))
    hidden = [hand for hand in theirs.state.get("hands", []) if isinstance(hand, dict)]
    assert len(hidden) == len(theirs.state.get("hands", [])[1:])
    assert mine.view != theirs.view


@pytest.mark.parametrize("game", GAMES)
def test_the_last_position_is_drawn_without_telling_who_won(game: str) -> None:
    timeline = timeline_of(game)
    shown = position_picture(timeline, timeline.last, EVERYBODY).png()
    assert len(shown) < len(position_picture(timeline, timeline.last // 2, EVERYBODY).png())


def test_a_shared_link_carries_the_picture_of_its_ply_and_eyes(client: Client) -> None:
    match = stored_match()
    page = client.get(f"/replays/{match.code}/?ply=7&as=1&open=1").content.decode()
    found = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)
    assert found is not None
    address = found[1].replace("&amp;", "&")
    assert address == f"/replays/{match.code}/picture.png?ply=7&as=1"
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    assert "public" in answer["Cache-Control"]


def test_what_a_messenger_is_told_has_no_length_and_no_result(client: Client) -> None:
    match = stored_match()
    page = client.get(f"/replays/{match.code}/?ply=7&as=1").content.decode()
    told = " ".join(re.findall(r"<(?:meta|title)[^>]*>[^<]*", page[: page.index("</head>")]))
    assert not re.search(rf"\b{match.ply}\b", told)
    assert match.result["reason"] not in told


def test_a_private_match_has_a_picture_for_insiders_only(client: Client) -> None:
    ada = person()
    match = stored_match(users={0: ada}, visibility="private")
    address = f"/replays/{match.code}/picture.png?ply=7&as=1"
    assert client.get(address).status_code == 404
    own = Client()
    own.force_login(ada)
    assert "private" in own.get(address)["Cache-Control"]


def test_no_proxy_keeps_the_picture_of_a_clubs_match_which_may_be_hidden_soon(
    client: Client,
) -> None:
    match = stored_match(club=make_club(person()))
    picture = client.get(f"/replays/{match.code}/picture.png?ply=7&as=1")
    assert "private" in picture["Cache-Control"]


@pytest.mark.parametrize("address", ["picture.png?ply=7&as=all", "moving.gif?from=3&to=4&as=all"])
def test_no_kept_picture_shows_the_name_of_somebody_who_has_left(
    client: Client, address: str
) -> None:
    ada = person()
    match = stored_match(users={0: ada})
    with_name = client.get(f"/replays/{match.code}/{address}").content
    person_leave(user=ada)
    assert client.get(f"/replays/{match.code}/{address}").content != with_name


def test_a_running_match_has_no_picture(client: Client) -> None:
    match = stored_match(plies=6)
    assert client.get(f"/replays/{match.code}/picture.png").status_code == 404


@pytest.mark.parametrize(("query", "status"), [("ply=x", 400), ("ply=9999", 404), ("as=9", 404)])
def test_a_picture_of_nothing_is_refused(client: Client, query: str, status: int) -> None:
    match = stored_match()
    assert client.get(f"/replays/{match.code}/picture.png?{query}").status_code == status


def test_pictures_push_nothing_out_that_is_counted() -> None:
    cache.set("counted", 1)
    for number in range(310):
        caches["pictures"].set(f"picture-{number}", b"")
    assert cache.get("counted") == 1


def test_too_many_pictures_in_a_minute_are_refused(client: Client, rf: RequestFactory) -> None:
    match = stored_match()
    visitor = rf.get("/")
    visitor.user = AnonymousUser()
    for _ in range(A_MINUTE["png"] - 1):
        throttle(visitor, "png", limit=A_MINUTE["png"], seconds=60)
    address = f"/replays/{match.code}/picture.png?as=all&ply="
    assert [client.get(address + ply).status_code for ply in ("0", "1")] == [200, 429]
    assert client.get(address + "0").status_code == 200


def test_a_span_of_plies_is_a_moving_picture(client: Client) -> None:
    match = stored_match()
    answer = client.get(f"/replays/{match.code}/moving.gif?from=3&to=6&as=1")
    assert answer["Content-Type"] == "image/gif"
    image = Image.open(BytesIO(answer.content))
    assert (image.n_frames, image.size) == (4, (600, 315))


@pytest.mark.parametrize(
    ("query", "status"),
    [("from=5&to=5", 400), ("from=6&to=5", 400), ("from=1&to=25", 400), ("from=0&to=999", 404),
     ("from=x&to=4", 400), ("", 400), ("from=1&to=3&as=9", 404)],
)  # fmt: skip
def test_a_moving_picture_of_nothing_is_refused(client: Client, query: str, status: int) -> None:
    match = stored_match()
    assert client.get(f"/replays/{match.code}/moving.gif?{query}").status_code == status
