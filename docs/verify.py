#!/usr/bin/env python3
"""Check a game record without the site that made it.

    python3 verify.py RECORD.json [OPERATIONS.json]

One file, standard library only, and nothing of the project: read it before
you trust it. It answers three questions about a record (docs/spec/record.md):

1. Was the deal fixed before the match, by everybody together? The secret must
   have the published commitment, each seat's contribution its seat commitment,
   and the seed must follow from them.
2. Was anything rewritten? The chain over the actions must end in the head.
3. With OPERATIONS.json (the proof page offers it): does every shuffle and every
   random pick of the match follow from the seed?

What it cannot know is the rules of the games: that every action was legal, and
that the operations are those the rules ask for, is what the site's own
`manage.py record verify` checks.

Exit code 0 if everything holds; else one line says what does not, exit code 1.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any

FORMAT = "kibitz-record/1"


class Wrong(Exception):
    """Something does not hold; the text says what."""


def canonical(value: Any) -> str:
    """JSON with sorted keys, no white space, unescaped."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )


def sha256(text: str | bytes) -> str:
    """Lower-case hex SHA-256; text as UTF-8."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def hmac256(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


# --- reading ----------------------------------------------------------------------------------


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Wrong("a key stands twice in one object of the file")
    return found


def read(name: str) -> Any:
    """The JSON value in a file."""
    try:
        with open(name, encoding="utf-8") as file:
            return json.load(file, object_pairs_hook=unique)
    except OSError as error:
        raise Wrong(f"{name}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Wrong(f"{name} is not valid JSON") from None


# --- 1. commitment ----------------------------------------------------------------------------


def check_fairness(record: dict[str, Any]) -> None:
    """Commitment, seat commitments, seed."""
    fair, match = record["fairness"], record["match"]
    secret = bytes.fromhex(fair["secret"])
    if sha256(secret) != fair["commitment"]:
        raise Wrong("the commitment is not the SHA-256 of the secret")
    parts = fair["contributions"]
    if not len(parts) == len(fair["seat_commitments"]) == len(record["seats"]):
        raise Wrong("there is not one contribution for each seat")
    for seat, (part, committed) in enumerate(zip(parts, fair["seat_commitments"], strict=True)):
        if sha256(f"kibitz-seat/1|{match}|{seat}|{fair['commitment']}|{part}") != committed:
            raise Wrong(f"the commitment of seat {seat} is not that of its contribution")
    joined = "|".join(part.encode().hex() for part in parts)
    if hmac256(secret, f"kibitz-seed/1|{match}|{joined}").hex() != record["seed"]:
        raise Wrong("the seed does not follow from the secret and the contributions")


# --- 2. chain ---------------------------------------------------------------------------------


def heads(record: dict[str, Any]) -> Iterator[str]:
    """The head before the first action, then after each."""
    head = sha256(
        canonical(
            {
                "format": FORMAT,
                "match": record["match"],
                "game": record["game"],
                "rules": record["rules"],
                "options": record["options"],
                "seats": len(record["seats"]),
                "commitment": record["fairness"]["commitment"] if record["fairness"] else None,
            }
        )
    )
    yield head
    for entry in record["actions"]:
        head = sha256(head + canonical(entry))
        yield head


def check_chain(record: dict[str, Any]) -> None:
    *_, last = heads(record)
    if last != record["head"]:
        raise Wrong(f"the chain over the actions ends in {last}, the record says {record['head']}")


# --- 3. randomness ----------------------------------------------------------------------------


def words(seed: bytes, game: str, operation: int) -> Iterator[int]:
    """The 64-bit words of one operation, four to a block."""
    block = 0
    while True:
        digest = hmac256(seed, f"kibitz/1|{game}|{operation}|{block}")
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def uniform(source: Iterator[int], count: int) -> int:
    """A number below `count`, every one equally likely."""
    if type(count) is not int or not 1 <= count <= 1 << 64:
        raise ValueError(f"no number is below {count!r}")
    if count == 1:
        return 0
    limit = (1 << 64) // count * count
    while True:
        word = next(source)
        if word < limit:
            return word % count


def shuffled(source: Iterator[int], cards: list[Any]) -> list[Any]:
    """The list in its new order."""
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = uniform(source, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check_operations(record: dict[str, Any], operations: list[dict[str, Any]]) -> None:
    """Every operation listed, recomputed from the seed; they must be numbered without a gap."""
    seed = bytes.fromhex(record["seed"])
    for number, operation in enumerate(operations):
        if operation["k"] != number:
            raise Wrong(f"operation {number} is missing")
        source = words(seed, record["game"], number)
        if operation["kind"] == "shuffle":
            found: Any = shuffled(source, operation["before"])
            expected = operation["after"]
        else:
            found, expected = uniform(source, operation["count"]), operation["value"]
        if found != expected:
            raise Wrong(f"random operation {number} does not follow from the seed")


# --- the whole --------------------------------------------------------------------------------


def verify(record: Any, operations: Any = None) -> list[str]:
    """What was checked, a line each; raises Wrong at the first thing that does not hold."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise Wrong(f"this is not a record of the format {FORMAT}")
    done = []
    try:
        if record["fairness"] is not None:
            check_fairness(record)
            done.append(f"fair: secret, {len(record['seats'])} contributions and seed fit")
        else:
            done.append("not proved: this match was played without commitments")
        check_chain(record)
        done.append(f"chain: {len(record['actions'])} actions lead to the head {record['head']}")
        if operations is not None:
            if operations["match"] != record["match"]:
                raise Wrong("the operations are of another match")
            check_operations(record, operations["operations"])
            done.append(f"chance: {len(operations['operations'])} random operations follow")
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Wrong(f"the file is damaged ({type(error).__name__}: {error})") from None
    return done


def line(text: str) -> str:
    """The text on one line, whatever a file put into it: a terminal obeys control characters."""
    return "".join(sign if " " <= sign <= "~" else "?" for sign in text)


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python3 verify.py RECORD.json [OPERATIONS.json]", file=sys.stderr)
        return 2
    try:
        record, *operations = [read(name) for name in arguments]
        for answer in verify(record, *operations):
            print(line(answer))
    except Wrong as wrong:
        print(line(f"WRONG: {wrong}"))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
