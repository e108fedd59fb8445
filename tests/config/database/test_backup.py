"""A copy of the database, put back elsewhere, holds every match to the last hash."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection

from accounts.privacy.leave import person_leave
from config.database.backup import dump, program, restore
from config.errors import CannotStart
from tests.replays.factories import proven_match
from tests.support.clusters import ask, careless
from tests.support.servers import done, refused
from tests.support.tables import make_user


@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_a_copy_is_restored_elsewhere_every_chain_verified_and_who_left_gone_again(
    tmp_path: Path, settings: LazySettings
) -> None:
    matches = [proven_match("deadline_99", 0), proven_match("zombie_rummy", 0)]
    gone, stays = make_user("gone"), make_user("stays")
    with connection.cursor() as cursor:
        cursor.execute("GRANT SELECT ON matches_match TO pg_monitor")
        copy = dump(tmp_path / "copies")
        cursor.execute("REVOKE SELECT ON matches_match FROM pg_monitor")
    settings.LEAVINGS_FILE = str(tmp_path / "leavings")
    person_leave(user=gone)
    assert copy.stat().st_mode & 0o077 == 0
    with careless(tmp_path / "other") as other:
        env: dict[str, str | None] = {"DATABASE_URL": other.url, "LOCAL": "true"}
        env["LEAVINGS_FILE"] = settings.LEAVINGS_FILE
        done(["restore", str(copy)], env)
        for match in matches:
            found = ask(other, f"SELECT head FROM matches_match WHERE code = '{match.code}'")
            assert found == match.head
        names = "SELECT string_agg(username, ' ') FROM accounts_user WHERE username IN ('{}', '{}')"
        assert ask(other, names.format("gone", stays.username)) == stays.username
        with pytest.raises(Exception, match="never changed"):
            ask(other, "UPDATE matches_matchevent SET ply = 7 RETURNING ply")
        assert not ask(other, "SELECT has_table_privilege('pg_monitor', 'matches_match', 'SELECT')")
        assert "not empty" in refused(["restore", str(copy)], env)


@pytest.mark.django_db
def test_a_database_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="not empty"):
        restore(tmp_path / "nothing.dump")


@pytest.mark.django_db(transaction=True)
def test_only_the_newest_copies_are_kept(tmp_path: Path) -> None:
    for day in (1, 2, 3):
        (tmp_path / f"kibitz-2026010{day}-000000.dump").touch()
    newest = dump(tmp_path, keep=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "kibitz-20260103-000000.dump",
        newest.name,
    ]


@pytest.mark.django_db(transaction=True)
def test_the_server_that_the_address_names_behind_its_question_mark_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = connection.settings_dict
    behind = {"host": known["HOST"], "user": known["USER"], "application_name": "a copy"}
    monkeypatch.setitem(known, "OPTIONS", {**known["OPTIONS"], **behind})
    for key in ("HOST", "USER"):
        monkeypatch.setitem(known, key, "")
    assert dump(tmp_path).stat().st_size


@pytest.mark.django_db(transaction=True)
def test_nothing_is_left_of_a_copy_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "USER", "nobody known")
    with pytest.raises(CannotStart, match="nobody known"):
        dump(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_the_programs_are_new_enough_for_the_server() -> None:
    assert os.access(program("pg_dump"), os.X_OK)
    assert connection.pg_version
