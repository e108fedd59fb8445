"""Find the longest run of successes, as of matches won or evenings attended in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Run(Generic[K]):
    """One player's run: its length, and what it began and ended with."""

    player: int
    length: int
    first: K
    last: K


def longest_runs(results: Iterable[tuple[int, K, bool]]) -> list[Run[K]]:
    """Return the longest runs of successes, in the order in which they were reached.

    `results` are (player, what, success) in order of time; a failure ends the player's run. All
    players whose run is the longest are returned, each with the first such run.
    """
    now: dict[int, Run[K]] = {}
    best: dict[int, Run[K]] = {}
    for player, what, is_success in results:
        if not is_success:
            now.pop(player, None)
            continue
        held = now.get(player)
        run = Run(player, 1, what, what) if held is None else _longer(held, what)
        now[player] = run
        if player not in best or run.length > best[player].length:
            best.pop(player, None)
            best[player] = run
    most = max((run.length for run in best.values()), default=0)
    return [run for run in best.values() if run.length == most]


def _longer(run: Run[K], what: K) -> Run[K]:
    """Return a run with one more success."""
    return Run(run.player, run.length + 1, run.first, what)
