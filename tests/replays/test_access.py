"""Who may look at a match again, and through whose eyes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.engine.viewer import OPEN_TABLE, PUBLIC, Viewer
from games.matches.models import Invitation
from replays.access import Embargoed, ReplayNotFound, access_finished, access_replay
from replays.address import EyesRefused
from tests.replays.factories import person, stored_match

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


def test_after_the_end_anybody_chooses_any_eyes() -> None:
    match = stored_match()
    access = access_replay(NOBODY, match.code)
    assert [eyes.key for eyes in access.choices()] == ["all", "0", "1", "public"]
    assert access.eyes("all").viewer == OPEN_TABLE
    assert access.eyes("1").viewer == Viewer(1)
    assert access.eyes("public").viewer == PUBLIC


def test_without_a_wish_a_player_has_their_own_eyes_and_others_see_all() -> None:
    ada = person()
    match = stored_match(users={1: ada})
    assert access_replay(ada, match.code).eyes("").key == "1"
    assert access_replay(NOBODY, match.code).eyes("").key == "all"


@pytest.mark.parametrize("key", ["2", "-1", "00", "x", "ALL", " 1"])
def test_eyes_that_are_not_there_are_refused(key: str) -> None:
    match = stored_match()
    with pytest.raises(EyesRefused) as refusal:
        access_replay(NOBODY, match.code).eyes(key)
    assert refusal.value.code == "no_such_eyes"


def test_while_it_runs_a_player_has_their_own_eyes_only() -> None:
    ada = person()
    match = stored_match(plies=6, users={0: ada})
    access = access_replay(ada, match.code)
    assert [eyes.key for eyes in access.choices()] == ["0"]
    assert not access.is_for_all
    for key in ("1", "all", "public"):
        with pytest.raises(EyesRefused) as refusal:
            access.eyes(key)
        assert refusal.value.code == "own_seat_only"


def test_while_it_runs_nobody_else_sees_a_replay() -> None:
    match = stored_match(plies=6, users={0: person()})
    for outsider in (NOBODY, person()):
        with pytest.raises(ReplayNotFound):
            access_replay(outsider, match.code)


def test_a_running_match_has_nothing_for_finished_ones_only() -> None:
    ada = person()
    match = stored_match(plies=6, users={0: ada})
    with pytest.raises(ReplayNotFound):
        access_finished(ada, match.code)


def test_a_table_that_never_began_has_no_replay() -> None:
    ada = person()
    match = stored_match(users={0: ada})
    match.version, match.status = 0, "open"
    match.save()
    with pytest.raises(ReplayNotFound):
        access_replay(ada, match.code)


def test_a_private_match_does_not_exist_for_outsiders() -> None:
    ada, bo, chen = person(), person(), person()
    match = stored_match(users={0: ada}, visibility="private", owner=bo)
    for outsider in (NOBODY, chen):
        with pytest.raises(ReplayNotFound):
            access_replay(outsider, match.code)
    Invitation.objects.create(match=match, user=chen)
    for insider in (ada, bo, chen):
        assert access_replay(insider, match.code).is_over


def test_a_void_match_stays_closed_to_others() -> None:
    ada = person()
    match = stored_match(plies=6, users={0: ada}, status="void")
    assert [eyes.key for eyes in access_replay(ada, match.code).choices()] == ["0"]
    with pytest.raises(ReplayNotFound):
        access_replay(NOBODY, match.code)


def test_an_embargo_holds_a_replay_back_from_all_but_its_players() -> None:
    ada = person()
    match = stored_match(users={0: ada}, embargo_until=timezone.now() + timedelta(hours=1))
    for outsider in (NOBODY, person()):
        with pytest.raises(Embargoed):
            access_finished(outsider, match.code)
    assert access_finished(ada, match.code).is_over


def test_an_embargo_ends_by_itself() -> None:
    match = stored_match(embargo_until=timezone.now() - timedelta(seconds=1))
    assert access_finished(NOBODY, match.code).is_over


def test_what_is_held_back_is_said_and_not_listed(client: Client) -> None:
    match = stored_match(embargo_until=timezone.now() + timedelta(hours=1))
    for path in ("", "embed/", "picture.png", "proof/", "record.json"):
        answer = client.get(f"/replays/{match.code}/{path}")
        assert answer.status_code == 403
        assert "is hidden until" in answer.content.decode()
    assert match.code not in client.get("/replays/").content.decode()
