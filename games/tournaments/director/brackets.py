"""A single elimination of duels, derived from the rounds played.

Spec: tournaments 3.7. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.text import Phrase, gettext_noop
from games.tournaments.config import Config
from games.tournaments.director.stage import Elimination, Stage, StageRound, Tie
from games.tournaments.director.state import Round, State, Table
from games.tournaments.pairing.bracket import (
    KnockoutRound,
    Match,
    bracket_rounds,
    first_round,
    next_round,
    places,
)
from games.tournaments.text import phrase

TITLES = {
    1: gettext_noop("Final"),
    2: gettext_noop("Semi-finals"),
    4: gettext_noop("Quarter-finals"),
}


def stage_title(number: int, matches: int) -> Phrase:
    """Return the name of a round with that many matches."""
    if matches in TITLES:
        return phrase(TITLES[matches])
    return phrase(gettext_noop("Round %(number)s"), number=number)


@dataclass(frozen=True, slots=True)
class _Known:
    """A round of the bracket that can be determined: its expected pairs, and who was present.

    Winners of decided matches are keyed by the match's position from the top; a match nobody came
    to has the winner None.
    """

    expected: KnockoutRound
    drawn: KnockoutRound
    winners: dict[int, int | None]


def _bracket(state: State, stage: Stage) -> list[_Known]:
    """Return every round that can be determined; the last may lie ahead."""
    found: list[_Known] = []
    expected = first_round(stage.seeds)
    for number in range(stage.begins, stage.begins + bracket_rounds(len(stage.seeds))):
        held = state.round(number)
        drawn = _without_leavers(state, expected, held)
        winners = {} if held is None else _winners(stage, drawn, held)
        found.append(_Known(expected, drawn, winners))
        main = [at for at, match in enumerate(drawn.matches) if not match.third]
        if any(at not in winners for at in main) or len(main) == 1:
            break
        expected = next_round(drawn, winners, third_place=state.config.third_place)
    return found


def _rounds(state: State, stage: Stage) -> list[StageRound]:
    """Return the bracket up to the final."""
    known = _bracket(state, stage)
    count = len(stage.seeds)
    found = []
    for at in range(bracket_rounds(count)):
        size = max(1, len(known[0].drawn.matches) >> at)
        number = stage.begins + at
        ties = _ties(known[at]) if at < len(known) else _ahead(state, size)
        found.append(StageRound(number, stage_title(number, size), ties))
    return found


def _ties(known: _Known) -> tuple[Tie, ...]:
    """Return the matches of a determined round."""
    return tuple(
        Tie((match.one, match.other), _through(known.winners, at), match.third)
        for at, match in enumerate(known.drawn.matches)
    )


def _through(winners: Mapping[int, int | None], at: int) -> tuple[int, ...] | None:
    """Return who advances from a match; None while it is open."""
    if at not in winners:
        return None
    winner = winners[at]
    return () if winner is None else (winner,)


def _ahead(state: State, size: int) -> tuple[Tie, ...]:
    """Return the matches of a round nobody has reached yet; never the first round."""
    third = state.config.third_place and size == 1
    return (Tie((None, None)),) * size + ((Tie((None, None), third=True),) if third else ())


def _without_leavers(state: State, ahead: KnockoutRound, held: Round | None) -> KnockoutRound:
    """Return a future round without those who withdrew after advancing to it.

    Once a round is made it shows who was in it.
    """
    there = registered(state) if held is None else those_in(held)
    return KnockoutRound(
        tuple(
            Match(_kept(match.one, there), _kept(match.other, there), match.third)
            for match in ahead.matches
        )
    )


def those_in(held: Round) -> set[int]:
    """Return the entries with a table or a bye in a round that was made."""
    seated = {one for table in held.tables for one in table.seats}
    return seated | {one for one, had in held.unplayed.items() if had.kind == "pab"}


def registered(state: State) -> set[int]:
    """Return the entries available for future rounds, including any already eliminated."""
    return {one.number for one in state.listed() if one.status == "registered"}


def _kept(entry: int | None, there: set[int]) -> int | None:
    """Return the entry if it is present."""
    return entry if entry in there else None


def _winners(stage: Stage, current: KnockoutRound, held: Round) -> dict[int, int | None]:
    """Return the winners of the decided matches, by position."""
    winners: dict[int, int | None] = {}
    for at, match in enumerate(current.matches):
        if len(match.entries) < 2:
            winners[at] = match.entries[0] if match.entries else None
            continue
        table = next(one for one in held.tables if set(one.seats) == set(match.entries))
        if table.decided:
            winners[at] = winner_of(stage, table)
    return winners


def winner_of(stage: Stage, table: Table) -> int | None:
    """Return who advances from a decided table; None if nobody came.

    A drawn match goes to the higher seed (where the settings allow draws).
    """
    if table.result is None:
        return table.present[0] if table.present else None
    outcomes = table.result.outcomes
    return min(table.present, key=lambda one: (outcomes[one].rank, stage.ranks[one]))


def _places(state: State, stage: Stage) -> Mapping[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end.

    An entry that advanced and then withdrew is placed with the losers of the next match.
    """
    return places([(known.expected, known.winners) for known in _bracket(state, stage)])


def _length(config: Config, count: int) -> int:
    """Return how many rounds a bracket has."""
    return bracket_rounds(count)


SINGLE = Elimination(_length, _rounds, _places)
