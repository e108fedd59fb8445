"""Carries out what is due in events that run by themselves (`direct/automation.py`).

The server calls `sweep_events` in every process. A step is an action of the event, judged under the
lock of its row, which one process at a time takes: so it is done once, and a step cut off by a
crash is found again. A step that is refused stops the event and tells its directors; it is not
tried again. All times come from the database's clock.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import Q

from games.engine.contract import Refusal
from games.engine.text import Phrase, gettext_noop
from games.matches.clock import database_now
from games.matches.services.outage import has_served_for
from games.registry import all_rules
from games.tournaments.direct.automation import Due, due_step
from games.tournaments.direct.state import State
from games.tournaments.direct.text import EntryRef
from games.tournaments.models import Tournament
from games.tournaments.services.act import OF_EVENT, action_store
from games.tournaments.services.arena import pass_by_the_late
from games.tournaments.services.tables import AT_ONCE, GONE, published_round, tables_open
from games.tournaments.store import load_state

logger = logging.getLogger(__name__)

AFTER_OUTAGE = timedelta(minutes=2)
"""How long after an outage nobody loses anything by the clock: directors can give time."""
STUCK = gettext_noop("Table %(table)s needs a decision.")
BROKE = gettext_noop("Something went wrong on our side.")


def sweep_events() -> int:
    """Carry out what is due in every event that runs by itself; return how many there are.

    Events of a game that is gone stand still.
    """
    due = Tournament.objects.filter(by_itself=True, game__in=all_rules())
    codes = list(due.values_list("code", flat=True))
    for code in codes:
        try:
            event_go_on(code=code, now=database_now())
        except Exception:
            logger.exception("an event does not go on", extra={"tournament": code})
    return len(codes)


def event_go_on(*, code: str, now: datetime) -> None:
    """Carry out the step that is due in an event, unless another process is at it."""
    with transaction.atomic():
        rows = Tournament.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
        event = rows.filter(code=code, by_itself=True).first()
        if event is None:
            return
        state = load_state(event)
        starts_at = None if event.starts_at is None else int(event.starts_at.timestamp())
        due = due_step(state, int(now.timestamp()), starts_at)
        stuck = _stuck_table(event, state)
        if stuck is not None:
            _halt(event, Phrase(STUCK, {"table": stuck}))
        elif due is not None and (due.kind != "draw_rest" or has_served_for(AFTER_OUTAGE)):
            _do(event, due)
        to_come = timedelta(minutes=state.pace.no_show_minutes if published_round(state) else 0)
    if to_come and now.timestamp() >= state.pace.since + to_come.total_seconds():
        kind = "forfeit" if state.pace.no_shows_stay else "no_show"
        pass_by_the_late(event, now, to_come, OF_EVENT, kind)
    tables_open(code=code, waits=False, most=AT_ONCE)


def _stuck_table(event: Tournament, state: State) -> int | None:
    """Return a table whose match ended without a result that counts: only a director can go on."""
    held = published_round(state)
    if held is None:
        return None
    waiting = [table.number for table in held.tables if not table.decided]
    links = event.tables.filter(is_current=True, round=held.number, table__in=waiting)
    stuck = links.filter(~Q(note="") | Q(match__status__in=GONE))
    return stuck.values_list("table", flat=True).first()


def _do(event: Tournament, due: Due) -> None:
    """Carry out a step; stop the event if it is refused, or fails by a fault of ours."""
    try:
        _act(event, due.kind, dict(due.payload))
    except Refusal as refusal:
        logger.info("stopped", extra={"tournament": event.code, "code": refusal.code})
        _halt(event, refusal.phrase)
    except OperationalError:  # a lock or a connection: the next sweep tries again
        raise
    except Exception:
        logger.exception("an event stopped", extra={"tournament": event.code})
        _halt(event, Phrase(BROKE))


def _halt(event: Tournament, why: Phrase) -> None:
    """Stop the event, and keep why."""
    args = {
        key: {"entry": int(value)} if isinstance(value, EntryRef) else value
        for key, value in why.args.items()
    }
    _act(event, "halt", {"stopped": why.key, "stopped_args": args})


def _act(event: Tournament, kind: str, payload: dict[str, Any]) -> None:
    """Act as the event itself, once in this state of it."""
    about = f"{OF_EVENT}{kind}-{event.code}-{event.no}"
    action_store(event.code, None, "organiser", kind, payload, about, "")
