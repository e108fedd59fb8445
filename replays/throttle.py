"""Counting how often somebody does what costs the server much; as live play does."""

from __future__ import annotations

from games.matches.throttle import Throttled, throttle, who

__all__ = ["Throttled", "throttle", "who"]
