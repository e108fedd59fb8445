"""Practice is hidden from whoever may not see the match it comes from."""

from __future__ import annotations

import importlib
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.clubs.models import Club
from games.matches.models import Match
from replays.models import Fork
from tests.replays.factories import person, stored_match
from tests.replays.forking import begun, fork
from tests.replays.talking import signed_in
from tests.support.clubs import make_club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_has_forked")]


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


def test_what_was_begun_while_the_club_was_private_is_for_members_until_it_is_not() -> None:
    ada, bo, stranger = person("ada"), person("bo"), person()
    club = make_club(ada, is_private=True)
    practice = fork(stored_match(users={1: bo}, club=club), bo, ply=2, seat=1)
    for private, status in ((True, 404), (False, 200)):
        Club.objects.update(is_private=private)
        for user in (ada, bo):
            assert signed_in(user).get(f"/matches/{practice.code}/").status_code == 200
        assert signed_in(stranger).get(f"/matches/{practice.code}/").status_code == status


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
