"""An event that a program runs, as tests see it."""

from __future__ import annotations

import itertools

from games.tournaments.direct.fold import KINDS
from tests.api.program import Program

IDS = itertools.count(1)


class Desk:
    """A program of somebody who directs an event, and what it does there."""

    def __init__(self, user, event, scope="organise"):
        self.program, self.event = Program(user, scope), event
        self.done = []

    def send(self, kind, *, reason="", no=None, request_id=None, **fields):
        """Ask for an action; return the answer as it came."""
        sent = {
            "action": {"kind": kind, **fields},
            "request_id": f"desk-{next(IDS)}" if request_id is None else request_id,
            "reason": reason,
            "no": no,
        }
        return self.program.post(f"/tournaments/{self.event.code}/actions", **sent)

    def do(self, kind, **sent):
        """Ask for an action that is not refused; return what was answered."""
        answer = self.send(kind, **sent)
        assert answer.status_code == 200, (kind, answer.content)
        assert answer.json()["kind"] == (KINDS[kind].stored_as or kind)
        self.done.append(kind)
        return answer.json()

    def sees(self, **query):
        """Return what the console shows."""
        answer = self.program.get(f"/tournaments/{self.event.code}/console", **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def enter(self, *names):
        """Enter people before the start; return the numbers of their entries."""
        return [self.do("register", people=[name])["entry"] for name in names]

    def publish(self, number):
        """Draw a round and publish it; return its tables."""
        self.do("propose_round", round=number)
        self.do("publish_round", round=number)
        return self.sees()["round"]["tables"]

    def rule(self, number, table, **more):
        """Enter the result of a table: places as they sit."""
        results = [{"entry": one["entry"], "rank": at} for at, one in enumerate(table["chairs"], 1)]
        about = {"round": number, "table": table["table"], "results": results, **more}
        return self.do("override_result", reason="on paper", **about)
