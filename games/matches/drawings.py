"""What a process has read and drawn of matches lately, so that it does so once for all who look.

Rows are kept by match, drawings by match, seat (None: everybody who only watches) and language,
with the revision they are of: it rises with everything a page may show, so neither ever goes
stale, it is only followed. Holds rows and finished HTML of one viewer each; whoever asks must have
checked access.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from games.matches.models import Match, Seat
from games.matches.recent import Recent

MAX_ROWS = 500
MAX_DRAWN = 1000


_rows: Recent[tuple[Match, list[Seat]]] = Recent(MAX_ROWS)
_drawn: Recent[tuple[int, str]] = Recent(MAX_DRAWN, lambda drawn: drawn[0])


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


def drawn_once(match: Match, seat: int | None, language: str, draw: Callable[[], str]) -> str:
    """Return what `draw` makes of a running match for one seat or for watchers, drawing it once.

    One that is over is drawn each time: its ratings may be corrected later.
    """
    if match.status != Match.Status.RUNNING:
        return draw()
    key = match.code, seat, language
    known = _drawn.get(key)
    if known is None or known[0] != match.revision:
        known = match.revision, draw()
        _drawn.put(key, known)
    return known[1]


def forget() -> None:
    """Forget all rows and drawings."""
    _rows.clear()
    _drawn.clear()
