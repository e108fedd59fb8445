"""Holds the database against the journals of those who played: the invariants L1 to L10.

    DATABASE_URL=… LOCAL=true python -m bench.faults.logcheck --journal swarm.jsonl

L1   a match's events are numbered 1…n without a gap, and so are its actions; n is on its row
L2   the chain over the actions holds, and its last link is the match's head
L3   every acknowledged action is in the log exactly once, where the answer said
L4   an action that was refused is not in the log
L5   one whose answer never came is there at most once
L6   no viewer was ever drawn an older version after a newer one, nor one that the log has not
L7   the log folds to the position the site shows: last push and fresh page were the same, and the
     rules, given the actions and the seed, say the same events
L8   what was acknowledged before something else was sent comes before it in the log
L9   nothing follows the end
L10  each ply has one action, its own id, and a seat that could act

Prints each violation on a line of its own, then the counts. Ends with status 1 if there is any.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.faults.journal import Line, read_journal

if TYPE_CHECKING:
    from games.matches.models import Match, MatchAction


@dataclass
class Heard:
    """What the journals say of one match."""

    acknowledged: list[Line] = field(default_factory=list)
    refused: list[Line] = field(default_factory=list)
    sent: dict[str, float] = field(default_factory=dict)
    shown: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))
    final: list[Line] = field(default_factory=list)


def gather(lines: Iterable[Line]) -> dict[str, Heard]:
    """Return what the journals say, by match."""
    heard: dict[str, Heard] = defaultdict(Heard)
    for line in lines:
        match line["op"]:
            case "invoke":
                heard[line["match"]].sent.setdefault(line["action_id"], line["t"])
            case "ok":
                heard[line["match"]].acknowledged.append(line)
            case "refused":
                heard[line["match"]].refused.append(line)
            case "shown":
                heard[line["match"]].shown[line["who"]].append(line)
            case "final":
                heard[line["match"]].final.append(line)
    return heard


def check_stored(match: Match) -> Iterator[str]:
    """Yield what is wrong with a match's rows by themselves: L1, L2, L7, L9, L10."""
    from games.matches.models import MatchAction, MatchEvent

    events = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    actions = list(MatchAction.objects.filter(match=match).order_by("ply"))
    if [row.seq for row in events] != list(range(1, match.version + 1)):
        yield f"L1 events of {match.code} are not 1…{match.version}"
    if [row.ply for row in actions] != list(range(1, match.ply + 1)):
        yield f"L1 actions of {match.code} are not 1…{match.ply}"
    if {row.ply for row in events} != set(range(match.ply + 1)):
        yield f"L10 events of {match.code} belong to other plies than its actions"
    for row in actions:
        if row.version != max((e.seq for e in events if e.ply == row.ply), default=0):
            yield f"L1 action {row.ply} of {match.code} names a version that is not its last event"
    yield from check_chain(match, actions)
    yield from check_by_rules(match, actions)


def check_chain(match: Match, actions: list[MatchAction]) -> Iterator[str]:
    """Yield breaks of the chain: L2."""
    from games.matches.chain import first_head, next_head

    head = first_head(match)
    for row in actions:
        head = next_head(head, row)
        if head != row.head:
            yield f"L2 the chain of {match.code} breaks at ply {row.ply}"
            return
    if head != match.head:
        yield f"L2 the head of {match.code} is not its last link"


def check_by_rules(match: Match, actions: list[MatchAction]) -> Iterator[str]:
    """Yield where the rules, given seed and actions, say otherwise than the log: L7, L9, L10."""
    from games.engine.chance import Chance
    from games.engine.codec import encode_event
    from games.engine.contract import RESIGN
    from games.engine.match import play_action, start_match
    from games.matches.models import MatchEvent
    from games.matches.services.secret import secret_of

    rules = match.rules
    seed = secret_of(match).seed
    assert seed is not None
    chance = Chance(bytes(seed), match.game)
    said, state = start_match(rules, match.options, match.seat_count, chance)
    for row in actions:
        if rules.result(state) is not None:
            yield f"L9 ply {row.ply} of {match.code} follows the end"
            return
        if row.action != RESIGN and row.seat != rules.to_act(state):
            yield f"L10 ply {row.ply} of {match.code} is by a seat that was not to act"
            return
        events, state = play_action(rules, state, row.seat, row.action, chance)
        said += events
    rows = MatchEvent.objects.filter(match=match).order_by("seq")
    stored = list(rows.values_list("name", "v", "data"))
    if json.loads(json.dumps([encode_event(e) for e in said])) != [[*row] for row in stored]:
        yield f"L7 the rules tell {match.code} otherwise than its log"
    ended = rules.result(state) is not None
    if ended != (match.status == match.Status.FINISHED):
        yield f"L9 {match.code} is {match.status}, its log says otherwise"


def check_heard(match: Match, heard: Heard) -> Iterator[str]:
    """Yield where the database and the journals differ: L3, L4, L5, L8."""
    from games.matches.models import MatchAction

    rows = {row.action_id: row for row in MatchAction.objects.filter(match=match)}
    for line in heard.acknowledged:
        row = rows.get(line["action_id"])
        answer = (line["ply"], line["version"], line["head"])
        if row is None:
            yield f"L3 {match.code}: acknowledged {line['action_id']} is not in the log"
        elif (row.ply, row.version, row.head) != answer or row.action != line["action"]:
            yield f"L3 {match.code}: {line['action_id']} is in the log otherwise than acknowledged"
    known = {line["action_id"] for line in heard.acknowledged}
    for line in heard.refused:
        if line["action_id"] in rows and line["action_id"] not in known:
            yield f"L4 {match.code}: refused {line['action_id']} is in the log"
    repeated = Counter(row.ply for row in rows.values())
    if repeated and max(repeated.values()) > 1:
        yield f"L5 {match.code} has a ply twice"
    yield from check_order(match.code, heard)


def check_order(code: str, heard: Heard) -> Iterator[str]:
    """Yield acknowledged actions that come after one that was sent later: L8."""
    first = {}
    for line in heard.acknowledged:
        first.setdefault(line["action_id"], line)
    answered = sorted(first.values(), key=lambda line: line["t"])
    for number, later in enumerate(answered):
        sent = heard.sent[later["action_id"]]
        for earlier in answered[:number]:
            if earlier["t"] < sent and earlier["ply"] >= later["ply"]:
                yield f"L8 {code}: ply {later['ply']} was sent after ply {earlier['ply']} was known"


def check_shown(match: Match, heard: Heard) -> Iterator[str]:
    """Yield what viewers should never have been shown: L6, and L7 for their last page."""
    for who, lines in heard.shown.items():
        versions = [line["version"] for line in lines]
        if versions != sorted(versions):
            yield f"L6 {who} was shown an older position after a newer one"
        if versions and max(versions) > match.version:
            yield f"L6 {who} was shown version {max(versions)}, the log ends at {match.version}"
    for line in heard.final:
        if line["pushed"] != line["fresh"]:
            yield f"L7 {line['who']}: the last push is not what a fresh page shows"


def check(lines: Iterable[Line]) -> tuple[list[str], dict[str, Any]]:
    """Return all violations, and how much was looked at."""
    from games.matches.models import Match

    heard = gather(lines)
    found: list[str] = []
    started = list(Match.objects.filter(version__gt=0))
    for match in started:
        found += check_stored(match)
        found += check_heard(match, heard[match.code])
        found += check_shown(match, heard[match.code])
    counts = {
        "matches": len(started),
        "actions": sum(match.ply for match in started),
        "acknowledged": sum(len(one.acknowledged) for one in heard.values()),
        "refused": sum(len(one.refused) for one in heard.values()),
        "viewers": sum(len(one.shown) for one in heard.values()),
        "compared": sum(len(one.final) for one in heard.values()),
    }
    return found, counts


def main() -> None:
    """Check the database that the environment names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--journal", type=Path, action="append", default=[])
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    lines = (line for path in options.journal for line in read_journal(path))
    found, counts = check(lines)
    for violation in found:
        print(violation)
    print("logcheck:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    print(f"logcheck: {len(found)} violations")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
