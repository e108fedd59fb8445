"""The one service behind every button: judge, store the action, keep the columns in step.

Also the only place that writes actions. `check.py` decides whether a request may be made,
`facts.py` supplies what an event cannot know, and `direct/` judges. Matches are opened, recorded
and called off after the commit (`tables.py`, `results.py`), so a crash in between leaves work that
the sweep finds.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.clubs.journal import journal_write
from accounts.models import User
from games.tournaments.access import TournamentNotFound
from games.tournaments.direct.actions import Role
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.fold import KINDS, act, decide
from games.tournaments.direct.state import State
from games.tournaments.models import DirectorAction, Tournament
from games.tournaments.refusals import refuse
from games.tournaments.services.attendance import attendance_note
from games.tournaments.services.awards import places_update
from games.tournaments.services.check import request_check
from games.tournaments.services.facts import facts_for
from games.tournaments.services.guests import guests_name
from games.tournaments.services.notices import action_notify
from games.tournaments.services.qualifiers import QUALIFYING, qualifiers_due
from games.tournaments.services.tables import (
    AT_ONCE,
    links_drop,
    tables_are_due,
    tables_open,
)
from games.tournaments.services.webhooks import round_tell
from games.tournaments.store import STATES, load_state

REQUEST_ID = re.compile(r"[0-9A-Za-z_:.-]{1,64}", re.ASCII)
OF_MATCH, OF_ARENA, OF_EVENT, OF_STEP = "match-", "arena-", "event-", "step-"
OF_ADDRESS = "address-"
"""Prefixes of the server's own request ids.

For match results, steps of arenas and of events that run by themselves, steps of a button that
carries out several, and private addresses.


A client using such an id would block the server's action: no result would come in, no arena go on
or end.
"""
OF_SERVER = (OF_MATCH, OF_ARENA, OF_EVENT, OF_STEP, OF_ADDRESS)


@dataclass(frozen=True)
class Done:
    """The outcome of a request; `again` if it had been done before."""

    state: State
    again: bool = False


def tournament_act(
    *,
    code: str,
    actor: Any,
    role: Role,
    kind: str,
    payload: Mapping[str, Any],
    request_id: str,
    reason: str = "",
    expected_no: int | None = None,
) -> Done:
    """Carry out a button's action, once; the caller has checked that `actor` has the role.

    `request_id` is the page's idempotency key: repeating it changes nothing. `expected_no` is the
    number of actions the page showed: if something was decided since, the request is refused.
    Raises TournamentNotFound, EventRefusal, TournamentRefusal.
    """
    if not REQUEST_ID.fullmatch(request_id):
        raise refuse("bad_request_id")
    if actor is not None and request_id.startswith(OF_SERVER):
        raise refuse("request_id_used")
    done = action_store(code, actor, role, kind, payload, request_id, reason, expected_no)
    tables_open(code=code, most=AT_ONCE)
    return done


@transaction.atomic
def action_store(
    code: str,
    actor: Any,
    role: Role,
    kind: str,
    payload: Mapping[str, Any],
    request_id: str,
    reason: str,
    expected_no: int | None = None,
) -> Done:
    """Judge and store an action; its tables are opened afterwards, here or by the sweep.

    Some kinds are several actions: all of them are stored, or none.
    """
    tournament = lock_tournament(code)
    state = load_state(tournament)
    stored = KINDS[kind].stored_as or kind if kind in KINDS else kind
    if _known(tournament, actor, stored, request_id):
        return Done(state, again=True)
    request_check(tournament, state, actor, role, kind, payload, expected_no)
    if kind == "start" and _cannot_come(state):
        state = _without_gone(tournament, state, "unregister")
        if not state.config.check_in:  # with one, only those who are there take part
            state = _with_qualifiers(tournament, state, asked=False)
    if stored != kind:
        decide(state, kind, payload)
    for step in KINDS[kind].before(state):
        about = OF_STEP + sha256(f"{request_id} {step}".encode()).hexdigest()[:40]
        state = _store(tournament, state, actor, step, {}, about, "")
    state = _store(tournament, state, actor, stored, payload, request_id, reason)
    if kind in QUALIFYING:
        state = _with_qualifiers(tournament, state, asked=kind == "take_qualifiers")
    if kind == "reopen" and state.phase == "running":
        state = _without_gone(tournament, state, "withdraw")
    return Done(state)


def _store(
    tournament: Tournament,
    state: State,
    actor: Any,
    kind: str,
    payload: Mapping[str, Any],
    request_id: str,
    reason: str,
) -> State:
    """Store one action of a locked event, notify those concerned, and return the new state.

    Nobody else sees that state before the commit, so a later refusal leaves no trace.
    """
    payload = {**payload, **facts_for(tournament, state, kind, payload)}
    action, after = act(state, kind, payload, reason)
    row = DirectorAction.objects.create(
        tournament=tournament, no=after.no, request_id=request_id, actor=actor,
        kind=action.kind, payload=dict(action.payload), reason=action.reason[:500],
    )  # fmt: skip
    if names := payload.get("names"):
        guests_name(tournament, after.entries[action.payload["entry"]], names)
    if kind == "cancel_round":
        links_drop(tournament, round_number=action.payload["round"])
    _project(tournament, after)
    attendance_note(row, before=state, action=action, after=after)
    action_notify(tournament, actor, action, after)
    round_tell(tournament, action)
    _tell_club(tournament, actor, kind)
    transaction.on_commit(partial(STATES.put, tournament.pk, after))
    return after


def lock_tournament(code: str) -> Tournament:
    """Return the tournament with its row locked until the transaction ends."""
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
    found = rows.filter(code=code).select_related("club").first()
    if found is None:
        raise TournamentNotFound(code)
    return found


def _known(tournament: Tournament, actor: Any, kind: str, request_id: str) -> bool:
    """Tell whether this very request was done before; refuses an id used for another one."""
    row = DirectorAction.objects.filter(request_id=request_id).first()
    if row is None:
        return False
    same_actor = row.actor_id == getattr(actor, "pk", None)
    if row.tournament_id != tournament.pk or row.kind != kind or not same_actor:
        raise refuse("request_id_used")
    return True


def _without_gone(tournament: Tournament, state: State, kind: str) -> State:
    """Before a round is made, remove entries barred since, or gone: nobody should wait for them.

    A ban spares events that begin after it ends and events that are over; but those may begin
    earlier, or be reopened.
    """
    for entry in _cannot_come(state):
        by_itself = f"left-{uuid.uuid4().hex}"
        state = _store(tournament, state, None, kind, {"entry": entry}, by_itself, "")
    return state


def _with_qualifiers(tournament: Tournament, state: State, *, asked: bool) -> State:
    """Enter those who qualified elsewhere and are missing, because they are new or others left."""
    for payload in qualifiers_due(tournament, state, asked=asked):
        by_itself = f"qualified-{uuid.uuid4().hex}"
        state = _store(tournament, state, None, "register", payload, by_itself, "")
    return state


def _cannot_come(state: State) -> list[int]:
    """Return the playing or waiting entries that have a member who cannot sign in."""
    entries = [one for one in state.entries.values() if one.status in ("registered", "waiting")]
    people = {player for entry in entries for player in entry.players if player > 0}
    active = User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True)
    gone = people.difference(active)
    return [entry.number for entry in entries if gone.intersection(entry.players)]


def _project(tournament: Tournament, state: State) -> None:
    """Update the columns of the tournament's row from its state."""
    was_finished = tournament.finished_at is not None
    is_finished = state.phase in ("finished", "archived") and bool(state.listed())
    tournament.phase, tournament.no = state.phase, state.no
    tournament.format, tournament.rounds = state.config.format, last_round(state)
    tournament.round = sum(held.phase != "proposed" for held in state.rounds)
    there = [one for one in state.with_status("registered") if not one.is_team]
    tournament.entries = len(state.listed() or there)
    tournament.by_itself = state.pace.is_automatic
    tournament.tables_due = tables_are_due(tournament, state)
    if is_finished != was_finished:
        tournament.finished_at = Now() if is_finished else None
    tournament.save()
    if is_finished or was_finished:
        places_update(tournament, state)


def _tell_club(tournament: Tournament, actor: Any, kind: str) -> None:
    """Record in the club's journal the actions its directors answer for."""
    if tournament.club is None or actor is None:
        return
    if KINDS[kind].in_clubs_journal:
        journal_write(club=tournament.club, actor=actor, verb="ruled", about=tournament.name)
