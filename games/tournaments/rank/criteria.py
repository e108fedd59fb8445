"""The criteria by name: their titles, their meanings, and how to compute them.

The names are stored in a tournament's settings, so they are never renamed. Spec: tournaments 3.3.
Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from games.engine.text import gettext_noop
from games.tournaments.rank import counts, round_sums
from games.tournaments.rank.field import Field, Value
from games.tournaments.rank.round_sums import RoundSum, RoundValue

DIRECT = "direct"
LOT = "lot"
BOARD_POINTS = "board_points"

ScoreKind = Literal["none", "non_negative", "signed"]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One tie-break criterion. `places` is the number of decimals shown.

    `value` is None for direct encounter, which orders a tied group instead.
    """

    name: str
    short: str
    title: str
    explanation: str
    value: Callable[[Field, int], Value] | None
    places: int = 2


# In the order in which settings pages list them
_ALL: tuple[Criterion, ...] = (
    Criterion(
        DIRECT,
        gettext_noop("DE"),
        gettext_noop("Direct encounter"),
        gettext_noop(
            "Results among the tied players. If some haven’t played each other, it only "
            "decides when no one could still catch up."
        ),
        None,
    ),
    Criterion(
        "buchholz",
        gettext_noop("BH"),
        gettext_noop("Buchholz"),
        gettext_noop("The sum of the opponents’ points."),
        round_sums.buchholz,
    ),
    Criterion(
        "buchholz_cut1",
        gettext_noop("BH-1"),
        gettext_noop("Buchholz cut 1"),
        gettext_noop(
            "The sum of the opponents’ points, minus the lowest. A round the player missed "
            "by choice or no-show is dropped first."
        ),
        round_sums.buchholz_cut1,
    ),
    Criterion(
        "buchholz_cut2",
        gettext_noop("BH-2"),
        gettext_noop("Buchholz cut 2"),
        gettext_noop("The sum of the opponents’ points, minus the two lowest."),
        round_sums.buchholz_cut2,
    ),
    Criterion(
        "median_buchholz",
        gettext_noop("MB"),
        gettext_noop("Median Buchholz"),
        gettext_noop("The sum of the opponents’ points, minus the lowest and the highest."),
        round_sums.median_buchholz,
    ),
    Criterion(
        "sonneborn_berger",
        gettext_noop("SB"),
        gettext_noop("Sonneborn-Berger"),
        gettext_noop(
            "The points of opponents beaten, plus half the points of opponents drawn with."
        ),
        round_sums.sonneborn_berger,
    ),
    Criterion(
        "progressive",
        gettext_noop("PS"),
        gettext_noop("Progressive score"),
        gettext_noop("The points after each round, added up."),
        counts.progressive,
    ),
    Criterion(
        "wins",
        gettext_noop("Win"),
        gettext_noop("Wins"),
        gettext_noop("Rounds with full points, including byes and forfeit wins."),
        counts.wins,
        0,
    ),
    Criterion(
        "games_won",
        gettext_noop("Won"),
        gettext_noop("Games won"),
        gettext_noop("Rounds won by playing, excluding byes and forfeits."),
        counts.games_won,
        0,
    ),
    Criterion(
        "second_seat_wins",
        gettext_noop("2W"),
        gettext_noop("Wins from the second seat"),
        gettext_noop("Rounds won when playing second."),
        counts.second_seat_wins,
        0,
    ),
    Criterion(
        "second_seat_games",
        gettext_noop("2G"),
        gettext_noop("Games from the second seat"),
        gettext_noop("Rounds played from the second seat."),
        counts.second_seat_games,
        0,
    ),
    Criterion(
        "koya",
        gettext_noop("Koya"),
        gettext_noop("Koya"),
        gettext_noop("Points scored against opponents with at least half the possible points."),
        counts.koya,
    ),
    Criterion(
        "average_buchholz",
        gettext_noop("AOB"),
        gettext_noop("Average of the opponents’ Buchholz"),
        gettext_noop("The average Buchholz of the opponents played."),
        counts.average_opponents_buchholz,
    ),
    Criterion(
        BOARD_POINTS,
        gettext_noop("BP"),
        gettext_noop("Board points"),
        gettext_noop(
            "The points of the team’s players, added up. A bye counts half of the boards."
        ),
        round_sums.board_points,
    ),
    Criterion(
        "table_wins",
        gettext_noop("1st"),
        gettext_noop("Tables won"),
        gettext_noop("First places. A shared first place counts as a fraction."),
        round_sums.table_wins,
    ),
    Criterion(
        "opponents",
        gettext_noop("Opp"),
        gettext_noop("Opponents"),
        gettext_noop(
            "The average points of the other players at each table, added up over all rounds."
        ),
        round_sums.opponents,
    ),
    Criterion(
        "beaten",
        gettext_noop("Beat"),
        gettext_noop("Opponents beaten"),
        gettext_noop(
            "The points of opponents beaten at each table, plus half the points of those "
            "tied with, divided by the number of opponents and added up over all rounds."
        ),
        round_sums.beaten,
    ),
    Criterion(
        "relative",
        gettext_noop("Rel"),
        gettext_noop("Relative score"),
        gettext_noop("The player’s share of each table’s game score, added up over all rounds."),
        round_sums.relative,
    ),
    Criterion(
        "total_score",
        gettext_noop("Score"),
        gettext_noop("Total score"),
        gettext_noop("All game scores, added up."),
        round_sums.total_score,
        0,
    ),
    Criterion(
        "best_table",
        gettext_noop("Best"),
        gettext_noop("Best table"),
        gettext_noop("The player’s highest share of a table’s game score."),
        round_sums.best_table,
    ),
    Criterion(
        "performance",
        gettext_noop("Perf"),
        gettext_noop("Performance"),
        gettext_noop(
            "The average over all games of the opponent’s rating at entry (the cautious "
            "one used for ladders), plus 500 for a win or minus 500 for a loss."
        ),
        counts.performance,
        0,
    ),
    Criterion(
        LOT,
        gettext_noop("Random"),
        gettext_noop("Random"),
        gettext_noop("A random order drawn with the event’s seed before the first round."),
        lambda field, entry: counts.lot(field.seed, entry),
        0,
    ),
)

CRITERIA: dict[str, Criterion] = {criterion.name: criterion for criterion in _ALL}


def scalar(name: str) -> Callable[[Field, int], Value]:
    """Return the function of a criterion that has a value for every entry."""
    value = CRITERIA[name].value
    if value is None:
        raise ValueError(f"{name} orders tied groups and has no value by itself")
    return value


def explain(field: Field, entry: int, name: str) -> list[RoundValue]:
    """Return the rounds of an entry, each with its contribution to the criterion.

    Empty for criteria that are not a sum over rounds.
    """
    value = CRITERIA[name].value
    return value.rounds(field, entry) if isinstance(value, RoundSum) else []


DUEL_SWISS = (DIRECT, "buchholz_cut1", "buchholz", "sonneborn_berger", "wins", LOT)
ROUND_ROBIN = (DIRECT, "sonneborn_berger", "wins", "koya", LOT)
ARENA = ("performance",)

NOT_IN_ROUND_ROBIN = frozenset(
    {"buchholz", "buchholz_cut1", "buchholz_cut2", "median_buchholz", "average_buchholz"}
)


def table_criteria(scores: ScoreKind) -> tuple[str, ...]:
    """Return the default list for tables of three or more (spec 3.3).

    Relative scores need scores that are never negative; where scores may be negative, the total
    replaces them, and where there are none (survivor), the opponents beaten do.
    """
    middle: dict[ScoreKind, tuple[str, ...]] = {
        "none": ("beaten",),
        "non_negative": ("relative", "best_table"),
        "signed": ("total_score",),
    }
    return ("table_wins", DIRECT, "opponents", *middle[scores], LOT)
