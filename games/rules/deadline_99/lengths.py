"""How long a match of Deadline 99 takes: no option of the rules makes one shorter. Pure data."""

from __future__ import annotations

from typing import Final

from games.engine.length import Duration, Length, Measured

DURATION: Final = Duration(
    lengths=(
        Length("quick", lambda seats: {}),
        Length("usual", lambda seats: {}),
        Length("printed", lambda seats: {}),
    ),
    pace={"play": 6},
    measured=(
        Measured({"mode": "classic"}, {2: 2, 3: 4, 4: 6, 5: 7, 6: 9, 7: 10, 8: 10, 9: 15, 10: 15}),
        Measured({"mode": "factions"}, {4: 5, 5: 5, 6: 6, 7: 6, 8: 7, 9: 7, 10: 9}),
    ),
)
