"""Process one action: read the match, judge, write, notify, and only then answer."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from accounts.people.sessions import Login
from games.engine.contract import RESIGN, Action, IllegalAction, Rules
from games.engine.match import play_action
from games.matches import store
from games.matches.chain import next_head
from games.matches.clock import clock_of, is_over, milliseconds_between, start_turn
from games.matches.match_cache import rows_put
from games.matches.models import MAX_TIMEOUTS, Match, MatchAction, Seat
from games.matches.notify import announce, ply_played
from games.matches.refusals import refuse
from games.matches.services.failing import turn_try
from games.matches.services.locking import (
    Snapshot,
    lock_unchanged,
    read_match,
    repeated_on_change,
    seat_of,
)
from games.matches.services.match_agree import agreement_settle
from games.matches.services.match_finish import match_finish
from games.matches.services.match_turn import turn_begin, turn_set_bot
from games.matches.services.outage import ClocksStand, outage_credit
from games.matches.services.secret import chance_of

ACTION_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
OWN_ID = re.compile(r"(timeout|abandoned|bot)-[0-9]+")
"""Action ids reserved for the server. A client using one would block the server's own action."""


@dataclass(frozen=True)
class Acknowledged:
    """The answer to an accepted action: its ply, and the version and head after it.

    `revision` is the match's revision after it; None when a repeated request gets its first answer.
    """

    ply: int
    version: int
    head: str
    revision: int | None = field(default=None, compare=False)


def match_act(
    *,
    code: str,
    user: Any,
    action: Action,
    version: int,
    action_id: str,
    login: Login | None = None,
) -> Acknowledged:
    """Carry out an action of `user` and return once it is committed.

    `version` is the version the page has seen. `action_id` is the request's idempotency key: a
    repeated id gets the first answer again and changes nothing. Raises MatchRefusal or
    IllegalAction; then nothing has changed, except that an overdue turn is played by default.
    `login` is the session of the request, if any; raises SessionEnded if it is no longer valid.
    """
    if type(version) is not int:
        raise refuse("bad_version")
    if not ACTION_ID.fullmatch(action_id):
        raise refuse("bad_action_id")
    if OWN_ID.fullmatch(action_id):
        raise refuse("action_id_used")
    while True:
        try:
            return _act_in_time(code, user, action, version, action_id, login)
        except ClocksStand:
            outage_credit()  # clocks run again, and the action is judged by the time left


class TurnRanOut(Exception):
    """The turn's time was up before the action arrived."""


def _act_in_time(
    code: str, user: Any, action: Action, version: int, action_id: str, login: Login | None
) -> Acknowledged:
    try:
        return _act(code, user, action, version, action_id, login)
    except TurnRanOut:
        turn_try(code, partial(match_time_out, code=code))
        raise refuse("too_late") from None


@repeated_on_change
def _act(
    code: str, user: Any, action: Action, version: int, action_id: str, login: Login | None
) -> Acknowledged:
    read = read_match(code, action_id, login)
    match = read.match
    seat = seat_of(read.seats, user)
    if read.known is not None:
        return _first_answer(match.rules, read.known, seat, action)
    if match.status != Match.Status.RUNNING:
        raise refuse("not_running")
    if seat.stand_in:
        raise refuse("stand_in")
    if match.paused_at is not None:
        raise refuse("paused")
    if version != match.version and action != RESIGN:
        raise refuse("stale_version")
    now = read.now()
    if match.to_act == seat.number and is_over(match, now):
        raise TurnRanOut
    seat.timeouts_in_row, seat.agrees_to_void = 0, False
    return action_append(read, seat, action, action_id=action_id, now=now)


def _first_answer(rules: Rules, known: MatchAction, seat: Seat, action: Action) -> Acknowledged:
    """Repeat the first answer to this id; refuse if the request asks for something else."""
    if known.seat != seat.number or not _is_same(rules, known.action, action):
        raise refuse("action_id_used")
    return Acknowledged(known.ply, known.version, known.head)


def _is_same(rules: Rules, stored: Action, sent: Any) -> bool:
    """Tell whether a repeated action equals the stored one, even if encoded differently."""
    try:
        return sent == stored or (isinstance(sent, dict) and rules.normal(sent) == stored)
    except IllegalAction:
        return False


def action_append(
    read: Snapshot,
    seat: Seat,
    action: Action,
    *,
    action_id: str,
    now: datetime,
    auto: str = "",
) -> Acknowledged:
    """Play one action of a running match: judge it, write it and notify its pages.

    Raises IllegalAction, or MatchChanged if the match is no longer as it was read; nothing is
    written then.
    """
    match, seats = read.match, read.seats
    rules, chance = match.rules, chance_of(match)
    before = store.load_position(match)
    events, state = play_action(rules, before.state, seat.number, action, chance)
    action = rules.normal(action)
    was_to_act = match.to_act
    match.ply += 1
    match.chance_operation = chance.operation
    match.to_act = rules.to_act(state)
    match.version += len(events)
    row = MatchAction(match=match, ply=match.ply, seat=seat.number, action=action, auto=auto)
    _link(match, row, action_id, now)
    _turn_next(match, seats, seat, was_to_act, now)
    result = rules.result(state)
    if result is None:
        agreement_settle(match, seats, rules, state, now)
    match.revision += 1
    after = store.extend_position(before, match, events, state)
    # The append is one statement, which commits by itself; only an end writes more.
    with nullcontext() if result is None else transaction.atomic():
        store.append_ply(match, events, row, seat, xmin=read.xmin)
        transaction.on_commit(lambda: _remember(match, seats, after))
        announce(match, lobby=result is not None or match.status != Match.Status.RUNNING)
        if any(place.bot for place in seats):
            transaction.on_commit(lambda: ply_played(match, seats, events), robust=True)
        if result is not None:
            match_finish(match, seats, result, rules.meta.contest(state), now)
            match.save()
    return Acknowledged(match.ply, match.version, match.head, match.revision)


def _remember(match: Match, seats: list[Seat], position: store.Position) -> None:
    """Cache the committed position before notifying anyone who would read it."""
    store.POSITIONS.put(match.pk, position)
    rows_put(match, seats)


def _link(match: Match, row: MatchAction, action_id: str, now: datetime) -> None:
    """Complete an action's row and advance the hash chain's head to it."""
    assert match.started_at is not None
    row.at_ms = milliseconds_between(match.started_at, now)
    row.action_id, row.version = action_id, match.version
    row.head = match.head = next_head(match.head, row)


def _turn_next(
    match: Match, seats: list[Seat], seat: Seat, was_to_act: int | None, now: datetime
) -> None:
    """Charge the turn that ended to its seat and begin the next one.

    A resignation out of turn charges nobody and leaves the running turn as it is.
    """
    clock = clock_of(match, seats)
    in_turn = was_to_act == seat.number
    if in_turn and match.turn_started_at is not None:
        clock = clock.after_turn(seat.number, milliseconds_between(match.turn_started_at, now))
        seat.reserve_ms = clock.reserves[seat.number]
    if in_turn or match.to_act != was_to_act:
        start_turn(match, clock, now)
        turn_set_bot(match, seats, now)


@repeated_on_change
def match_time_out(*, code: str) -> Match:
    """Play the default action for the seat to act, if its time has indeed run out.

    After three timeouts in a row the seat resigns or gets a stand-in bot, as the table chose.
    Raises ClocksStand after an outage that has not been credited yet.
    """
    read = read_match(code)
    match, seats, now = read.match, read.seats, read.now()
    if match.status != Match.Status.RUNNING or not is_over(match, now):
        return match
    if match.paused_at is not None or match.to_act is None:
        return match
    seat = seats[match.to_act]
    seat.timeouts_in_row += 1
    if seat.timeouts_in_row >= MAX_TIMEOUTS and match.on_absence == Match.Absence.STAND_IN:
        return _stand_in(read, seat, now)
    if seat.timeouts_in_row >= MAX_TIMEOUTS:
        action, auto = dict(RESIGN), "abandoned"
    else:
        rules = match.rules
        action, auto = (
            rules.default_action(store.load_position(match).state, seat.number),
            "timeout",
        )
    action_append(read, seat, action, action_id=f"{auto}-{match.version}", now=now, auto=auto)
    return match


@transaction.atomic
def _stand_in(read: Snapshot, seat: Seat, now: datetime) -> Match:
    """Give an abandoned seat to a bot, which sees only what the seat sees and acts at once."""
    lock_unchanged(read)
    match, seats = read.match, read.seats
    seat.stand_in = match.rules.bot_at("club").level
    seat.stood_in, seat.timeouts_in_row = True, 0
    seat.agrees_to_pause = seat.agrees_to_void = False
    seat.save()
    turn_begin(match, seats)
    state = store.load_position(match).state
    agreement_settle(match, seats, match.rules, state, now)
    match.revision += 1
    match.save()
    announce(match, lobby=match.status != Match.Status.RUNNING)
    return match
