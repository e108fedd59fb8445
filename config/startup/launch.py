"""Runs one Django command with everything it needs: `.env`, a secret key, a database.

Imported inside the project's environment, before Django reads its settings. Settings read only
environment variables; this module fills them in for a site that is not configured.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import nullcontext
from types import FrameType
from typing import TYPE_CHECKING

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

from config import ROOT
from config.errors import CannotStart

if TYPE_CHECKING:
    from config.database.embedded import Cluster

# Commands that need no database, so none is started for them.
NO_DATABASE = frozenset(
    ("help", "version", "makemessages", "compilemessages", "collectstatic", "selfplay", "startapp")
)
# Commands that create or alter tables, so they run as the owner: config/database/roles.py
OWNING = frozenset(("migrate", "restore"))


def run_command(argv: list[str]) -> None:
    """Run the command in `argv`. Exits with one line if it cannot start."""
    command = argv[1] if len(argv) > 1 else "help"
    fill_environment(command)
    signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        with nullcontext() if _needs_none(command, argv) else embedded_database():
            _run_django(argv)
    except (ImproperlyConfigured, CannotStart, EnvError) as error:
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
    if command in OWNING:
        os.environ.setdefault("AS_OWNER", "true")


def _needs_none(command: str, argv: list[str]) -> bool:
    asks_help = not {"--help", "-h"}.isdisjoint(argv)
    of_files = command == "record" and argv[2:3] != ["export"]
    of_files |= command == "puzzles" and "--file" in argv
    return "DATABASE_URL" in os.environ or command in NO_DATABASE or of_files or asks_help


def embedded_database() -> Cluster:
    """Set DATABASE_URL to the embedded server; entering the context starts it.

    Raises ImproperlyConfigured unless the site is local or asks for it: on any other, a forgotten
    variable must not create a second, empty database.
    """
    env = Env()
    if not any(env.bool(name, False) for name in ("LOCAL", "DEBUG", "EMBEDDED_DATABASE")):
        raise ImproperlyConfigured(
            "DATABASE_URL is not set. Set it in the environment or in .env, or EMBEDDED_DATABASE="
            "true for the server that comes with Kibitz."
        )
    if os.name == "nt":
        raise CannotStart("the embedded Postgres needs Linux or macOS (or WSL); set DATABASE_URL.")
    from config.database.embedded import Cluster

    folder = env.path("LOCAL_FOLDER", ROOT / ".local")
    cluster = Cluster(folder.absolute() / "postgres")
    os.environ["DATABASE_URL"] = cluster.url
    return cluster


def _run_django(argv: list[str]) -> None:
    from django.core.management import execute_from_command_line
    from django.db import connections

    try:
        execute_from_command_line(argv)
    finally:  # before the server stops: a pool that loses its connections would open new ones
        for connection in connections.all(initialized_only=True):
            connection.close()
            getattr(connection, "close_pool", lambda: None)()


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
