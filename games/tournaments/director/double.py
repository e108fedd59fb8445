"""A double elimination of duels, derived from the rounds played.

Spec: tournaments 3.7. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.text import Phrase, gettext_noop
from games.tournaments.config import Config
from games.tournaments.director.brackets import registered, those_in, winner_of
from games.tournaments.director.stage import Elimination, Stage, StageRound, Tie
from games.tournaments.director.state import Round, State
from games.tournaments.pairing.double import (
    OPEN,
    Duel,
    Held,
    Part,
    double_bracket,
    double_places,
    event_rounds,
    has_first_losers_round,
    last_round,
)
from games.tournaments.text import phrase

TITLES = {
    "winners": gettext_noop("Winners’ round %(number)s"),
    "losers": gettext_noop("Losers’ round %(number)s"),
    "winners_last": gettext_noop("Winners’ final"),
    "losers_last": gettext_noop("Losers’ final"),
    "final": gettext_noop("Grand final"),
    "final_last": gettext_noop("Second grand final"),
}


def _parts(state: State, stage: Stage) -> tuple[Part, ...]:
    """Return both brackets as far as the stage's rounds determine them."""
    held = [_held(stage, one) for one in state.rounds[stage.begins - 1 :]]
    return double_bracket(stage.seeds, held, registered(state))


def _held(stage: Stage, held: Round) -> Held:
    """Return what a round that was made says about its matches."""
    decided = [table for table in held.tables if table.decided]
    winners = {frozenset(table.seats): winner_of(stage, table) for table in decided}
    return Held(frozenset(those_in(held)), winners)


def _rounds(state: State, stage: Stage) -> list[StageRound]:
    """Return both brackets and the grand final; the second final only if it is needed."""
    parts = _parts(state, stage)
    last = {part.side: part.number for part in parts}
    skipped = 0 if has_first_losers_round(len(stage.seeds)) else 1
    found = []
    for part in parts:
        if part.event_round > last_round(parts):
            continue
        number = stage.begins - 1 + part.event_round
        ties = tuple(_tie(duel, made=number <= len(state.rounds)) for duel in part.duels)
        title = _title(part, skipped, last=part.number == last[part.side])
        found.append(StageRound(number, title, ties, part.side))
    return found


def _title(part: Part, skipped: int, *, last: bool) -> Phrase:
    """Return a part's title; losers' rounds count from the first one played."""
    if last or part.side == "final":
        return phrase(TITLES[f"{part.side}_last" if last else part.side])
    number = part.number - skipped if part.side == "losers" else part.number
    return phrase(TITLES[part.side], number=number)


def _tie(duel: Duel, *, made: bool) -> Tie:
    """Return a match; nobody has advanced from it before its round was made."""
    slots = (duel.one, duel.other)
    known = tuple(slot if isinstance(slot, int) else None for slot in slots)
    won = tuple(one for one in duel.entries if one == duel.winner)
    through = won if made and duel.winner != OPEN else None
    return Tie(known, through, waiting=slots.count(OPEN))


def _places(state: State, stage: Stage) -> Mapping[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end."""
    return double_places(_parts(state, stage))


def _length(config: Config, count: int) -> int:
    """Return how many rounds there are, without a second grand final."""
    return event_rounds(count)


DOUBLE = Elimination(_length, _rounds, _places)
