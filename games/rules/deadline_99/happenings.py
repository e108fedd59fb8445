"""List what finished matches can be searched for. Pure; data only."""

from __future__ import annotations

from games.engine.happening import Happening
from games.engine.text import gettext_noop

ENDED, OUT = "match_ended", "eliminated"
HAPPENINGS = (
    Happening("king", gettext_noop("A king fell"), ENDED, {"reason": "king_eliminated"}),
    Happening("over", gettext_noop("Somebody went over 99"), "card_played_over"),
    Happening("reaper", gettext_noop("Somebody met the reaper"), OUT, {"reason": "reaper"}),
    Happening("starved", gettext_noop("A hand ran empty"), OUT, {"reason": "empty_hand"}),
    Happening("swap", gettext_noop("Hands were swapped"), "hands_swapped"),
    Happening("reshuffle", gettext_noop("The pile was shuffled anew"), "pile_reshuffled"),
    Happening("resigned", gettext_noop("Somebody resigned"), "resigned"),
)
