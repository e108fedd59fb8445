"""How a match can end, in words; live play says it the same way."""

from __future__ import annotations

from games.matches.reasons import REASONS, reason_label

__all__ = ["REASONS", "reason_label"]
