"""Stored matches for tests: a record's match as if it had been played here."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from django.test import Client

from accounts.models import User
from games.engine.chain import chain_link
from games.engine.chance import Chance
from games.engine.match import start_match
from games.engine.read_record import read_record
from games.engine.record import Record
from games.engine.verify import Ply, verify_record
from games.matches import store
from games.matches.models import Match, MatchAction, MatchSecret, Seat
from games.matches.models.match import new_code
from games.registry import all_rules, all_rulesets

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SAMPLES = GOLDEN / "samples"
SAMPLED = [game for game in all_rules() if (SAMPLES / game).is_dir()]
STARTED = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
_people = count(1)


def sample_path(game: str, number: int | str) -> Path:
    """Return a sample record's file, or by its name a record of our own.

    A game that came later has no samples: its own records stand in for them.
    """
    if isinstance(number, str):
        return GOLDEN / game / f"{number}.json"
    if game in SAMPLED:
        return SAMPLES / game / f"{number:02}.json"
    own = sorted((GOLDEN / game).glob("*.json"))
    return own[number % len(own)]


def recorded(part: str = "meta") -> list[str]:
    """Return the games of which there are records, and whose rules have an optional part."""
    having = [game for game, rules in all_rules().items() if getattr(rules, part)]
    return [game for game in having if any((GOLDEN / game).glob("*.json"))]


@cache
def sample(game: str = "deadline_99", number: int | str = 0) -> tuple[Record, list[Ply]]:
    """Return a sample record and its plies."""
    record = read_record(sample_path(game, number).read_bytes(), all_rulesets())
    return record, verify_record(record)


def person(name: str = "") -> User:
    """Return a new person."""
    return User.objects.create(username=name or f"person{next(_people)}")


def stored_match(
    game: str = "deadline_99",
    number: int | str = 0,
    *,
    users: dict[int, User] | None = None,
    plies: int | None = None,
    **changes: Any,
) -> Match:
    """Store a sample record's match: finished, or running after `plies` actions.

    `users` sit in the seats given; `changes` are set on the row. The match has a code of its own
    unless one is given, so nothing that is proven of the record holds of it (`proven_match`).
    """
    record, all_plies = sample(game, number)
    played = all_plies if plies is None else all_plies[: plies + 1]
    _free_secret(record)
    match = Match.objects.create(
        game=game,
        ruleset=record.rules.meta.ruleset,
        options=record.options,
        seat_count=len(record.seats),
        commitment=record.fairness.commitment if record.fairness else new_code(),
        code=changes.pop("code", "") or new_code(),
        status="running",
        started_at=STARTED,
    )
    _store_secret(match, record)
    _store_seats(match, record, users or {})
    _store_log(match, record, played)
    _store_end(match, record, played[-1])
    for key, value in changes.items():
        setattr(match, key, value)
    match.save()
    return match


def proven_match(game: str = "deadline_99", number: int = 0, **given: Any) -> Match:
    """Store a sample record's match under its own code, in which seed, seats and chain begin.

    `given` as of `stored_match`. Browser tests share one database: there a record's match can be
    stored so by one test alone.
    """
    return stored_match(game, number, code=sample(game, number)[0].match, **given)


def _free_secret(record: Record) -> None:
    """Take the secret from another test's match of the record: browser tests share one database."""
    if record.fairness is not None:
        MatchSecret.objects.filter(commitment=record.fairness.commitment).delete()


def _store_secret(match: Match, record: Record) -> None:
    """Store the secret; our own records were made without one, and take none."""
    if record.fairness is None:
        return
    secret = bytes.fromhex(record.fairness.secret)
    MatchSecret.objects.create(
        match=match, commitment=match.commitment, secret=secret, seed=record.seed
    )


def _store_seats(match: Match, record: Record, users: dict[int, User]) -> None:
    count, shuffle = len(record.seats), record.fairness
    commitments = shuffle.seat_commitments if shuffle else ("",) * count
    contributions = shuffle.contributions if shuffle else ("",) * count
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            name=users[number].username if number in users else name,
            user=users.get(number),
            bot="" if number in users else "novice",
            seat_commitment=commitments[number],
            contribution=contributions[number],
        )
        for number, name in enumerate(record.seats)
    )


def _store_log(match: Match, record: Record, plies: list[Ply]) -> None:
    """Append events and actions; a server knows when each came, so every entry has an `at`."""
    rows = []
    match.head = record.chain_start()
    for number, ply in enumerate(plies):
        match.ply = number
        store.append_events(match, ply.events)
        if number:
            entry = {"at": number * 2000, **record.entries[number - 1]}
            match.head = chain_link(match.head, entry)
            rows.append(
                MatchAction(
                    match=match,
                    ply=number,
                    seat=entry["seat"],
                    action=entry["action"],
                    action_id=f"sample-{number}",
                    auto=entry.get("auto", ""),
                    at_ms=entry["at"],
                    version=match.version,
                    head=match.head,
                )
            )
    MatchAction.objects.bulk_create(rows)


def _store_end(match: Match, record: Record, last: Ply) -> None:
    """Set what the last ply makes of the row."""
    match.chance_operation = _operations(record, match.ply)
    match.to_act = record.rules.to_act(last.state)
    result = record.rules.result(last.state)
    if result is None:
        return
    match.status, match.result = Match.Status.FINISHED, result.as_json()
    match.finished_at = STARTED + timedelta(minutes=20)
    for seat in match.seats.all():
        seat.rank = result.ranks[seat.number]
        seat.score = result.scores[seat.number] if result.scores else None
        seat.save()


def _operations(record: Record, plies: int) -> int:
    """Return how many random operations the first `plies` actions take."""
    chance = Chance(record.seed, record.rules.meta.key)
    _, state = start_match(record.rules, record.options, len(record.seats), chance)
    for entry in record.entries[:plies]:
        _, state = record.rules.decide(state, entry["seat"], entry["action"], chance)
    return chance.operation


def codes(client: Client, query: str = "") -> list[str]:
    """Return the matches that the list of replays shows, in their order."""
    answer = client.get(f"/replays/?{query}")
    assert answer.status_code == 200
    return re.findall(r'<h2><a href="/replays/(\w+)/"', answer.content.decode())
