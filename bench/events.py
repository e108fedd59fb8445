"""What the pages of a large event cost the server. Run: python bench/events.py [--entries 500].

Makes an event of Swiss rounds in a real Postgres: people with accounts, all rounds but the last
played, every table of the last one with a match, half of them with a result. Then it asks for each
page as its director and prints the processor's seconds of the request, the median of five:

* cold   by a process that knows nothing of the event, so it reads and folds all actions
* first  after an action: the state is known, nothing drawn from it is
* warm   again

and for how many actions there are, the seconds in which they were judged and folded.
"""

from __future__ import annotations

import argparse
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import host

PAGES = ("overview", "rounds", "standings", "crosstable", "schedule", "console", "hall")
TIMES = 5


def actions_of(entries: list[int], rounds: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the actions of an event, up to a last round of which every other table is decided."""
    from games.tournaments.direct.config import Config, config_to_json
    from games.tournaments.pair.chance import Stream

    stream = Stream("bench", len(entries))
    state = yield "create", {"config": config_to_json(Config("swiss", "seed", rounds=rounds))}
    yield "open_registration", {}
    for at, player in enumerate(entries):
        yield "register", {"players": [player], "strength": 2000 - at}
    yield "start", {}
    for number in range(1, rounds + 1):
        yield "propose_round", {}
        state = yield "publish_round", {}
        for table in state.rounds[-1].tables[:: 1 if number < rounds else 2]:
            order = stream.shuffled(table.present)
            rows = [{"entry": entry, "rank": rank} for rank, entry in enumerate(order, 1)]
            yield "set_result", {"table": table.number, "results": rows}
        if number < rounds:
            yield "close_round", {}


def make(count: int, rounds: int) -> tuple[Any, Any]:
    """Return a new event and its director."""
    from games.tournaments.direct.fold import BLANK, act
    from games.tournaments.models import DirectorAction, Tournament
    from games.tournaments.services.act import _project
    from games.tournaments.services.tables import tables_open

    people = host.people(count)
    director = people[0]
    director.is_staff = True
    director.save()
    about = {"name": f"{count} entries", "game": "death_frontline", "format": "swiss"}
    event = Tournament.objects.create(**about)
    rows, state = [], BLANK
    began = process_time()
    asked = actions_of([user.pk for user in people], rounds)
    kind, payload = next(asked)
    while True:
        action, state = act(state, kind, payload)
        rows.append(
            DirectorAction(
                tournament=event, no=state.no, request_id=uuid.uuid4().hex, actor=director,
                kind=action.kind, payload=dict(action.payload),
            )
        )  # fmt: skip
        try:
            kind, payload = asked.send(state)
        except StopIteration:
            break
    print(f"{state.no} actions judged and folded in {process_time() - began:.1f} s", flush=True)
    DirectorAction.objects.bulk_create(rows)
    _project(event, state)
    tables_open(code=event.code)
    return event, director


def cpu(client: Any, address: str, prepare: Callable[[], None]) -> tuple[float, int]:
    """Return the median seconds of the processor that a page takes, and its size."""
    times = []
    for _ in range(TIMES):
        prepare()
        began = process_time()
        answer = client.get(address)
        times.append(process_time() - began)
        assert answer.status_code == 200, answer.status_code
    return median(times), len(answer.content)


def main() -> None:
    parser = argparse.ArgumentParser(description="What a large event's pages cost.")
    parser.add_argument("--entries", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--page", action="append")
    args = parser.parse_args()
    with host.site():
        from django.test import Client
        from django.urls import reverse

        from games.tournaments import store
        from games.tournaments.show import standings

        event, director = make(args.entries, args.rounds)
        client = Client(HTTP_X_FORWARDED_PROTO="https")
        client.force_login(director)

        def forget() -> None:
            store.STATES.clear()
            changed()

        def changed() -> None:
            standings.BOARDS.clear()

        for page in args.page or PAGES:
            address = reverse(f"tournaments:{page}", args=[event.code])
            client.get(address)
            cold, first, warm = (
                cpu(client, address, prepare) for prepare in (forget, changed, lambda: None)
            )
            print(
                f"{page:12} cold {cold[0] * 1000:5.0f}  first {first[0] * 1000:5.0f}"
                f"  warm {warm[0] * 1000:5.0f} ms  {warm[1] / 1000:5.0f} kB",
                flush=True,
            )


if __name__ == "__main__":
    main()
