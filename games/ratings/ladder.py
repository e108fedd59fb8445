"""Build the ladder's table: who is ranked, in which order, and why others are not.

Spec: tournaments 1.5. Pure: imports no Django, random, time, datetime, os or
secrets; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.ratings.algorithm import WLBT, Constants
from games.ratings.display import (
    DAY,
    PROVISIONAL_MATCHES,
    cautious,
    provisional,
    shown,
    sigma_now,
)
from games.ratings.replay import Member, PlayerState

ACTIVE_DAYS = 90

Unranked = Literal["few_matches", "uncertain", "idle"]


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One line of a ladder; `rank` is None below the line, and `why` says why.

    `needs` counts the rated matches still missing.
    """

    rank: int | None
    player: int
    rating: int
    cautious: int
    provisional: bool
    matches: int
    last_match: float | None
    why: Unranked | None = None
    needs: int = 0


def ladder_table(
    members: Mapping[Member, PlayerState],
    *,
    now: float,
    active_days: float = ACTIVE_DAYS,
    constants: Constants = WLBT,
) -> list[LadderRow]:
    """Return the ranked players by cautious rating, then the unranked likewise.

    Ties are broken by more matches, then earlier last match, then id. Side
    members and players without a match in this ladder are left out.
    """
    rows = [
        _row(player, state, now, active_days, constants)
        for player, state in members.items()
        if isinstance(player, int) and state.matches
    ]
    rows.sort(key=_order)
    ranked = [row for row in rows if row.why is None]
    others = [row for row in rows if row.why is not None]
    return [_with_rank(row, place) for place, row in enumerate(ranked, 1)] + others


def _row(
    player: int, state: PlayerState, now: float, active_days: float, constants: Constants
) -> LadderRow:
    """Return a player's line, without a rank."""
    sigma = sigma_now(state.sigma, state.last_match, now, constants)
    return LadderRow(
        rank=None,
        player=player,
        rating=shown(state.mu),
        cautious=cautious(state.mu, sigma),
        provisional=provisional(state.matches, sigma),
        matches=state.matches,
        last_match=state.last_match,
        why=_why_unranked(state, sigma, now, active_days),
        needs=max(0, PROVISIONAL_MATCHES - state.matches),
    )


def _why_unranked(
    state: PlayerState, sigma: float, now: float, active_days: float
) -> Unranked | None:
    """Return why a player is unranked, or None."""
    if state.matches < PROVISIONAL_MATCHES:
        return "few_matches"
    if provisional(state.matches, sigma):
        return "uncertain"
    if state.last_match is None or now - state.last_match > active_days * DAY:
        return "idle"
    return None


def _order(row: LadderRow) -> tuple[int, int, float, int]:
    """Return the sort key of a ladder, best first."""
    return (-row.cautious, -row.matches, row.last_match or 0.0, row.player)


def _with_rank(row: LadderRow, rank: int) -> LadderRow:
    """Return the row with its rank on the ladder."""
    return LadderRow(
        rank=rank,
        player=row.player,
        rating=row.rating,
        cautious=row.cautious,
        provisional=row.provisional,
        matches=row.matches,
        last_match=row.last_match,
    )
