"""A tournament's settings: format, scoring, criteria, tables, entry conditions.

Stored as JSON in the first director's action; they may change until the start. Spec: tournaments 3,
5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from games.tournaments.pair.byes import HALF_BYES, ByePoints
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.criteria import (
    ARENA,
    BOARD_POINTS,
    DUEL_SWISS,
    ROUND_ROBIN,
    ScoreKind,
    table_criteria,
)
from games.tournaments.rank.points import Scoring

Format = Literal["swiss", "pods", "round_robin", "knockout", "partners", "table_knockout", "arena"]
FirstRound = Literal["seed", "random"]
TieRule = Literal["replay", "higher_seed"]

KnockoutKind = Literal["single", "double"]
EliminationKind = Literal["single", "double", "tables"]

DUELS = SizeRule(2, 2, 2)
THREE_TO_FIVE = SizeRule(3, 5, 4)
FOURS = SizeRule(4, 4, 4)
DUEL_FORMATS = frozenset({"swiss", "round_robin", "knockout"})
ELIMINATIONS: dict[Format, EliminationKind] = {"knockout": "single", "table_knockout": "tables"}
"""Formats that are an elimination from round 1; `knockout_kind` may make one double."""

SIZED_FORMATS = frozenset({"pods", "table_knockout"})
"""Formats whose table sizes come from the settings."""

FIXED_FIELD = frozenset({"round_robin", *ELIMINATIONS})
PAIRED = ("pods", "swiss", "partners")
"""Formats paired round by round, with byes that earn points; a round robin's rest earns none."""
RANKED = (*PAIRED, "round_robin")
"""Formats whose standings follow from points and tie-breaks."""
MOST_IN_CUT = 100
DUEL_CUTS = (2, 4, 8, 16)
"""How many entries of a Swiss may advance to a knockout."""

TEAM_FORMATS = ("swiss", "round_robin", "knockout", "pods")
"""Formats in which players may form teams: two meet board by board, or all sit at larger tables."""
MOST_BOARDS, MOST_IN_TEAM = 12, 30
GROUP_FORMATS = ("round_robin", "pods")
MOST_GROUPS = 16
MATCH_POINTS = Scoring("vector", {2: (2, 0)})
"""What a match of two teams is worth: two match points for a win, one for a draw."""

DEFAULT_POD_ROUNDS = 4
LEAST_MINUTES, MOST_MINUTES = 20, 180
"""The shortest and longest an arena may be planned to last."""

MOST_PLACES = 512
"""Pairing that many takes a second or less; bench/events.py measures what their pages cost."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one tournament.

    format          swiss, round_robin, knockout: tables of two; pods, table_knockout:
                    tables of `sizes`; partners: two against two with changing partners;
                    arena: duels for `minutes`, free entries being paired again
    seed            fixes the lots; revealed by the start, empty before it. (In events that predate
                    commitments: fixes every draw, from the first day)
    commitment      what its draws were committed to at creation (`draws.py`); may be empty
    rounds          None: the usual number at the start; for a round robin and a
                    knockout it follows from the entries
    team_size       2: an entry is a fixed pair
    scores          which game scores exist: none, non_negative, signed
    criteria        empty: the default list of the format
    pab             units of a pairing-allocated bye; None: a full win
    half_byes       how many requested byes earn half a win
    first_round     seed (half against half; at larger tables snake) or random
    fixed_schedule  pods: all rounds are made at the start, ignoring scores
    short_in_turn   in such a schedule nobody sits at two short tables before everybody sat at one
    knockout_kind   single: one loss eliminates; double: two losses do
    knockout_tie    replay: a drawn match is no result; higher_seed: that entry advances
    cut             how many advance after the last round: of a Swiss, to a knockout; of
                    pods, to tables whose winners advance; 0: nobody
    advance         table_knockout: how many of each table advance
    bots_rank       whether bots take places; if not, they advance to no final stage either
    groups          how many groups play by themselves before the final stage (`groups.py`); 0: none
    boards          how many players of each team play a round (`teams.py`); 0: nobody has a team
    """

    format: Format
    seed: str
    rounds: int | None = None
    team_size: int = 1
    scoring: Scoring = field(default_factory=Scoring)
    scores: ScoreKind = "none"
    criteria: tuple[str, ...] = ()
    pab: int | None = None
    half_byes: int = HALF_BYES
    sizes: SizeRule = THREE_TO_FIVE
    capacity: int | None = None
    check_in: bool = False
    late_entry: bool = True
    first_round: FirstRound = "random"
    last_round_by_standings: bool = False
    fixed_schedule: bool = False
    short_in_turn: bool = False
    clubs_apart: bool = False
    cycles: int = 1
    third_place: bool = False
    knockout_kind: KnockoutKind = "single"
    knockout_tie: TieRule = "replay"
    cut: int = 0
    advance: int = 1
    minutes: int = 60
    bots_rank: bool = True
    boards: int = 0
    groups: int = 0
    commitment: str = ""

    @property
    def duplicate(self) -> bool:
        """Whether every table of a round plays the same deal (`rank/duplicate.py`)."""
        return self.scoring.preset == "matchpoints"

    @property
    def places(self) -> int:
        """Return how many entries take part; later ones go on the waiting list."""
        return MOST_PLACES if self.capacity is None else min(self.capacity, MOST_PLACES)

    @property
    def elimination(self) -> EliminationKind | None:
        """The kind of elimination the event is or ends with; None if there is none."""
        after: EliminationKind = "tables" if self.format == "pods" else "single"
        kind = ELIMINATIONS.get(self.format, after if self.cut else None)
        return self.knockout_kind if kind == "single" else kind

    @property
    def size_rule(self) -> SizeRule:
        """The table sizes that the format uses."""
        if self.format == "partners":
            return FOURS
        return self.sizes if self.format in SIZED_FORMATS else DUELS

    @property
    def criteria_list(self) -> tuple[str, ...]:
        """The criteria in order, with defaults filled in."""
        if self.criteria:
            return self.criteria
        if self.format in SIZED_FORMATS or self.format == "partners":
            return table_criteria(self.scores)
        if self.format == "arena":
            return ARENA
        usual = DUEL_SWISS if self.format == "swiss" else ROUND_ROBIN
        return (BOARD_POINTS, *usual) if self.boards else usual

    @property
    def bye_points(self) -> ByePoints:
        """The value of unplayed rounds; a round robin's rest is worth nothing."""
        full = self.scoring.full_win
        pab = full if self.pab is None else self.pab
        if self.format == "round_robin":
            return ByePoints(full, pab=0, half_byes=0)
        return ByePoints(full, pab, self.half_byes)


def config_to_json(config: Config) -> dict[str, Any]:
    """Return the settings as JSON types; `config_from_json` is the inverse."""
    data = {one.name: getattr(config, one.name) for one in fields(config)}
    data["criteria"] = list(config.criteria)
    data["scoring"] = {
        "preset": config.scoring.preset,
        "vectors": {str(size): list(row) for size, row in config.scoring.vectors.items()},
        "weights": [[*key, units] for key, units in sorted(config.scoring.weights.items())],
    }
    data["sizes"] = asdict(config.sizes) | {"forbidden": sorted(config.sizes.forbidden)}
    return data


def config_from_json(data: Mapping[str, Any]) -> Config:
    """Return the settings that `config_to_json` wrote; absent keys take defaults."""
    known = {one.name for one in fields(Config)}
    values = {key: value for key, value in data.items() if key in known}
    if "criteria" in values:
        values["criteria"] = tuple(values["criteria"])
    if "scoring" in values:
        values["scoring"] = _scoring_from_json(values["scoring"])
    if "sizes" in values:
        sizes = values["sizes"]
        values["sizes"] = SizeRule(**{**sizes, "forbidden": frozenset(sizes.get("forbidden", ()))})
    return Config(**values)


def _scoring_from_json(data: Mapping[str, Any]) -> Scoring:
    """Return a scoring from its JSON."""
    return Scoring(
        data.get("preset", "share"),
        {int(size): tuple(row) for size, row in data.get("vectors", {}).items()},
        {(side, size): units for side, size, units in data.get("weights", ())},
    )
