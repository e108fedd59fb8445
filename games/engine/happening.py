"""Define what finished matches can be searched for. Pure: imports only the standard library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Happening:
    """One search criterion: an event by its stored name, with matching data.

    `label` is a gettext key. `without` names an event that the match must not have.
    """

    key: str
    label: str
    event: str
    data: Mapping[str, Any] = field(default_factory=dict)
    without: tuple[str, Mapping[str, Any]] | None = None
