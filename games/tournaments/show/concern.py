"""What an event's page opens with: how the reader stands, and what its directors must decide."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.clock import told_now
from games.matches.phrases import listing
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.round import Round
from games.tournaments.direct.state import State
from games.tournaments.show.event import EventView
from games.tournaments.show.standings import places

MOST_NAMED = 3


def concern_context(view: EventView) -> dict[str, Any]:
    """Return what concerns the viewer: their result so far, what comes next, and their duty."""
    return {
        "own_result": _own_result(view),
        "own_place": _own_place(view),
        "own_next": _next(view.state),
        "duty": _duty(view) if view.access.is_director else "",
    }


def _own_result(view: EventView) -> dict[str, Any] | None:
    """Return the place the viewer came in at their table of the newest round, once decided."""
    held = _public_round(view.state)
    if held is None or view.own is None:
        return None
    table = held.table_of(view.own)
    if table is None or table.result is None or view.own not in table.result.outcomes:
        return None
    return {
        "table": table.number,
        "place": table.result.place_of(view.own),
        "of": len(table.result.outcomes),
    }


def _own_place(view: EventView) -> dict[str, Any] | None:
    """Return the viewer's line in the standings of an event that is over."""
    if view.own is None or view.state.phase not in ("finished", "archived"):
        return None
    rows = places(view)
    mine = next((row for row in rows if row["is_me"]), None)
    return None if mine is None or mine["place"] is None else {**mine, "of": len(rows)}


def _public_round(state: State) -> Round | None:
    return next((one for one in reversed(state.rounds) if one.phase != "proposed"), None)


def _next(state: State) -> str:
    """Return what a running event waits for, as a sentence; "" for an arena or another phase."""
    held = _public_round(state)
    if held is None or state.phase != "running" or state.config.format == "arena":
        return ""
    playing = [str(table.number) for table in held.tables if not table.decided]
    names = {"n": held.number + 1, "tables": listing(playing), "count": len(playing)}
    if held.number >= last_round(state):
        return _ends(playing, names)
    if not playing:
        return _("Round %(n)s comes next. This page shows your table.") % names
    if len(playing) > MOST_NAMED:
        return _("Round %(n)s starts when %(count)s more tables finish.") % names
    return (
        ngettext(
            "Round %(n)s starts when table %(tables)s finishes.",
            "Round %(n)s starts when tables %(tables)s finish.",
            len(playing),
        )
        % names
    )


def _ends(playing: list[str], names: dict[str, Any]) -> str:
    """Return what the end of the last round waits for."""
    if not playing:
        return _("That was the last round. The final standings come next.")
    if len(playing) > MOST_NAMED:
        return _("The event ends when %(count)s more tables finish.") % names
    return (
        ngettext(
            "The event ends when table %(tables)s finishes.",
            "The event ends when tables %(tables)s finish.",
            len(playing),
        )
        % names
    )


def _duty(view: EventView) -> str:
    """Return what waits for a director's decision, or ""."""
    state, starts_at = view.state, view.tournament.starts_at
    is_due = starts_at is not None and starts_at <= told_now()
    if state.phase == "draft":
        return _("No one can enter yet. Open registration when you’re ready.")
    if state.pace.stopped and not state.pace.is_automatic:
        return _("The event stopped running by itself. It needs you.")
    if state.pace.is_automatic and (state.phase == "running" or starts_at is not None):
        return _duty_on_paper(state)
    if state.phase == "registration":
        return _("It’s time to start. Close registration to continue.") if is_due else ""
    if state.phase == "check_in":
        there = [one for one in state.with_status("registered") if not one.is_team]
        away = sum(not one.checked_in for one in there)
        waits = ngettext(
            "%(n)s player hasn’t checked in.", "%(n)s players haven’t checked in.", away
        )
        return waits % {"n": away} if away else _("Everyone has checked in. Start the event.")
    return _duty_of_round(state) if state.phase == "running" else ""


def _duty_on_paper(state: State) -> str:
    """Return what an event that runs by itself cannot do: enter results from paper."""
    held = _public_round(state)
    rest = [] if held is None else [one for one in held.tables if not one.decided]
    if held is None or not rest or not all(state.on_paper(held, one) for one in rest):
        return ""
    return _("Round %(n)s waits for results on paper.") % {"n": held.number}


def _duty_of_round(state: State) -> str:
    """Return the step that the newest round of a running event waits for, or ""."""
    held = state.current
    if state.config.format == "arena":
        return ""
    if held is None or (held.phase == "closed" and held.number < last_round(state)):
        return _("Start round %(n)s.") % {"n": state.next_round}
    if held.phase == "proposed":
        return _("Round %(n)s is proposed. Check it and publish it.") % {"n": held.number}
    if held.phase == "closed":
        return _("All rounds are over. Finish the event.")
    if not held.complete:
        return ""
    if held.number < last_round(state):
        return _("All results are in. Start round %(n)s.") % {"n": state.next_round}
    return _("All results are in. Finish the event.")
