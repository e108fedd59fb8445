"""Entries while the tournament runs: withdrawals, excuses, exclusions, pairs kept apart.

Spec: tournaments 3.2, 5.1.
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import (
    PLAYERS,
    Button,
    Facts,
    Kind,
    Payload,
    always,
    entry_becomes,
)
from games.tournaments.direct.config import ELIMINATIONS
from games.tournaments.direct.forms import EntryStep, Form, Number
from games.tournaments.direct.kinds.missing import apply_missing, missing_facts
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import Entry, State
from games.tournaments.pair.contenders import pair_of


class Withdrawal(Form):
    """An entry drops out: after the round that is played, or from it, too."""

    entry: Number
    this_round: bool = False


class Exclusion(Form):
    """An entry is taken out of the standings; needs a reason."""

    entry: Number
    keep_results: bool = Field(False, description="opponents keep theirs")


class Excuse(Form):
    """An entry is excused from a round that is not published, or plays it after all."""

    entry: Number
    round: Number


class Parting(Form):
    """Two entries are kept apart, or may meet again."""

    entry: Number
    other: Number


def _missing_now(state: State, entry: Entry, payload: Payload) -> Facts | None:
    """Return the consequences at a published round's table if the entry leaves it now.

    Requested by {"this_round": true}; without it the entry plays the round (or its match continues)
    and leaves afterwards.
    """
    current = state.current
    if not payload.get("this_round") or current is None or current.phase != "published":
        return None
    table = current.table_of(entry.number)
    if table is None or table.result is not None or entry.number in table.absent:
        return None
    return missing_facts(state, current, table, [entry.number], payload.get("started", ()))


def _gone(state: State, entry: Entry, facts: Payload) -> State:
    """Return the state with an entry changed and its table adjusted."""
    changed = state.with_entry(entry)
    return changed if facts["missing"] is None else apply_missing(changed, facts["missing"])


def decide_withdraw(state: State, payload: Payload) -> Facts:
    """Withdraw {"entry": n}: it is no longer paired but stays in the standings."""
    asked.phase(state, "running")
    found = asked.entry(state, payload)
    if found.status == "withdrawn":
        refuse("already_withdrawn", [found.number], entry=asked.ref(found))
    if found.status != "registered":
        refuse("not_registered", [found.number], entry=asked.ref(found))
    return {"entry": found.number, "missing": _missing_now(state, found, payload)}


def apply_withdraw(state: State, facts: Payload) -> State:
    """Leave the entry out of future rounds, and of this one if the facts say so."""
    return _gone(state, replace(state.entries[facts["entry"]], status="withdrawn"), facts)


def decide_restore(state: State, payload: Payload) -> Facts:
    """Restore {"entry": n} from the next round on."""
    asked.phase(state, "running")
    return {"entry": asked.entry_with(state, payload, "not_withdrawn", "withdrawn").number}


def decide_exclude(state: State, payload: Payload) -> Facts:
    """Remove {"entry": n} from all standings.

    {"keep_results": true} leaves its opponents' results as they are; otherwise they count as if it
    had not come.
    """
    asked.phase(state, "running", "finished")
    found = asked.entry(state, payload)
    if found.status == "excluded":
        refuse("already_excluded", [found.number], entry=asked.ref(found))
    takes_part = found.seed or state.team_of(found.number) is not None
    if not takes_part:
        refuse("not_registered", [found.number], entry=asked.ref(found))
    return {
        "entry": found.number,
        "keep_results": payload.get("keep_results", False),
        "missing": _missing_now(state, found, {**payload, "this_round": True}),
    }


def apply_exclude(state: State, facts: Payload) -> State:
    """Remove the entry from the standings; its opponents' results count as the facts say."""
    entry = state.entries[facts["entry"]]
    excluded = replace(entry, status="excluded", counted=facts["keep_results"])
    return _gone(state, excluded, facts)


def decide_readmit(state: State, payload: Payload) -> Facts:
    """Revoke an exclusion; the entry stays withdrawn until it is restored."""
    asked.phase(state, "running", "finished")
    return {"entry": asked.entry_with(state, payload, "not_excluded", "excluded").number}


def decide_absent(state: State, payload: Payload) -> Facts:
    """Excuse {"entry": n} from {"round": r}, which must be unpublished."""
    found, number = _announced(state, payload)
    if number in found.absent:
        refuse("already_announced", [found.number], entry=asked.ref(found))
    return {"entry": found.number, "round": number}


def decide_present(state: State, payload: Payload) -> Facts:
    """Revoke an excuse."""
    found, number = _announced(state, payload)
    if number not in found.absent:
        refuse("not_announced", [found.number], entry=asked.ref(found))
    return {"entry": found.number, "round": number}


def _announced(state: State, payload: Payload) -> tuple[Entry, int]:
    """Return the entry and round of an announcement. Refuses one that comes too late."""
    asked.phase(state, "registration", "check_in", "running")
    if state.config.format in ELIMINATIONS:
        refuse("fixed_by_format")
    found = asked.entry(state, payload)
    number = payload["round"]
    begun = sum(held.phase != "proposed" for held in state.rounds)
    if number <= begun:
        refuse("round_past")
    if state.planned and number > state.planned:
        refuse("no_round")
    return found, number


def apply_absent(state: State, facts: Payload) -> State:
    """Record the absence."""
    entry = state.entries[facts["entry"]]
    return state.with_entry(replace(entry, absent=entry.absent | {facts["round"]}))


def apply_present(state: State, facts: Payload) -> State:
    """Remove the absence."""
    entry = state.entries[facts["entry"]]
    return state.with_entry(replace(entry, absent=entry.absent - {facts["round"]}))


def decide_keep_apart(state: State, payload: Payload) -> Facts:
    """Forbid {"entry": a} and {"other": b} from meeting in this tournament."""
    pair = _pair(state, payload)
    if pair in state.forbidden:
        refuse("pair_forbidden", pair)
    return {"pair": list(pair)}


def decide_allow(state: State, payload: Payload) -> Facts:
    """Allow {"entry": a} and {"other": b} to meet again."""
    pair = _pair(state, payload)
    if pair not in state.forbidden:
        refuse("pair_allowed", pair)
    return {"pair": list(pair)}


def _pair(state: State, payload: Payload) -> tuple[int, int]:
    """Return the two entries of a payload."""
    asked.phase(state, "draft", "registration", "check_in", "running")
    one, other = asked.entry(state, payload), asked.entry(state, payload, "other")
    if one.number == other.number:
        refuse("bad_request", field="other")
    return pair_of(one.number, other.number)


def apply_keep_apart(state: State, facts: Payload) -> State:
    """Keep the pair apart."""
    return replace(state, forbidden=state.forbidden | {tuple(facts["pair"])})


def apply_allow(state: State, facts: Payload) -> State:
    """Allow the pair."""
    return replace(state, forbidden=state.forbidden - {tuple(facts["pair"])})


KINDS = (
    Kind(
        "withdraw", decide_withdraw, apply_withdraw, gettext_noop("%(entry)s withdrew."),
        form=Withdrawal, roles=PLAYERS, facts=("started",), misses=True, outdates="rounds",
        anchor="entry", button=Button(gettext_noop("Withdraw"), 5),
    ),
    Kind(
        "restore", decide_restore, entry_becomes(status="registered"),
        gettext_noop("%(entry)s returned."), form=EntryStep, brings_back=True, anchor="entry",
        button=Button(gettext_noop("Bring back"), 6),
    ),
    Kind(
        "exclude", decide_exclude, apply_exclude, gettext_noop("%(entry)s was disqualified."),
        form=Exclusion, needs_reason=always, facts=("started",), in_clubs_journal=True,
        anchor="entry",
    ),
    Kind(
        "readmit", decide_readmit, entry_becomes(status="withdrawn", counted=True),
        gettext_noop("%(entry)s was reinstated."), form=EntryStep, needs_reason=always,
        in_clubs_journal=True, anchor="entry", button=Button(gettext_noop("Reinstate"), 9),
    ),
    Kind(
        "absent", decide_absent, apply_absent,
        gettext_noop("%(entry)s is sitting out round %(round)s."), form=Excuse, roles=PLAYERS,
        in_arenas=False, anchor="entry",
    ),
    Kind(
        "present", decide_present, apply_present,
        gettext_noop("%(entry)s will play round %(round)s after all."), form=Excuse,
        roles=PLAYERS, in_arenas=False, anchor="entry",
    ),
    Kind(
        "keep_apart", decide_keep_apart, apply_keep_apart,
        gettext_noop("%(entry)s and %(other)s won’t be paired with each other."), form=Parting,
    ),
    Kind(
        "allow", decide_allow, apply_allow,
        gettext_noop("%(entry)s and %(other)s can be paired with each other again."), form=Parting,
    ),
)  # fmt: skip
