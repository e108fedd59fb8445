"""Teams: made before the start, changed while the event runs, and their line-ups.

A line-up says who plays, not where: boards keep the team's order. Until its round is published
nobody but the captain learns it, so no other fact depends on it before (decision 0034).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Facts, Kind, Payload
from games.tournaments.direct.config import MOST_IN_TEAM
from games.tournaments.direct.forms import Form, Number
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import Entry, State
from games.tournaments.direct.teams import meets_in_matches

MOST_IN_A_TEAMS_NAME = 60
Members = Annotated[list[Number], Field(max_length=MOST_IN_TEAM)]
TeamName = Annotated[str, Field(min_length=1, max_length=MOST_IN_A_TEAMS_NAME)]


class TeamMade(Form):
    """A new team, before the start."""

    name: TeamName
    members: Members = Field([], description="entries in board order; the first ones play")
    captain: Number | None = Field(None, description="the member who hands in line-ups")


class TeamChanged(TeamMade):
    """A team's new name, members and captain; members who have played stay."""

    entry: Number


class LineUp(Form):
    """Who plays a round that is not published; others learn it when it is."""

    entry: Number = Field(description="the team")
    round: Number
    members: Members = Field(description="as many as there are boards, in any order")


def decide_make_team(state: State, payload: Payload) -> Facts:
    """Make a team: {"name", "members": [entries in board order], "captain": entry or null}.

    {"led_by": n} is the club whose officers may enter its members; the web layer knows clubs.
    """
    asked.phase(state, *BEFORE_START)
    if not state.config.boards:
        refuse("no_teams")
    facts = _facts(state, payload, None)
    return facts | {"entry": len(state.entries) + 1, "led_by": payload.get("led_by", 0)}


def decide_change_team(state: State, payload: Payload) -> Facts:
    """Change {"entry": n}: {"name", "members", "captain"}; whoever has played stays in."""
    asked.phase(state, *BEFORE_START, "running")
    team = team_asked(state, payload)
    facts = _facts(state, payload, team)
    for one in have_played(state, team):
        if one not in facts["members"]:
            refuse("member_played", [one], entry=asked.ref(one))
    return facts | {"entry": team.number}


def team_asked(state: State, payload: Payload) -> Entry:
    """Return the team that the payload names."""
    found = asked.entry(state, payload)
    if not found.is_team or found.status == "left":
        refuse("no_team")
    return found


def have_played(state: State, team: Entry) -> list[int]:
    """Return the members who were seated for a team in a published round."""
    held = [one for one in state.rounds if one.phase != "proposed"]
    seated = {entry for one in held for table in one.tables for entry in table.seats}
    alone = {entry for one in held for entry in one.unplayed}
    return [one for one in team.members if one in seated | alone]


def _facts(state: State, payload: Payload, team: Entry | None) -> Facts:
    """Return a team's name, members and captain. Refuses a name or a member twice."""
    name, members = payload["name"].strip(), payload.get("members", [])
    others = [one for one in state.teams() if one != team]
    if not name or any(one.name.casefold() == name.casefold() for one in others):
        refuse("team_name")
    _check_members(state, members, others)
    captain = payload.get("captain") or (members[0] if members else 0)
    if captain and captain not in members:
        refuse("not_in_team", [captain], entry=asked.ref(captain))
    return {"name": name, "members": list(members), "captain": captain}


def _check_members(state: State, members: Sequence[int], others: Sequence[Entry]) -> None:
    """Refuse members who are no players of the event, or are named twice, or in another team."""
    for at, one in enumerate(members):
        entry = state.entries.get(one)
        if entry is None or entry.is_team or entry.status == "left":
            refuse("no_entry")
        if one in members[:at] or any(one in team.members for team in others):
            refuse("in_a_team", [one], entry=asked.ref(one))


def apply_make_team(state: State, facts: Payload) -> State:
    """Add the team."""
    return state.with_entry(_filled(Entry(facts["entry"], (), led_by=facts["led_by"]), facts))


def apply_change_team(state: State, facts: Payload) -> State:
    """Give the team its new name, members and captain."""
    return state.with_entry(_filled(state.entries[facts["entry"]], facts))


def _filled(team: Entry, facts: Payload) -> Entry:
    """Return a team with what the facts say of it."""
    members = tuple(facts["members"])
    return replace(team, name=facts["name"], members=members, captain=facts["captain"])


def decide_line_up(state: State, payload: Payload) -> Facts:
    """Hand in {"entry": team}'s line-up {"members": [entries]} for the next {"round": n}."""
    asked.phase(state, "registration", "check_in", "running")
    team = team_asked(state, payload)
    if not state.config.boards or payload["round"] != round_to_line_up(state):
        refuse("line_up_over")
    members = payload["members"]
    for one in members:
        if one not in team.members or not can_play(state, one, payload["round"]):
            refuse("cannot_play", [one], entry=asked.ref(one))
    there = [one for one in team.members if can_play(state, one, payload["round"])]
    wanted = max(1, min(state.config.boards, len(there)))
    if len(set(members)) != wanted or len(members) != wanted:
        refuse("line_up_size", size=wanted)
    ordered = [one for one in team.members if one in members]
    return {"entry": team.number, "round": payload["round"], "members": ordered}


def round_to_line_up(state: State) -> int:
    """Return the round for which line-ups are open: the first that is not published.

    At larger tables, where a proposal seats players, the first that is not proposed.
    """
    if not meets_in_matches(state):
        return 1 + len(state.rounds)
    return 1 + sum(held.phase != "proposed" for held in state.rounds)


def can_play(state: State, member: int, number: int) -> bool:
    """Say whether a member can be in a round's line-up."""
    return state.entries[member].active(number)


def apply_line_up(state: State, facts: Payload) -> State:
    """Keep the line-up until its round is published."""
    key = facts["round"], facts["entry"]
    return replace(state, line_ups={**state.line_ups, key: tuple(facts["members"])})


KINDS = (
    Kind(
        "make_team", decide_make_team, apply_make_team, gettext_noop("Team %(entry)s was made."),
        form=TeamMade, on_pages=False, in_arenas=False, outdates="nothing",
    ),
    Kind(
        "change_team", decide_change_team, apply_change_team,
        gettext_noop("The players of team %(entry)s were changed."), form=TeamChanged,
        on_pages=False, in_arenas=False, outdates="nothing",
        roles=frozenset({"organiser", "officer"}),
    ),
    Kind(
        "line_up", decide_line_up, apply_line_up,
        gettext_noop("Team %(entry)s handed in its line-up for round %(round)s."), form=LineUp,
        on_pages=False, in_arenas=False, outdates="nothing",
        roles=frozenset({"organiser", "captain"}),
    ),
)  # fmt: skip
