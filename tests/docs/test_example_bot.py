"""The example bot, on a site that is being restarted (a whole match is under `tests/browser`)."""

from __future__ import annotations

import json
import runpy
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from config import ROOT

RESTARTING = (503, b"restarting\n")
GONE = (0, b"")
WELL = (200, json.dumps({"status": "running"}).encode())
BARRED = (403, json.dumps({"code": "not_seated", "detail": "You do not sit here."}).encode())


@pytest.fixture
def site() -> Iterator[tuple[Any, list[tuple[int, bytes]], list[str]]]:
    """The bot's grip on a server, what that answers, and what is posted to it.

    A status of 0 is no answer at all.
    """
    answers: list[tuple[int, bytes]] = []
    posted: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            posted.append(self.path)
            self.do_GET()

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
    yield bot["Site"](f"http://127.0.0.1:{server.server_port}", "kibitz_x"), answers, posted
    server.shutdown()
    server.server_close()


def test_it_looks_again_when_a_server_has_been_restarted(site: Any) -> None:
    calls, answers, _ = site
    answers += [RESTARTING, GONE, WELL]
    assert [calls.get("/matches/x/view") for _ in range(3)] == [{}, {}, {"status": "running"}]


def test_a_refusal_ends_it_with_the_sentence(site: Any) -> None:
    calls, answers, _ = site
    answers += [BARRED]
    with pytest.raises(SystemExit, match=r"refused .403.: .*You do not sit here"):
        calls.get("/matches/x/view")


def test_it_takes_its_seat_back_from_a_bot_that_stands_in(site: Any) -> None:
    calls, answers, posted = site
    away = {"status": "running", "seat": 1, "legal": [], "seats": [{}, {"stands_in": True}]}
    over = {"status": "finished", "result": None}
    answers += [(200, json.dumps(told).encode()) for told in (away, {}, over)]
    seat = runpy.run_path(str(ROOT / "docs/example_bot.py"))["Seat"](calls, "x")
    assert seat.play() == over
    assert posted == ["/api/v1/matches/x/return"]
