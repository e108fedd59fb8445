"""Rounds: propose in private, publish, close, take back.

Spec: tournaments 5.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Button, Facts, Kind, Payload, rarely
from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.deals import deal_published, deal_revealed, with_deal
from games.tournaments.direct.elimination import is_fixed, last_round
from games.tournaments.direct.forms import RoundStep
from games.tournaments.direct.pairing_input import meetings
from games.tournaments.direct.propose import propose
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import (
    Round,
    RoundClock,
    Table,
    Unplayed,
    byes_of,
    match_from_json,
    match_to_json,
    table_from_json,
    table_to_json,
)
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest, left_alone, meets_in_matches, seat_teams
from games.tournaments.direct.text import TournamentRefusal
from games.tournaments.pair.byes import half_byes_taken, requested_points


def decide_propose(state: State, payload: Payload) -> Facts:
    """Propose the next round, or re-propose it while it is unpublished.

    {"round": n} names the round that the page offered.
    """
    asked.phase(state, "running")
    number = _to_propose(state)
    if payload.get("round", number) != number:
        refuse("no_round")
    if number > last_round(state):
        refuse("no_more_rounds")
    made = propose(state, number)
    facts = round_facts(state, number, made.tables, made.byes)
    return facts | {"seeds": list(made.seeds)} if made.seeds else facts


def _to_propose(state: State) -> int:
    """Return the round to propose: the latest if it is unpublished, otherwise the next."""
    current = state.current
    if current is None or current.phase == "closed":
        return state.next_round
    if current.phase == "published":
        refuse("round_open")
    return current.number


def round_facts(state: State, number: int, tables: Sequence[Table], byes: Sequence[int]) -> Facts:
    """Return a round in its stored form: tables, byes, and the number of repeat meetings."""
    met = meetings(state, number)
    pairs = [pair for table in tables for pair in combinations(table.seats, 2)]
    return {
        "round": number,
        "tables": [table_to_json(table) for table in tables],
        "byes": list(byes),
        "repeats": sum([met.times(*pair) for pair in pairs]),
    }


def apply_propose(state: State, facts: Payload) -> State:
    """Set the proposed round."""
    pab = contest(state).config.bye_points.pab
    return state.with_round(
        Round(
            number=facts["round"],
            tables=tuple(table_from_json(one) for one in facts["tables"]),
            unplayed={one: Unplayed("pab", pab) for one in facts["byes"]},
            repeats=facts["repeats"],
            seeds=tuple(facts.get("seeds", ())),
        )
    )


def proposed(state: State, payload: Payload) -> Round:
    """Return the latest round, which must be in the proposed phase."""
    asked.phase(state, "running")
    current = asked.newest(state, payload)
    if current.phase != "proposed":
        refuse("not_proposed")
    return current


def decide_publish(state: State, payload: Payload) -> Facts:
    """Publish the proposed round; entries without a table get it as unplayed.

    Teams that meet are seated board by board, by the line-ups that their captains handed in.
    """
    held = proposed(state, payload)
    byes = byes_of(held)
    errors = [one for one in check_round(state, held.number, held.tables, byes) if one.error]
    if errors:
        raise TournamentRefusal(
            "round_faulty", errors[0].phrase, [entry for one in errors for entry in one.entries]
        )
    unplayed, boards = _unplayed(contest(state, held.number), held, byes), {}
    if meets_in_matches(state):
        tables, matches = seat_teams(state, held)
        boards = {
            "tables": [table_to_json(one) for one in tables],
            "matches": [match_to_json(one) for one in matches],
        }
        unplayed |= left_alone(state, matches)
    facts: Facts = {
        "round": held.number,
        "unplayed": [
            {"entry": entry, "kind": one.kind, "points": one.points}
            for entry, one in unplayed.items()
        ],
        **boards,
        **deal_published(state),
    }
    minutes = state.pace.round_minutes
    return facts | {"ends_at": payload["now"] + 60 * minutes} if minutes else facts


def _unplayed(state: State, held: Round, byes: Sequence[int]) -> dict[int, Unplayed]:
    """Return the unplayed round of every entry without a table.

    An announced absence earns half a win, once; withdrawn entries get nothing. In a round robin or
    a knockout only byes are recorded.
    """
    points = state.config.bye_points
    found = {one: Unplayed("pab", points.pab) for one in byes}
    if is_fixed(state, held.number):
        return found
    lines = sheet(state, before=held.number)
    seated = {one for table in held.tables for one in table.seats}
    for entry in state.listed():
        one = entry.number
        if one in seated or one in found or entry.joined > held.number:
            continue
        excused = entry.status == "registered" and held.number in entry.absent
        taken = half_byes_taken(lines.get(one, ()))
        found[one] = Unplayed("req", requested_points(points, taken, announced=excused))
    return found


def apply_publish(state: State, facts: Payload) -> State:
    """Make the round visible to everybody, and fix what entries that do not play it earn."""
    held = state.rounds[facts["round"] - 1]
    unplayed = {one["entry"]: Unplayed(one["kind"], one["points"]) for one in facts["unplayed"]}
    clock = RoundClock(facts["ends_at"]) if "ends_at" in facts else None
    if "matches" in facts:
        tables = tuple(table_from_json(one) for one in facts["tables"])
        matches = tuple(match_from_json(one) for one in facts["matches"])
        held = replace(held, tables=tables, matches=matches)
    held = replace(held, phase="published", unplayed=unplayed, clock=clock)
    return state.with_round(with_deal(held, facts))


def decide_cancel(state: State, payload: Payload) -> Facts:
    """Take back the latest round, including its results."""
    asked.phase(state, "running")
    return {"round": asked.newest(state, payload).number}


def apply_cancel(state: State, facts: Payload) -> State:
    """Drop the round. Directors go on by hand, or it would be made again by itself."""
    return replace(state.by_hand(), rounds=state.rounds[: facts["round"] - 1])


def was_played(state: State, payload: Payload) -> bool:
    """Say whether a round was played at: taking it back then needs a reason.

    {"started": [numbers of tables whose match has begun]}; without it, a published round counts as
    played.
    """
    held = state.current
    if held is None or held.phase == "proposed":
        return False
    return bool(payload.get("started", True)) or any(one.result for one in held.tables)


def decide_close(state: State, payload: Payload) -> Facts:
    """Close the published round once all results are in."""
    held = asked.published(state, payload)
    missing = sum(not table.decided for table in held.tables)
    if missing:
        refuse("results_missing", tables=missing)
    facts = {"round": held.number, **deal_revealed(state, held, payload)}
    return facts | ({"now": payload["now"]} if state.pace.is_automatic else {})


def apply_close(state: State, facts: Payload) -> State:
    """Close the round; a break begins if the event goes on by itself."""
    held = with_deal(state.rounds[facts["round"] - 1], facts)
    return state.with_round(replace(held, phase="closed", closed_at=facts.get("now", 0)))


def decide_reopen(state: State, payload: Payload) -> Facts:
    """Reopen the latest round so its results can be corrected."""
    asked.phase(state, "running")
    held = asked.newest(state, payload)
    if held.phase != "closed":
        refuse("not_closed")
    return {"round": held.number}


def apply_reopen(state: State, facts: Payload) -> State:
    """Open the round again; directors go on by hand, until they say otherwise."""
    held = state.rounds[facts["round"] - 1]
    return state.by_hand().with_round(replace(held, phase="published", closed_at=0))


def _may_be_another(state: State) -> bool:
    """Say whether the format has another round, or the latest is not closed."""
    is_open = state.current is not None and state.current.phase != "closed"
    return is_open or len(state.rounds) < last_round(state)


KINDS = (
    Kind(
        "propose_round", decide_propose, apply_propose,
        gettext_noop("Pairings for round %(round)s proposed."), form=RoundStep,
        facts=("draw",), in_arenas=False,
        button=Button(
            gettext_noop("Propose pairings"), 5, ("running",), ("none", "closed", "proposed"),
            is_shown=_may_be_another, is_usual=rarely,
        ),
    ),
    Kind(
        "publish_round", decide_publish, apply_publish,
        gettext_noop("Round %(round)s published."), form=RoundStep, in_arenas=False,
        facts=("now",),
        button=Button(gettext_noop("Publish round"), 4, ("running",), ("proposed",)),
    ),
    Kind(
        "cancel_round", decide_cancel, apply_cancel,
        gettext_noop("Round %(round)s was undone."), form=RoundStep,
        needs_reason=was_played, facts=("started",), in_arenas=False,
        button=Button(
            gettext_noop("Undo round"), 9, ("running",),
            ("proposed", "published", "closed"), is_usual=rarely,
        ),
    ),
    Kind(
        "close_round", decide_close, apply_close,
        gettext_noop("Round %(round)s closed."), form=RoundStep, facts=("now", "deal"),
        in_arenas=False,
        button=Button(
            gettext_noop("Close round"), 6, ("running",), ("published",),
            is_shown=lambda state: state.current is not None and state.current.complete,
            is_usual=rarely,
        ),
    ),
    Kind(
        "reopen_round", decide_reopen, apply_reopen,
        gettext_noop("Round %(round)s reopened."), form=RoundStep, in_arenas=False,
        button=Button(
            gettext_noop("Reopen round"), 8, ("running",), ("closed",), is_usual=rarely
        ),
    ),
)  # fmt: skip
