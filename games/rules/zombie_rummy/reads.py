"""Say what readers of hands are asked about others: the cards that matter. Pure."""

from __future__ import annotations

from typing import Final

from games.engine.hidden import Statement
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import (
    BARRICADE,
    BRAIN,
    EQUIPMENT_GROUPS,
    GANG,
    NUKE,
    RADIO,
    ZOMBIE,
)

STATEMENTS: Final = {
    "zombie": Statement(gettext_noop("%(seat)s holds a zombie"), frozenset({ZOMBIE})),
    "gang": Statement(gettext_noop("%(seat)s holds a zombie gang"), frozenset({GANG})),
    "brain": Statement(gettext_noop("%(seat)s holds a brain"), frozenset({BRAIN})),
    "nuke": Statement(gettext_noop("%(seat)s holds a nuke"), frozenset({NUKE})),
    "device": Statement(
        gettext_noop("%(seat)s holds a radio or a barricade"), frozenset({RADIO, BARRICADE})
    ),
    "truck": Statement(
        gettext_noop("%(seat)s holds a truck, key or gas"), frozenset(EQUIPMENT_GROUPS[0])
    ),
    "serum": Statement(
        gettext_noop("%(seat)s holds a lighter, serum or book"), frozenset(EQUIPMENT_GROUPS[1])
    ),
}
