"""How long a match takes: a game's named lengths, its pace, and measured minutes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

LengthKey = Literal["quick", "usual", "printed"]


@dataclass(frozen=True)
class Length:
    """A named choice of options: quick takes about 10 minutes, usual about 25.

    `options(seats)` returns the options it sets; the others stay as chosen. `printed` is what
    the printed rules name.
    """

    key: LengthKey
    options: Callable[[int], Mapping[str, Any]]


@dataclass(frozen=True)
class Measured:
    """Median minutes by number of seats, for matches whose options include `options`.

    `bench/lengths.py` measures them.
    """

    options: Mapping[str, Any]
    minutes: Mapping[int, int]


@dataclass(frozen=True)
class Duration:
    """What a game says about how long its matches take.

    `lengths` go from the shortest to the printed one. `pace` is a person's seconds for each type
    of action. The first of `measured` whose options a match has, has its minutes.
    """

    lengths: tuple[Length, ...] = ()
    pace: Mapping[str, int] | None = None
    measured: tuple[Measured, ...] = ()
