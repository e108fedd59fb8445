"""Deals that are the same at each run: a test that fails for its deal fails again.

`DEALS=2 python3 manage.py test` deals all tests anew, as does any other text; it shuffles their
order anew, too (`config/development/pytest_plugin.py`), and Hypothesis then tries what it will
(`tests/conftest.py`).
"""

from __future__ import annotations

import os
import random

DRAWING = (
    "games.matches.models.match",
    "games.matches.services.match_play_out",
    "games.matches.services.secret",
    "games.tournaments.services.create",
)


def dice_of(name: str) -> random.Random:
    """Return dice of that name, which fall alike at each run unless DEALS says otherwise."""
    return random.Random(f"{os.environ.get('DEALS', '')} {name}")


class Drawn:
    """What our modules draw of `secrets`, from a stream of the test's own."""

    def __init__(self, test: str, module: str) -> None:
        dice = dice_of(f"{test} {module}")
        self.token_bytes, self.choice = dice.randbytes, dice.choice

    def token_hex(self, count: int) -> str:
        return self.token_bytes(count).hex()
