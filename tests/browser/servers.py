"""Servers of a test's own, beside the site that all share."""

from __future__ import annotations

import signal
from contextlib import ExitStack

from tests.support.servers import Server, database_url_of_tests, start_server


def running_server(stack: ExitStack, port: str, **settings: str) -> Server:
    """Return a server of this test's own, which is gone when the stack is."""
    env: dict[str, str | None] = {"DATABASE_URL": database_url_of_tests(), **settings}
    server = start_server(["play", "--port", port, "--no-seed"], env)
    stack.callback(lambda: server.process.poll() is None and server.stop(signal.SIGTERM))
    return server
