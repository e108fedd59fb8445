"""Years of a large club's matches in one database: size, pages, moves, backups.

    python bench/scaling.py [--matches 8000] [--sample 60]

Plays `--sample` matches of each game with bots, copies them inside Postgres until there are
`--matches`, spread over a year, and prints the size of each table, the time of the pages that read
long lists or whole matches, and how long a backup takes. Times are the server's CPU and wall time
of one request in process, medians of nine. The database is of its own, in `.local/bench-scaling`,
and deleted at the end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("BENCH_FOLDER", ".local/bench-scaling")

from bench import host

STRIDE = 10_000_000  # between the ids of a row and of its next copy
REPEATS = 9
PEOPLE = 500
# each table's columns that point at a match, or must be unique
COPIED = {
    "matches_match": {"code": "left(md5(t.id || '/' || k), 16)"},
    "matches_seat": {"match_id": "t.match_id + k * {stride}"},
    "matches_matchevent": {"match_id": "t.match_id + k * {stride}"},
    "matches_matchaction": {"match_id": "t.match_id + k * {stride}"},
    "matches_matchsecret": {
        "match_id": "t.match_id + k * {stride}",
        "commitment": "md5(t.match_id || '/' || k) || md5(k || '/' || t.match_id)",
    },
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=8000)
    parser.add_argument("--sample", type=int, default=60, help="matches played of each game")
    args = parser.parse_args()
    shutil.rmtree(host.FOLDER, ignore_errors=True)
    with host.site():
        codes = play(args.sample)
        multiply(codes, args.matches // len(codes))
        print_sizes()
        print_requests(codes)
        print_backup()
    shutil.rmtree(host.FOLDER)


def play(sample: int) -> list[str]:
    """Let bots play matches of every game among 500 people, over a year; return their codes."""
    import random

    from django.utils import timezone

    from games.matches.services.match_play_out import Player, match_play_out
    from games.registry import all_rules

    dice, users = random.Random(1), host.people(PEOPLE)
    now, codes = timezone.now(), []
    for game in sorted(all_rules()):
        for number in range(sample):
            players = [Player("novice", user) for user in dice.sample(users, 4)]
            began = now - timedelta(days=365 * (number + 1) / (sample + 1))
            codes.append(match_play_out(game=game, players=players, started_at=began).code)
    return codes


def multiply(codes: list[str], copies: int) -> None:
    """Copy the matches with these codes `copies` times, each copy an hour before the last."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SELECT array_agg(id) FROM matches_match WHERE code = ANY(%s)", [codes])
        [ids] = cursor.fetchone()
        for table, columns in COPIED.items():
            key = "id" if table == "matches_match" else "match_id"
            changed = dict(columns)
            if table == "matches_match":
                changed["id"] = "t.id + k * {stride}"
                for moment in ("created_at", "started_at", "finished_at"):
                    changed[moment] = f"t.{moment} - k * interval '1 hour'"
            else:
                changed["id"] = "nextval(pg_get_serial_sequence('" + table + "', 'id'))"
            pairs = ", ".join(f"'{n}', {e.format(stride=STRIDE)}" for n, e in changed.items())
            names = stored_columns(cursor, table)
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(names)})"
                f" SELECT {', '.join(f'(made).{name}' for name in names)} FROM ("
                f" SELECT jsonb_populate_record(t, jsonb_build_object({pairs})) AS made"
                f" FROM {table} t, generate_series(1, %s) k WHERE t.{key} = ANY(%s)"
                " OFFSET 0) copies",
                [copies, ids],
            )
        cursor.execute("VACUUM ANALYZE")


def stored_columns(cursor: Any, table: str) -> list[str]:
    """Return a table's columns, without those that Postgres computes."""
    cursor.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER'",
        [table],
    )
    return [name for (name,) in cursor.fetchall()]


def print_sizes() -> None:
    """Print rows and megabytes of the tables that grow with play."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in COPIED:
            cursor.execute(
                f"SELECT count(*), pg_total_relation_size('{table}'), pg_indexes_size('{table}')"
                f" FROM {table}"
            )
            rows, size, indexes = cursor.fetchone()
            each = size / max(rows, 1)
            print(f"{table:<22} {rows:>10,} rows {size / 1e6:>9,.1f} MB", end="")
            print(f" (indexes {indexes / 1e6:,.1f}), {each:,.0f} bytes a row")


def print_requests(codes: list[str]) -> None:
    """Print the time of requests by a guest and by somebody who has played much."""
    from django.test import Client

    user, member = host.people(1)[0], Client(headers={"X-Forwarded-Proto": "https"})
    member.force_login(user)
    for path in ("/", "/lobby/", "/replays/", "/replays/?mine=1", f"/people/{user.username}/"):
        print_request(member, path)
    for code in (codes[0], codes[len(codes) // 2], codes[-1]):
        print_request(member, f"/replays/{code}/?ply=20")


def print_request(client: Any, path: str) -> None:
    """Print status and the median wall and CPU milliseconds of a GET."""
    walls, cpus, status = [], [], 0
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        status = client.get(path).status_code
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    print(f"{path:<34} {status}  first {walls[0]:7.1f} ms  then {median(walls):6.1f}", end="")
    print(f", CPU {median(cpus):6.1f}")


def print_backup() -> None:
    """Print how long `manage.py backup` takes, and the size of its file."""
    from django.core.management import call_command

    folder, began = host.FOLDER / "backups", time.perf_counter()
    call_command("backup", str(folder), keep=1, verbosity=0)
    size = sum(path.stat().st_size for path in folder.glob("*.dump"))
    print(f"backup: {time.perf_counter() - began:.1f} s, {size / 1e6:,.1f} MB")


if __name__ == "__main__":
    main()
