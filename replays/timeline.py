"""A whole match, ply by ply: the source of a replay.

A timeline is folded from stored events with `apply` alone; `decide` is never called here. It holds
everything, faces included, so pass it only to presenters that project it for a viewer through
`observe` and `seen_by`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from games.engine.contract import Action, Event, Options, Rules
from games.engine.holders import Holders
from games.engine.replay import fold
from games.matches.store import LoggedEvent, Position


class PlyFacts(NamedTuple):
    """One ply as stored; ply 0 is the deal and has no action."""

    seat: int | None
    action: Action | None
    auto: str
    at_ms: int | None
    head: str
    events: tuple[Event, ...]


class TimelinePly(NamedTuple):
    """One ply with the state after it; `log_end` counts the events up to it."""

    number: int
    facts: PlyFacts
    state: Any
    log_end: int


@dataclass(frozen=True)
class Timeline:
    """A match from the deal to its last action."""

    rules: Rules
    options: Options
    holders: Holders
    plies: tuple[TimelinePly, ...]
    log: tuple[LoggedEvent, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names by seat of the latest holders."""
        return self.holders.now

    @cached_property
    def actors(self) -> tuple[int | None, ...]:
        """Return the seat that acted, by ply; None for the deal."""
        return tuple(ply.facts.seat for ply in self.plies)

    @property
    def last(self) -> int:
        """Return the number of the last ply."""
        return len(self.plies) - 1

    def position(self, ply: int) -> Position:
        """Return the position after `ply` actions, with the log up to it."""
        found = self.plies[ply]
        return Position(found.log_end, found.state, self.log[: found.log_end])

    def until(self, ply: int) -> Timeline:
        """Return the match as it was after `ply` actions, without anything later."""
        came = tuple(one for one in self.holders.substitutes if one.after < ply)
        return replace(
            self,
            holders=replace(self.holders, substitutes=came),
            plies=self.plies[: ply + 1],
            log=self.log[: self.plies[ply].log_end],
        )


def fold_timeline(
    rules: Rules, options: Options, holders: Holders, facts: Iterable[PlyFacts]
) -> Timeline:
    """Fold stored plies, from ply 0, into a timeline."""
    return extend_timeline(Timeline(rules, options, holders, (), ()), facts)


def extend_timeline(known: Timeline, facts: Iterable[PlyFacts]) -> Timeline:
    """Return a timeline with the stored plies that follow it."""
    plies, log = list(known.plies), list(known.log)
    state = plies[-1].state if plies else None
    for number, ply in enumerate(facts, start=len(plies)):
        state = fold(known.rules, ply.events, state)
        log.extend(LoggedEvent(number, event) for event in ply.events)
        plies.append(TimelinePly(number, ply, state, len(log)))
    return replace(known, plies=tuple(plies), log=tuple(log))
