#!/usr/bin/env python3
"""A program that holds a seat on a Kibitz site, in one file, with Python's own library alone.

    KIBITZ_KEY=kibitz_… python3 example_bot.py https://cards.example.org --open deadline_99
    KIBITZ_KEY=kibitz_… python3 example_bot.py https://cards.example.org --join 7k2m9x4pqr

It opens a table, or sits down at one, gets ready, and plays to the end. `choose` is what you will
want to write anew: it is given what the seat may see and the legal actions, as docs/api.md says.
The key is made on the site under “Keys”, and must be one that may play.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any

POLL_SECONDS = 0.4  # the site takes 300 calls a minute from one key
WAITS = {409: POLL_SECONDS, 429: 60.0, 502: 1.0, 503: 1.0, 504: 1.0}
"""How long to wait where the answer is to look again and does not say when: the match has moved on,
we were too fast, or a server is being restarted; a second, too, where there is no answer at all."""
OVER = ("finished", "void", "closed")


def choose(view: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the action to play: any but giving up."""
    return random.choice([action for action in legal if action["type"] != "resign"] or legal)


class Site:
    """The site's interface, spoken to with a key."""

    def __init__(self, address: str, key: str) -> None:
        self.base = address.rstrip("/") + "/api/v1"
        self.key = key

    def get(self, path: str) -> dict[str, Any]:
        """Ask for something."""
        return self._call(path, None)

    def post(self, path: str, **sent: Any) -> dict[str, Any]:
        """Do something."""
        return self._call(path, sent)

    def _call(self, path: str, sent: dict[str, Any] | None) -> dict[str, Any]:
        """Return the answer, or nothing where it is to look again; another refusal ends it all."""
        body = None if sent is None else json.dumps(sent).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, body, headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in WAITS:
                said = error.read().decode()
                raise SystemExit(f"refused ({error.code}): {said}") from None
            time.sleep(float(error.headers.get("Retry-After", WAITS[error.code])))
        except OSError:
            time.sleep(1.0)
        return {}


class Seat:
    """One seat at one match: gets ready, and acts when it is its turn."""

    def __init__(self, site: Site, code: str) -> None:
        self.site, self.code = site, code
        self.contribution = secrets.token_hex(16)  # our part of the shuffle
        self.committed = ""

    def play(self) -> dict[str, Any]:
        """Play until the match is over; return how it stands then."""
        while True:
            seen = self.site.get(f"/matches/{self.code}/view")
            if seen.get("status") in OVER:
                return seen
            if seen and not self._step(seen):
                time.sleep(POLL_SECONDS)

    def _step(self, seen: dict[str, Any]) -> bool:
        """Do what there is to do now; return whether there was anything."""
        if seen["status"] in ("open", "starting"):
            return self._get_ready(seen)
        if seen["seats"][seen["seat"]]["stands_in"]:  # we were away for too many turns
            self.site.post(f"/matches/{self.code}/return")
            return True
        if not seen["legal"]:
            return False
        action = choose(seen["view"], seen["legal"])
        self.site.post(
            f"/matches/{self.code}/act",
            action=action,
            version=seen["version"],
            action_id=secrets.token_hex(8),
        )
        return True

    def _get_ready(self, seen: dict[str, Any]) -> bool:
        """Commit to our part of the shuffle; reveal it once everybody has committed."""
        if seen["status"] == "starting":
            self.site.post(f"/matches/{self.code}/reveal", contribution=self.contribution)
            return False
        told = f"kibitz-seat/1|{self.code}|{seen['seat']}|{seen['commitment']}|{self.contribution}"
        digest = hashlib.sha256(told.encode()).hexdigest()
        if digest == self.committed and seen["seats"][seen["seat"]]["ready"]:
            return False
        self.committed = digest
        self.site.post(f"/matches/{self.code}/ready", seat_commitment=digest)
        return True


def main() -> None:
    """Read the command line, find a table, play."""
    parser = argparse.ArgumentParser(description="A program that plays on a Kibitz site.")
    parser.add_argument("address", help="the site, such as https://cards.example.org")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--open", metavar="GAME", help="open a table of this game")
    where.add_argument("--join", metavar="CODE", help="sit down at this table")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=json.loads, default={}, help="the game's options (JSON)")
    asked = parser.parse_args()
    site = Site(asked.address, os.environ["KIBITZ_KEY"])
    if asked.open:
        wanted = {"game": asked.open, "seats": asked.seats, "options": asked.options}
        code = site.post("/tables", **wanted).get("match")
        if code is None:
            raise SystemExit("no table could be opened now; try again in a minute")
    else:
        code = asked.join
        site.post(f"/matches/{code}/sit")
    print(f"at table {code}", flush=True)
    print(json.dumps(Seat(site, code).play()["result"]))


if __name__ == "__main__":
    sys.exit(main())
