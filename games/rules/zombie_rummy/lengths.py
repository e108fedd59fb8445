"""How long a match of Zombie Rummy takes. Pure data."""

from __future__ import annotations

from typing import Final

from games.engine.length import Duration, Length, Measured

QUICK_ROUNDS: Final = {2: 3, 3: 3, 4: 3, 5: 3, 6: 2}
USUAL_ROUNDS: Final = {2: 9, 3: 8, 4: 8, 5: 7, 6: 6}

DURATION: Final = Duration(
    lengths=(
        Length("quick", lambda seats: {"end": "rounds", "target": QUICK_ROUNDS[seats]}),
        Length("usual", lambda seats: {"end": "rounds", "target": USUAL_ROUNDS[seats]}),
        Length("printed", lambda seats: {"end": "score", "target": 100}),
    ),
    pace={
        "draw": 4,
        "place": 4,
        "attack": 5,
        "lock": 4,
        "steal": 5,
        "break": 5,
        "gang": 5,
        "meld": 8,
        "layoff": 5,
        "nuke": 6,
        "discard": 6,
    },
    measured=(
        Measured({"end": "rounds", "target": 3}, {2: 8, 3: 9, 4: 9, 5: 10}),
        Measured({"end": "rounds", "target": 2}, {6: 8}),
        Measured({"end": "rounds", "target": 9}, {2: 25}),
        Measured({"end": "rounds", "target": 8}, {3: 25, 4: 25}),
        Measured({"end": "rounds", "target": 7}, {5: 25}),
        Measured({"end": "rounds", "target": 6}, {6: 25}),
        Measured({"end": "score", "target": 100}, {2: 60, 3: 65, 4: 55, 5: 55, 6: 70}),
    ),
)
