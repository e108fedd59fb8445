"""Teams as an event's pages show them: their players, matches board by board, line-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.tournaments.access import EntrantAccess
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.kinds.teams import can_play, round_to_line_up
from games.tournaments.direct.round import Round, TeamMatch
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.state import Entry
from games.tournaments.direct.teams import (
    as_players,
    board_points,
    lineup,
    match_points,
    meets_in_matches,
)
from games.tournaments.rank.points import halves, points_text
from games.tournaments.show.event import EventView
from games.tournaments.show.standings import has_results, places


def teams_context(view: EventView) -> dict[str, Any]:
    """Return all teams, and what each of their players has won."""
    state = view.state
    return {
        "teams": [_team(view, one) for one in sorted(state.teams(), key=lambda one: one.seed)],
        "players": player_rows(view) if has_results(state) else [],
        "in_matches": meets_in_matches(state),
        "without_team": [
            view.names[one.number]
            for one in state.with_status("registered")
            if not one.is_team and state.team_of(one.number) is None
        ],
        "may_make": view.access.is_director and state.phase in BEFORE_START,
        "may_change": state.phase in BEFORE_START,
    }


def _team(view: EventView, team: Entry) -> dict[str, Any]:
    """Return a team with its players in board order."""
    boards = view.state.config.boards
    there = [one for one in team.members if view.state.entries[one].status != "left"]
    return {
        "entry": team.number,
        "name": view.names[team.number],
        "status": team.status,
        "is_me": team.number in view.own_entries,
        "members": [
            {
                "entry": one,
                "name": view.names[one],
                "is_captain": one == team.captain,
                "is_reserve": at >= boards,
                "is_out": view.state.entries[one].status != "registered",
                "is_me": one == view.own,
            }
            for at, one in enumerate(there)
        ],
    }


def player_rows(view: EventView) -> list[dict[str, Any]]:
    """Return everybody who has played, with games and points, the best first."""
    lines = sheet(as_players(view.state))
    rows = []
    for one, own in lines.items():
        played, units = sum(line.played for line in own), sum([line.points for line in own])
        if played:
            rows.append((-units, played, one))
    return [
        {
            "name": view.names[one],
            "team": view.team_names.get(one, ""),
            "played": played,
            "points": points_text(-units),
            "is_me": one == view.own,
        }
        for units, played, one in sorted(rows)
    ]


def team_context(view: EventView, number: int) -> dict[str, Any] | None:
    """Return one team: its players, its matches, and what the viewer may do for it."""
    team = view.state.entries.get(number)
    if team is None or not team.is_team or team.status == "left":
        return None
    held = [one for one in view.state.rounds if one.phase != "proposed"]
    line = next((one for one in places(view) if one["entry"] == number), None)
    return {
        "team": _team(view, team),
        "line": line,
        "past": [told for one in reversed(held) if (told := _past(view, one, team))],
        "line_up": line_up_of(view, team),
        "may_form": view.access.forms_team(team) is not None
        and view.state.phase in (*BEFORE_START, "running"),
        "is_director": view.access.is_director,
    }


def _past(view: EventView, held: Round, team: Entry) -> dict[str, Any] | None:
    """Return a team's published round: its match, its bye, or at larger tables its players'."""
    if not meets_in_matches(view.state):
        seated = [one for one in team.members if held.table_of(one) is not None]
        tables = [(view.names[one], held.table_of(one)) for one in seated]
        told = [{"name": name, "table": table.number} for name, table in tables if table]
        return {"round": held.number, "tables": told} if told else None
    match = next((one for one in held.matches if team.number in one.teams), None)
    if match is not None:
        return {"round": held.number, "match": match_of(view, held, match, team.number)}
    return {"round": held.number, "bye": True} if team.number in held.unplayed else None


def match_of(
    view: EventView, held: Round, match: TeamMatch, own: int | None = None
) -> dict[str, Any]:
    """Return a match of two teams board by board; the team `own` is named first."""
    order = (1, 0) if own == match.teams[1] else (0, 1)
    total = match_points(view.state, held, match)
    return {
        "round": held.number,
        "teams": [
            {
                "entry": match.teams[side],
                "name": view.names[match.teams[side]],
                "points": so_far(view, held, match)[side],
                "won": total is not None and total[side] > total[1 - side],
            }
            for side in order
        ],
        "is_open": total is None,
        "boards": [
            {
                "number": at,
                "table": one.table,
                "names": [view.names.get(one.players[side], "–") for side in order],
                "points": [_share(board_points(view.state, held, one), side) for side in order],
            }
            for at, one in enumerate(match.boards, 1)
        ],
    }


def matches_of(
    view: EventView, held: Round, tables: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return a round's matches of teams, each with its tables as `table_of` draws them."""
    drawn = {table["number"]: table for table in tables}
    return [
        {
            **match_of(view, held, match),
            "title": next((drawn[one.table]["title"] for one in match.boards if one.table), ""),
            "tables": [
                {**drawn[one.table], "board": at}
                for at, one in enumerate(match.boards, 1)
                if one.table in drawn
            ],
        }
        for match in held.matches
    ]


def so_far(view: EventView, held: Round, match: TeamMatch) -> tuple[str, str]:
    """Return both teams' board points, of the boards that are done."""
    done = [board_points(view.state, held, one) for one in match.boards]
    known = [one for one in done if one is not None]
    return halves(sum([one for one, _ in known])), halves(sum([other for _, other in known]))


def _share(points: tuple[int, int] | None, side: int) -> str:
    return "" if points is None else halves(points[side])


def _may_be(view: EventView, number: int) -> bool:
    """Tell whether line-ups for a round are open, and the round is one of the event's."""
    state = view.access.state
    if state.phase not in ("registration", "check_in", "running") or not state.config.boards:
        return False
    return not state.planned or number <= state.planned


def line_up_of(view: EventView, team: Entry) -> dict[str, Any] | None:
    """Return what is needed to hand in a team's next line-up, None for whoever may not.

    Only a captain who has signed in sees whom they have named: directors print the private
    addresses.
    """
    role, number = view.access.lines_up(team), round_to_line_up(view.state)
    state = view.access.state
    if role is None or not _may_be(view, number):
        return None
    blind = role != "captain" or isinstance(view.access, EntrantAccess)
    shown = lineup(replace(state, line_ups={}) if blind else state, team, number)
    return {
        "round": number,
        "size": len(shown),
        "is_handed_in": (number, team.number) in state.line_ups,
        "is_blind": blind,
        "members": [
            {"entry": one, "name": view.names[one], "plays": one in shown}
            for one in team.members
            if can_play(state, one, number)
        ],
    }
