"""Per-process caches of matches' rows and of what was projected from them, for all viewers.

Rows are keyed by match; projections by match, part (a seat or `PUBLIC`) and language. Every entry
has its revision, which rises with everything a page may show, so an entry is superseded but never
stale. Callers must have checked access.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar, cast

from games.matches.models import Match, Seat
from games.matches.recent import Recent

T = TypeVar("T")

MAX_ROWS = 500
MAX_PROJECTIONS = 1000


_rows: Recent[tuple[Match, list[Seat]]] = Recent(MAX_ROWS)
_projections: Recent[tuple[int, Any]] = Recent(MAX_PROJECTIONS, lambda known: known[0])


def rows_put(match: Match, seats: list[Seat]) -> None:
    """Cache committed rows of a started match, unless newer ones are cached."""
    known = _rows.get(match.code)
    if known is None or known[0].revision < match.revision:
        _rows.put(match.code, (copy(match), [copy(seat) for seat in seats]))


def rows_get(code: str, revision: int) -> tuple[Match, list[Seat]] | None:
    """Return cached rows of a started match that are at least as new as `revision`, if any.

    Never for a club's match, whose audience can change while the match does not.
    """
    known = _rows.get(code)
    if known is None or known[0].revision < revision or known[0].club_id is not None:
        return None
    return known


def projected_once(match: Match, part: str, language: str, project: Callable[[T | None], T]) -> T:
    """Return the cached result of `project` for a running match; it is given the one before.

    A finished match is not cached, because its ratings may be corrected later.
    """
    key = match.code, part, language
    revision, known = _projections.get(key) or (-1, None)
    if match.status == Match.Status.RUNNING and revision == match.revision and known is not None:
        return cast("T", known)
    found = project(known)
    if match.status == Match.Status.RUNNING:
        _projections.put(key, (match.revision, found))
    return found


def clear() -> None:
    """Clear all caches."""
    _rows.clear()
    _projections.clear()
