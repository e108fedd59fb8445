"""Build the ladder's table: who is ranked, in which order, and why others are not.

Spec: tournaments 1.5. Pure: imports no Django, random, time, datetime, os or
secrets; times are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from games.ratings.display import (
    DAY,
    PROVISIONAL_MATCHES,
    cautious,
    provisional,
    shown,
    sigma_now,
)
from games.ratings.state import Member, PlayerState

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
    members: Mapping[Member, PlayerState], *, now: float, active_days: float = ACTIVE_DAYS
) -> list[LadderRow]:
    """Return the ranked players by cautious rating, then the unranked likewise.

    Ties are broken by more matches, then earlier last match, then id. Side
    members and players without a match in this ladder are left out.
    """
    rows = [
        _row(player, state, now, active_days)
        for player, state in members.items()
        if isinstance(player, int) and state.matches
    ]
    rows.sort(key=lambda row: (-row.cautious, -row.matches, row.last_match or 0.0, row.player))
    ranked = [row for row in rows if row.why is None]
    others = [row for row in rows if row.why is not None]
    return [replace(row, rank=rank) for rank, row in enumerate(ranked, 1)] + others


def _row(player: int, state: PlayerState, now: float, active_days: float) -> LadderRow:
    """Return a player's line, without a rank."""
    sigma = sigma_now(state.sigma, state.last_match, now)
    why: Unranked | None = None
    if state.matches < PROVISIONAL_MATCHES:
        why = "few_matches"
    elif provisional(state.matches, sigma):
        why = "uncertain"
    elif state.last_match is None or now - state.last_match > active_days * DAY:
        why = "idle"
    return LadderRow(
        rank=None,
        player=player,
        rating=shown(state.mu),
        cautious=cautious(state.mu, sigma),
        provisional=provisional(state.matches, sigma),
        matches=state.matches,
        last_match=state.last_match,
        why=why,
        needs=max(0, PROVISIONAL_MATCHES - state.matches),
    )
