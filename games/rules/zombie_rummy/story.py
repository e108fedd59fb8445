"""Tell a match: its chapters, and its ending in a line. Pure.

Everything here is public: totals, rounds, and who resigned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.contract import Event
from games.engine.text import Argument, Phrase, SeatRef, gettext_noop
from games.rules.zombie_rummy.events import MatchEnded, RoundBegan, SeatNuked, SeatResigned
from games.rules.zombie_rummy.events.ending import signed
from games.rules.zombie_rummy.state import State

ROUND: Final = gettext_noop("Round %(round)s")
NUKED: Final = gettext_noop("%(target)s is nuked")
LEFT: Final = gettext_noop("%(seat)s resigns")
REACHED: Final = gettext_noop("%(seat)s reached %(total)s and wins.")
SANK: Final = gettext_noop("%(loser)s sank to %(total)s; %(seat)s wins with %(best)s.")
SANK_SHARED: Final = gettext_noop("%(loser)s sank to %(total)s; the win is shared at %(best)s.")
ROUNDS: Final = gettext_noop("After the last round %(seat)s wins with %(best)s.")
ROUNDS_SHARED: Final = gettext_noop("After the last round the win is shared at %(best)s.")
WON_ROUND: Final = gettext_noop("%(seat)s wins with %(count)s round won.")
WON_ROUNDS: Final = gettext_noop("%(seat)s wins with %(count)s rounds won.")
RESIGNED: Final = gettext_noop("%(loser)s resigned; %(seat)s wins.")


def chapter(event: Event) -> Phrase | None:
    """Return the title of the chapter that begins with an event: a round, a nuke, a farewell."""
    match event:
        case RoundBegan(round=number):
            return Phrase(ROUND, {"round": number})
        case SeatNuked(target=target):
            return Phrase(NUKED, {"target": SeatRef(target)})
        case SeatResigned(seat=seat):
            return Phrase(LEFT, {"seat": SeatRef(seat)})
    return None


def story(state: State, events: Sequence[Event]) -> tuple[Phrase, ...]:
    """Return how a finished match ended."""
    ended = next(event for event in reversed(events) if isinstance(event, MatchEnded))
    winner = ended.ranks.index(1)
    told: dict[str, Argument] = {
        "seat": SeatRef(winner),
        "best": signed(state.totals[winner]),
    }
    is_shared = ended.ranks.count(1) > 1
    match ended.reason:
        case "resignation":
            left = next(e.seat for e in reversed(events) if isinstance(e, SeatResigned))
            return (_only(RESIGNED, told | {"loser": SeatRef(left)}),)
        case "score":
            return (_by_score(state, told, winner, is_shared=is_shared),)
        case "wins":
            wins: dict[str, Argument] = {"seat": SeatRef(winner), "count": state.round_wins[winner]}
            return (Phrase(WON_ROUND, wins, WON_ROUNDS),)
    return (_only(ROUNDS_SHARED if is_shared else ROUNDS, told),)


def _by_score(state: State, told: dict[str, Argument], winner: int, *, is_shared: bool) -> Phrase:
    """Return whose total ended the match: the winner's own, or that of somebody who sank."""
    reached = max(range(state.seats), key=lambda seat: abs(state.totals[seat]))
    told = told | {"loser": SeatRef(reached), "total": signed(state.totals[reached])}
    if state.totals[reached] >= 0 and not is_shared:
        return _only(REACHED, told)
    return _only(SANK_SHARED if is_shared else SANK, told)


def _only(key: str, told: dict[str, Argument]) -> Phrase:
    """Return a phrase with the arguments that its sentence names."""
    return Phrase(key, {name: value for name, value in told.items() if f"%({name})s" in key})
