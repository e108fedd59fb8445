"""Backs up and restores the database with Postgres's own programs.

Uses the system's programs if installed, else those of the embedded server's package.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from config.errors import CannotStart

NAME = "kibitz-%Y%m%d-%H%M%S.dump"
PATTERN = "kibitz-*.dump"
OF_NOBODY = ("--no-owner", "--no-privileges")
"""A dump names no role: the target may have others, and `migrate` grants rights again."""


def program(name: str) -> str:
    """Return the path of one of Postgres's programs; raises CannotStart if it is missing."""
    from config.database.location import PlaceError, programs

    system = shutil.which(name)
    server = connection.pg_version // 10000  # type: ignore[attr-defined]  # Postgres has it
    if system is not None and _major(system) >= server:
        return system
    try:
        own = programs() / name
    except PlaceError:
        own = None
    if own is not None and own.exists():
        return str(own)
    raise CannotStart(f"{name} of the server's version is needed: install postgresql-client.")


def _major(path: str) -> int:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    number = next(word for word in said.split() if word[0].isdigit())  # "pg_dump (x) 17.2 (…)"
    return int(number.split(".")[0])


def _where() -> tuple[list[str], dict[str, str]]:
    """Return the argument that names the database, and an environment with its password.

    Keeps every part of the site's address (`?host=`, `?sslmode=`) but its timeouts, since a dump
    may take long.
    """
    words = {option.keyword.decode() for option in Conninfo.get_defaults()} - {"options"}
    known = connection.get_connection_params()
    told = {word: value for word, value in known.items() if word in words}
    password = {"PGPASSWORD": told.pop("password")} if "password" in told else {}
    return [f"--dbname={make_conninfo('', **told)}"], {**os.environ, **password}


def dump(folder: Path, *, keep: int = 0) -> Path:
    """Write a dump into `folder`, readable by its owner alone; keep the newest `keep` (0: all).

    A partial dump never gets its final name. Raises CannotStart if the folder is not ours, or
    pg_dump fails.
    """
    target = folder / datetime.now(UTC).strftime(NAME)
    half = target.with_suffix(".half")
    arguments, env = _where()
    command = [program("pg_dump"), "--format=custom", *OF_NOBODY, f"--file={half}", *arguments]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        half.touch(mode=0o600)
        _run(command, env)
        half.rename(target)
    except PermissionError:
        raise CannotStart(f"{getuser()} may not write to {folder}.") from None
    finally:
        with suppress(PermissionError):
            half.unlink(missing_ok=True)
    for old in sorted(folder.glob(PATTERN))[:-keep] if keep else []:
        old.unlink()
    return target


def restore(source: Path) -> None:
    """Restore a dump into the database; raises CannotStart if that is not empty."""
    if connection.introspection.table_names():
        raise CannotStart("the database is not empty: make a new one, and name it in DATABASE_URL.")
    connection.close()
    arguments, env = _where()
    command = [program("pg_restore"), *OF_NOBODY, "--exit-on-error", "--single-transaction"]
    _run([*command, *arguments, str(source)], env)


def _run(command: list[str], env: dict[str, str]) -> None:
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotStart(f"{Path(command[0]).name}: {done.stderr.strip() or done.returncode}")
