"""Per-process caches of rows read from matches and of what was built from them, for all viewers.

Rows are keyed by match; what is built from them by match, seat or part (`PUBLIC` for what all
share) and language. Every entry has its revision, which rises with everything a page may show, so
an entry is superseded but never stale. Callers must have checked access.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar

from games.matches.models import Match, Seat
from games.matches.recent import Recent

T = TypeVar("T")

MAX_ROWS = 500
MAX_MADE = 1000


_rows: Recent[tuple[Match, list[Seat]]] = Recent(MAX_ROWS)
_made: Recent[tuple[int, Any]] = Recent(MAX_MADE, lambda made: made[0])


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


def made_once(match: Match, part: str, language: str, make: Callable[[], T]) -> T:
    """Return the cached result of `make` for a running match and one seat, or for all.

    A finished match is not cached, because its ratings may be corrected later.
    """
    if match.status != Match.Status.RUNNING:
        return make()
    key = match.code, part, language
    known = _made.get(key)
    if known is None or known[0] != match.revision:
        known = match.revision, make()
        _made.put(key, known)
    made: T = known[1]
    return made


def forget() -> None:
    """Clear all caches."""
    _rows.clear()
    _made.clear()
