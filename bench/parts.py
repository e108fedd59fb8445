"""What the parts of one action cost in CPU, in one process: goals 8, 11, 12, and the SQL of a POST.

    python bench/parts.py [--game KEY] [--plies 40]

For each game, medians of CPU time in milliseconds, and the same as a multiple of a yardstick that
is measured in the same run (1000 f-strings of one card each), because figures of a busy machine
compare with nothing but each other:

* `POST`: a whole action through Django's test client (middleware, service, answer as fragments);
  `statements` are the SQL statements of one.
* `service`: `match_act` alone, `page`: what one seat is told after a move, `watcher`: all who
  watch, `everybody`: all four seats and the watchers after one move, added up;
  `again`: for another look of the same seat at the same revision.
* `whole`, `told`: kilobytes of a push as a text, and as what has changed since the one before.
* `view`, `legal`: `observe` and `legal_actions` of the position reached.
* `replay`: one position of the replay page.
* `cold`: what a process that knows nothing of a match does to have its position, for a match of
  some 300 events (`cold_events`): one statement, decoding, folding; `cold_read` is the statement
  and its JSON alone, `cold_fold` the folding alone.
* `late/early`: the service's cost in the last third of the match over that in the first third.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import host
from games.engine.chance import Chance
from games.engine.contract import Event
from games.engine.match import play_action

PLAIN = ("statements", "plies", "late/early", "cold_events", "whole", "told")
"""Figures that are no time."""


def cpu(work: Callable[[], Any], repeats: int = 15) -> float:
    """Return the median CPU milliseconds of `work`."""
    spent = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        spent.append((time.process_time() - began) * 1000)
    return statistics.median(spent)


def yardstick() -> float:
    """Return the CPU milliseconds of a fixed piece of plain Python."""
    return cpu(
        lambda: "".join(f'<b id="card-{n}">{n % 13} of {n % 4}</b>' for n in range(1000)), 99
    )


class Played:
    """A match between four people, played by their default actions."""

    def __init__(self, game: str) -> None:
        from django.test import Client

        self.users = host.people(4)
        self.match = host.running_match(self.users, game, turn_seconds=86400)
        self.sent: dict[Any, Any] = {}
        self.plies_told = 0
        self.sizes: list[tuple[int, int]] = []
        self.clients = []
        for user in self.users:
            client = Client(headers={"X-Forwarded-Proto": "https", "HX-Request": "true"})
            client.force_login(user)
            self.clients.append(client)

    def next_action(self) -> dict[str, Any] | None:
        """Return what the seat to act does, or None at the end."""
        from games.matches import store

        self.match.refresh_from_db()
        if self.match.to_act is None:
            return None
        state = store.load_position(self.match).state
        return dict(self.match.rules.default_action(state, self.match.to_act))

    def post(self, action: dict[str, Any]) -> None:
        """Post it as a page does."""
        body = {
            "action": json.dumps(action),
            "version": self.match.version,
            "action_id": uuid.uuid4().hex,
        }
        answer = self.clients[self.match.to_act].post(f"/matches/{self.match.code}/act", body)
        assert answer.status_code == 200, (answer.status_code, answer.content[:300])

    def act(self, action: dict[str, Any]) -> None:
        """Ask the service alone."""
        from games.matches.services.match_act import match_act

        user, match = self.users[self.match.to_act], self.match
        match_act(
            code=match.code,
            user=user,
            action=action,
            version=match.version,
            action_id=uuid.uuid4().hex,
        )

    def draw(self) -> tuple[list[float], list[float]]:
        """Draw the position for every seat, then for a guest; return what each took."""
        from django.contrib.auth.models import AnonymousUser

        from games.matches import match_cache, rendering
        from games.matches.access import access_match

        times = []
        match_cache.clear()
        for who in (*self.users, AnonymousUser()):
            access = access_match(who, self.match.code)
            began = time.process_time()
            told = self.tell(who, access)
            times.append((time.process_time() - began) * 1000)
            if self.plies_told:
                whole = rendering.render_access(access).html
                self.sizes.append((len(whole.encode()), len(told.encode())))
        self.plies_told += 1
        return times[:-1], times[-1:]

    def tell(self, who: Any, access: Any) -> str:
        """Return what somebody's page is told, who was told the position before."""
        from games.matches.live import SentTable
        from games.matches.rendering import render_access

        table = render_access(access).table
        assert table is not None
        message: str = self.sent.setdefault(who, SentTable()).message(table)
        return message


def measure(game: str, plies: int) -> dict[str, float]:
    """Return the figures of one game."""
    played = Played(game)
    figures: dict[str, float] = {}
    posts, acts, everybody, played_all = [], [], [], 0
    pages: list[list[float]] = [[], []]
    for ply in range(plies):
        action = played.next_action()
        if action is None:
            break
        kind, verb = (posts, played.post) if ply % 2 else (acts, played.act)
        began = time.process_time()
        verb(action)
        kind.append((time.process_time() - began) * 1000)
        played_all += 1
        drawings = played.draw()
        everybody.append(sum(map(sum, drawings)))
        for times, drawn in zip(pages, drawings, strict=True):
            times += drawn
    third = max(len(acts) // 3, 1)
    figures["POST"], figures["service"] = statistics.median(posts), statistics.median(acts)
    figures["page"], figures["watcher"] = map(statistics.median, pages)
    figures["everybody"] = statistics.median(everybody)
    figures["late/early"] = statistics.median(acts[-third:]) / statistics.median(
        acts[1 : third + 1]
    )
    for name, sizes in zip(("whole", "told"), zip(*played.sizes, strict=True), strict=True):
        figures[name] = statistics.median(sizes) / 1000
    figures["statements"] = statements(Played(game))
    figures |= readings(played) | cold_load(game)
    return figures | {"plies": played_all}


def statements(played: Played) -> int:
    """Return how many SQL statements one POST sends."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _ in range(8):  # the first of each session also notes that it is in use
        action = played.next_action()
        if action is None:
            break
        with CaptureQueriesContext(connection) as queries:
            played.post(action)
    sent = [query for query in queries.captured_queries if query["sql"] not in ("BEGIN", "COMMIT")]
    return len(sent)


def readings(played: Played) -> dict[str, float]:
    """Return what looking at the position reached costs."""
    from django.test import Client

    from games.engine.snapshot import snapshot
    from games.engine.viewer import Viewer
    from games.matches import rendering, store

    match, user = played.match, played.users[0]
    match.refresh_from_db()
    rules, state = match.rules, store.load_position(match).state

    seat = max(match.to_act or 0, 0)
    browser = Client(headers={"X-Forwarded-Proto": "https"})
    browser.force_login(user)
    page = f"/replays/{match.code}/?ply={max(match.ply - 1, 0)}"
    return {
        "again": cpu(lambda: rendering.render_push(user, match.code, match.revision)),
        "view": cpu(lambda: snapshot(rules, state, match.ply, Viewer(0)), 99),
        "legal": cpu(lambda: rules.legal_actions(state, seat), 99),
        "replay": cpu(lambda: browser.get(page)),
    }


def cold_load(game: str) -> dict[str, float]:
    """Return what loading a match of some 300 events costs that nothing is known of."""
    from django.db import connection

    from games.engine.replay import fold
    from games.matches import store
    from games.registry import current_rules

    match = long_match(game)
    log = [logged.event for logged in store.load_position(match).log]

    def cold() -> None:
        store.POSITIONS.clear()
        store.load_position(match)

    def read() -> None:
        with connection.cursor() as cursor:
            cursor.execute(store.READ_EVENTS, [match.pk, 0, match.version])
            json.loads(cursor.fetchone()[0])

    return {
        "cold": cpu(cold, 49),
        "cold_read": cpu(read, 49),
        "cold_fold": cpu(lambda: fold(current_rules(game), log), 49),
        "cold_events": len(log),
    }


def long_match(game: str, least: int = 300) -> Any:
    """Return a match between four with so many events stored, or the longest that was found."""
    from games.matches import store

    match = host.running_match(host.people(4), game, turn_seconds=86400)
    least -= match.version
    tries = [continuation(match, number, least) for number in range(60)]
    for events in max(tries, key=lambda plies: sum(map(len, plies))):
        match.ply += 1
        store.append_events(match, events)
    return match


def continuation(match: Any, number: int, least: int) -> list[list[Event]]:
    """Return how a match may go on, ply by ply, until it is over or has so many more events.

    By `number` it is played at random, by default actions, or by both in turn: in some games the
    one, in some the other makes long matches.
    """
    from games.matches import store

    rules, state = match.rules, store.load_position(match).state
    dice, chance = Random(number), Chance(number.to_bytes(32, "big"), match.game)
    plies: list[list[Event]] = []
    while (seat := rules.to_act(state)) is not None and sum(map(len, plies)) < least:
        action = rules.default_action(state, seat)
        if dice.random() * 2 >= number % 3:
            action = dice.choice(rules.legal_actions(state, seat))
        events, state = play_action(rules, state, seat, action, chance)
        plies.append(events)
    return plies


def main() -> None:
    parser = argparse.ArgumentParser(description="What the parts of an action cost.")
    parser.add_argument("--game", action="append")
    parser.add_argument("--plies", type=int, default=40)
    args = parser.parse_args()
    with host.site():
        from games.registry import all_rules

        stick = yardstick()
        print(f"yardstick {stick:.3f} ms")
        for game in args.game or list(all_rules()):
            for name, value in measure(game, args.plies).items():
                plain = name in PLAIN
                print(
                    f"{game:18} {name:12} {value:9.3f}"
                    + ("" if plain else f"  x {value / stick:8.2f}")
                )


if __name__ == "__main__":
    main()
