"""How the rounds of an event follow each other, in words: the clock, the break, why it stopped."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.text import Phrase
from games.matches.clock import told_now
from games.tournaments.direct.automation import CHECK_IN_SECONDS, next_round_at
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.kinds.next_round import round_to_start
from games.tournaments.direct.kinds.pace import drawable, ends_at, is_over, seconds_left
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.state import State
from games.tournaments.direct.text import EntryRef
from games.tournaments.show.event import EventView
from games.tournaments.show.names import sentence

AT_ZERO = {
    100: _("wait for every table"),
    75: _("draw the rest once 3 of 4 tables are done"),
    50: _("draw the rest once half the tables are done"),
    0: _("draw every table that isn’t done"),
}


def clock_context(view: EventView) -> dict[str, Any]:
    """Return the clock of the round in play, or when the next one begins by itself.

    Arenas have a clock of their own (`arena_context`).
    """
    state, now = view.state, int(told_now().timestamp())
    if state.config.format == "arena":
        return {}
    held = state.current
    if held is not None and held.phase == "published" and state.phase == "running":
        return {} if held.clock is None else _round_clock(held, now)
    at = _next_at(view, state)
    return {} if at is None else {"next_at": _moment(at), "next_left": at - now, "drawn_at": now}


def _round_clock(held: Round, now: int) -> dict[str, Any]:
    """Return a round's clock: when it runs out, and the seconds left, negative in overtime."""
    at = ends_at(held)
    return {
        "ends_at": _moment(at) if at else None,
        "clock_paused": not at,
        "seconds_left": seconds_left(held, now),
        "drawn_at": now,
    }


def own_clock(held: Round, table: Table) -> dict[str, Any] | None:
    """Return the clock of a table that has more time than its round; None if it has not."""
    at = ends_at(held, table)
    has_more = at and not table.decided and at != ends_at(held)
    return _table_clock(held, table) if has_more else None


def table_clock(state: State, number: int, table: int) -> dict[str, Any] | None:
    """Return the clock at an undecided table of the round in play; None if there is none."""
    held = state.current
    if held is None or held.number != number or held.phase != "published" or held.clock is None:
        return None
    found = held.table(table)
    return None if found is None or found.decided else _table_clock(held, found)


def _table_clock(held: Round, table: Table) -> dict[str, Any]:
    now = int(told_now().timestamp())
    left = seconds_left(held, now, table)
    return {"seconds_left": left, "drawn_at": now, "paused": not ends_at(held)}


def _next_at(view: EventView, state: State) -> int | None:
    """Return when the event begins its next step by itself, if that is to be waited for."""
    if not state.pace.is_automatic:
        return None
    starts_at = view.tournament.starts_at
    if state.phase in ("registration", "check_in") and starts_at is not None:
        early = CHECK_IN_SECONDS if state.phase == "registration" and state.config.check_in else 0
        return int(starts_at.timestamp()) - early
    if state.phase != "running" or round_to_start(state) > last_round(state):
        return None
    return next_round_at(state)


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def pace_context(view: EventView) -> dict[str, Any]:
    """Return what the console says of the pace, and why the event stopped running by itself."""
    return {
        "pace": view.state.pace,
        "stopped": stopped_text(view),
        "at_zero": AT_ZERO,
        "may_draw_rest": may_draw_rest(view.state),
    }


def may_draw_rest(state: State) -> bool:
    """Tell whether the time of every table without a result has run out, and they may be drawn."""
    held, now = state.current, int(told_now().timestamp())
    rest = [] if held is None or held.phase != "published" else drawable(state, held)
    return held is not None and bool(rest) and all(is_over(held, one, now) for one in rest)


def stopped_text(view: EventView) -> str:
    """Return why the event stopped running by itself; empty if it did not."""
    pace = view.state.pace
    args = {
        key: EntryRef(value["entry"]) if isinstance(value, dict) else value
        for key, value in pace.stopped_args.items()
    }
    return sentence(Phrase(pace.stopped, args), view.names) if pace.stopped else ""
