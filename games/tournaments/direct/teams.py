"""Team events: who plays for a team, and the event as its teams, or as its players, see it.

A team is an entry whose members are entries, too. Tables, results and rulings are those of players
throughout. Pairings and standings of teams are those of every other event, made from the same event
seen as one of teams (`as_teams`), in which a match of two teams is a table of two. At larger tables
players are paired as by themselves, team-mates apart (`as_players`), and teams have their sums.
Imports nothing that pairs or ranks.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from games.tournaments.direct.config import ELIMINATIONS, MATCH_POINTS, SIZED_FORMATS
from games.tournaments.direct.round import (
    Board,
    Outcome,
    Round,
    Table,
    TableResult,
    TeamMatch,
    Unplayed,
)
from games.tournaments.direct.state import Entry, State
from games.tournaments.pair.contenders import pair_of
from games.tournaments.rank.points import table_points


def meets_in_matches(state: State) -> bool:
    """Say whether two teams meet board by board; else teams, if any, sit at larger tables."""
    return bool(state.config.boards) and state.config.format not in SIZED_FORMATS


def contest(state: State, number: int | None = None) -> State:
    """Return the event as those see it who are paired: its teams, or at larger tables its players.

    `number` is the round to be paired: only players in a line-up take part in it.
    """
    if not state.config.boards or state.seen_as:
        return state
    return as_teams(state) if meets_in_matches(state) else as_players(state, number)


def lineup(state: State, team: Entry, number: int) -> tuple[int, ...]:
    """Return who plays a round for a team, in board order.

    Those whom the captain named, as far as they can play; then whoever can, in board order.
    """
    if not team.active(number):
        return ()
    there = [one for one in team.members if state.entries[one].active(number)]
    named = state.line_ups.get((number, team.number), ())
    chosen = sorted(there, key=lambda one: one not in named)[: state.config.boards]
    return tuple(sorted(chosen, key=team.members.index))


def strength_of_team(state: State, team: Entry) -> int | None:
    """Return the mean strength of a team's first boards, None if nobody there has one."""
    there = [state.entries[one] for one in team.members if state.entries[one].status != "left"]
    known = [one.strength for one in there[: state.config.boards] if one.strength is not None]
    return round(sum(known) / len(known)) if known else None


def as_teams(state: State) -> State:
    """Return the event as one of teams: each match a table of two, the score its board points."""
    return replace(
        state,
        config=replace(
            state.config,
            scoring=MATCH_POINTS,
            scores="none",
            criteria=state.config.criteria_list,
            pab=_in_match_points(state),
        ),
        entries={one.number: one for one in state.entries.values() if one.is_team},
        rounds=tuple(_of_teams(state, held) for held in state.rounds),
        seen_as="teams",
    )


def _in_match_points(state: State) -> int | None:
    """Return what a bye is worth to a team: the same share of a win as to a player."""
    pab, full = state.config.pab, state.config.scoring.full_win
    return None if pab is None or not full else pab * MATCH_POINTS.full_win // full


def as_players(state: State, number: int | None = None) -> State:
    """Return the event as one of the teams' players; team-mates are kept apart.

    With `number`, those who are in no line-up join only after that round.
    """
    teams = [one for one in state.teams() if one.seed]
    playing = {one for team in teams for one in lineup(state, team, number or 0)}
    members = [state.entries[one] for team in teams for one in team.members]
    ordered = sorted(members, key=lambda one: (-(one.strength or 0), one.number))
    entries = {
        one.number: replace(
            one,
            seed=seed,
            joined=one.joined if number is None or one.number in playing else number + 1,
        )
        for seed, one in enumerate(ordered, 1)
    }
    mates = {pair_of(*pair) for team in teams for pair in combinations(team.members, 2)}
    return replace(
        state,
        entries={one: entries[one] for one in sorted(entries)},
        rounds=tuple(_of_players(state, held) for held in state.rounds),
        forbidden=state.forbidden | mates,
        seen_as="players",
    )


def _of_players(state: State, held: Round) -> Round:
    """Return a round without the byes of teams; a proposed one has no tables of players yet."""
    unplayed = {one: had for one, had in held.unplayed.items() if not state.entries[one].is_team}
    waits = meets_in_matches(state) and held.phase == "proposed"
    return replace(held, tables=() if waits else held.tables, unplayed=unplayed)


def _of_teams(state: State, held: Round) -> Round:
    """Return a round with a table for each match; a proposed one seats teams as it is."""
    if held.phase == "proposed":
        return held
    unplayed = {one: had for one, had in held.unplayed.items() if state.entries[one].is_team}
    tables = [_table(state, held, number, one) for number, one in enumerate(held.matches, 1)]
    return replace(held, tables=tuple(tables), unplayed=unplayed)


def _table(state: State, held: Round, number: int, match: TeamMatch) -> Table:
    """Return a match as a table; a team of which nobody came is absent."""
    points = match_points(state, held, match)
    if points is None:
        return Table(number, match.teams)
    came = [_came(state, held, match, side) for side in (0, 1)]
    absent = frozenset(team for team, there in zip(match.teams, came, strict=True) if not there)
    if absent:
        return Table(number, match.teams, absent=absent)
    weights = _weights(state, held, match) if state.config.format in ELIMINATIONS else (0, 0)
    keys = list(zip(points, weights, strict=True))
    outcomes = {
        team: Outcome(1 if key == max(keys) else 2, key[0])
        for team, key in zip(match.teams, keys, strict=True)
    }
    return Table(number, match.teams, result=TableResult(outcomes))


def _weights(state: State, held: Round, match: TeamMatch) -> tuple[int, int]:
    """Return what decides a drawn match of a knockout: its boards, the first counting most.

    Of n boards, the first counts n times, the last once (the Berlin tie-break of chess leagues).
    """
    known = [board_points(state, held, board) or (0, 0) for board in match.boards]
    weighed = [(len(known) - at, points) for at, points in enumerate(known)]
    return sum([n * one for n, (one, _) in weighed]), sum([n * other for n, (_, other) in weighed])


def match_points(state: State, held: Round, match: TeamMatch) -> tuple[int, int] | None:
    """Return the board points of both teams in units, None while a board is open."""
    found = [board_points(state, held, board) for board in match.boards]
    if any(one is None for one in found):
        return None
    known = [one for one in found if one is not None]
    return sum([one for one, _ in known]), sum([other for _, other in known])


def board_points(state: State, held: Round, board: Board) -> tuple[int, int] | None:
    """Return what a board brings both teams in units, None while it is open."""
    scoring = state.config.scoring
    table = held.table(board.table) if board.table else None
    if table is not None and not table.decided:
        return None
    there = [_is_there(state, table, one) for one in board.players]
    if table is None or table.result is None or not all(there):
        first, second = (scoring.full_win if one else 0 for one in there)
        return (first, second) if first != second or not first else None
    outcomes = [table.result.outcomes[one] for one in board.players]
    scores = [one.score for one in outcomes if one.score is not None]
    known = scores if len(scores) == 2 else None
    first, second = table_points(scoring, [one.rank for one in outcomes], known)
    return first, second


def _is_there(state: State, table: Table | None, player: int) -> bool:
    """Say whether a board's player counts as having come."""
    if not player:
        return False
    entry = state.entries[player]
    is_gone = entry.status == "excluded" and not entry.counted
    return not is_gone and (table is None or player in table.present)


def _came(state: State, held: Round, match: TeamMatch, side: int) -> bool:
    """Say whether any player of a team came to a match."""
    return any(
        _is_there(state, held.table(one.table) if one.table else None, one.players[side])
        for one in match.boards
    )


def seat_teams(state: State, held: Round) -> tuple[list[Table], list[TeamMatch]]:
    """Return the tables of players, and the matches, of a round that is being published.

    Boards are in order, from the top. On odd boards the first team has the first seat, on even ones
    the second.
    """
    tables: list[Table] = []
    matches: list[TeamMatch] = []
    for meeting in held.tables:
        teams = (meeting.seats[0], meeting.seats[1])
        sides = [lineup(state, state.entries[one], held.number) for one in teams]
        boards = []
        for at in range(max(map(len, sides))):
            first, second = (side[at] if at < len(side) else 0 for side in sides)
            if first and second:
                seats = (first, second) if at % 2 == 0 else (second, first)
                tables.append(Table(len(tables) + 1, seats))
            number = len(tables) if first and second else 0
            boards.append(Board((first, second), number))
        matches.append(TeamMatch(teams, tuple(boards)))
    return tables, matches


def left_alone(state: State, matches: list[TeamMatch]) -> dict[int, Unplayed]:
    """Return the players whose board nobody of the other team has come to: they win it."""
    alone = [max(one.players) for match in matches for one in match.boards if not one.table]
    return {one: Unplayed("pab", state.config.scoring.full_win) for one in alone}


def team_sums(state: State, points: dict[int, int]) -> dict[int, int]:
    """Return each team's points: those of its members, added up, and its own penalties."""
    own = state.adjustments
    return {
        team.number: sum([points.get(one, 0) for one in team.members]) + own.get(team.number, 0)
        for team in state.teams()
        if team.seed and team.status != "excluded"
    }
