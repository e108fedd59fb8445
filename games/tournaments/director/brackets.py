"""The bracket of a knockout, as it follows from the rounds played.

Spec: tournaments 3.7. Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.tournaments.director.state import Round, State, Table
from games.tournaments.pairing.bracket import (
    KnockoutRound,
    Match,
    first_round,
    next_round,
    places,
)


def bracket(state: State) -> list[tuple[KnockoutRound, dict[int, int | None]]]:
    """Return every round of the bracket that can be known, with its decided matches.

    The last round may lie ahead. Winners are given by the match's position
    from the top; a match nobody came to has the winner None.
    """
    seeds = [one.number for one in state.listed()]
    found: list[tuple[KnockoutRound, dict[int, int | None]]] = []
    current = first_round(seeds)
    for number in range(1, state.planned + 1):
        held = state.round(number)
        current = _without_leavers(state, current, held)
        winners = {} if held is None else _winners(state, current, held)
        found.append((current, winners))
        main = [at for at, match in enumerate(current.matches) if not match.third]
        if any(at not in winners for at in main) or len(main) == 1:
            break
        current = next_round(current, winners, third_place=state.config.third_place)
    return found


def _without_leavers(state: State, ahead: KnockoutRound, held: Round | None) -> KnockoutRound:
    """Return a round ahead without those who withdrew after they got through.

    Once a round is made it shows who was in it.
    """
    if held is not None:
        there = {one for table in held.tables for one in table.seats}
        there |= {one for one, unplayed in held.unplayed.items() if unplayed.kind == "pab"}
    else:
        there = {one.number for one in state.listed() if one.status == "registered"}
    return KnockoutRound(
        tuple(
            Match(_kept(match.one, there), _kept(match.other, there), match.third)
            for match in ahead.matches
        )
    )


def _kept(entry: int | None, there: set[int]) -> int | None:
    """Return the entry if it is there."""
    return entry if entry in there else None


def _winners(state: State, current: KnockoutRound, held: Round) -> dict[int, int | None]:
    """Return the winners of the matches that are decided, by position."""
    winners: dict[int, int | None] = {}
    for at, match in enumerate(current.matches):
        if len(match.entries) < 2:
            winners[at] = match.entries[0] if match.entries else None
            continue
        table = next(one for one in held.tables if set(one.seats) == set(match.entries))
        if table.decided:
            winners[at] = winner_of(state, table)
    return winners


def winner_of(state: State, table: Table) -> int | None:
    """Return who goes through from a decided table; None if nobody came.

    A drawn match goes to the higher seed (where the settings allow a draw).
    """
    if table.result is None:
        return table.present[0] if table.present else None
    outcomes = table.result.outcomes
    return min(table.present, key=lambda one: (outcomes[one].rank, state.entries[one].seed))


def knockout_places(state: State) -> Mapping[int, int]:
    """Return the place of everybody who is out, and of the winner at the end."""
    return places(bracket(state))
