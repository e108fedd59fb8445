"""Whether a round can be published: the same rules for proposed and hand-made rounds.

Spec: tournaments 7 (`validate_round`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from games.engine.text import Argument, gettext_noop
from games.tournaments.direct.elimination import is_fixed, takes_part
from games.tournaments.direct.pairing_input import contenders, meetings
from games.tournaments.direct.problems import Problem
from games.tournaments.direct.round import Table
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest
from games.tournaments.direct.text import EntryRef, phrase

SENTENCES: dict[str, str] = {
    "unknown": gettext_noop("A table lists an entry that doesn’t exist."),
    "inactive": gettext_noop("%(entry)s isn’t playing this round."),
    "twice": gettext_noop("%(entry)s is seated more than once."),
    "nowhere": gettext_noop("%(entry)s has no seat and no bye."),
    "size": gettext_noop("Table %(table)s has %(size)s seats, which this format doesn’t allow."),
    "unusual_size": gettext_noop(
        "Table %(table)s has %(size)s seats, which doesn’t match the settings."
    ),
    "forbidden": gettext_noop("%(entry)s and %(other)s can’t be paired."),
    "repeat": gettext_noop("%(entry)s and %(other)s have already played each other."),
    "second_bye": gettext_noop("%(entry)s has already had a bye, and others haven’t."),
    "same_club": gettext_noop("%(entry)s and %(other)s are from the same club."),
    "no_tables": gettext_noop("There are no tables."),
}


def check_round(
    state: State, number: int, tables: Sequence[Table], byes: Sequence[int]
) -> list[Problem]:
    """Return the problems of a round: errors block publication, warnings do not."""
    state = contest(state, number)
    places = [one for table in tables for one in table.seats] + list(byes)
    errors = [
        *_existence(state, number, tables, places),
        *_sizes(state, tables),
        *_kept_apart(state, number, tables),
    ]
    if any(problem.code == "unknown" for problem in errors):
        return errors
    return [*errors, *_warnings(state, number, tables, byes)]


def _problem(
    code: str, entries: Iterable[int] = (), *, error: bool = True, **args: Argument
) -> Problem:
    """Return a problem; its sentence names the first two entries."""
    about = tuple(entries)
    refs = {key: EntryRef(one) for key, one in zip(("entry", "other"), about, strict=False)}
    return Problem(code, phrase(SENTENCES[code], **refs, **args), error, about)


def _existence(
    state: State, number: int, tables: Sequence[Table], places: Sequence[int]
) -> list[Problem]:
    """Check that every active entry has exactly one place, and no other entry has any."""
    fixed = is_fixed(state, number)
    problems = [] if tables or fixed else [_problem("no_tables")]
    counts = Counter(places)
    resting = set(places) - {one for table in tables for one in table.seats}
    excused = {one for table in tables for one in table.absent}
    for one, times in counts.items():
        entry = state.entries.get(one)
        may_miss = one in excused or (fixed and one in resting)
        if entry is None:
            problems.append(_problem("unknown"))
        elif not (may_miss or takes_part(state, entry, number)):
            problems.append(_problem("inactive", [one]))
        if times > 1:
            problems.append(_problem("twice", [one]))
    if not fixed:
        problems += [
            _problem("nowhere", [one.number])
            for one in state.listed()
            if one.active(number) and one.number not in counts
        ]
    return problems


def _sizes(state: State, tables: Sequence[Table]) -> list[Problem]:
    """Check table sizes: at larger tables, sizes outside the settings are only a warning."""
    rule = state.config.size_rule
    problems = []
    for table in tables:
        size = len(table.seats)
        if size in rule.allowed:
            continue
        strict = state.config.format != "pods" or not 2 <= size <= 10
        code = "size" if strict else "unusual_size"
        problems.append(_problem(code, error=strict, table=table.number, size=size))
    return problems


def _kept_apart(state: State, number: int, tables: Sequence[Table]) -> list[Problem]:
    """Check that no kept-apart entries meet; in a round robin or knockout only warn."""
    fixed = is_fixed(state, number)
    barred = meetings(state, 1)
    return [
        _problem("forbidden", pair, error=not fixed)
        for table in tables
        for pair in combinations(table.seats, 2)
        if barred.barred(*pair)
    ]


def _warnings(
    state: State, number: int, tables: Sequence[Table], byes: Sequence[int]
) -> list[Problem]:
    """Return warnings for the director: repeats, second byes, members of one club."""
    if is_fixed(state, number):
        return []
    met = meetings(state, number)
    pairs = [pair for table in tables for pair in combinations(table.seats, 2)]
    problems = [_problem("repeat", pair, error=False) for pair in pairs if met.times(*pair)]
    had = {one.entry: one.byes for one in contenders(state, number)}
    fewest = min(had.values(), default=0)
    problems += [
        _problem("second_bye", [one], error=False) for one in byes if had.get(one, 0) > fewest
    ]
    if state.config.clubs_apart and number == 1:
        problems += [
            _problem("same_club", pair, error=False) for pair in pairs if _same_club(state, *pair)
        ]
    return problems


def _same_club(state: State, one: int, other: int) -> bool:
    """Say whether two entries belong to one club."""
    club = state.entries[one].club
    return club is not None and club == state.entries[other].club
