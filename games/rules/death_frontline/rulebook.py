"""Provide the rules page's data: range diagrams, decks, house readings. Pure.

Everything that depends on the cards is generated from the catalogue, so
changing a deck changes the page too.
"""

from __future__ import annotations

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import Range
from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.display.faces import ABILITY_NAMES, face_of
from games.rules.death_frontline.events import SIDE_NAMES
from games.rules.death_frontline.words import RANGE_TEXTS

ABILITY_TEXTS = {
    "vehicle": gettext_noop("Can’t enter an anti-tank obstacle. Anti-tank fire counts against it."),
    "fast": gettext_noop("Can move two steps."),
    "engineer": gettext_noop(
        "Clears mines it enters. At the end of the build step, it removes enemy facilities "
        "next to it."
    ),
    "breacher": gettext_noop("Attacks it joins ignore the bunker bonus."),
    "indirect": gettext_noop("Never advances after an attack."),
    "emplaced": gettext_noop("Never advances after an attack and never moves."),
    "airborne": gettext_noop("Can also be deployed on the front line."),
    "command": gettext_noop("Friendly troops in the eight cells around it have +1 attack."),
}
READINGS = (
    gettext_noop("We set the card values ourselves; the printed rules only set the card types."),
    gettext_noop(
        "Supply reaches further than it used to, and tanks, rifle squads and paratroops are fast, "
        "so fewer battles stall. Matches that began under earlier rules keep their cards."
    ),
    gettext_noop(
        "The battle ends when a player has neither hand nor draw pile. A table can choose "
        "to end it as soon as a hand is empty."
    ),
    gettext_noop("A match lasts at most 30 rounds, unless the table chooses otherwise."),
    gettext_noop("With two players, too, the first in turn order moves to last each new round."),
    gettext_noop(
        "With four players, the battle ends for inactivity only if both partners had "
        "nothing to do all round."
    ),
)


def rulebook() -> JsonObject:
    """Return {"ranges", "decks", "abilities", "readings"} for the rules page."""
    return {
        "ranges": [_range(shape) for shape in CATALOGUE.ranges.values()],
        "decks": [
            {
                "key": deck.key,
                "name": deck.name,
                "side": SIDE_NAMES[deck.side],
                "cards": [{**face_of(card.code), "count": card.count} for card in deck.cards],
            }
            for deck in CATALOGUE.decks.values()
        ],
        "abilities": [
            {"name": ABILITY_NAMES[key], "text": text} for key, text in ABILITY_TEXTS.items()
        ],
        "readings": list(READINGS),
    }


def _range(shape: Range) -> JsonObject:
    """Return a diagram's squares: the troop in the middle, its front above."""
    reach = max(max(abs(dx), abs(dy)) for dx, dy in shape.cells)
    span = range(-reach, reach + 1)
    users = sorted({card.name for card in CATALOGUE.cards.values() if card.range == shape.key})
    return {
        "key": shape.key,
        "text": RANGE_TEXTS[shape.key],
        "size": 2 * reach + 1,
        "middle": reach,
        "hit": [[dx + reach, reach - dy] for dx, dy in shape.cells],
        "missed": [
            [dx + reach, reach - dy]
            for dy in span
            for dx in span
            if (dx, dy) not in shape.cells and (dx, dy) != (0, 0)
        ],
        "users": users,
    }
