"""Where the embedded server lives: never where a stranger could have been first."""

from __future__ import annotations

import os
import pwd
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.database import location
from config.database.location import Place, PlaceError

USER = os.geteuid()


def place(base: Path) -> Place:
    return Place(base, base / "s", Path("/bin"), None)


def test_folders_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(location, "_copy_programs", lambda target: None)
    place(tmp_path / "pg").prepare()
    assert (tmp_path / "pg").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "pg" / "s").stat().st_mode & 0o777 == 0o700


def test_of_many_who_make_a_folder_at_once_none_finds_it_half_made(tmp_path: Path) -> None:
    user = pwd.getpwnam("nobody") if USER == 0 else None
    shared = Place(tmp_path, tmp_path / "s", Path("/bin"), user)
    with ThreadPoolExecutor(8) as threads:
        for number in range(50):
            made = [threads.submit(shared.make_folder, tmp_path / str(number)) for _ in range(8)]
            assert [one.result() for one in made] == [None] * 8
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(map(str, range(50)))


def test_folder_that_others_may_write_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pg").mkdir()
    (tmp_path / "pg").chmod(0o777)
    with pytest.raises(PlaceError, match="nobody else may write"):
        place(tmp_path / "pg").prepare()


def test_link_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "pg").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PlaceError):
        place(tmp_path / "pg").prepare()


def test_root_leaves_a_project_that_the_server_cannot_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    found = location.find(tmp_path / "pg")
    assert found.base.parent == location.STATE
    assert found.binaries.is_relative_to(location.STATE)
    assert found.user is not None
    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_other_people_stay_in_their_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    found = location.find(tmp_path / "pg")
    assert found.base == tmp_path / "pg"
    assert found.user is None


@pytest.mark.parametrize("program", ["initdb", "postgres"])
def test_copied_programs_find_their_libraries(open_folder: Path, program: str) -> None:
    copies = open_folder / "programs"
    location._copy_programs(copies)
    binaries = copies / location.PROGRAMS
    done = Place(open_folder, open_folder, binaries, None).run([binaries / program, "--version"])
    assert "PostgreSQL) 18" in done.stdout
