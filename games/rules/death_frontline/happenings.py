"""List what finished matches can be searched for. Pure; data only."""

from __future__ import annotations

from games.engine.happening import Happening
from games.engine.text import gettext_noop

ENDED, BROKE_THROUGH = "match_ended", "broke_through"
HAPPENINGS = (
    Happening("breakthrough", gettext_noop("A breakthrough"), BROKE_THROUGH),
    Happening(
        "early",
        gettext_noop("A breakthrough before round 6"),
        BROKE_THROUGH,
        without=("round_began", {"round": 6}),
    ),
    Happening("razed", gettext_noop("An annihilation"), ENDED, {"reason": "annihilation"}),
    Happening("draw", gettext_noop("A draw"), ENDED, {"winner": None}),
    Happening("mulligan", gettext_noop("A mulligan"), "mulliganed"),
    Happening("resigned", gettext_noop("Somebody resigned"), "resigned"),
)
