"""Playing on from a position."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.viewer import OPEN_TABLE, Viewer
from games.matches import store
from games.matches.export import record_json
from games.matches.refusals import MatchRefusal
from replays.models import Fork
from replays.selectors import match_timeline
from replays.services.fork import fork_play_on
from tests.replays.factories import person, proven_match, recorded, stored_match
from tests.replays.forking import fork, play_to_the_end, view_of
from tests.replays.talking import signed_in
from tests.replays.test_verify_matches import verify
from tests.support.tables import bot_acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_has_forked")]
GAMES = recorded("hiding")


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on_from_what_the_seat_saw(game: str) -> None:
    ada, source = person(), stored_match(game)
    ply = source.ply // 2
    practice = fork(source, ada, ply=ply, seat=1)
    assert (practice.practice, practice.rated, practice.visibility) == (True, False, "unlisted")
    assert practice.status == "running"
    seats = list(practice.seats.order_by("number"))
    assert [seat.user for seat in seats].count(ada) == 1
    assert seats[1].user == ada
    assert all(seat.bot for seat in seats if seat.number != 1)
    assert view_of(practice, ply, Viewer(1)) == view_of(source, ply, Viewer(1))
    assert view_of(practice, ply, OPEN_TABLE) != view_of(source, ply, OPEN_TABLE)


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_way_to_the_position_can_be_read(game: str) -> None:
    ada, source = person(), stored_match(game)
    ply = source.ply // 2
    practice = fork(source, ada, ply=ply, seat=1)
    for earlier in (0, ply - 1):
        assert view_of(practice, earlier, OPEN_TABLE) == view_of(source, earlier, OPEN_TABLE)
    log = store.load_position(practice).log
    line = log[-1].event.seen_by(Viewer(1))
    assert line is not None
    assert line.key.startswith("Practice from here:")
    assert practice.actions.count() == ply


def test_a_bot_that_owes_a_set_is_dealt_one() -> None:
    """In Zombie Rummy whoever takes several discards must lay a set at once, and has it."""
    ada, source = person(), stored_match("zombie_rummy", 4)
    for _ in range(3):
        practice = fork(source, ada, ply=50, seat=3)
        assert bot_acts(practice)
        assert practice.actions.get(ply=51).action["type"] == "meld"


def test_playing_on_late_takes_no_more_statements_than_early() -> None:
    ada, source = person(), stored_match("deadline_99")
    timeline = match_timeline(source, list(source.seats.order_by("number")))
    counts = []
    for ply in (2, source.ply // 2):
        with CaptureQueriesContext(connection) as asked:
            fork_play_on(source=source, timeline=timeline, ply=ply, seat=1, user=ada)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_it_can_be_played_to_its_end_and_watched_again() -> None:
    ada, source = person(), proven_match("deadline_99", 2)
    practice = play_to_the_end(fork(source, ada, ply=6, seat=2), ada)
    page = signed_in(ada).get(f"/replays/{practice.code}/?ply=last").content.decode()
    assert f'data-ply="{practice.ply}"' in page
    assert f'href="/replays/{source.code}/?ply=6"' in page
    assert verify()[0] == 0


def test_it_has_no_record_and_no_proof() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    practice = play_to_the_end(fork(source, ada, ply=6, seat=2), ada)
    with pytest.raises(MatchRefusal):
        record_json(practice)
    client = signed_in(ada)
    for path in ("record.json", "operations.json"):
        assert client.get(f"/replays/{practice.code}/{path}").status_code == 422
    assert "record.json" not in client.get(f"/replays/{practice.code}/").content.decode()


def test_the_table_says_that_it_is_practice() -> None:
    ada, source = person(), stored_match()
    practice = fork(source, ada, ply=4, seat=0)
    page = signed_in(ada).get(f"/matches/{practice.code}/").content.decode()
    assert "Practice" in page


def test_it_is_not_listed_but_for_whoever_played_it() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    practice = play_to_the_end(fork(source, ada, ply=6, seat=2), ada)
    assert practice.code not in Client().get("/replays/").content.decode()
    assert practice.code not in signed_in(ada).get("/replays/").content.decode()
    assert practice.code in signed_in(ada).get("/replays/?mine=on").content.decode()


def test_the_link_back_is_for_those_who_may_see_the_other_match() -> None:
    ada = person()
    source = stored_match("deadline_99", 2, users={0: ada}, visibility="private")
    practice = play_to_the_end(fork(source, ada, ply=6, seat=2), ada)
    assert source.code in signed_in(ada).get(f"/replays/{practice.code}/").content.decode()
    assert source.code not in Client().get(f"/replays/{practice.code}/").content.decode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"ply": "last", "seat": "0"}, 422),
        ({"ply": "4", "seat": "7"}, 422),
        ({"ply": "4", "seat": "x"}, 422),
        ({"ply": "4"}, 422),
        ({"ply": "x", "seat": "0"}, 400),
        ({"ply": "9999", "seat": "0"}, 404),
    ],
)
def test_what_cannot_be_played_on_is_refused(data: dict[str, str], status: int) -> None:
    source = stored_match()
    answer = signed_in(person()).post(f"/replays/{source.code}/fork", data)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert not Fork.objects.exists()


def test_whoever_is_out_is_not_played_on() -> None:
    source = stored_match("deadline_99", 4)
    timeline = match_timeline(source, list(source.seats.order_by("number")))
    ply = timeline.last - 1
    out = timeline.plies[ply].state.alive.index(False)
    client = signed_in(person())
    page = client.get(f"/replays/{source.code}/?ply={ply}").content.decode()
    choice = page.partition('id="fork-seat"')[2].partition("</select>")[0]
    offered = re.findall(r'<option value="(\d)"', choice)
    assert offered
    assert str(out) not in offered
    answer = client.post(f"/replays/{source.code}/fork", {"ply": ply, "seat": out})
    assert answer.status_code == 422


def test_a_running_match_cannot_be_played_on() -> None:
    ada = person()
    source = stored_match(plies=6, users={0: ada})
    for path in ("fork", "again"):
        answer = signed_in(ada).post(f"/replays/{source.code}/{path}", {"ply": 3, "seat": 0})
        assert answer.status_code == 404


def test_strangers_without_an_account_are_asked_to_log_in() -> None:
    source = stored_match()
    answer = Client().post(f"/replays/{source.code}/fork", {"ply": 3, "seat": 0})
    assert answer["Location"].startswith("/accounts/login/")


def test_more_practice_than_one_can_play_is_refused() -> None:
    ada, source = person(), stored_match()
    for _ in range(10):
        cache.clear()
        fork(source, ada, ply=4, seat=0)
    cache.clear()
    answer = signed_in(ada).post(f"/replays/{source.code}/fork", {"ply": 4, "seat": 0})
    assert answer.status_code == 422


def test_a_practice_match_can_be_played_on_again() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    first = play_to_the_end(fork(source, ada, ply=6, seat=2), ada)
    second = fork(first, ada, ply=8, seat=0)
    assert view_of(second, 8, Viewer(0)) == view_of(first, 8, Viewer(0))
