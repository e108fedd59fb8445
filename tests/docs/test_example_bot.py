"""The example bot, on a site that is being restarted (a whole match is under `tests/browser`)."""

from __future__ import annotations

import json
import runpy
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from config.launch import ROOT

RESTARTING = (503, b"restarting\n")
GONE = (0, b"")
WELL = (200, json.dumps({"status": "running"}).encode())
BARRED = (403, json.dumps({"code": "not_seated", "detail": "You do not sit here."}).encode())


@pytest.fixture
def site() -> Iterator[tuple[Any, list[tuple[int, bytes]]]]:
    """The bot's grip on a server, and what that answers: a status of 0 is no answer at all."""
    answers: list[tuple[int, bytes]] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answers.pop(0)
            if status:
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever).start()
    bot = runpy.run_path(str(ROOT / "docs/example_bot.py"))
    yield bot["Site"](f"http://127.0.0.1:{server.server_port}", "kibitz_x"), answers
    server.shutdown()
    server.server_close()


def test_it_looks_again_when_a_server_has_been_restarted(site: Any) -> None:
    calls, answers = site
    answers += [RESTARTING, GONE, WELL]
    assert [calls.get("/matches/x/view") for _ in range(3)] == [{}, {}, {"status": "running"}]


def test_a_refusal_ends_it_with_the_sentence(site: Any) -> None:
    calls, answers = site
    answers += [BARRED]
    with pytest.raises(SystemExit, match=r"refused .403.: .*You do not sit here"):
        calls.get("/matches/x/view")
