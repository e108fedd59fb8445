"""How long a match of Death Frontline takes. Pure data."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Options
from games.engine.length import Duration, Length, Measured

PRINTED: Final = {"end_on": "out_of_cards", "max_rounds": 30}
SHORT: Final = {"end_on": "empty_hand", "max_rounds": 5}


def _quick(seats: int) -> Options:
    """Return the printed game for a duel, which is quick already."""
    return PRINTED if seats == 2 else SHORT


DURATION: Final = Duration(
    lengths=(
        Length("quick", _quick),
        Length("usual", lambda seats: PRINTED),
        Length("printed", lambda seats: PRINTED),
    ),
    pace={
        "keep": 10,
        "mulligan": 10,
        "skip_draw": 4,
        "swap_draw": 6,
        "deploy": 8,
        "move": 6,
        "breakthrough": 4,
        "build": 7,
        "skill": 8,
        "attack": 9,
        "offer_end": 4,
        "pass": 2,
    },
    measured=(Measured(SHORT, {4: 10}), Measured(PRINTED, {2: 6, 4: 10})),
)
