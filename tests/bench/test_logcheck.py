"""The bookkeeper sees what it is there to see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench.faults.figures import lateness, reconvergence
from bench.faults.journal import Line
from bench.faults.logcheck import check
from games.matches.models import Match, MatchAction
from tests.support.tables import act_for, first_legal, make_running, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    people = [make_user("ada"), make_user("bo")]
    match = make_running(*people)
    for _ in range(4):
        assert match.to_act is not None
        act_for(match, people[match.to_act], first_legal(match))
    return match


def journal_of(match: Match) -> list[Line]:
    """Return what a swarm would have written of these actions."""
    lines: list[Line] = []
    for at, row in enumerate(MatchAction.objects.filter(match=match).order_by("ply")):
        facts = {"match": match.code, "who": "x", "action_id": row.action_id, "action": row.action}
        answer = {"ply": row.ply, "version": row.version, "head": row.head}
        lines.append({"op": "invoke", "t": at * 2.0, **facts})
        lines.append({"op": "ok", "t": at * 2.0 + 1, **facts, **answer})
        lines.append({"op": "shown", "t": at * 2.0 + 1.5, **facts, **answer, "revision": row.ply})
    return lines


def found_by(match: Match, lines: list[Line]) -> set[str]:
    return {violation.split()[0] for violation in check(lines)[0]}


def test_an_honest_match_has_no_violation(match: Match) -> None:
    found, counts = check(journal_of(match))
    assert not found
    assert counts["acknowledged"] == counts["actions"] == 4


@pytest.mark.parametrize(
    ("what", "change", "law"),
    [
        (1, {"action_id": "never-stored"}, "L3"),
        (1, {"head": "0" * 64}, "L3"),
        (1, {"version": 999}, "L3"),
        (2, {"version": 999}, "L6"),
    ],
)
def test_a_false_line_is_found(match: Match, what: int, change: dict[str, Any], law: str) -> None:
    lines = journal_of(match)
    lines[what] |= change
    lines.append({**lines[0], "action_id": "never-stored"})
    assert law in found_by(match, lines)


def test_a_refused_action_in_the_log_is_found(match: Match) -> None:
    lines = [{**line, "op": "refused"} for line in journal_of(match) if line["op"] == "ok"]
    assert found_by(match, lines) == {"L4"}


def test_an_order_that_cannot_be_is_found(match: Match) -> None:
    lines = journal_of(match)
    late = {**lines[0], "t": 100.0}, {**lines[1], "t": 101.0}
    assert found_by(match, [*lines[3:], *late]) == {"L8"}


@pytest.mark.parametrize(
    ("change", "law"),
    [({"head": "0" * 64}, "L2"), ({"version": 3}, "L1"), ({"status": "finished"}, "L9")],
)
def test_a_row_that_differs_from_its_log_is_found(
    match: Match, change: dict[str, Any], law: str
) -> None:
    Match.objects.filter(pk=match.pk).update(**change)
    assert law in found_by(match, [])


def test_a_last_page_that_is_not_the_truth_is_found(match: Match) -> None:
    final = {"op": "final", "t": 9.0, "match": match.code, "who": "x", "pushed": "a", "fresh": "b"}
    assert found_by(match, [final]) == {"L7"}


def test_figures_tell_who_was_back_late_and_who_never(match: Match) -> None:
    code, dice = match.code, random.Random(1)
    both = [{"op": "open", "t": dice.random(), "who": who, "match": code} for who in ("a", "b")]
    act = {"match": code, "action_id": "1", "version": 7}
    acted = [{"op": "invoke", "t": 2.0, **act}, {"op": "ok", "t": 3.0, **act}]
    fault = {"op": "fault", "t": 5.0, "what": "kill9 redis", "begin": 2.0, "end": 5.0}
    shown = {"op": "shown", "t": 6.5, "who": "a", "match": code, "version": 7, "revision": 1}
    lines = [*both, *acted, fault, shown]
    assert reconvergence(lines) == {"kill9 redis": [1.5, float("inf")]}
    assert lateness(lines) == [3.5]
