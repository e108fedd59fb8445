"""Who holds each seat of a match at which ply: those who began, and their substitutes. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Substitute(NamedTuple):
    """Somebody who took over a seat after so many actions of the match."""

    seat: int
    after: int
    name: str


@dataclass(frozen=True)
class Holders:
    """The names by seat of those who began, and their substitutes in the order in which they came.

    The names must not change what a match is: no hash covers them, and they may be replaced.
    """

    began: tuple[str, ...]
    substitutes: tuple[Substitute, ...] = ()

    @property
    def now(self) -> tuple[str, ...]:
        """Return the names by seat of the latest holders."""
        return self._with(self.substitutes)

    def at(self, ply: int) -> tuple[str, ...]:
        """Return the names by seat of those who held the seats at action number `ply`."""
        return self._with(one for one in self.substitutes if one.after < ply)

    def before(self, substitute: Substitute) -> str:
        """Return the name of the one from whom a substitute took over."""
        return self.at(substitute.after)[substitute.seat]

    def _with(self, substitutes: Iterable[Substitute]) -> tuple[str, ...]:
        names = {one.seat: one.name for one in substitutes}
        return tuple(names.get(seat, name) for seat, name in enumerate(self.began))
