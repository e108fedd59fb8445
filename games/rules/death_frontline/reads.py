"""Say what readers of hands are asked about others: the cards that matter. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.hidden import Statement
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import AIRBORNE, FACILITY, INDIRECT, SKILL, Card
from games.rules.death_frontline.catalogue import CARDS

DEPOT: Final = 3
"""The highest level of supply."""


def _cards(words: str, fits: Callable[[Card], bool]) -> Statement:
    return Statement(words, frozenset(code for code, card in CARDS.items() if fits(card)))


STATEMENTS: Final = {
    "tank": _cards(gettext_noop("%(seat)s holds a tank"), lambda card: "tank" in card.branch),
    "heavy_tank": _cards(
        gettext_noop("%(seat)s holds a heavy tank"), lambda card: card.branch == "heavy_tank"
    ),
    "anti_tank": _cards(
        gettext_noop("%(seat)s holds an anti-tank gun or team"), lambda card: card.anti_tank > 0
    ),
    "indirect": _cards(
        gettext_noop("%(seat)s holds a mortar or a howitzer"), lambda card: card.has(INDIRECT)
    ),
    "airborne": _cards(gettext_noop("%(seat)s holds paratroops"), lambda card: card.has(AIRBORNE)),
    "engineer": _cards(
        gettext_noop("%(seat)s holds engineers"), lambda card: card.branch == "engineer"
    ),
    "depot": _cards(
        gettext_noop("%(seat)s holds a fuel and ammunition depot"),
        lambda card: not card.is_troop and card.level == DEPOT,
    ),
    "facility": _cards(
        gettext_noop("%(seat)s holds a facility card"), lambda card: card.kind == FACILITY
    ),
    "skill": _cards(gettext_noop("%(seat)s holds a skill card"), lambda card: card.kind == SKILL),
}
