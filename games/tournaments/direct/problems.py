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
    LEAST_MINUTES,
    MOST_IN_CUT,
    MOST_MINUTES,
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
    "rounds": gettext_noop("A tournament has 1 to 50 rounds."),
    "team_size": gettext_noop("An entry is one player or a pair."),
    "team_format": gettext_noop("Fixed pairs play formats with tables of two."),
    "sizes": gettext_noop("Table sizes lie between 2 and 10, the preferred one among them."),
    "no_sizes": gettext_noop("Every table size is forbidden."),
    "capacity": gettext_noop("The limit of entries is 2 or more."),
    "criterion": gettext_noop("There is no criterion “%(name)s”."),
    "criterion_twice": gettext_noop("The criterion “%(name)s” is listed twice."),
    "no_buchholz": gettext_noop("Buchholz is not used in a round robin."),
    "lot_last": gettext_noop("The lot decides everything and can only be the last criterion."),
    "scores": gettext_noop("Raw scores need a game that has scores."),
    "relative": gettext_noop("Relative scores need scores that are never negative."),
    "vectors": gettext_noop("Give the points by place for at least one table size."),
    "vector_length": gettext_noop("A list of points has one number for every place."),
    "vector_order": gettext_noop("A better place cannot give fewer points."),
    "bye_points": gettext_noop("A bye gives no points or more."),
    "cycles": gettext_noop("A round robin has one cycle or two."),
    "cut": gettext_noop("The best 2, 4, 8 or 16 of a Swiss may go on to a knockout."),
    "cut_tables": gettext_noop("A table’s worth of the best of the pods go on, at most 100."),
    "cut_format": gettext_noop("Only a Swiss and pods may end with a final stage."),
    "advance": gettext_noop("One or two of a table go on, never everybody."),
    "seed": gettext_noop("A tournament needs a seed."),
    "minutes": gettext_noop("An arena lasts 20 to 180 minutes."),
    "arena": gettext_noop("An arena gives points in its own way, and no other format does."),
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
        "sizes": sizes.lo <= sizes.preferred <= sizes.hi and {sizes.lo, sizes.hi} <= set(ALL_SIZES),
        "no_sizes": bool(sizes.allowed),
        "capacity": config.capacity is None or config.capacity >= 2,
        "cycles": config.cycles in (1, 2),
        "cut": config.format != "swiss" or config.cut in (0, *DUEL_CUTS),
        "cut_tables": config.format != "pods" or config.cut == 0 or _fits_tables(config),
        "cut_format": config.format in ("swiss", "pods") or config.cut == 0,
        "advance": config.advance in (1, 2) and _somebody_is_out(config),
        "minutes": LEAST_MINUTES <= config.minutes <= MOST_MINUTES,
        "arena": (config.format == "arena") == (config.scoring.preset == "arena"),
        "bye_points": (config.pab is None or config.pab >= 0) and config.half_byes >= 0,
    }
    return [_problem(code) for code, fits in checks.items() if not fits]


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
