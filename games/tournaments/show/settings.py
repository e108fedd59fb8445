"""An event's settings in words: its format, points, byes, tie-breaks and table sizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Rules
from games.engine.text import gettext_noop
from games.matches.phrases import listing
from games.tournaments.direct.config import (
    DUELS,
    ELIMINATIONS,
    PAIRED,
    RANKED,
    Config,
)
from games.tournaments.direct.problems import config_problems
from games.tournaments.pair.sizes import SizeRule
from games.tournaments.rank.criteria import (
    CRITERIA,
    DUEL_SWISS,
    ROUND_ROBIN,
    table_criteria,
)
from games.tournaments.rank.points import VECTORS, Scoring, points_text

FORMATS = {
    "swiss": gettext_noop("Swiss"),
    "pods": gettext_noop("Pods"),
    "round_robin": gettext_noop("Round robin"),
    "knockout": gettext_noop("Knockout"),
    "table_knockout": gettext_noop("Table knockout"),
    "partners": gettext_noop("Rotating partners"),
    "arena": gettext_noop("Arena"),
}


def format_name(key: str) -> str:
    """Return the name of a format."""
    return gettext(FORMATS.get(key, key))


POINTS = [
    ("share", _("Share of opponents beaten")),
    ("win", _("Five for a win, one for a shared win")),
    ("hig", _("5-3-2-1 (tables of three and four)")),
    ("bga", _("6-4-2-0 (tables of four)")),
    ("wbc", _("100-50-20-10 (tables of three and four)")),
    ("vtes", _("60-48-36-24-12 (tables of four and five)")),
    ("raw", _("The game’s own score")),
    ("matchpoints", _("Matchpoints: the share of other tables that the same seat did better than")),
    ("side", _("A win for the winning side")),
    ("weighed_side", _("A win for the winning side, worth more if that side rarely wins")),
]


def scoring_of(key: str) -> Scoring:
    """Return the scoring for a choice of the form."""
    if key in VECTORS:
        return Scoring("vector", dict(VECTORS[key]))
    return Scoring(key)  # type: ignore[arg-type]


def key_of(scoring: Scoring) -> str:
    """Return the form's choice for a scoring."""
    if scoring.preset != "vector":
        return scoring.preset
    vectors = {size: tuple(row) for size, row in scoring.vectors.items()}
    return next((key for key, known in VECTORS.items() if dict(known) == vectors), "share")


def points_label(config: Config) -> str:
    """Return how an event gives points, in the form's words; empty if it gives none."""
    if config.format == "arena":
        return gettext("2 for a win, 1 for a draw; double after two wins in a row")
    if config.boards and config.format in ("swiss", "round_robin"):
        return gettext("2 for a won match, 1 for a draw")
    return "" if config.format in ELIMINATIONS else str(dict(POINTS)[key_of(config.scoring)])


def weight_lines(rules: Rules, config: Config) -> list[str]:
    """Return the value of a win for each side and table size, if sides are weighed."""
    return [
        gettext("%(side)s, %(size)s players: %(points)s")
        % {"side": gettext(rules.meta.sides[side]), "size": size, "points": points_text(units)}
        for (side, size), units in sorted(config.scoring.weights.items())
        if side in rules.meta.sides
    ]


Worth = Literal["full", "half", "nothing"]
WORTHS = [("full", _("a full win")), ("half", _("half a win")), ("nothing", _("nothing"))]
USUAL = {"full": _("as usual: a full win"), "half": _("as usual: half a win")}


def usual_worth(format: str) -> Worth:
    """Return the default value of a bye: in pods, what the others get on average."""
    return "half" if format == "pods" else "full"


def bye_units(worth: str, config: Config) -> int | None:
    """Return the units of a bye for a choice, if any; None for a full win, whatever its value.

    They depend on the format and on the points in the settings.
    """
    chosen = usual_worth(config.format) if worth in ("", "usual") else worth
    return {"half": config.scoring.full_win // 2, "nothing": 0}.get(chosen)


def bye_worth(config: Config) -> Worth:
    """Return the choice that corresponds to an event's byes."""
    full = config.scoring.full_win
    if config.pab is None or config.pab >= full:
        return "full"
    return "half" if config.pab else "nothing"


def bye_label(config: Config) -> str:
    """Return the value of a bye in an event, or empty if byes are worth nothing."""
    if config.format not in PAIRED or config.scoring.full_win == 0:
        return ""
    return str(dict(WORTHS)[bye_worth(config)])


def orders(config: Config) -> dict[str, tuple[str, ...]]:
    """Return the standard orders that an event may use instead of its default."""
    known = {
        "swiss": DUEL_SWISS,
        "round_robin": ROUND_ROBIN,
        "tables": table_criteria(config.scores),
    }
    usual = replace(config, criteria=()).criteria_list
    return {key: order for key, order in known.items() if order != usual and _fits(config, order)}


def criterion_choices(config: Config) -> list[tuple[str, str]]:
    """Return the criteria available for a custom order; ratings are left out (spec 3.3)."""
    left_out = {"performance", *(() if config.scores != "none" else ("total_score",))}
    return [
        (name, gettext(one.title))
        for name, one in CRITERIA.items()
        if name not in left_out and _fits(config, (name,))
    ]


def titles(order: Iterable[str]) -> list[str]:
    """Return the names of criteria."""
    return [gettext(CRITERIA[name].title) for name in order]


def ordered_by(config: Config) -> list[str]:
    """Return an event's tie-breaks; empty if it ranks nothing by them."""
    return titles(config.criteria_list) if config.format in RANKED else []


def _fits(config: Config, order: tuple[str, ...]) -> bool:
    return not config_problems(replace(config, criteria=order))


def sizes_text(sizes: SizeRule) -> str:
    """Return the table sizes: a range, or each one if some in between are left out."""
    allowed = sizes.allowed
    if len(allowed) > 1 and list(allowed) == list(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]}–{allowed[-1]}"
    return listing(str(one) for one in allowed)


def stage_label(config: Config) -> str:
    """Return who plays an event's final stage; empty if there is none."""
    if config.groups:
        return groups_label(config.groups, config.cut // config.groups)
    return cut_label(config.cut, config.size_rule)


def groups_label(groups: int, first: int) -> str:
    """Return how many of each group advance to the final stage."""
    words = ngettext(
        "The winner of each group advances (%(all)s in all)",
        "The first %(n)s of each group advance (%(all)s in all)",
        first,
    )
    return words % {"n": first, "all": groups * first}


def cut_label(count: int, sizes: SizeRule) -> str:
    """Return the name of a final stage with that many entries; empty if there is none."""
    if not count:
        return ""
    if sizes == DUELS:
        text = gettext("Top %(count)s play a knockout")
    elif count in sizes.allowed:
        text = gettext("Top %(count)s play at a final table")
    else:
        text = gettext("Top %(count)s play, then the table winners play the final")
    return text % {"count": count}
