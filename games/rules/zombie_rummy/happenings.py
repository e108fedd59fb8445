"""List what finished matches can be searched for. Pure; data only."""

from __future__ import annotations

from games.engine.happening import Happening
from games.engine.text import gettext_noop

HAPPENINGS = (
    Happening("nuke", gettext_noop("A nuke"), "seat_nuked"),
    Happening("brain", gettext_noop("A brain was stolen"), "brain_stolen"),
    Happening("horde", gettext_noop("A zombie horde"), "horde_formed"),
    Happening("device", gettext_noop("A device was broken"), "device_broken"),
    Happening("deck", gettext_noop("The draw pile ran out"), "round_ended", {"reason": "deck"}),
    Happening("resigned", gettext_noop("Somebody resigned"), "seat_resigned"),
)
