"""What a process has read of matches and made of it lately, once for all who look.

Rows are kept by match; what is made of them by match, seat or part (`PUBLIC` for what all share)
and language, with the revision it is of: that rises with everything a page may show, so nothing
here goes stale, it is only followed. Whoever asks must have checked access.
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
    """Remember committed rows of a started match, unless newer ones are known."""
    known = _rows.get(match.code)
    if known is None or known[0].revision < match.revision:
        _rows.put(match.code, (copy(match), [copy(seat) for seat in seats]))


def rows_get(code: str, revision: int) -> tuple[Match, list[Seat]] | None:
    """Return rows of a started match that are as new as `revision`, if they are known.

    Not of a club's match: who may see it can change without the match.
    """
    known = _rows.get(code)
    if known is None or known[0].revision < revision or known[0].club_id is not None:
        return None
    return known


def made_once(match: Match, part: str, language: str, make: Callable[[], T]) -> T:
    """Return what `make` makes of a running match for one seat or for all, made once.

    One that is over is made anew each time: its ratings may be corrected later.
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
    """Forget all of it."""
    _rows.clear()
    _made.clear()
