"""Problems of settings, or of a round that a director made by hand.

Errors forbid it; warnings inform the director of the consequences. Spec: tournaments 3 (settings),
7 (`validate_round`).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.text import Argument, Phrase, gettext_noop
from games.tournaments.direct.config import (
    DUEL_CUTS,
    DUEL_FORMATS,
    GROUP_FORMATS,
    LEAST_MINUTES,
    MOST_BOARDS,
    MOST_GROUPS,
    MOST_IN_CUT,
    MOST_MINUTES,
    PAIRED,
    TEAM_FORMATS,
    Config,
)
from games.tournaments.direct.text import phrase
from games.tournaments.rank.criteria import CRITERIA, NOT_IN_ROUND_ROBIN

MOST_ROUNDS = 50
TIE_BREAKS = 7
"""The most criteria in an order: one more than the longest of the standard orders has."""
ALL_SIZES = range(2, 11)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (`error`) or odd; `entries` are those it concerns."""

    code: str
    phrase: Phrase
    error: bool = True
    entries: tuple[int, ...] = ()


SETTINGS: dict[str, str] = {
    "rounds": gettext_noop("An event can have 1 to 50 rounds."),
    "team_size": gettext_noop("An entry is one player or a pair."),
    "team_format": gettext_noop("Fixed pairs only work in formats with tables of two."),
    "boards": gettext_noop("A team plays with 2 to 12 players a round."),
    "boards_format": gettext_noop(
        "Teams can play a Swiss, a round robin, a knockout or pods, without pairs, a final stage "
        "or a schedule made at the start."
    ),
    "boards_points": gettext_noop("In a match of two teams, a board is worth one point."),
    "sizes": gettext_noop("Table sizes must be between 2 and 10, and include the preferred size."),
    "no_sizes": gettext_noop("Every table size is ruled out. Allow at least one."),
    "capacity": gettext_noop("The entry limit must be 2 or more."),
    "criterion": gettext_noop("Unknown tie-break: “%(name)s”."),
    "criterion_twice": gettext_noop("The tie-break “%(name)s” is listed twice."),
    "no_buchholz": gettext_noop("Buchholz can’t be used in a round robin."),
    "lot_last": gettext_noop("Random order breaks every tie, so it must be the last tie-break."),
    "scores": gettext_noop("Raw scores only work for games that have scores."),
    "relative": gettext_noop("Relative scores only work if scores are never negative."),
    "vectors": gettext_noop("Enter the points per place for at least one table size."),
    "vector_length": gettext_noop("A list of points needs one number for each place."),
    "vector_order": gettext_noop("A better place can’t give fewer points."),
    "bye_points": gettext_noop("A bye can’t give negative points."),
    "cycles": gettext_noop("A round robin can have one or two cycles."),
    "cut": gettext_noop("The top 2, 4, 8 or 16 of a Swiss can advance to a knockout."),
    "groups": gettext_noop(
        "A round robin or pods can have 2 to 16 groups, without teams or a schedule made at the "
        "start. The same number of each advances to a final stage."
    ),
    "cut_tables": gettext_noop(
        "At least one table’s worth of players and at most 100 can advance from pods."
    ),
    "cut_format": gettext_noop("Only Swiss and pods can end with a final stage."),
    "advance": gettext_noop("One or two players per table advance, but never the whole table."),
    "seed": gettext_noop("An event needs a random seed."),
    "minutes": gettext_noop("An arena can last 20 to 180 minutes."),
    "duplicate": gettext_noop("Only Swiss, pods and rotating partners can be duplicate."),
    "duplicate_cut": gettext_noop("A duplicate event can’t end with a final stage."),
    "duplicate_teams": gettext_noop("A duplicate event can’t be one of teams or groups."),
    "duplicate_sizes": gettext_noop("In a duplicate event all tables have the same size."),
    "arena": gettext_noop("Arena scoring is required in arenas and unavailable in other formats."),
}


def config_problems(config: Config) -> list[Problem]:
    """Return every reason why these settings cannot be used; empty if they can."""
    return [
        *_shape_problems(config),
        *_criteria_problems(config),
        *_scoring_problems(config),
    ]


def _problem(code: str, **args: Argument) -> Problem:
    """Return one problem of the settings."""
    return Problem(code, phrase(SETTINGS[code], **args))


def _shape_problems(config: Config) -> list[Problem]:
    """Return what is wrong with rounds, teams, sizes and limits."""
    sizes = config.sizes
    checks = {
        "seed": bool(config.seed or config.commitment),
        "rounds": config.rounds is None or 1 <= config.rounds <= MOST_ROUNDS,
        "team_size": config.team_size in (1, 2),
        "team_format": config.team_size == 1 or config.format in DUEL_FORMATS,
        "boards": config.boards == 0 or 2 <= config.boards <= MOST_BOARDS,
        "boards_format": not config.boards or _suits_teams(config),
        "boards_points": not config.boards
        or config.format == "pods"
        or config.scoring.preset == "share",
        "sizes": sizes.lo <= sizes.preferred <= sizes.hi and {sizes.lo, sizes.hi} <= set(ALL_SIZES),
        "no_sizes": bool(sizes.allowed),
        "capacity": config.capacity is None or config.capacity >= 2,
        "cycles": config.cycles in (1, 2),
        "cut": config.format != "swiss" or config.cut in (0, *DUEL_CUTS),
        "groups": not config.groups or _fits_groups(config),
        "cut_tables": config.format != "pods" or config.cut == 0 or _fits_tables(config),
        "cut_format": config.format in ("swiss", "pods") or config.cut == 0 or bool(config.groups),
        "advance": config.advance in (1, 2) and _somebody_is_out(config),
        "minutes": LEAST_MINUTES <= config.minutes <= MOST_MINUTES,
        "arena": (config.format == "arena") == (config.scoring.preset == "arena"),
        "duplicate": not config.duplicate or config.format in PAIRED,
        "duplicate_cut": not config.duplicate or config.cut == 0,
        "duplicate_teams": not config.duplicate or not (config.boards or config.groups),
        "duplicate_sizes": not config.duplicate or len(config.size_rule.allowed) == 1,
        "bye_points": (config.pab is None or config.pab >= 0) and config.half_byes >= 0,
    }
    return [_problem(code) for code, fits in checks.items() if not fits]


def _fits_groups(config: Config) -> bool:
    """Say whether the event can have its groups: as many of each go on to a final stage."""
    known = config.format in GROUP_FORMATS and 2 <= config.groups <= MOST_GROUPS
    goes_on = bool(config.cut) and config.cut % config.groups == 0
    return known and goes_on and not config.fixed_schedule and not config.boards


def _suits_teams(config: Config) -> bool:
    """Say whether an event with these settings can be one of teams."""
    plain = config.team_size == 1 and not config.cut and not config.fixed_schedule
    return config.format in TEAM_FORMATS and plain


def _fits_tables(config: Config) -> bool:
    """Say whether `cut` entries can form an elimination of tables."""
    return min(config.sizes.allowed, default=0) <= config.cut <= MOST_IN_CUT


def _somebody_is_out(config: Config) -> bool:
    """Say whether every table of an elimination has more seats than advancing places."""
    if config.format != "table_knockout":
        return True
    return config.advance < min(config.sizes.allowed, default=config.advance + 1)


def _criteria_problems(config: Config) -> list[Problem]:
    """Return what is wrong with the list of criteria."""
    names = config.criteria_list
    problems = [_problem("criterion", name=name) for name in names if name not in CRITERIA]
    problems += [
        _problem("criterion_twice", name=name)
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if config.format == "round_robin" and NOT_IN_ROUND_ROBIN & set(names):
        problems.append(_problem("no_buchholz"))
    if "lot" in names[:-1]:
        problems.append(_problem("lot_last"))
    if config.scores != "non_negative" and {"relative", "best_table"} & set(names):
        problems.append(_problem("relative"))
    return problems


def _scoring_problems(config: Config) -> list[Problem]:
    """Return what is wrong with the scoring."""
    scoring = config.scoring
    if scoring.preset == "raw" and config.scores == "none":
        return [_problem("scores")]
    if scoring.preset != "vector":
        return []
    if not scoring.vectors:
        return [_problem("vectors")]
    problems = []
    if any(len(row) != size for size, row in scoring.vectors.items()):
        problems.append(_problem("vector_length"))
    if any(list(row) != sorted(row, reverse=True) for row in scoring.vectors.values()):
        problems.append(_problem("vector_order"))
    return problems
