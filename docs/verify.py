#!/usr/bin/env python3
"""Check a game record, or an event's draws, without the site that made it.

    python3 verify.py RECORD.json [OPERATIONS.json]
    python3 verify.py EVENT.json

One file, standard library only, and nothing of the project: read it before
you trust it. It answers three questions about a record (docs/spec/record.md):

1. Was the deal fixed before the match, by everybody together? The secret must
   have the published commitment, each seat's contribution its seat commitment,
   and the seed must follow from them.
2. Was anything rewritten? The chain over the actions must end in the head.
3. With OPERATIONS.json (the proof page offers it): does every shuffle and every
   random pick of the match follow from the seed, and the dice of every action
   that a bot chose?

What it cannot know is the rules of the games and their bots: that every action
was legal, that the operations are those the rules ask for, and that each bot
chose what it would from its own seat, is what the site's own
`manage.py record verify --bots` checks.

About an event ("The whole event (JSON)" on its page) it answers: was every draw
fixed when the event was made, by a secret that nobody knew before the draw, and
by what those who entered contributed, and so was each deal of a duplicate event?
Do the seeds of a field drawn by lot, and the lots of the standings, follow from it
(docs/tournaments.md, "Draws")?

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
EVENT = "kibitz-tournament/1"


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
    deal = fair.get("deal")  # a duplicate event's tables share their seed: it is the event's
    if deal is not None:
        match, parts = deal["event"], deal["parts"]
    if seed_of(secret, match, parts) != record["seed"]:
        raise Wrong("the seed does not follow from the secret and the contributions")


def seed_of(secret: bytes, about: str, parts: list[str]) -> str:
    """The seed that a secret and everybody's contributions make."""
    joined = "|".join(part.encode().hex() for part in parts)
    return hmac256(secret, f"kibitz-seed/1|{about}|{joined}").hex()


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


def check_substitutes(record: dict[str, Any]) -> int:
    """Whoever took over a seat did so within the match, in order; return how many they were.

    Names are not in the chain: what anybody is called may change, who acted at which seat may not.
    """
    found = record.get("substitutes", [])
    places = [(one["after"], one["seat"]) for one in found]
    actions, seats = len(record["actions"]), len(record["seats"])
    if not all(0 <= after <= actions and 0 <= seat < seats for after, seat in places):
        raise Wrong("a substitute took over a seat or at a time that the match does not have")
    if places != sorted(places):
        raise Wrong("the substitutes are not in the order in which they came")
    if len({seat for _, seat in places}) < len(places):
        raise Wrong("a substitute took over a seat that was taken over before")
    return len(found)


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


def check_bots(record: dict[str, Any], bots: list[dict[str, Any]]) -> None:
    """Every action that a bot chose is listed, with dice that follow from the seed."""
    seed = bytes.fromhex(record["seed"])
    chosen = [
        (ply, entry["seat"], entry["auto"])
        for ply, entry in enumerate(record["actions"], 1)
        if entry.get("auto", "").startswith("bot:")
    ]
    if [(bot["ply"], bot["seat"], bot["auto"]) for bot in bots] != chosen:
        raise Wrong("the bots' actions listed are not those of the record")
    for bot in bots:
        dice = hmac256(seed, f"kibitz-bot/1|{record['game']}|{bot['seat']}|{bot['ply']}|0")
        if dice.hex() != bot["dice"]:
            raise Wrong(f"the dice of the bot at ply {bot['ply']} do not follow from the seed")


# --- events -----------------------------------------------------------------------------------


def check_event(event: dict[str, Any]) -> list[str]:
    """The draws of an event, in the order of its actions; what follows from them."""
    commitment = event["actions"][0]["payload"]["config"].get("commitment", "")
    if not commitment:
        return ["not proved: this event was made before events committed to their draws"]
    parts: list[str] = []
    draws: list[dict[str, Any]] = []
    deals: dict[int, dict[str, Any]] = {}
    proposed = duplicate = False
    for number, action in enumerate(event["actions"], 1):
        kind, facts = action["kind"], action["payload"]
        if "config" in facts:
            if facts["config"]["commitment"] != commitment:
                raise Wrong(f"action {number} changes the commitment")
            duplicate = facts["config"]["scoring"]["preset"] == "matchpoints"
        if kind in ("register", "late_entry", "join", "make_team"):
            parts.append(facts.get("contribution", ""))
            if facts["entry"] != len(parts):
                raise Wrong(f"action {number}: entry {len(parts)} is missing")
        if kind in ("start", "propose_round"):
            again = proposed and kind == "propose_round"
            check_draw(
                number, facts["draw"], commitment, parts, draws, again=again, duplicate=duplicate
            )
        if kind in ("publish_round", "close_round") and "deal" in facts:
            check_deal(number, facts, commitment, parts, draws, deals)
        if kind == "start":
            check_field(event["settings"], facts, event["actions"][:number])
        made = kind in ("publish_round", "cancel_round")
        proposed = kind == "propose_round" or (proposed and not made)
    check_lots(event, draws)
    mine = sum(1 for part in parts if part)
    known = sum("seed" in deal for deal in deals.values())
    told = f" and {known} deals" if known else ""
    return [f"fair: {len(draws)} draws{told} follow from {commitment} and {mine} contributions"]


def check_deal(
    number: int,
    facts: dict[str, Any],
    commitment: str,
    parts: list[str],
    draws: list[dict[str, Any]],
    deals: dict[int, dict[str, Any]],
) -> None:
    """A duplicate round's deal: its number is fixed at publication, its secret told at the end.

    The secret hashes to what the round's own draw had revealed before anybody played.
    """
    deal = deals.setdefault(facts["round"], {})
    if "no" in facts["deal"]:
        deal.clear()
        deal.update(facts["deal"], commitment=draws[-1]["secret"], parts=list(parts))
        if deal["no"] != draws[-1]["no"] + 1 or deal["entries"] != len(parts):
            raise Wrong(f"action {number}: the deal is not that of the round's draw")
        return
    deal.update(facts["deal"])
    secret = bytes.fromhex(deal["secret"])
    if sha256(secret) != deal["commitment"]:
        raise Wrong(f"action {number}: the deal is not what the event was committed to")
    if seed_of(secret, commitment, deal["parts"]) != deal["seed"]:
        raise Wrong(f"action {number}: the deal's seed does not follow from the contributions")


def check_draw(
    number: int,
    draw: dict[str, Any],
    commitment: str,
    parts: list[str],
    draws: list[dict[str, Any]],
    *,
    again: bool,
    duplicate: bool,
) -> None:
    """One draw: it reveals what hashes to what was known. A round proposed again keeps its own."""
    if again:
        if draw != draws[-1]:
            raise Wrong(f"action {number}: the round was proposed again with another draw")
        return
    secret = bytes.fromhex(draw["secret"])
    steps = 2 if len(draws) > 1 and duplicate else 1
    expected = (draws[-1]["no"] if draws else 0) + steps
    if draw["no"] != expected:
        raise Wrong(f"action {number}: draw {expected} is missing")
    found = secret.hex()
    for _ in range(steps):  # in a duplicate event, a secret between two draws is that of a deal
        found = sha256(bytes.fromhex(found))
    if found != (draws[-1]["secret"] if draws else commitment):
        raise Wrong(f"draw {draw['no']} is not what the event was committed to")
    if seed_of(secret, commitment, parts) != draw["seed"]:
        raise Wrong(f"the seed of draw {draw['no']} does not follow from it and the contributions")
    draws.append(draw)


def check_field(
    settings: dict[str, Any], facts: dict[str, Any], before: list[dict[str, Any]]
) -> None:
    """Where lots drew the order of the field, the strongest were shuffled like this."""
    fixed = settings["format"] in ("round_robin", "knockout", "table_knockout")
    if not fixed or settings["first_round"] != "random":
        return
    strength = {
        action["payload"]["entry"]: action["payload"]["strength"] or 0
        for action in before
        if action["kind"] == "register"
    }
    strength |= {int(team): one or 0 for team, one in facts.get("strengths", {}).items()}
    ordered = sorted(facts["seeds"], key=lambda entry: (-strength[entry], entry))
    if mixed(ordered, f"{facts['draw']['seed']}|seeds") != facts["seeds"]:
        raise Wrong("the order of the field does not follow from the draw")


def mixed(items: list[int], key: str) -> list[int]:
    """The items shuffled by the words (splitmix64) that follow from a key."""
    state = int.from_bytes(hashlib.sha256(f"kibitz-pairing/1|{key}".encode()).digest()[:8], "big")

    def words() -> Iterator[int]:
        at, mask = state, (1 << 64) - 1
        while True:
            at = word = (at + 0x9E3779B97F4A7C15) & mask
            word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
            word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
            yield word ^ (word >> 31)

    return shuffled(words(), items)


def check_lots(event: dict[str, Any], draws: list[dict[str, Any]]) -> None:
    """The event's seed is that of its start, and the lots of the standings follow from it."""
    seed = draws[0]["seed"] if draws else ""
    configs = [one["payload"]["config"] for one in event["actions"] if "config" in one["payload"]]
    if any(settings["seed"] != seed for settings in (event["settings"], *configs)):
        raise Wrong("the event's seed is not that of its first draw")
    for row in event["standings"]:
        drawn = hashlib.sha256(f"kibitz-lot/1|{seed}|{row['entry']}".encode()).digest()[:8]
        if row["criteria"].get("lot", "") not in ("", None, str(int.from_bytes(drawn, "big"))):
            raise Wrong(f"the lot of entry {row['entry']} does not follow from the event's seed")


# --- the whole --------------------------------------------------------------------------------


def verify(record: Any, operations: Any = None) -> list[str]:
    """What was checked, a line each; raises Wrong at the first thing that does not hold."""
    if not isinstance(record, dict) or record.get("format") not in (FORMAT, EVENT):
        raise Wrong(f"this is not a record of the format {FORMAT}, nor an event ({EVENT})")
    done = []
    try:
        if record["format"] == EVENT:
            return check_event(record)
        if record["fairness"] is not None:
            check_fairness(record)
            done.append(f"fair: secret, {len(record['seats'])} contributions and seed fit")
        else:
            done.append("not proved: this match was played without commitments")
        check_chain(record)
        done.append(f"chain: {len(record['actions'])} actions lead to the head {record['head']}")
        if (substitutes := check_substitutes(record)) > 0:
            done.append(f"seats: {substitutes} taken over within the match")
        if operations is not None:
            if operations["match"] != record["match"]:
                raise Wrong("the operations are of another match")
            check_operations(record, operations["operations"])
            done.append(f"chance: {len(operations['operations'])} random operations follow")
            check_bots(record, operations.get("bots", []))
            done.append(f"bots: the dice of {len(operations.get('bots', []))} actions follow")
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Wrong(f"the file is damaged ({type(error).__name__}: {error})") from None
    return done


def line(text: str) -> str:
    """The text on one line, whatever a file put into it: a terminal obeys control characters."""
    return "".join(sign if " " <= sign <= "~" else "?" for sign in text)


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print(
            "usage: python3 verify.py RECORD.json [OPERATIONS.json]\n"
            "       python3 verify.py EVENT.json",
            file=sys.stderr,
        )
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
