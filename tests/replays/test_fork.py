"""Playing on from a position, and playing the same deal again."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.clubs.models import Club
from accounts.models import User
from games.engine.snapshot import snapshot
from games.engine.viewer import OPEN_TABLE, Viewer
from games.matches import store
from games.matches.export import record_json
from games.matches.models import Match
from games.matches.refusals import MatchRefusal
from games.matches.services.match_act import match_act
from games.registry import rules_for
from replays.duplicates import BEST, same_deals
from replays.models import Fork
from replays.selectors import match_timeline
from replays.services.fork import fork_play_on
from tests.replays.factories import person, stored_match
from tests.replays.test_verify_matches import verify
from tests.support.clubs import make_club
from tests.support.tables import bot_acts

pytestmark = pytest.mark.django_db
GAMES = ["deadline_99", "death_frontline", "zombie_rummy"]


@pytest.fixture(autouse=True)
def _nobody_has_forked() -> Iterator[None]:
    cache.clear()
    store.POSITIONS.clear()
    return


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fork(source: Match, user: User, **data: Any) -> Match:
    answer = signed_in(user).post(f"/replays/{source.code}/fork", data)
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(code=answer["Location"].strip("/").split("/")[-1])


def again(source: Match, user: User, seat: int) -> Match:
    answer = signed_in(user).post(f"/replays/{source.code}/again", {"seat": seat})
    assert answer.status_code == 302, answer.content.decode()
    return Match.objects.get(code=answer["Location"].strip("/").split("/")[-1])


def view_of(match: Match, ply: int, viewer: Viewer) -> Any:
    timeline = match_timeline(match, list(match.seats.order_by("number")))
    return snapshot(timeline.rules, timeline.plies[ply].state, ply, viewer)


def play_to_the_end(match: Match, user: User) -> Match:
    """Let the person do what an absent player would, and the bots what they do."""
    rules = rules_for(match.game)
    number = match.seats.get(user=user).number
    for _ in range(3000):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            return match
        if match.to_act == number:
            state = store.load_position(match).state
            match_act(
                code=match.code,
                user=user,
                action=rules.default_action(state, number),
                version=match.version,
                action_id=f"mine-{match.version}",
            )
        else:
            assert bot_acts(match)
    raise AssertionError("the match does not end")


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


def begun(begin: str, source: Match, user: User) -> Match:
    return again(source, user, 0) if begin == "again" else fork(source, user, ply=2, seat=0)


@pytest.mark.parametrize("begin", ["fork", "again"])
@pytest.mark.parametrize("hidden", ["private", "private club", "embargo"])
def test_of_what_is_hidden_it_is_hidden_too(begin: str, hidden: str) -> None:
    ada = person()
    fields: dict[str, Any] = {
        "private": {"visibility": Match.Visibility.PRIVATE},
        "private club": {"club": make_club(ada, is_private=True)},
        "embargo": {"embargo_until": timezone.now() + timedelta(hours=1)},
    }[hidden]
    source = stored_match(users={0: ada}, **fields)
    practice = begun(begin, source, ada)
    assert signed_in(ada).get(f"/matches/{practice.code}/").status_code == 200
    for stranger in (Client(), signed_in(person("bo"))):
        assert stranger.get(f"/matches/{practice.code}/").status_code == 404
        assert stranger.get(f"/matches/{source.code}/").status_code == (
            200 if hidden == "embargo" else 404
        )


@pytest.mark.parametrize("begin", ["fork", "again"])
def test_of_a_clubs_match_it_is_hidden_while_the_club_is(begin: str) -> None:
    ada, bo, stranger = person("ada"), person("bo"), person()
    club = make_club(ada)
    practice = begun(begin, stored_match(users={1: bo}, club=club), stranger)
    for private, status in ((False, 200), (True, 404), (False, 200)):
        Club.objects.update(is_private=private)
        for user in (ada, stranger):  # a member with the link, and who plays it
            assert signed_in(user).get(f"/matches/{practice.code}/").status_code == 200
        for client in (Client(), signed_in(bo)):
            assert client.get(f"/matches/{practice.code}/").status_code == status


def test_what_an_embargo_hid_no_member_sees_either() -> None:
    ada, bo = person("ada"), person("bo")
    later = timezone.now() + timedelta(hours=1)
    source = stored_match(users={1: bo}, club=make_club(ada), embargo_until=later)
    practice = fork(source, bo, ply=2, seat=1)
    assert signed_in(ada).get(f"/matches/{practice.code}/").status_code == 404


def test_practice_that_was_begun_before_follows_its_club_too() -> None:
    ada = person("ada")
    club, source = make_club(ada), stored_match()
    open_one, hidden, deeper = (fork(source, ada, ply=2, seat=0) for _ in range(3))
    Fork.objects.filter(match=deeper).update(source=open_one)
    Match.objects.filter(pk=source.pk).update(club=club)
    Match.objects.filter(pk=hidden.pk).update(visibility="private")
    migration = importlib.import_module("replays.migrations.0006_practice_hides_with_its_club")
    with connection.cursor() as cursor:
        cursor.execute(migration.FOLLOW)
    assert set(Match.objects.filter(club=club)) == {source, open_one, deeper}


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
    assert line.key.startswith("Practice: played on from here.")
    assert practice.actions.count() == ply


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
    ada, source = person(), stored_match("deadline_99", 2)
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


def test_the_same_deal_is_the_same_deal() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    practice = again(source, ada, 1)
    assert view_of(practice, 0, OPEN_TABLE) == view_of(source, 0, OPEN_TABLE)
    assert practice.ply == 0
    assert practice.chance_operation == 2  # roles and pack; the next shuffle is the source's next


def test_results_of_the_same_deal_are_compared() -> None:
    ada, source = person("Ada"), stored_match("deadline_99", 2)
    practice = play_to_the_end(again(source, ada, 1), ada)
    page = Client().get(f"/replays/{source.code}/?open=1").content.decode()
    assert f'href="/replays/{practice.code}/">Ada</a>' in page
    assert practice.code not in Client().get(f"/replays/{source.code}/").content.decode()


def test_of_those_who_played_the_same_deal_the_best_of_each_seat_are_shown() -> None:
    source = stored_match("deadline_99", 2)
    for seat in (0, 1):
        same_deal_played(source, seat, ranks=[*range(40, 20, -1), 1, 2])
    found = [deal for deal in same_deals(source, ("a", "b")) if source.code not in deal.url]
    assert [deal.seat_name for deal in found] == ["a"] * BEST + ["b"] * BEST
    assert [deal.rank for deal in found[:BEST]] == [1, 2, *range(21, 39)]
    page = Client().get(f"/replays/{source.code}/?open=1").content.decode()
    assert "Of each seat the best 20 are shown." in page


def test_who_played_the_same_deal_is_read_at_once(django_assert_num_queries: Any) -> None:
    source = stored_match("deadline_99", 2)
    same_deal_played(source, 1, ranks=[2, 1, 2])
    with django_assert_num_queries(2):  # those who played it, and the seats of the original
        found = same_deals(source, ("a", "b"))
    assert len(found) == 4


def same_deal_played(source: Match, seat: int, ranks: list[int]) -> None:
    """Store practice matches with a match's deal, in which a seat had these ranks."""
    for rank in ranks:
        match = Match.objects.create(
            game=source.game, ruleset=source.ruleset, options={}, seat_count=2, practice=True,
            status=Match.Status.FINISHED,
        )  # fmt: skip
        match.seats.create(number=seat, name="somebody", rank=rank)
        match.seats.create(number=1 - seat, name="a bot", bot="simple", rank=50)
        Fork.objects.create(match=match, source=source, ply=0, seat=seat, same_deal=True)


def test_the_deal_of_other_rules_cannot_be_played_again() -> None:
    source = stored_match(ruleset=99)
    answer = signed_in(person()).post(f"/replays/{source.code}/again", {"seat": 0})
    assert answer.status_code == 422


def test_a_practice_match_can_be_played_on_again() -> None:
    ada, source = person(), stored_match("deadline_99", 2)
    first = play_to_the_end(fork(source, ada, ply=6, seat=2), ada)
    second = fork(first, ada, ply=8, seat=0)
    assert view_of(second, 8, Viewer(0)) == view_of(first, 8, Viewer(0))
