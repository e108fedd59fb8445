#!/usr/bin/env python3
"""A program that runs an event on a Kibitz site, with Python's own library alone.

    KIBITZ_KEY=kibitz_… python3 example_organiser.py https://cards.example.org 7k2m9x4pqr \
        --enter ada bo chen dora --scores evening.csv

It enters people, starts the event, draws and publishes the next round, enters the results from a
list of names and scores (`ada,31`, a line for each), closes the round and prints the standings.
What is done already it leaves alone, so it may be started again. `places` is what you will want to
write anew. A whole event from nothing, in a club:

    … example_organiser.py https://cards.example.org --club night-owls --game death_frontline \
        --name "Friday" --rounds 3 --enter ada bo chen dora --scores evening.csv --save friday.json

makes it, plays the rounds, finishes it, and saves the file that another Kibitz imports. The key is
made on the site under “API keys” by a director, and must be one that may organise; docs/api.md
lists the calls.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any

WAITS = {429: 60.0, 502: 1.0, 503: 1.0, 504: 1.0}
"""How long to wait before a call is sent again, where the answer does not say."""
TRIES = 20


def places(chairs: list[dict[str, Any]], scores: dict[str, int]) -> list[dict[str, Any]]:
    """Return the result of a table: who has more is before who has less."""
    reached = [scores[one["name"]] for one in chairs]
    ranks = [1 + sum(other > own for other in reached) for own in reached]
    return [{"entry": one["entry"], "rank": rank} for one, rank in zip(chairs, ranks, strict=True)]


class Site:
    """A site, spoken to with a key."""

    def __init__(self, address: str, key: str) -> None:
        self.base = f"{address.rstrip('/')}/api/v1"
        self.key = key

    def make(self, club: str, game: str, name: str, rounds: int) -> str:
        """Make a Swiss event in a club; return its code."""
        wanted = {"game": game, "name": name, "format": "swiss", "settings": {"rounds": rounds}}
        made = self.call(f"/clubs/{club}/tournaments", **wanted, request_id=secrets.token_hex(8))
        return str(made["tournament"])

    def call(self, path: str, **sent: Any) -> dict[str, Any]:
        """Return the answer; a refusal that no waiting mends ends it all."""
        body = json.dumps(sent).encode() if sent else None
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, body, headers)  # noqa: S310
        for _ in range(TRIES):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                said = error.read().decode(errors="replace")
                busy = error.code == 409 and json.loads(said)["code"] == "busy"
                if error.code not in WAITS and not busy:
                    raise SystemExit(f"refused ({error.code}): {said}") from None
                time.sleep(float(error.headers.get("Retry-After", WAITS.get(error.code, 1.0))))
            except OSError:
                time.sleep(1.0)
        raise SystemExit("the site does not answer")


class Event:
    """One event of a site."""

    def __init__(self, site: Site, code: str) -> None:
        self.site, self.path = site, f"/tournaments/{code}"

    def sees(self) -> dict[str, Any]:
        """Return what its console shows."""
        return self.site.call(f"{self.path}/console")

    def standings(self) -> list[dict[str, Any]]:
        """Return the lines of the standings."""
        return self.site.call(f"{self.path}/standings")["standings"]

    def file(self) -> dict[str, Any]:
        """Return the file that another site imports."""
        return self.site.call(f"{self.path}/file")

    def act(self, kind: str, reason: str = "", **fields: Any) -> dict[str, Any]:
        """Do something. The id stays the same while it is sent again, so it is done once."""
        sent = {"action": {"kind": kind, **fields}, "request_id": secrets.token_hex(8)}
        return self.site.call(f"{self.path}/actions", reason=reason, **sent)


def begin(event: Event, names: list[str]) -> None:
    """Enter who is not entered yet, and start."""
    now = event.sees()
    if now["phase"] == "draft":
        event.act("open_registration")
    entered = {one["name"] for one in now["entries"]}
    for name in names:
        if name not in entered:
            event.act("register", people=[name])
    event.act("start")


def play(event: Event, scores: dict[str, int]) -> int:
    """Draw, publish, enter the results, close; return the round's number."""
    held = event.sees()["round"]
    if held is None or held["phase"] == "closed":
        event.act("propose_round", round=1 if held is None else held["round"] + 1)
        held = event.sees()["round"]
    number = held["round"]
    if held["phase"] == "proposed":
        event.act("publish_round", round=number)
    for table in held["tables"]:
        if not table["decided"]:
            results = places(table["chairs"], scores)
            about = {"round": number, "table": table["table"], "results": results}
            event.act("override_result", "from the list of scores", **about)
    event.act("close_round", round=number)
    return number


def main() -> None:
    """Read the command line and the list of scores, run a round."""
    parser = argparse.ArgumentParser(description="A program that runs an event on a Kibitz site.")
    parser.add_argument("address", help="the site, such as https://cards.example.org")
    parser.add_argument("event", nargs="?", help="its code, as its address has it; or --club")
    parser.add_argument("--club", help="in which to make an event, as its address has it")
    parser.add_argument("--game", default="death_frontline", help="of a new event")
    parser.add_argument("--name", default="Evening", help="of a new event")
    parser.add_argument("--rounds", type=int, default=1, help="how many to play; a new event's all")
    parser.add_argument("--save", metavar="FILE", help="finish the event and save its file")
    parser.add_argument("--enter", metavar="NAME", nargs="*", default=[], help="before the start")
    parser.add_argument("--scores", metavar="FILE", required=True, help="lines of name,score")
    asked = parser.parse_args()
    with open(asked.scores, encoding="utf-8", newline="") as lines:
        scores = {name: int(score) for name, score in csv.reader(lines)}
    site = Site(asked.address, os.environ["KIBITZ_KEY"])
    if asked.event is None and asked.club is None:
        parser.error("name an event, or a club to make one in")
    code = asked.event or site.make(asked.club, asked.game, asked.name, asked.rounds)
    event = Event(site, code)
    if event.sees()["phase"] in ("draft", "registration", "check_in"):
        begin(event, asked.enter)
    for _ in range(asked.rounds):
        print(f"round {play(event, scores)}")
    for line in event.standings():
        print(line["place"], line["name"], line["points"])
    if asked.save:
        event.act("finish")
        with open(asked.save, "w", encoding="utf-8") as file:
            json.dump(event.file(), file)


if __name__ == "__main__":
    sys.exit(main())
