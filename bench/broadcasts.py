"""What a broadcast costs the server. Run: python bench/broadcasts.py [--tables 10] [--watchers 50].

Makes an event of bots in a real Postgres, broadcasts it, and lets each table move so many times.
Half of the watchers have an account; all look at all tables. Prints the processor's milliseconds
and the SQL statements of one step, the median:

* idle    the job that runs each second, when nothing is due; `waiting`: for a round not on show yet
* move    the same when every table moves on by one move
* push    all watchers of one table are pushed what stands beside it
* board   all watchers of one table ask for its new position

and the share of a core that all of it takes when each table moves every `--seconds`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import host

OPENING = 100
"""How many moves of each match are on show before the first step."""
SEATS = 4


class Spent:
    """The milliseconds and statements of each part, step by step."""

    def __init__(self) -> None:
        self.parts: dict[str, list[tuple[float, int]]] = {}

    def on(self, part: str, work: Callable[[], Any]) -> None:
        """Do some work, and note what it took."""
        from django.db import connection

        statements = []

        def count(execute: Callable[..., Any], *args: Any) -> Any:
            statements.append(args[0])
            return execute(*args)

        with connection.execute_wrapper(count):
            began = process_time()
            work()
            took = (process_time() - began) * 1000
        self.parts.setdefault(part, []).append((took, len(statements)))

    def of(self, part: str) -> tuple[float, float]:
        """Return the medians of a part."""
        times, counts = zip(*self.parts[part], strict=True)
        return median(times), median(counts)


def make(tables: int, game: str, delay: str, actor: Any) -> Any:
    """Return the broadcast of an event of bots whose first round has been dealt."""
    from games.tournaments.pair.sizes import SizeRule
    from tests.support.broadcasts import broadcast
    from tests.support.events import begin, enter_bots, make_event

    config = {"sizes": SizeRule(SEATS, SEATS, SEATS)}
    event = make_event(actor, game=game, format="swiss", name="Bench", config=config)
    enter_bots(event, actor, tables * SEATS)
    shown = broadcast(event, actor, delay, 5 if delay == "minutes" else 1)
    begin(event, actor)
    return shown


def sockets_of(shown: Any, match: str, watchers: Sequence[Any]) -> list[Any]:
    """Return the sockets of those who watch a table."""
    from games.websockets.handlers.pages import BroadcastConsumer

    sockets = []
    for user in watchers:
        socket = BroadcastConsumer()
        socket.user, socket.language = user, "en"
        socket.code, socket.match = shown.code, match
        sockets.append(socket)
    return sockets


def step(spent: Spent, shown: Any, clients: Sequence[Any], watchers: Sequence[Any]) -> None:
    """Let each table move once; measure what the first one's watchers take."""
    from games.broadcasts.services.advance import broadcasts_advance
    from tests.support.tables import bot_acts

    for show in shown.shows.select_related("match"):
        bot_acts(show.match)
    spent.on("move", broadcasts_advance)
    spent.on("idle", broadcasts_advance)
    show = shown.shows.select_related("match").first()
    common: dict[Any, Any] = {}
    sockets = sockets_of(shown, show.match.code, watchers)
    spent.on("push", lambda: [one.render_in_language(common) for one in sockets])
    path = f"/broadcasts/{shown.code}/{show.match.code}/frame/?ply={show.ply}&as=all"
    spent.on("board", lambda: [ask(client, path) for client in clients])


def ask(client: Any, path: str) -> None:
    """Ask for a page's part."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.status_code


def opened(shown: Any) -> None:
    """Play the opening, and show it."""
    from games.broadcasts.models import Show
    from games.broadcasts.services.advance import broadcasts_advance
    from tests.support.tables import bot_acts

    broadcasts_advance()
    for show in shown.shows.select_related("match"):
        for _ in range(OPENING):
            bot_acts(show.match)
        at = show.starts_at or show.match.started_at
        Show.objects.filter(pk=show.pk).update(starts_at=at - timedelta(days=1))
    broadcasts_advance()


def end(shown: Any) -> None:
    """Stop an event's matches and its broadcast, so that neither takes part in what follows."""
    from games.broadcasts.services.advance import broadcasts_advance
    from games.broadcasts.services.broadcast import broadcast_end
    from games.matches.models import Match

    matches = Match.objects.filter(tournament_table__tournament=shown.tournament)
    matches.update(status=Match.Status.VOID, to_act=None, bot_due_at=None, due_from=None)
    broadcast_end(tournament=shown.tournament)
    broadcasts_advance()


def watch(count: int) -> tuple[Any, list[Any], list[Any]]:
    """Return a director, and those who watch with their browsers: half of them have an account."""
    from django.contrib.auth.models import AnonymousUser
    from django.test import Client

    director, *people = host.people(1 + count // 2)
    director.is_staff = True
    director.save()
    watchers = [*people, *(AnonymousUser() for _ in range(count - len(people)))]
    headers = {"X-Forwarded-Proto": "https", "HX-Request": "true"}
    clients = [Client(headers=headers) for _ in watchers]
    for user, client in zip(people, clients, strict=False):
        client.force_login(user)
    return director, watchers, clients


def measure(tables: int, watchers: int, steps: int, game: str) -> Spent:
    """Return what all steps of two broadcasts took: one whose round waits, one that goes on."""
    from games.broadcasts.services.advance import broadcasts_advance

    director, people, clients = watch(watchers)
    spent = Spent()
    waiting = make(tables, game, "rounds", director)
    broadcasts_advance()
    for _ in range(steps):
        spent.on("waiting", broadcasts_advance)
    end(waiting)
    shown = make(tables, game, "minutes", director)
    opened(shown)
    for _ in range(steps):
        step(spent, shown, clients, people)
    end(shown)
    return spent


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="What a broadcast costs.")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--steps", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", default="zombie_rummy")
    args = parser.parse_args()
    with host.site():
        spent = measure(args.tables, args.watchers, args.steps, args.game)
    for part in ("waiting", "idle", "move", "push", "board"):
        took, statements = spent.of(part)
        print(f"{part:8} {took:8.1f} ms  {statements:6.0f} statements")
    a_step = sum(spent.of(part)[0] for part in ("push", "board"))
    a_second = spent.of("move")[0] + a_step * args.tables / args.seconds
    print(f"{a_second / 1000:.2f} cores while each table moves every {args.seconds:g} s")


if __name__ == "__main__":
    main()
