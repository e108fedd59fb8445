"""An elimination of multi-player tables, derived from the rounds played.

Tables of rounds already made are facts; only a future round is divided afresh. Spec: tournaments
3.5 (top cut), 3.7 (tables).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from games.engine.text import gettext_noop
from games.tournaments.direct.config import Config
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.stage import Elimination, Stage, StageRound, Tie, stage_title
from games.tournaments.direct.state import State
from games.tournaments.pair.heats import Heats, fields, heats

TITLES = {
    1: gettext_noop("Final table"),
    2: gettext_noop("Last two tables"),
}

_PLAYED, _UNPLAYED, _ABSENT, _LEFT = range(4)


@dataclass(frozen=True, slots=True)
class _Known:
    """A round that can be determined: its expected entries and its ties.

    order    entries whose ties are decided, the best first: (how it ended, place)
    through  entries that advance; None while a table is open
    """

    number: int
    expected: tuple[int, ...]
    ties: tuple[Tie, ...]
    order: Mapping[int, tuple[int, int]]
    through: tuple[int, ...] | None = None


def _length(config: Config, count: int) -> int:
    """Return how many rounds that many entries need if nobody drops out."""
    return len(fields(count, config.size_rule, config.advance))


def _known(state: State, stage: Stage) -> list[_Known]:
    """Return every round that can be determined; the last may lie ahead."""
    found: list[_Known] = []
    expected = stage.seeds
    while len(found) < len(stage.seeds):
        number = stage.begins + len(found)
        held = state.round(number)
        if found:
            found[-1] = _called_up(state, stage, found[-1], held)
            expected = found[-1].through or ()
        known = (
            _ahead(state, number, expected)
            if held is None
            else _played(state, stage, held, expected)
        )
        found.append(known)
        if known.through is None or len(known.ties) <= 1:
            break
    return found


def _ahead(state: State, number: int, expected: tuple[int, ...]) -> _Known:
    """Return a round not made yet, from the entries that have not withdrawn."""
    left = _registered(state, expected)
    return _Known(number, expected, _ties_of(heats(left, state.config.size_rule)), {})


def _ties_of(made: Heats) -> tuple[Tie, ...]:
    """Return the ties of a round nobody has played."""
    return (*[Tie(seats) for seats in made.tables], *[Tie((one,)) for one in made.byes])


def _played(state: State, stage: Stage, held: Round, expected: tuple[int, ...]) -> _Known:
    """Return a round that was made, as far as it is decided."""
    config = state.config
    moved = set(chain.from_iterable(table.moved for table in held.tables))
    byes = sorted(set(held.unplayed) - moved, key=stage.ranks.__getitem__)
    order = {
        entry: key for table in held.tables if table.decided for entry, key in _order(table).items()
    }
    best = 1 if len(held.tables) + len(byes) <= 1 else config.advance
    ties = [_tie(stage, table, order, best) for table in held.tables]
    ties += [Tie((one,), (one,)) for one in byes]
    if any(tie.through is None for tie in ties):
        return _Known(held.number, expected, tuple(ties), order)
    through = [one for tie in ties for one in tie.through or ()]
    through.sort(key=stage.ranks.__getitem__)
    return _Known(held.number, expected, tuple(ties), order, tuple(through))


def _called_up(state: State, stage: Stage, known: _Known, following: Round | None) -> _Known:
    """Return a round including those who advance although others did better at their table.

    Where fewer entries are left than the smallest table seats, the next best fill it. Once the
    following round is made, it shows who they are.
    """
    through = known.through or ()
    others = [
        one for one, (ended, _) in known.order.items() if one not in through and ended != _ABSENT
    ]
    others.sort(key=lambda one: (known.order[one], stage.ranks[one]))
    if following is not None:
        there = {one for table in following.tables for one in table.seats} | set(following.unplayed)
        more = [one for one in others if one in there]
    else:
        wanting = min(state.config.size_rule.allowed) - len(_registered(state, through))
        more = _registered(state, others)[: max(0, wanting)]
    whole = tuple(sorted((*through, *more), key=stage.ranks.__getitem__))
    ties = tuple(replace(tie, through=_among(tie, whole)) for tie in known.ties)
    return replace(known, ties=ties, through=whole)


def _registered(state: State, entries: Sequence[int]) -> list[int]:
    """Return the entries that have not dropped out."""
    return [one for one in entries if state.entries[one].status == "registered"]


def _order(table: Table) -> dict[int, tuple[int, int]]:
    """Return how each entry's table ended for it: played to a place, not played, not there."""
    found = dict.fromkeys(table.seats, (_UNPLAYED, 0))
    if table.result is not None:
        found |= {one: (_PLAYED, table.result.place_of(one)) for one in table.result.outcomes}
    return found | dict.fromkeys(table.absent, (_ABSENT, 0))


def _tie(stage: Stage, table: Table, order: Mapping[int, tuple[int, int]], best: int) -> Tie:
    """Return a table's tie; ties for an advancing place go to the higher seed."""
    if not table.decided:
        return Tie(table.seats)
    ranked = sorted(table.seats, key=lambda one: (order[one], stage.ranks[one]))
    return Tie(tuple(ranked), tuple([one for one in ranked if one not in table.absent][:best]))


def _among(tie: Tie, through: Sequence[int]) -> tuple[int, ...]:
    """Return the entries of a tie that advance."""
    return tuple(one for one in tie.entries if one in through)


def _rounds(state: State, stage: Stage) -> list[StageRound]:
    """Return the rounds up to the final table."""
    known = _known(state, stage)
    found = [_drawn(one.number, one.ties) for one in known]
    last = known[-1]
    if last.through is None and len(last.ties) > 1:
        config, rule = state.config, state.config.size_rule
        there = sum([len(tie.slots) for tie in last.ties])
        for at, count in enumerate(fields(there, rule, config.advance)[1:], last.number + 1):
            made = heats(range(count), rule)
            found.append(_drawn(at, tuple(map(_nobody, _ties_of(made)))))
    return found


def _nobody(tie: Tie) -> Tie:
    """Return a tie nobody has reached yet."""
    return Tie((None,) * len(tie.slots))


def _drawn(number: int, ties: tuple[Tie, ...]) -> StageRound:
    """Return a round with its title."""
    return StageRound(number, stage_title(TITLES, number, len(ties)), ties)


def _places(state: State, stage: Stage) -> Mapping[int, int]:
    """Return the place of every eliminated entry, and of the winner at the end.

    Below all who advanced, order is by place at the table; then come those who were present but did
    not play, those who did not come, and those who had withdrawn before. Equal places share.
    """
    found: dict[int, int] = {}
    for known in _known(state, stage):
        if known.through is None:
            continue
        out = {
            one: known.order.get(one, (_LEFT, 0))
            for one in known.expected
            if one not in known.through
        }
        for one, key in out.items():
            found[one] = len(known.through) + 1 + sum([other < key for other in out.values()])
        if len(known.ties) <= 1:
            found |= dict.fromkeys(known.through, 1)
    return found


TABLES = Elimination(_length, _rounds, _places)
