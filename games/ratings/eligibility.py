"""Decide which matches are rated, and how players who left early rank.

These are the written rules the site shows beside a match. Spec: tournaments 1.4,
"Who counts". Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.text import gettext_noop
from games.ratings.algorithm import Kind

SENTENCES = {
    "casual": gettext_noop("Not rated: this was a casual table."),
    "marked": gettext_noop("Not rated: a judge or the club marked the match as unrated."),
    "aborted": gettext_noop("Not rated: the match was called off."),
    "not_begun": gettext_noop("Not rated: the match was forfeited before the first turn."),
    "guest": gettext_noop("Not rated: a guest without an account was at the table."),
    "bot": gettext_noop("Not rated: a bot was at the table from the start."),
    "no_winner": gettext_noop("Not rated: no side won."),
    "corrected": gettext_noop("Not rated: the moderators took the match out of the ratings."),
}
"""The sentence for each reason; the log stores the codes."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The facts that decide whether a finished match is rated.

    `bots` and `guests` count seats at the start: a match stays rated when a bot
    or substitute takes over later, and counts for the person who started it.
    """

    kind: Kind
    ranks: tuple[int, ...]
    guests: int = 0
    bots: int = 0
    aborted: bool = False
    first_turn_taken: bool = True
    marked_unrated: bool = False
    casual: bool = False


def unrated_reason(facts: MatchFacts) -> str:
    """Return the code for why a match is unrated; empty if it is rated."""
    reasons = (
        (facts.casual, "casual"),
        (facts.marked_unrated, "marked"),
        (facts.aborted, "aborted"),
        (not facts.first_turn_taken, "not_begun"),
        (facts.guests > 0, "guest"),
        (facts.bots > 0, "bot"),
        (facts.kind == "group" and len(set(facts.ranks)) < 2, "no_winner"),
    )
    return next((code for holds, code in reasons if holds), "")


def ranks_with_leavers(ranks: Sequence[int], left: Sequence[float | None]) -> list[int]:
    """Return the ranks with leavers placed behind everybody who stayed.

    `ranks` is the result of a free-for-all by seat, `left` the moment each
    seat's own player left for good (None: stayed). A later leaver ranks above
    an earlier one; simultaneous leavers share a rank. Returns competition
    ranks (1, 1, 3).
    """
    keys = [
        (0, rank, 0.0) if moment is None else (1, 0, -moment)
        for rank, moment in zip(ranks, left, strict=True)
    ]
    ordered = sorted(keys)
    return [ordered.index(key) + 1 for key in keys]
