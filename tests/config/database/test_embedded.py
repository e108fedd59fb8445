"""The embedded server: starts whatever was left behind, and is gone when nobody needs it."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.database import location
from config.database.embedded import Cluster, PostgresError
from tests.support.clusters import (
    ask,
    careless,
    do,
    hold,
    home,
    is_alive,
    let_go,
    server_pid,
    wait_in,
    wait_until,
)


@pytest.fixture
def base(open_folder: Path) -> Iterator[Path]:
    """Where a cluster may be wanted; it may come to live elsewhere (see `home`)."""
    yield open_folder / "pg"
    shutil.rmtree(home(open_folder / "pg"), ignore_errors=True)


def test_restart_keeps_what_was_written(base: Path) -> None:
    with careless(base) as cluster:
        do(cluster, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)")
    with careless(base) as cluster:
        assert ask(cluster, "SELECT n FROM kept") == 7
    assert not (home(base) / "data" / "postmaster.pid").exists()


def test_site_role_is_no_superuser_but_owns_its_database(base: Path) -> None:
    with careless(base) as cluster:
        assert ask(cluster, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False
        owner = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'app'"
        assert ask(cluster, owner) == "app"


def test_no_network_socket_is_opened(base: Path) -> None:
    with careless(base) as cluster:
        assert ask(cluster, "SHOW listen_addresses") == ""


def test_text_sorts_by_code_point_whatever_the_machine(base: Path) -> None:
    with careless(base) as cluster:
        assert ask(cluster, "SELECT datlocale FROM pg_database WHERE datname = 'app'") == "C.UTF-8"


def test_locale_that_the_machine_lacks_does_no_harm(base: Path) -> None:
    holder = hold(base, LC_ALL="zh_TW.UTF-8", LANG="xx_XX.UTF-8")
    wait_in(holder)
    let_go(holder)


def test_three_processes_at_once_share_one_server_and_the_last_stops_it(base: Path) -> None:
    holders = [hold(base) for _ in range(3)]
    for holder in holders:
        wait_in(holder)
    pid = server_pid(base)
    let_go(holders[0])
    let_go(holders[1])
    assert is_alive(pid)
    let_go(holders[2])
    assert not is_alive(pid)


def test_killed_user_is_forgotten(base: Path) -> None:
    holder = hold(base)
    wait_in(holder)
    holder.kill()
    holder.communicate()
    pid = server_pid(base)
    assert is_alive(pid)
    with careless(base):
        assert server_pid(base) == pid
    assert not is_alive(pid)


def test_killed_server_starts_again_with_all_that_was_committed(base: Path) -> None:
    first, second = Cluster(base), Cluster(base)  # with fsync, as on a real site
    first.start()
    do(first, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)")
    pid = server_pid(base)
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_alive(pid))
    with second:
        assert ask(second, "SELECT n FROM kept") == 7
        assert server_pid(base) != pid
        first.stop()


def test_stale_pid_file_that_names_a_stranger_is_no_obstacle(base: Path) -> None:
    with careless(base):
        pid_file = (home(base) / "data" / "postmaster.pid").read_text()
    stale = pid_file.replace(pid_file.split("\n", 1)[0], str(os.getpid()), 1)
    left = home(base) / "data" / "postmaster.pid"
    left.write_text(stale)
    (home(base) / "s" / location.SOCKET).touch()
    with careless(base) as cluster:
        assert ask(cluster, "SELECT 1") == 1


def test_interrupted_initdb_leaves_nothing_half_made(base: Path) -> None:
    cluster = careless(base)
    cluster.place.prepare()
    (home(base) / "data.new" / "base").mkdir(parents=True)
    with cluster:
        assert ask(cluster, "SELECT 1") == 1


def test_path_too_long_for_a_socket_is_no_obstacle(base: Path) -> None:
    deep = base.parent / ("d" * 90) / "pg"
    cluster = careless(deep)
    with cluster:
        assert ask(cluster, "SELECT 1") == 1
        socket = cluster.place.sockets / location.SOCKET
        assert len(os.fsencode(socket)) <= location.SOCKET_LIMIT
    shutil.rmtree(cluster.place.sockets)
    shutil.rmtree(home(deep))


def test_data_of_another_major_version_is_refused_and_left_alone(base: Path) -> None:
    with careless(base):
        pass
    version = home(base) / "data" / "PG_VERSION"
    version.write_text("16\n")
    with pytest.raises(PostgresError, match="written by Postgres 16"):
        careless(base).start()
    assert version.exists()


def test_server_that_cannot_start_is_reported_with_its_own_words(base: Path) -> None:
    with careless(base):
        pass
    (home(base) / "data" / "postgresql.conf").write_text("nonsense = 1\n")
    with pytest.raises(PostgresError, match="did not start"):
        careless(base).start()


def test_refused_start_holds_no_lock(base: Path) -> None:
    with careless(base):
        pass
    conf = home(base) / "data" / "postgresql.conf"
    good = conf.read_text()
    conf.write_text("nonsense = 1\n")
    with pytest.raises(PostgresError):
        careless(base).start()
    conf.write_text(good)
    cluster = careless(base)
    cluster.start()
    pid = server_pid(base)
    cluster.stop()
    assert not is_alive(pid)
