"""Runs one Django command with what it needs around it: `.env`, a secret key, a database.

Imported inside the project's environment, before Django reads its settings. Settings know only the
environment; this module is what fills it in for somebody who has configured nothing.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType

from environs import Env

ROOT = Path(__file__).resolve().parent.parent
LOCAL_FOLDER = ROOT / ".local"
# These need no database; starting one for them would only cost time.
NO_DATABASE = frozenset(
    ("help", "version", "makemessages", "compilemessages", "collectstatic", "startapp", "record")
)


def run_command(argv: list[str]) -> None:
    """Run the command in `argv`; exits by SystemExit, also on SIGTERM."""
    fill_environment(argv[1] if len(argv) > 1 else "help")
    signal.signal(signal.SIGTERM, _exit_on_signal)
    from config.places import PlaceError
    from config.postgres import PostgresError

    try:
        with _database(argv):
            _run_django(argv)
    except (PlaceError, PostgresError) as error:
        sys.exit(f"kibitz: {error}")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def fill_environment(command: str) -> None:
    """Read `.env`, name the settings module, and mark an unconfigured or playing site as local."""
    Env().read_env(str(ROOT / ".env"), recurse=False)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    unconfigured = "DATABASE_URL" not in os.environ and "SECRET_KEY" not in os.environ
    if command == "play" or (unconfigured and command != "serve"):
        os.environ.setdefault("LOCAL", "true")


def _database(argv: list[str]) -> AbstractContextManager[object]:
    """The embedded server, unless an address is given or the command needs no database."""
    command = argv[1] if len(argv) > 1 else "help"
    asks_help = {"--help", "-h"} & set(argv)
    if "DATABASE_URL" in os.environ or command in NO_DATABASE or asks_help:
        return nullcontext()
    from config.postgres import Cluster

    cluster = Cluster(LOCAL_FOLDER / "postgres")
    os.environ["DATABASE_URL"] = cluster.url
    return cluster


def _run_django(argv: list[str]) -> None:
    from django.core.management import execute_from_command_line
    from django.db import connections

    try:
        execute_from_command_line(argv)
    finally:  # before the server goes: a pool that loses its connections would try to get new ones
        for connection in connections.all(initialized_only=True):
            connection.close()
            getattr(connection, "close_pool", lambda: None)()


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
