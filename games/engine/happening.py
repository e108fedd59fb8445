"""What can have happened in a match, as something to look for. Pure: standard library alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Happening:
    """One thing to look for: an event by its stored name, with these of its data.

    `label` is a gettext key. `without` is an event that the match must not have.
    """

    key: str
    label: str
    event: str
    data: Mapping[str, Any] = field(default_factory=dict)
    without: tuple[str, Mapping[str, Any]] | None = None
