"""`manage.py screenshots`: pictures of every page in every look, and contact sheets of them.

    python3 manage.py screenshots --out DIR [--only NAME …] [--languages en …] [--schemes light …]
                                  [--sizes desk phone handset screen wall] [--axe] [--no-demo]

A database of its own is made, filled with the demonstration and `tests.gallery.world`, and dropped
at the end. What leaves its window at a side or, at a table, a click's reach, axe's findings
(with --axe) and what the console complained about are printed; the status is 1 if there was any.
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config.database.exclusive import SharedInTurn
from config.development.testrun import find_chromium
from tests.gallery.sizes import SIZES

FLAGS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking"]


def arguments() -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="manage.py screenshots", description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--only", nargs="+", default=[], help="pages whose names begin so")
    parser.add_argument("--languages", nargs="+", default=["en", "zh-hant", "zh-hans"])
    parser.add_argument("--schemes", nargs="+", default=["light", "dark"])
    parser.add_argument("--sizes", nargs="+", default=["desk", "phone"], choices=list(SIZES))
    parser.add_argument("--axe", action="store_true", help="run axe on every page, in every look")
    parser.add_argument("--no-demo", action="store_true", help="without the demonstration's data")
    return parser.parse_args()


@contextmanager
def site(with_demo: bool) -> Iterator[tuple[str, Any]]:
    """Give a running site on a database of its own, and the world in it."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from tests.gallery.world import build_world
    from tests.support.database import end_other_sessions
    from tests.support.servers import database_url_of_tests, start_server

    setup_test_environment(debug=False)
    connection.settings_dict["TEST"]["NAME"] = f"gallery_{os.getpid()}"
    made = setup_databases(verbosity=0, interactive=False)
    try:
        if with_demo:
            call_command("seed_demo")
        world = build_world()
        env = {"DATABASE_URL": database_url_of_tests(), "HEARTBEAT_SECONDS": "5"}
        server = start_server(["play", "--port", "0", "--no-seed"], env)
        try:
            yield server.url, world
        finally:
            server.stop(signal.SIGTERM)
    finally:
        end_other_sessions()
        teardown_databases(made, verbosity=0)


def main() -> int:
    """Take the pictures; return how it went."""
    wanted = arguments()
    wanted.out.mkdir(parents=True, exist_ok=True)
    os.environ["LOCAL"] = "true"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    if "DATABASE_URL" in os.environ:
        return run(wanted)
    with SharedInTurn() as cluster:
        os.environ["DATABASE_URL"] = cluster.url
        return run(wanted)


def run(wanted: Namespace) -> int:
    """Start the site and a browser, and take the pictures."""
    from playwright.sync_api import sync_playwright

    with site(not wanted.no_demo) as (url, world), sync_playwright() as player:
        from tests.gallery.shoot import shoot_all

        browser = player.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        wrong = shoot_all(browser, url, world, wanted)
        browser.close()
    print("\n".join(wrong) or "nothing to complain about")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
