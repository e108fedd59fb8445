"""Single and double eliminations of duels, derived from the rounds played.

Spec: tournaments 3.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.config import Config
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.stage import Elimination, Stage, StageRound, Tie, stage_title
from games.tournaments.direct.state import State
from games.tournaments.direct.text import phrase
from games.tournaments.pair.bracket import (
    OPEN,
    BracketRound,
    Kind,
    Match,
    Played,
    bracket,
    event_rounds,
    has_first_losers_round,
    last_round,
)
from games.tournaments.pair.bracket_places import double_places, single_places

SINGLE_TITLES = {
    1: gettext_noop("Final"),
    2: gettext_noop("Semi-finals"),
    4: gettext_noop("Quarter-finals"),
}
DOUBLE_TITLES = {
    "winners": gettext_noop("Winners’ round %(number)s"),
    "losers": gettext_noop("Losers’ round %(number)s"),
    "winners_last": gettext_noop("Winners’ final"),
    "losers_last": gettext_noop("Losers’ final"),
    "final": gettext_noop("Grand final"),
    "final_last": gettext_noop("Grand final reset"),
}


def _bracket(state: State, stage: Stage) -> tuple[BracketRound, ...]:
    """Return the bracket as far as the stage's rounds determine it."""
    played = [_played(stage, held) for held in state.rounds[stage.begins - 1 :]]
    there = {one.number for one in state.listed() if one.status == "registered"}
    kind: Kind = "double" if state.config.elimination == "double" else "single"
    return bracket(stage.seeds, played, there, kind, third_place=state.config.third_place)


def _played(stage: Stage, held: Round) -> Played:
    """Return what a round that was made says about its matches."""
    seated = {one for table in held.tables for one in table.seats}
    byes = {one for one, had in held.unplayed.items() if had.kind == "pab"}
    decided = [table for table in held.tables if table.decided]
    winners = {frozenset(table.seats): _winner(stage, table) for table in decided}
    return Played(frozenset(seated | byes), winners)


def _winner(stage: Stage, table: Table) -> int | None:
    """Return who advances from a decided table; None if nobody came.

    A drawn match goes to the higher seed (where the settings allow draws).
    """
    if table.result is None:
        return table.present[0] if table.present else None
    outcomes = table.result.outcomes
    return min(table.present, key=lambda one: (outcomes[one].rank, stage.ranks[one]))


def _tie(match: Match, *, made: bool, third: bool = False) -> Tie:
    """Return a match; nobody has advanced from it before its round was made."""
    slots = (match.one, match.other)
    known = tuple(slot if isinstance(slot, int) else None for slot in slots)
    won = tuple(one for one in match.entries if one == match.winner)
    through = won if made and match.winner != OPEN else None
    return Tie(known, through, third, waiting=slots.count(OPEN))


def _single_rounds(state: State, stage: Stage) -> list[StageRound]:
    """Return the bracket up to the final; a round is empty until the one before it is decided."""
    found = []
    determined = True
    for at, drawn in groupby(_bracket(state, stage), key=lambda one: one.event_round):
        number = stage.begins - 1 + at
        made = number <= len(state.rounds)
        main, *others = drawn
        matches = [(match, one.side == "third") for one in (main, *others) for match in one.matches]
        ties = [
            _tie(match, made=made, third=third) if determined else Tie((None, None), third=third)
            for match, third in matches
        ]
        title = stage_title(SINGLE_TITLES, number, len(main.matches))
        found.append(StageRound(number, title, tuple(ties)))
        determined = determined and made and main.decided
    return found


def _double_rounds(state: State, stage: Stage) -> list[StageRound]:
    """Return both brackets and the grand final; the second final only if it is needed."""
    rounds = _bracket(state, stage)
    last = {drawn.side: drawn.number for drawn in rounds}
    skipped = 0 if has_first_losers_round(len(stage.seeds)) else 1
    found = []
    for drawn in rounds:
        if drawn.event_round > last_round(rounds):
            continue
        number = stage.begins - 1 + drawn.event_round
        made = number <= len(state.rounds)
        ties = tuple(_tie(match, made=made) for match in drawn.matches)
        title = _double_title(drawn, skipped, last=drawn.number == last[drawn.side])
        found.append(StageRound(number, title, ties, drawn.side))
    return found


def _double_title(drawn: BracketRound, skipped: int, *, last: bool) -> Phrase:
    """Return a round's title; losers' rounds count from the first one played."""
    if last or drawn.side == "final":
        return phrase(DOUBLE_TITLES[f"{drawn.side}_last" if last else drawn.side])
    number = drawn.number - skipped if drawn.side == "losers" else drawn.number
    return phrase(DOUBLE_TITLES[drawn.side], number=number)


def _single_places(state: State, stage: Stage) -> Mapping[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end."""
    return single_places(_bracket(state, stage), 1 + len(state.rounds) - stage.begins)


def _double_places(state: State, stage: Stage) -> Mapping[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end."""
    return double_places(_bracket(state, stage))


def _single_length(config: Config, count: int) -> int:
    """Return how many rounds a single elimination has."""
    return event_rounds(count, "single")


def _double_length(config: Config, count: int) -> int:
    """Return how many rounds there are, without a second grand final."""
    return event_rounds(count)


SINGLE = Elimination(_single_length, _single_rounds, _single_places)
DOUBLE = Elimination(_double_length, _double_rounds, _double_places)
